#include "views/timeline/canvas/RowWalk.h"

#include <algorithm>

namespace lanes {

namespace {

// The functions that fill the view have a line of their own above their row, which is no row to stop at.
bool isStop(const DrawRow& drawn) {
    return drawn.outerFrames.empty() && drawn.height > 0;
}

} // namespace

const DrawRow* placeOf(const DrawList& list, int row) {
    const auto found = std::ranges::find_if(
        list.rows, [&](const DrawRow& drawn) { return drawn.row == row && isStop(drawn); });
    return found != list.rows.end() ? &*found : nullptr;
}

int rowBeside(const DrawList& list, int row, bool down) {
    std::vector<int> stops;
    for (const DrawRow& drawn : list.rows) {
        if (isStop(drawn)) {
            stops.push_back(drawn.row);
        }
    }
    const auto at = std::ranges::find(stops, row);
    if (stops.empty()) {
        return -1;
    }
    if (at == stops.end()) {
        return down ? stops.front() : stops.back();
    }
    if (down) {
        return at + 1 != stops.end() ? *(at + 1) : -1;
    }
    return at != stops.begin() ? *(at - 1) : -1;
}

SliceId firstInView(const DrawList& list, int row) {
    const DrawRow* drawn = placeOf(list, row);
    if (drawn == nullptr) {
        return {};
    }
    const std::vector<LodLane>& lanes = list.request.rows->lod()->lanes();
    const TimeRange range = list.request.range;
    for (const Band& band : drawn->bands) {
        if (band.paint == Band::Paint::Busy) {
            continue;
        }
        const LodLane& lane = lanes[band.lane];
        for (const std::uint32_t ordinal :
             {lane.firstStartingAt(range.begin), lane.firstEndingAfter(range.begin)}) {
            if (ordinal < lane.count() && lane.start(ordinal) < range.end) {
                return lane.id(ordinal);
            }
        }
    }
    return {};
}

} // namespace lanes
