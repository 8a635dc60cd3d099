// POINTS and MEMORY chunks: their messages, and their columns once they know where in the trace's tables they go. Several
// threads can do either at the same time, each with a chunk of its own.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/Ids.h"
#include "model/session/ColumnCodec.h"
#include "model/trace/PointTable.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace lanes::proto {
class Memory;
class Points;
} // namespace lanes::proto

namespace lanes::session {

// One thread's tools for unpacking; the memory is used again for every chunk.
struct ColumnTools {
    ColumnDecoder decoder;
    UnwrittenVector<TimeNs> time;
    UnwrittenVector<StringId> name;
    UnwrittenVector<TrackId> track;
};

class PointsChunk {
public:
    // Reads the message but unpacks no column yet: a few bytes may claim a million rows. Null: it is damaged.
    static std::unique_ptr<PointsChunk> parse(std::string_view message);
    PointsChunk(const PointsChunk&) = delete;
    PointsChunk& operator=(const PointsChunk&) = delete;
    ~PointsChunk();

    [[nodiscard]] std::size_t rows() const;
    [[nodiscard]] proto::Points& message() { return *message_; }

    // The points of a group have one layout; its arguments' rows follow each other.
    struct Group {
        LayoutId layout;
        std::uint32_t row = 0;
    };
    // As many as in the message.
    void setGroups(std::vector<Group> groups) { groups_ = std::move(groups); }
    // Writes rows [at, at + rows()) of the table. False: the columns are damaged, and the rows hold anything.
    [[nodiscard]] bool unpack(ColumnTools& tools, std::uint32_t tracks, PointTable& table,
                              std::size_t at) const;

private:
    PointsChunk();
    [[nodiscard]] bool unpackColumns(ColumnTools& tools, std::uint32_t tracks,
                                     std::vector<std::size_t>& next) const;

    std::unique_ptr<proto::Points> message_;
    std::vector<Group> groups_;
};

class MemoryChunk {
public:
    static std::unique_ptr<MemoryChunk> parse(std::string_view message);
    MemoryChunk(const MemoryChunk&) = delete;
    MemoryChunk& operator=(const MemoryChunk&) = delete;
    ~MemoryChunk();

    [[nodiscard]] std::size_t rows() const;
    [[nodiscard]] bool unpack(ColumnTools& tools, std::uint32_t tracks, MemoryTable& table,
                              std::size_t at) const;

private:
    MemoryChunk();

    std::unique_ptr<proto::Memory> message_;
};

} // namespace lanes::session
