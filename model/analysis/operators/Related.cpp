#include "model/analysis/operators/Related.h"

#include "model/trace/slices/LaneGroup.h"

#include <algorithm>

namespace lanes {

namespace {

constexpr std::size_t kMostDescendants = 4096;

// The innermost operator around a slice.
SliceId operatorAround(const Trace& trace, SliceId slice) {
    SliceId at = trace.slice(slice).parent;
    for (int depth = 0; at.valid() && trace.has(at) && depth < 1024; ++depth) {
        const Trace::Slice s = trace.slice(at);
        if (groupOf(s.kind) == LaneGroup::Operators) {
            return at;
        }
        at = s.parent;
    }
    return {};
}

// Launches inside a slice, itself included, by time.
std::vector<Link> launchesIn(const Trace& trace, SliceId slice) {
    std::vector<Link> launches;
    std::vector<SliceId> open{slice};
    for (std::size_t i = 0; i < open.size() && open.size() < kMostDescendants; ++i) {
        for (const Link& link : trace.links().from(open[i])) {
            if (link.kind == LinkKind::Launch && trace.has(link.to)) {
                launches.push_back(link);
            }
        }
        const std::vector<SliceId> children = trace.children(open[i]);
        open.insert(open.end(), children.begin(), children.end());
    }
    std::ranges::sort(launches, {}, [&](const Link& l) { return trace.slice(l.to).start; });
    return launches;
}

} // namespace

void Related::addForward(SliceId forward) {
    const auto known = [&](const Flow& flow) {
        return flow.kind == LinkKind::ForwardBackward && flow.to == selected;
    };
    if (!forward.valid() || std::ranges::any_of(flows, known)) {
        return;
    }
    flows.push_back({forward, selected, LinkKind::ForwardBackward, 1});
    if (std::ranges::find(slices, forward) == slices.end()) {
        slices.push_back(forward);
    }
}

Related relatedTo(const Trace& trace, SliceId selected) {
    Related result;
    result.selected = selected;
    if (!trace.has(selected)) {
        return result;
    }
    const auto add = [&](SliceId slice) {
        if (trace.has(slice) && slice != selected &&
            std::ranges::find(result.slices, slice) == result.slices.end()) {
            result.slices.push_back(slice);
        }
    };
    const Trace::Slice slice = trace.slice(selected);
    if (runsOnDevice(slice.kind)) {
        const SliceId launch = trace.links().firstTo(selected, LinkKind::Launch);
        if (trace.has(launch)) {
            result.flows.push_back({launch, selected, LinkKind::Launch, 1});
            add(launch);
            add(operatorAround(trace, launch));
        }
    } else {
        const std::vector<Link> launches = launchesIn(trace, selected);
        if (!launches.empty()) {
            const auto count = static_cast<std::uint32_t>(launches.size());
            result.flows.push_back({launches.front().from, launches.front().to, LinkKind::Launch, count});
            add(launches.front().from);
            add(launches.front().to);
        }
    }
    for (const Link& link : trace.links().from(selected)) {
        if (link.kind != LinkKind::Launch && trace.has(link.to)) {
            result.flows.push_back({selected, link.to, link.kind, 1});
            add(link.to);
        }
    }
    for (const Link& link : trace.links().to(selected)) {
        if (link.kind != LinkKind::Launch && trace.has(link.from)) {
            result.flows.push_back({link.from, selected, link.kind, 1});
            add(link.from);
        }
    }
    return result;
}

SliceId followLink(const Trace& trace, const EventOrigin& origins, SliceId from, bool forward) {
    if (!trace.has(from)) {
        return {};
    }
    std::vector<SliceId> ways;
    if (forward) {
        const std::vector<Link> launches = launchesIn(trace, from);
        ways = {launches.empty() ? SliceId() : launches.front().to, origins.backwardOf(from),
                trace.links().firstFrom(from, LinkKind::Flow),
                trace.links().firstFrom(from, LinkKind::Dependency)};
    } else {
        ways = {trace.links().firstTo(from, LinkKind::Launch), origins.forwardOf(from),
                trace.links().firstTo(from, LinkKind::Flow),
                trace.links().firstTo(from, LinkKind::Dependency)};
    }
    const auto way = std::ranges::find_if(ways, [&](SliceId id) { return trace.has(id); });
    return way != ways.end() ? *way : SliceId();
}

} // namespace lanes
