#include "model/lod/CoarsePiece.h"

#include <algorithm>

namespace lanes {

std::unique_ptr<const CoarsePiece> CoarsePiece::restOf(const CoarseLane& lane, TimeNs from,
                                                       const std::array<TimeNs, kAllHues>& busy) {
    const std::size_t count = lane.count();
    std::size_t next = 0;
    while (next < count && lane.record(next)[0] <= from) {
        ++next;
    }
    if (next == count || (next == 0 && count < 2)) {
        return nullptr;
    }
    std::vector<std::int64_t> records;
    records.reserve((count - next + 1) * lane.width());
    if (next > 0) { // the rest of a cell of which the beginning is known
        records.assign(lane.width(), 0);
        records.front() = from;
    }
    for (std::size_t i = next; i < count; ++i) {
        records.push_back(lane.record(i)[0]);
        for (std::size_t h = 0; h < lane.hues.size(); ++h) {
            const TimeNs before = busy[static_cast<std::size_t>(lane.hues[h])];
            records.push_back(std::max<TimeNs>(0, lane.record(i)[1 + h] - before));
        }
    }
    return std::unique_ptr<const CoarsePiece>(new CoarsePiece(lane, std::move(records)));
}

CoarsePiece::CoarsePiece(const CoarseLane& lane, std::vector<std::int64_t> records)
    : standIns_(standInsFor(*this, lane, records))
    , piece_(standIns_, lane.hues, std::move(records)) {}

Segment CoarsePiece::standInsFor(CoarsePiece& own, const CoarseLane& lane,
                                 const std::vector<std::int64_t>& records) {
    const std::size_t width = lane.width();
    const std::size_t cells = records.size() / width - 1;
    own.start_.reserve(cells);
    own.duration_.reserve(cells);
    own.hue_.reserve(cells);
    for (std::size_t at = 0; at + width < records.size(); at += width) {
        const std::int64_t* cell = records.data() + at;
        const std::int64_t* after = cell + width;
        std::size_t most = 0;
        for (std::size_t h = 1; h < lane.hues.size(); ++h) {
            most = after[1 + h] - cell[1 + h] > after[1 + most] - cell[1 + most] ? h : most;
        }
        own.start_.push_back(cell[0]);
        own.duration_.push_back(after[0] - cell[0]);
        own.hue_.push_back(lane.hues[most]);
    }
    own.name_.resize(cells);
    Segment standIns;
    standIns.track = lane.track;
    standIns.start = own.start_;
    standIns.duration = own.duration_;
    standIns.name = own.name_;
    standIns.hue = own.hue_;
    return standIns;
}

} // namespace lanes
