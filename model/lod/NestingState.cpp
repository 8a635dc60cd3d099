#include "model/lod/NestingState.h"

#include <algorithm>

namespace lanes {

namespace {

std::uint32_t depthOf(const Segment& segment, std::uint32_t index) {
    const auto after = std::ranges::upper_bound(segment.laneBegin, index);
    return static_cast<std::uint32_t>(after - segment.laneBegin.begin()) - 1;
}

// The lane of one slice: below the innermost slice of its group around it that is still open. What was around a slice
// are its parents, and the entries of `before` where these stand in earlier segments.
std::uint32_t laneOf(const Segment& segment, std::uint32_t index, const NestingState& before) {
    const LaneGroup group = groupOf(segment.kind[index]);
    std::uint32_t lane = 0;
    TimeNs start = segment.start[index];
    std::uint32_t depth = depthOf(segment, index);
    SliceId parent = segment.parent[index];
    while (depth > 0 && parent.valid() && parent.value >= segment.first) {
        const std::uint32_t around = parent.value - segment.first;
        if (around >= segment.size() || around >= segment.laneBegin[depth]) {
            return lane; // ids of a damaged session
        }
        depth = depthOf(segment, around);
        parent = segment.parent[around];
        if (groupOf(segment.kind[around]) == group && segment.end(around) > start) {
            ++lane;
            start = segment.start[around];
        }
    }
    for (std::size_t d = std::min<std::size_t>(depth, before.size()); d-- > 0;) {
        if (before[d].group == group && before[d].end > start) {
            return lane + before[d].lane + 1;
        }
    }
    return lane;
}

} // namespace

std::optional<LaneGroup> onlyGroupOf(const Segment& segment) {
    if (segment.size() == 0) {
        return {};
    }
    const LaneGroup group = groupOf(segment.kind.front());
    const bool same =
        std::ranges::all_of(segment.kind, [&](EventKind kind) { return groupOf(kind) == group; });
    return same ? std::optional(group) : std::nullopt;
}

bool isOneGroup(std::optional<LaneGroup> only, const NestingState& before, std::uint32_t depths) {
    for (std::size_t d = 0; only && d < std::min<std::size_t>(before.size(), depths); ++d) {
        if (before[d].group != *only || before[d].lane != d) {
            return false;
        }
    }
    return only.has_value();
}

NestingState nestingAfter(const Segment& segment, std::optional<LaneGroup> only, const NestingState& before) {
    NestingState after = before;
    after.resize(std::max<std::size_t>(after.size(), segment.depths()));
    const bool asItIs = isOneGroup(only, before, segment.depths());
    for (std::uint32_t d = 0; d < segment.depths(); ++d) {
        const std::uint32_t end = segment.laneBegin[d + 1];
        if (segment.laneBegin[d] < end) {
            after[d] = {segment.end(end - 1), groupOf(segment.kind[end - 1]),
                        asItIs ? d : laneOf(segment, end - 1, before)};
        }
    }
    return after;
}

} // namespace lanes
