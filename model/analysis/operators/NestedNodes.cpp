#include "model/analysis/operators/NestedNodes.h"

#include "model/trace/slices/Nesting.h"

#include <algorithm>

namespace lanes {

namespace {

constexpr std::uint32_t kNone = NestedNodes::kNone;

std::uint32_t tagOf(const Nesting::Entry* entry) {
    return entry != nullptr ? entry->tag : kNone;
}

Nesting::State stateOf(std::span<const RunningNode> running, bool operatorsOnly) {
    Nesting::State state;
    for (const RunningNode& node : running) {
        if (!operatorsOnly || node.kind == EventKind::Operator) {
            const auto lane = static_cast<std::uint32_t>(state.around.size());
            state.around.push_back({node.time.end, lane, node.node});
        }
    }
    return state;
}

class Nester {
public:
    Nester(const Segment& segment, std::uint32_t first, const AsyncRanges& asyncs,
           std::span<const RunningNode> running)
        : segment_(segment)
        , asyncs_(asyncs) {
        all_.start(stateOf(running, false));
        operators_.start(stateOf(running, true));
        overlap_ = !std::ranges::is_sorted(running, std::ranges::greater{},
                                           [](const RunningNode& node) { return node.time.end; });
        found_.around.resize(segment.size(), kNone);
        found_.numbers.reserve(segment.size());
        for (const EventKind kind : segment.kind) {
            found_.numbers.push_back(isForestNode(kind) ? first++ : kNone);
        }
    }

    NestedNodes nest(const HugeVector<std::uint32_t>& order) {
        // Those that start together at a time: an operator as long as the call it makes may stand inside of it.
        for (std::size_t n = 0; n < order.size();) {
            const TimeNs start = segment_.start[order[n]];
            std::size_t end = n;
            for (; end < order.size() && segment_.start[order[end]] == start; ++end) {
                if (isCaller(order[end])) {
                    placeCaller(order[end]);
                }
            }
            for (; n < end; ++n) {
                if (!isCaller(order[n])) {
                    placeOther(order[n]);
                }
            }
        }
        std::ranges::sort(found_.launchers);
        return std::move(found_);
    }

private:
    [[nodiscard]] bool isCaller(std::uint32_t i) const {
        return found_.numbers[i] != kNone && !asyncs_.has(segment_.kind[i], segment_.name[i]);
    }

    void placeCaller(std::uint32_t i) {
        const TimeNs start = segment_.start[i];
        const TimeNs end = segment_.end(i);
        all_.place(start, end, found_.numbers[i]);
        found_.around[i] = tagOf(all_.parent());
        if (segment_.kind[i] == EventKind::Operator) {
            operators_.place(start, end, found_.numbers[i]);
        }
        overlap_ = overlap_ || all_.overlapped();
    }

    void placeOther(std::uint32_t i) {
        const TimeNs start = segment_.start[i];
        found_.around[i] = tagOf(all_.innermostAt(start));
        if (overlap_ && segment_.kind[i] == EventKind::Runtime) {
            if (const std::uint32_t op = tagOf(operators_.innermostAt(start)); op != kNone) {
                found_.launchers.emplace_back(i, op);
            }
        }
    }

    const Segment& segment_;
    const AsyncRanges& asyncs_;
    Nesting all_;
    Nesting operators_;    // without user ranges
    bool overlap_ = false; // some node has outlasted one that it began in
    NestedNodes found_;
};

} // namespace

NestedNodes nestNodes(const Segment& segment, std::uint32_t first, const HugeVector<std::uint32_t>& order,
                      const AsyncRanges& asyncs, std::span<const RunningNode> running) {
    return Nester(segment, first, asyncs, running).nest(order);
}

} // namespace lanes
