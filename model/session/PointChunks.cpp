#include "model/session/PointChunks.h"

#include "model/session/SessionFormat.h"
#include "model/session/session.pb.h"

#include <algorithm>
#include <span>
#include <type_traits>

namespace lanes::session {

namespace {

template<class IdType>
IdType fromPlus1(std::int64_t plus1, std::int64_t count) {
    return plus1 > 0 && plus1 <= count ? IdType(static_cast<std::uint32_t>(plus1 - 1)) : IdType();
}

} // namespace

PointsChunk::PointsChunk()
    : message_(std::make_unique<proto::Points>()) {}

PointsChunk::~PointsChunk() = default;

std::unique_ptr<PointsChunk> PointsChunk::parse(std::string_view message) {
    std::unique_ptr<PointsChunk> chunk(new PointsChunk);
    proto::Points& points = *chunk->message_;
    if (!points.ParseFromArray(message.data(), static_cast<int>(message.size())) ||
        points.count() > kMaxRowsPerChunk) {
        return nullptr;
    }
    std::uint64_t rows = 0;
    for (const proto::Points::Group& group : points.groups()) {
        rows += group.count();
    }
    return rows == points.count() ? std::move(chunk) : nullptr;
}

std::size_t PointsChunk::rows() const {
    return message_->count();
}

// The columns of all groups, one group behind the other; `next` gets where each begins.
bool PointsChunk::unpackColumns(ColumnTools& tools, std::uint32_t tracks,
                                std::vector<std::size_t>& next) const {
    tools.time.resize(rows());
    tools.name.resize(rows());
    tools.track.resize(rows());
    std::size_t begin = 0;
    for (const proto::Points::Group& group : message_->groups()) {
        const auto ids = [&](const std::string& coded, auto& column, std::int64_t count) {
            using Id = std::remove_reference_t<decltype(column.front())>;
            return tools.decoder.decodeParts(
                coded, group.count(), [&](std::size_t from, std::span<const std::int64_t> values) {
                    std::ranges::transform(values, column.begin() + static_cast<std::ptrdiff_t>(begin + from),
                                           [&](std::int64_t v) { return fromPlus1<Id>(v, count); });
                    return true;
                });
        };
        if (!tools.decoder.decode(group.time(), std::span(tools.time).subspan(begin, group.count())) ||
            !ids(group.name_plus1(), tools.name, UINT32_MAX) ||
            !ids(group.track_plus1(), tools.track, tracks)) {
            return false;
        }
        next.push_back(begin);
        begin += group.count();
    }
    return true;
}

bool PointsChunk::unpack(ColumnTools& tools, std::uint32_t tracks, PointTable& table, std::size_t at) const {
    std::vector<std::size_t> next;
    if (!unpackColumns(tools, tracks, next)) {
        return false;
    }
    const std::vector<std::size_t> begin = next;
    const auto end = [&](std::size_t group) { return group + 1 < begin.size() ? begin[group + 1] : rows(); };
    return tools.decoder.decodeParts(
        message_->group(), rows(), [&](std::size_t first, std::span<const std::int64_t> groups) {
            std::size_t i = at + first;
            for (const std::int64_t value : groups) {
                const auto group = static_cast<std::size_t>(value);
                if (group >= next.size() || next[group] == end(group)) {
                    return false;
                }
                const std::size_t from = next[group]++;
                table.time[i] = tools.time[from];
                table.name[i] = tools.name[from];
                table.track[i] = tools.track[from];
                table.layout[i] = groups_[group].layout;
                table.row[i] = groups_[group].row + static_cast<std::uint32_t>(from - begin[group]);
                ++i;
            }
            return true;
        });
}

MemoryChunk::MemoryChunk()
    : message_(std::make_unique<proto::Memory>()) {}

MemoryChunk::~MemoryChunk() = default;

std::unique_ptr<MemoryChunk> MemoryChunk::parse(std::string_view message) {
    std::unique_ptr<MemoryChunk> chunk(new MemoryChunk);
    const bool read = chunk->message_->ParseFromArray(message.data(), static_cast<int>(message.size()));
    return read && chunk->message_->count() <= kMaxRowsPerChunk ? std::move(chunk) : nullptr;
}

std::size_t MemoryChunk::rows() const {
    return message_->count();
}

bool MemoryChunk::unpack(ColumnTools& tools, std::uint32_t tracks, MemoryTable& table, std::size_t at) const {
    const auto column = [&](const std::string& coded, auto& into, const auto& convert) {
        return tools.decoder.decodeParts(
            coded, rows(), [&](std::size_t from, std::span<const std::int64_t> values) {
                std::ranges::transform(values, into.begin() + static_cast<std::ptrdiff_t>(at + from),
                                       convert);
                return true;
            });
    };
    const auto same = [](std::int64_t v) { return v; };
    const auto small = [](std::int64_t v) { return static_cast<std::int8_t>(v); };
    const auto address = [](std::int64_t v) { return static_cast<std::uint64_t>(v); };
    const auto track = [&](std::int64_t v) { return fromPlus1<TrackId>(v, tracks); };
    const auto stack = [](std::int64_t v) { return fromPlus1<StackId>(v, UINT32_MAX); };
    const proto::Memory& m = *message_;
    return column(m.time(), table.time, same) && column(m.address(), table.address, address) &&
           column(m.bytes(), table.bytes, same) && column(m.total_allocated(), table.totalAllocated, same) &&
           column(m.total_reserved(), table.totalReserved, same) &&
           column(m.device_type(), table.deviceType, small) &&
           column(m.device_index(), table.deviceIndex, small) &&
           column(m.track_plus1(), table.track, track) && column(m.stack_plus1(), table.stack, stack);
}

} // namespace lanes::session
