#include "tests/support/SessionBytes.h"

#include "model/session/SessionFormat.h"
#include "model/session/session.pb.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace lanes::test {

namespace {

using namespace lanes::session;

template<class T>
void take(const std::string& bytes, std::size_t at, T& value) {
    std::memcpy(&value, bytes.data() + at, sizeof value);
}

// The fields of a chunk header as they stand, even where its checks are wrong.
ChunkHeader fieldsAt(const std::string& bytes, std::size_t at) {
    ChunkHeader h;
    take(bytes, at + 4, h.type);
    take(bytes, at + 6, h.packing);
    take(bytes, at + 8, h.stored);
    take(bytes, at + 12, h.raw);
    take(bytes, at + 16, h.sequence);
    return h;
}

// visit(offset, header) for every chunk, with a size that fits into the file.
template<class Visit>
void forEachChunk(const std::string& bytes, const Visit& visit) {
    for (std::size_t at = kFileHeaderBytes; (at = findChunkMark(bytes, at)) != std::string::npos;) {
        if (bytes.size() - at < kChunkHeaderBytes) {
            return;
        }
        ChunkHeader h = fieldsAt(bytes, at);
        const std::size_t rest = bytes.size() - at - kChunkHeaderBytes;
        h.stored = static_cast<std::uint32_t>(std::min<std::size_t>(h.stored, rest));
        visit(at, h);
        at += kChunkHeaderBytes + h.stored;
    }
}

} // namespace

void putChecksumsRight(std::string& file) {
    if (file.size() < kFileHeaderBytes) {
        return;
    }
    std::ranges::copy(encodeFileHeader(), file.begin());
    forEachChunk(file, [&](std::size_t at, ChunkHeader h) {
        h.checksum = checksumOf(std::string_view(file).substr(at + kChunkHeaderBytes, h.stored));
        std::ranges::copy(encode(h), file.begin() + static_cast<std::ptrdiff_t>(at));
    });
}

std::vector<FooterEntry> chunksOf(const std::string& file) {
    std::vector<FooterEntry> chunks;
    forEachChunk(file, [&](std::size_t at, const ChunkHeader& h) {
        if (h.type != ChunkType::Footer) {
            chunks.push_back({h.type, at, h.stored, {}});
        }
    });
    return chunks;
}

namespace {

void append(std::string& file, ChunkType type, Packing packing, std::size_t raw, std::string_view stored) {
    ChunkHeader header;
    forEachChunk(file, [&](std::size_t /*at*/, const ChunkHeader& h) { header.sequence = h.sequence + 1; });
    header.type = type;
    header.packing = packing;
    header.stored = static_cast<std::uint32_t>(stored.size());
    header.raw = static_cast<std::uint32_t>(raw);
    header.checksum = checksumOf(stored);
    (file += encode(header)) += stored;
}

} // namespace

void appendChunk(std::string& file, ChunkType type, std::string_view message) {
    append(file, type, Packing::None, message.size(), message);
}

void appendPackedChunk(std::string& file, ChunkType type, std::string_view message) {
    ColumnEncoder encoder;
    append(file, type, Packing::Zstd, message.size(), encoder.compress(message));
}

void appendEnd(std::string& file, std::span<const FooterEntry> index) {
    ColumnEncoder encoder;
    proto::Footer footer;
    encodeFooter(encoder, index, footer);
    const std::uint64_t at = file.size();
    appendChunk(file, ChunkType::Footer, footer.SerializeAsString());
    file.append(reinterpret_cast<const char*>(&at), sizeof at) += kTrailerMagic;
}

} // namespace lanes::test
