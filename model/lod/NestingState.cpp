#include "model/lod/NestingState.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
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

// The lane of a slice below those of its group in `before`, or nothing if it overlaps one of them. O(log around + beside).
std::optional<std::uint32_t> laneWithin(const Nesting::State& before, TimeNs start, TimeNs end) {
    const auto runs = [&](const Nesting::Entry& e) { return e.end > start; };
    if (std::ranges::any_of(before.beside, runs)) {
        return {};
    }
    const auto innermost = std::ranges::partition_point(before.around, runs); // the last ends first
    if (innermost == before.around.begin()) {
        return 0;
    }
    const Nesting::Entry& around = *std::prev(innermost);
    return around.end >= end ? std::optional(around.lane + 1) : std::nullopt;
}

// What is around the slices of a segment, of each looked at once: thousands of slices may run inside one another.
class SlicesAround {
public:
    // A slice and all that are around it.
    struct Chain {
        std::array<std::uint32_t, kLaneGroupCount> lanes{}; // how many are of a group
        std::array<TimeNs, kLaneGroupCount> start{};        // of the outermost of these
        TimeNs leastEnd = 0;
    };

    explicit SlicesAround(const Segment& segment)
        : segment_(segment) {}

    // Without the slice itself; nothing if none is around it. Valid until the next call. O(depths) in all, where slices nest.
    const Chain* around(std::uint32_t index) {
        std::vector<std::uint32_t> path;
        std::uint32_t at = parentOf(index);
        for (; at < segment_.size() && !chains_.contains(at); at = parentOf(at)) {
            path.push_back(at);
        }
        const Chain* chain = at < segment_.size() ? &chains_.at(at) : nullptr;
        for (; !path.empty(); path.pop_back()) {
            chain = &chains_.emplace(path.back(), with(path.back(), chain)).first->second;
        }
        return chain;
    }

private:
    [[nodiscard]] std::uint32_t parentOf(std::uint32_t index) const {
        return segment_.parentIndex(index, depthOf(segment_, index));
    }
    [[nodiscard]] Chain with(std::uint32_t index, const Chain* around) const {
        Chain chain = around != nullptr ? *around : Chain{};
        const auto group = static_cast<std::size_t>(groupOf(segment_.kind[index]));
        if (chain.lanes[group]++ == 0) {
            chain.start[group] = segment_.start[index];
        }
        const TimeNs end = segment_.end(index);
        chain.leastEnd = around != nullptr ? std::min(chain.leastEnd, end) : end;
        return chain;
    }

    const Segment& segment_;
    std::unordered_map<std::uint32_t, Chain> chains_;
};

// The row lane of a slice that only such are around that enclose it, or nothing if that is not so: a slice may have ended
// before one in it, when its end was not known yet.
std::optional<std::uint32_t> laneOf(const Segment& segment, std::uint32_t index, SlicesAround& slices,
                                    const NestingState& before) {
    const auto group = static_cast<std::size_t>(groupOf(segment.kind[index]));
    const TimeNs end = segment.end(index);
    TimeNs start = segment.start[index];
    std::uint32_t lane = 0;
    if (const SlicesAround::Chain* around = slices.around(index)) {
        if (around->leastEnd < end) {
            return {};
        }
        lane = around->lanes[group];
        start = lane > 0 ? around->start[group] : start;
    }
    const auto below = laneWithin(before[group], start, end);
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
    SlicesAround slices(segment);
    for (const std::uint32_t i : runningLast(segment, segment.lastStart())) {
        const std::uint32_t depth = depthOf(segment, i);
        const auto lane = asItIs ? std::optional(depth) : laneOf(segment, i, slices, head);
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
