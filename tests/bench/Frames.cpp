#include "tests/bench/Frames.h"

#include "model/base/Threads.h"
#include "model/session/ChunkFile.h"
#include "model/session/ColumnCodec.h"
#include "model/session/session.pb.h"
#include "tests/bench/Report.h"

#include <zstd.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace lanes::bench {

using namespace session;

Frames::Frames(const std::string& path) {
    Result<ChunkScanner> scanner = ChunkScanner::open(path);
    if (!scanner) {
        fail(scanner.error().message);
    }
    ColumnDecoder decoder;
    ChunkHeader header;
    for (std::string stored; scanner.value().next(header, stored) == ChunkScanner::Step::Chunk;) {
        std::string message = stored;
        if (header.packing == Packing::Zstd) {
            message.resize(header.raw);
            if (!decoder.decompress(stored, message)) {
                fail(path + " is damaged");
            }
            add(stored);
        }
        if (header.type == ChunkType::Slices) {
            addColumns(message);
        }
    }
}

void Frames::addColumns(const std::string& message) {
    proto::Slices slices;
    if (!slices.ParseFromString(message)) {
        fail("a chunk of slices cannot be read");
    }
    for (const std::string* column : {&slices.start(), &slices.duration(), &slices.name_plus1(),
                                      &slices.layout_plus1(), &slices.kind(), &slices.hue()}) {
        addColumn(*column);
    }
}

// A column of which the body is a frame, by FORMAT.md: a byte that says so, the body's size, the frame.
void Frames::addColumn(const std::string& coded) {
    constexpr unsigned kZstd = 8;
    if (coded.empty() || (static_cast<unsigned char>(coded[0]) & kZstd) == 0) {
        return;
    }
    std::size_t at = 1;
    while (static_cast<unsigned char>(coded[at]) >= 0x80) {
        ++at;
    }
    add(coded.substr(at + 1));
}

void Frames::add(std::string packed) {
    const std::size_t bytes = ZSTD_getFrameContentSize(packed.data(), packed.size());
    frames_.push_back({std::move(packed), bytes});
}

double Frames::unpack(unsigned threads) const {
    const std::size_t room = std::ranges::max(frames_, {}, &Frame::bytes).bytes;
    std::vector<std::string> rooms(threads, std::string(room, '\0'));
    std::vector<ColumnDecoder> decoders(threads);
    const auto start = std::chrono::steady_clock::now();
    forEachOnThreads(threads, frames_.size(), [&](std::size_t i, unsigned worker) {
        const Frame& frame = frames_[i];
        if (!decoders[worker].decompress(frame.packed, {rooms[worker].data(), frame.bytes})) {
            fail("a frame cannot be unpacked");
        }
    });
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace lanes::bench
