#include "model/lod/RangeSummary.h"

#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <array>

namespace lanes {

namespace {

void addLane(RowBusy& row, const LodLane& lane, TimeRange range) {
    const auto [first, last] = lane.slicesIn(range);
    row.events += last - first;
    if (lane.depth == 0 && first < last) {
        const LodLane::Busy busy = lane.busyIn(range);
        const auto most = std::ranges::max_element(busy);
        row.hue = static_cast<Hue>(most - busy.begin());
        row.busy = lane.totalBusyIn(range);
    }
}

// Devices first; ranges last, as they say where one is, not that something works.
int placeOf(const RowBusy& row) {
    const bool label = row.group == LaneGroup::Ranges || row.group == LaneGroup::DeviceRanges;
    return row.group == LaneGroup::Device ? 0 : label ? 2 : 1;
}

} // namespace

RangeRows rowsIn(const LodIndex& lod, TimeRange range) {
    RangeRows result;
    const auto& lanes = lod.lanes();
    for (std::size_t l = 0; l < lanes.size();) {
        RowBusy row{lanes[l].track, lanes[l].group};
        for (; l < lanes.size() && lanes[l].track == row.track && lanes[l].group == row.group; ++l) {
            addLane(row, lanes[l], range);
        }
        if (countsNowhere(lod.trace()->tracks()[row.track.value])) { // being somewhere is not working
            continue;
        }
        result.events += row.events;
        if (row.events > 0) {
            result.rows.push_back(row);
        }
    }
    std::ranges::stable_sort(result.rows, [](const RowBusy& a, const RowBusy& b) {
        return placeOf(a) != placeOf(b) ? placeOf(a) < placeOf(b) : a.busy > b.busy;
    });
    return result;
}

namespace {

struct Sum {
    std::uint64_t count = 0;
    TimeNs total = 0;
    SliceId example;
};

// Adds up a lane's slices by name; false if asked to stop.
bool addNames(const LodLane& lane, TimeRange range, std::vector<Sum>& sums, const std::stop_token& stop) {
    const auto [first, last] = lane.slicesIn(range);
    LodLane::Place place = first < last ? lane.locate(first) : LodLane::Place{};
    for (std::uint32_t left = last - first; left > 0; ++place.piece, place.index = 0) {
        if (stop.stop_requested()) {
            return false;
        }
        const LodPiece& piece = *lane.pieces[place.piece];
        const std::uint32_t end = std::min(piece.count(), place.index + left);
        left -= end - place.index;
        if (piece.isCoarse()) {
            continue; // nobody has read these names yet
        }
        for (std::uint32_t i = place.index; i < end; ++i) {
            Sum& sum = sums[std::min<std::size_t>(piece.name(i).value, sums.size() - 1)];
            const TimeNs begin = std::max(piece.start(i), range.begin);
            sum.example = sum.count++ == 0 ? piece.id(i) : sum.example;
            sum.total += std::max<TimeNs>(0, std::min(piece.end(i), range.end) - begin);
        }
    }
    return true;
}

bool addGroup(const LodIndex& lod, LaneGroup group, TimeRange range, std::vector<Sum>& sums,
              const std::stop_token& stop) {
    return std::ranges::all_of(lod.lanes(), [&](const LodLane& lane) {
        return lane.group != group || countsNowhere(lod.trace()->tracks()[lane.track.value]) ||
               addNames(lane, range, sums, stop);
    });
}

} // namespace

TopNames topNamesIn(const LodIndex& lod, TimeRange range, std::size_t most, const std::stop_token& stop) {
    TopNames result;
    static constexpr std::array kGroups{LaneGroup::Device, LaneGroup::Operators, LaneGroup::Ranges,
                                        LaneGroup::Runtime, LaneGroup::Python};
    std::vector<Sum> sums(lod.trace()->strings().size() + std::size_t(1));
    for (const LaneGroup group : kGroups) {
        if (!addGroup(lod, group, range, sums, stop)) {
            return {};
        }
        for (std::uint32_t n = 0; n < sums.size(); ++n) {
            if (sums[n].count > 0) {
                result.names.push_back({StringId(n), sums[n].example, sums[n].count, sums[n].total});
            }
        }
        result.onDevice = group == LaneGroup::Device;
        if (!result.names.empty()) {
            break;
        }
    }
    const auto middle =
        result.names.begin() + static_cast<std::ptrdiff_t>(std::min(most, result.names.size()));
    std::ranges::partial_sort(result.names, middle, std::ranges::greater(), &TopName::total);
    result.names.erase(middle, result.names.end());
    return result;
}

} // namespace lanes
