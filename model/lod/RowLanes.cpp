#include "model/lod/RowLanes.h"

#include "model/lod/StartOrder.h"

#include <algorithm>
#include <cstddef>

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

} // namespace

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
