#include "model/session/PointChunks.h"

#include "model/session/SessionFormat.h"
#include "model/session/session.pb.h"

#include <algorithm>
#include <span>

namespace lanes::session {

namespace {

enum Scratch : std::uint8_t { kGroup, kTime, kName, kTrack };

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
bool PointsChunk::unpackColumns(ColumnTools& tools, std::vector<std::size_t>& next) const {
    for (std::vector<std::int64_t>& column : tools.columns) {
        column.resize(std::max(column.size(), rows())); // only ever grows
    }
    std::size_t begin = 0;
    for (const proto::Points::Group& group : message_->groups()) {
        const auto decode = [&](const std::string& coded, Scratch column) {
            return tools.decoder.decode(coded,
                                        std::span(tools.columns[column]).subspan(begin, group.count()));
        };
        if (!decode(group.time(), kTime) || !decode(group.name_plus1(), kName) ||
            !decode(group.track_plus1(), kTrack)) {
            return false;
        }
        next.push_back(begin);
        begin += group.count();
    }
    return tools.decoder.decode(message_->group(), std::span(tools.columns[kGroup]).first(rows()));
}

bool PointsChunk::unpack(ColumnTools& tools, std::uint32_t tracks, PointTable& table, std::size_t at) const {
    std::vector<std::size_t> next;
    if (!unpackColumns(tools, next)) {
        return false;
    }
    const std::vector<std::size_t> begin = next;
    const auto end = [&](std::size_t group) { return group + 1 < begin.size() ? begin[group + 1] : rows(); };
    for (std::size_t i = at; i < at + rows(); ++i) {
        const auto group = static_cast<std::size_t>(tools.columns[kGroup][i - at]);
        if (group >= next.size() || next[group] == end(group)) {
            return false;
        }
        const std::size_t from = next[group]++;
        table.time[i] = tools.columns[kTime][from];
        table.name[i] = fromPlus1<StringId>(tools.columns[kName][from], UINT32_MAX);
        table.track[i] = fromPlus1<TrackId>(tools.columns[kTrack][from], tracks);
        table.layout[i] = groups_[group].layout;
        table.row[i] = groups_[group].row + static_cast<std::uint32_t>(from - begin[group]);
    }
    return true;
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
    std::vector<std::int64_t>& values = tools.columns.front();
    values.resize(std::max(values.size(), rows())); // only ever grows
    const std::span<std::int64_t> decoded = std::span(values).first(rows());
    const auto column = [&](const std::string& coded, auto& into, const auto& convert) {
        const bool good = tools.decoder.decode(coded, decoded);
        std::ranges::transform(decoded, into.begin() + static_cast<std::ptrdiff_t>(at), convert);
        return good;
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
