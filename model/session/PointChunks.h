// POINTS and MEMORY chunks as columns of numbers: as far as they can be unpacked without knowing any other chunk, so
// that several threads can do it.
#pragma once

#include "model/session/ColumnCodec.h"

#include <array>
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

class PointsChunk {
public:
    // Reads the message but unpacks no column yet: a few bytes may claim a million rows. Null: it is damaged.
    static std::unique_ptr<PointsChunk> parse(std::string_view message);
    PointsChunk(const PointsChunk&) = delete;
    PointsChunk& operator=(const PointsChunk&) = delete;
    ~PointsChunk();

    [[nodiscard]] std::size_t rows() const;
    // False: the columns are damaged. Does nothing the second time.
    [[nodiscard]] bool unpack(ColumnDecoder& decoder);

    // Once unpacked:
    struct Group {
        std::vector<std::int64_t> time;
        std::vector<std::int64_t> namePlus1;
        std::vector<std::int64_t> trackPlus1;
    };
    [[nodiscard]] proto::Points& message() { return *message_; } // its arguments are still packed
    [[nodiscard]] const std::vector<Group>& groups() const { return groups_; } // as in the message
    // Of each point; as many of one as it has rows.
    [[nodiscard]] const std::vector<std::int64_t>& groupOfRow() const { return groupOfRow_; }

private:
    PointsChunk();
    [[nodiscard]] bool countsFit() const;

    std::unique_ptr<proto::Points> message_;
    std::vector<Group> groups_;
    std::vector<std::int64_t> groupOfRow_;
    bool unpacked_ = false;
};

class MemoryChunk {
public:
    static std::unique_ptr<MemoryChunk> parse(std::string_view message);
    MemoryChunk(const MemoryChunk&) = delete;
    MemoryChunk& operator=(const MemoryChunk&) = delete;
    ~MemoryChunk();

    [[nodiscard]] std::size_t rows() const;
    [[nodiscard]] bool unpack(ColumnDecoder& decoder);

    enum Column : std::uint8_t {
        Time,
        Address,
        Bytes,
        TotalAllocated,
        TotalReserved,
        DeviceType,
        DeviceIndex,
        TrackPlus1,
        StackPlus1,
        Count
    };
    [[nodiscard]] const std::vector<std::int64_t>& column(Column column) const { return columns_[column]; }

private:
    MemoryChunk();

    std::unique_ptr<proto::Memory> message_;
    std::array<std::vector<std::int64_t>, Count> columns_; // of equal length
    bool unpacked_ = false;
};

} // namespace lanes::session
