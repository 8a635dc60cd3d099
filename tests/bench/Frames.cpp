#include "tests/bench/Frames.h"

#include "model/base/Threads.h"
#include "model/session/ChunkFile.h"
#include "model/session/reading/ColumnDecoder.h"
#include "model/session/session.pb.h"
#include "tests/bench/Report.h"

#include <zstd.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace lanes::bench {

using namespace session;

namespace {

template<class Message>
Message parsed(const std::string& bytes) {
    Message message;
    if (!message.ParseFromString(bytes)) {
        fail("a chunk cannot be read");
    }
    return message;
}

} // namespace

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
        addColumns(header.type, message);
    }
}

// Of the chunks that sessions have many of.
void Frames::addColumns(ChunkType type, const std::string& message) {
    if (type == ChunkType::Slices) {
        const auto m = parsed<proto::Slices>(message);
        addColumns({&m.start(), &m.duration(), &m.name_plus1(), &m.layout_plus1(), &m.kind(), &m.hue()});
    } else if (type == ChunkType::Points) {
        const auto m = parsed<proto::Points>(message);
        addColumns({&m.group()});
        for (const proto::Points::Group& group : m.groups()) {
            addColumns({&group.time(), &group.name_plus1(), &group.track_plus1()});
        }
    } else if (type == ChunkType::Memory) {
        const auto m = parsed<proto::Memory>(message);
        addColumns({&m.time(), &m.address(), &m.bytes(), &m.total_allocated(), &m.total_reserved(),
                    &m.device_type(), &m.device_index(), &m.track_plus1(), &m.stack_plus1()});
    } else if (type == ChunkType::Links) {
        const auto m = parsed<proto::Links>(message);
        addColumns({&m.kind(), &m.from_track(), &m.from(), &m.to_track(), &m.to()});
    }
}

void Frames::addColumns(std::initializer_list<const std::string*> columns) {
    for (const std::string* column : columns) {
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
