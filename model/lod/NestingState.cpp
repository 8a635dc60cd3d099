#include "model/lod/NestingState.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanes {

namespace {

std::uint32_t depthOf(const Segment& segment, std::uint32_t index) {
    const auto after = std::ranges::upper_bound(segment.laneBegin, index);
    return static_cast<std::uint32_t>(after - segment.laneBegin.begin()) - 1;
}

// The last slice of each lane that still runs when the segment's last one begins, as they came.
std::vector<std::uint32_t> runningLast(const Segment& segment, TimeNs lastStart) {
    std::vector<std::uint32_t> running;
    for (std::uint32_t d = 0; d < segment.depths(); ++d) {
        const std::uint32_t end = segment.laneBegin[d + 1];
        if (segment.laneBegin[d] < end && segment.end(end - 1) > lastStart) {
            running.push_back(end - 1);
        }
    }
    std::ranges::stable_sort(running, {}, [&](std::uint32_t i) { return segment.start[i]; });
    return running;
}

// The lane of a slice below those of its group in `before`, or nothing if it overlaps one of them.
std::optional<std::uint32_t> laneWithin(const Nesting::State& before, TimeNs start, TimeNs end) {
    const auto runs = [&](const Nesting::Entry& e) { return e.end > start; };
    if (std::ranges::any_of(before.beside, runs)) {
        return {};
    }
    for (std::size_t i = before.around.size(); i-- > 0;) {
        const Nesting::Entry& around = before.around[i];
        if (runs(around)) {
            return around.end >= end ? std::optional(around.lane + 1) : std::nullopt;
        }
    }
    return 0;
}

// The row lane of a slice that only such are around that enclose it, or nothing if that is not so: a slice may have ended
// before one in it, when its end was not known yet.
std::optional<std::uint32_t> laneOf(const Segment& segment, std::uint32_t index, const NestingState& before) {
    const LaneGroup group = groupOf(segment.kind[index]);
    const TimeNs end = segment.end(index);
    TimeNs start = segment.start[index];
    std::uint32_t lane = 0;
    for (std::uint32_t at = index;;) {
        const std::uint32_t around = segment.parentIndex(at, depthOf(segment, at));
        if (around >= segment.size()) {
            break;
        }
        if (segment.end(around) < end) {
            return {};
        }
        if (groupOf(segment.kind[around]) == group) {
            ++lane;
            start = segment.start[around];
        }
        at = around;
    }
    const auto below = laneWithin(before[static_cast<std::size_t>(group)], start, end);
    return below ? std::optional(*below + lane) : std::nullopt;
}

// The next slice of its group: what it outlives encloses nothing any more.
void add(Nesting::State& state, const Nesting::Entry& entry) {
    while (!state.around.empty() && state.around.back().end < entry.end) {
        state.beside.push_back(state.around.back());
        state.around.pop_back();
    }
    state.around.push_back(entry);
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

bool isOneGroup(std::optional<LaneGroup> only, const NestingState& before) {
    const auto atItsDepth = [](const Nesting::Entry& e) { return e.lane == e.tag; };
    for (std::size_t g = 0; only && g < before.size(); ++g) {
        const Nesting::State& state = before[g];
        const bool own = g == static_cast<std::size_t>(*only);
        if (own ? !std::ranges::all_of(state.around, atItsDepth) ||
                      !std::ranges::all_of(state.beside, atItsDepth)
                : !state.around.empty() || !state.beside.empty()) {
            return false;
        }
    }
    return only.has_value();
}

LeftBehind nestingAfter(const Segment& segment, std::optional<LaneGroup> only, const NestingState& before) {
    if (segment.size() == 0) {
        return {before};
    }
    const NestingState head = runningAt(segment.firstStart(), before);
    const bool asItIs = isOneGroup(only, head);
    bool sure = asItIs || !segment.overlaps;
    NestingState after = runningAt(segment.lastStart(), head);
    for (const std::uint32_t i : runningLast(segment, segment.lastStart())) {
        const std::uint32_t depth = depthOf(segment, i);
        const auto lane = asItIs ? std::optional(depth) : laneOf(segment, i, head);
        if (!lane) {
            sure = false;
            continue;
        }
        add(after[static_cast<std::size_t>(groupOf(segment.kind[i]))], {segment.end(i), *lane, depth});
    }
    for (Nesting::State& state : after) {
        std::ranges::sort(state.beside, {}, &Nesting::Entry::lane);
    }
    return {std::move(after), sure};
}

NestingState runningAt(TimeNs t, NestingState state) {
    for (Nesting::State& group : state) {
        std::erase_if(group.around, [&](const Nesting::Entry& e) { return e.end <= t; });
        std::erase_if(group.beside, [&](const Nesting::Entry& e) { return e.end <= t; });
    }
    return state;
}

} // namespace lanes
