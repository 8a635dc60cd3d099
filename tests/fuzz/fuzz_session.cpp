// Feeds the session reader with damaged files. Checksums are put right first, as otherwise no damage would come past them.
#include "model/session/SessionReader.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using namespace lanes;
using namespace lanes::session;

constexpr std::size_t kMemoryLimit = std::size_t{64} << 20;
constexpr std::uint32_t kMostAsked = 500; // slices whose arguments are asked for

// The fields of a chunk header as they stand, even where its checks are wrong.
ChunkHeader fieldsAt(const std::string& bytes, std::size_t at) {
    ChunkHeader h;
    std::copy_n(bytes.data() + at + 4, 2, reinterpret_cast<char*>(&h.type));
    std::copy_n(bytes.data() + at + 6, 2, reinterpret_cast<char*>(&h.packing));
    std::copy_n(bytes.data() + at + 8, 4, reinterpret_cast<char*>(&h.stored));
    std::copy_n(bytes.data() + at + 12, 4, reinterpret_cast<char*>(&h.raw));
    std::copy_n(bytes.data() + at + 16, 4, reinterpret_cast<char*>(&h.sequence));
    return h;
}

void putRight(std::string& bytes) {
    const std::string head = encodeFileHeader();
    std::copy(head.begin(), head.end(), bytes.begin());
    for (std::size_t at = kFileHeaderBytes; (at = findChunkMark(bytes, at)) != std::string::npos;) {
        if (bytes.size() - at < kChunkHeaderBytes) {
            return;
        }
        ChunkHeader h = fieldsAt(bytes, at);
        const std::size_t rest = bytes.size() - at - kChunkHeaderBytes;
        h.stored = static_cast<std::uint32_t>(std::min<std::size_t>(h.stored, rest));
        h.checksum = checksumOf(std::string_view(bytes).substr(at + kChunkHeaderBytes, h.stored));
        const std::string header = encode(h);
        std::copy(header.begin(), header.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
        at += kChunkHeaderBytes + h.stored;
    }
}

// Everything that a view would ask for, with bounds.
std::size_t ask(const Trace& trace) {
    std::size_t sum = static_cast<std::size_t>(trace.span().length());
    for (std::uint32_t i = 0; i < std::min(trace.sliceCount(), kMostAsked); ++i) {
        const SliceId id(i);
        const Trace::Slice s = trace.slice(id);
        sum += trace.text(s.name).size() + trace.children(id).size();
        sum += trace.nextInLane(id).value + trace.previousInLane(id).value;
        const ArgLayout* layout = trace.args().layout(s.layout);
        for (std::uint32_t c = 0; layout != nullptr && c < layout->columns.size(); ++c) {
            const auto value = trace.args().value(s.layout, s.row, c);
            sum += value ? argText(*value, trace.strings()).size() : 0;
            if (value && value->type == ArgValue::Type::Stack) {
                sum += trace.stacks().frames(StackId(value->id)).size();
            }
        }
    }
    for (const Link& link :
         trace.links().all().subspan(0, std::min<std::size_t>(trace.links().all().size(), 100))) {
        sum += trace.slice(link.from).start != trace.slice(link.to).start;
    }
    return sum;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string bytes(reinterpret_cast<const char*>(data), size);
    if (bytes.size() >= kFileHeaderBytes) {
        putRight(bytes);
    }
    const int file = memfd_create("session", MFD_CLOEXEC);
    const bool written = write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    auto reader = SessionReader::open("/proc/self/fd/" + std::to_string(file));
    if (written && reader) {
        ReadOptions options;
        options.memoryLimit = kMemoryLimit;
        options.threads = 1;
        if (const auto trace = reader->read(options)) {
            static volatile std::size_t sink = 0;
            sink = sink + ask(*trace.value());
        }
        const auto more = reader->poll(options);
        if (more && more.value()) {
            ask(*more.value());
        }
    }
    close(file);
    return 0;
}
