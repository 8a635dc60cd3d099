#include "model/session/SessionFormat.h"

#include <xxhash.h>

#include <cstring>

namespace lanes::session {

namespace {

constexpr std::string_view kChunkMark{"\xf5LnC", 4};
constexpr std::size_t kCheckedBytes = 28; // of a chunk header; the last four hold their check

template<class T>
void put(std::string& out, T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value); // little-endian hosts only, as the whole project
    out.append(bytes, sizeof value);
}

template<class T>
T get(std::string_view bytes, std::size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

std::uint32_t headerCheck(std::string_view bytes) {
    return XXH32(bytes.data(), kCheckedBytes, 0);
}

} // namespace

std::string encodeFileHeader(std::uint32_t version) {
    std::string out(kFileMagic);
    put(out, version);
    put(out, std::uint32_t{0});
    return out;
}

std::string encode(const ChunkHeader& header) {
    std::string out(kChunkMark);
    put(out, header.type);
    put(out, header.packing);
    put(out, header.stored);
    put(out, header.raw);
    put(out, header.sequence);
    put(out, header.checksum);
    put(out, headerCheck(out));
    return out;
}

std::optional<ChunkHeader> parseChunkHeader(std::string_view bytes) {
    if (bytes.size() < kChunkHeaderBytes || !bytes.starts_with(kChunkMark) ||
        get<std::uint32_t>(bytes, kCheckedBytes) != headerCheck(bytes)) {
        return {};
    }
    ChunkHeader header;
    header.type = get<ChunkType>(bytes, 4);
    header.packing = get<Packing>(bytes, 6);
    header.stored = get<std::uint32_t>(bytes, 8);
    header.raw = get<std::uint32_t>(bytes, 12);
    header.sequence = get<std::uint32_t>(bytes, 16);
    header.checksum = get<std::uint64_t>(bytes, 20);
    if (header.stored > kMaxStoredBytes || header.raw > kMaxRawBytes) {
        return {};
    }
    return header;
}

std::size_t findChunkMark(std::string_view bytes, std::size_t from) {
    return bytes.find(kChunkMark, from);
}

std::uint64_t checksumOf(std::string_view bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

} // namespace lanes::session
