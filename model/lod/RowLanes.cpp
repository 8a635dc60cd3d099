#include "model/lod/RowLanes.h"

#include "model/lod/StartOrder.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

namespace lanes {

namespace {

// While slices are placed, tags are their indices; those of `before` keep their depths, marked.
constexpr std::uint32_t kBefore = std::uint32_t{1} << 31;

void setTags(const Segment& segment, std::vector<Nesting::Entry>& entries) {
    for (Nesting::Entry& entry : entries) {
        if (entry.tag >= kBefore) {
            entry.tag -= kBefore;
        } else {
            const auto after = std::ranges::upper_bound(segment.laneBegin, entry.tag);
            entry.tag = static_cast<std::uint32_t>(after - segment.laneBegin.begin()) - 1;
        }
    }
}

std::vector<RowLane> asTheyAre(const Segment& segment, LaneGroup group) {
    std::vector<RowLane> lanes;
    for (std::uint32_t d = 0; d < segment.depths(); ++d) {
        if (const std::uint32_t begin = segment.laneBegin[d]; begin < segment.laneBegin[d + 1]) {
            lanes.push_back({group, d, begin, segment.laneBegin[d + 1] - begin, {}});
        }
    }
    return lanes;
}

std::vector<RowLane> split(const RowLanes& rows) {
    std::array<std::vector<RowLane>, kLaneGroupCount> byLane;
    for (std::uint32_t g = 0; g < byLane.size(); ++g) {
        const auto group = static_cast<LaneGroup>(g);
        for (const std::uint32_t count : rows.counts(group)) {
            const auto depth = static_cast<std::uint32_t>(byLane[g].size());
            byLane[g].push_back({group, depth, 0, count, {}});
            byLane[g].back().index.reserve(count);
        }
    }
    for (const std::uint32_t at : rows.order()) {
        byLane[static_cast<std::size_t>(rows.group(at))][rows.lane(at)].index.push_back(at);
    }
    std::vector<RowLane> lanes;
    for (std::vector<RowLane>& group : byLane) {
        std::ranges::move(group, std::back_inserter(lanes));
    }
    std::erase_if(lanes, [](const RowLane& lane) { return lane.count == 0; });
    return lanes;
}

} // namespace

std::vector<RowLane> rowLanesOf(const Segment& segment, NestingState& state) {
    if (segment.size() == 0) {
        return {};
    }
    const std::optional<LaneGroup> only = onlyGroupOf(segment);
    if (isOneGroup(only, runningAt(segment.firstStart(), state))) {
        state = nestingAfter(segment, only, state).state;
        return asTheyAre(segment, *only);
    }
    const RowLanes rows(segment, state);
    state = rows.after();
    return split(rows);
}

RowLanes::RowLanes(const Segment& segment, const NestingState& before)
    : order_(inStartOrder(segment))
    , at_(segment.size()) {
    std::array<Nesting, kLaneGroupCount> nestings;
    for (std::size_t g = 0; g < nestings.size(); ++g) {
        Nesting::State state = before[g];
        for (std::vector<Nesting::Entry>* entries : {&state.around, &state.beside}) {
            std::ranges::for_each(*entries, [](Nesting::Entry& e) { e.tag += kBefore; });
        }
        nestings[g].start(state);
    }
    for (const std::uint32_t i : order_) {
        const auto group = static_cast<std::uint32_t>(groupOf(segment.kind[i]));
        const std::uint32_t lane = nestings[group].place(segment.start[i], segment.end(i), i);
        at_[i] = lane << kGroupBits | group;
        std::vector<std::uint32_t>& counts = counts_[group];
        if (lane >= counts.size()) {
            counts.resize(lane + 1);
        }
        ++counts[lane];
    }
    for (std::size_t g = 0; g < nestings.size(); ++g) {
        after_[g] = nestings[g].state();
        setTags(segment, after_[g].around);
        setTags(segment, after_[g].beside);
    }
    after_ = runningAt(segment.lastStart(), std::move(after_));
}

} // namespace lanes
