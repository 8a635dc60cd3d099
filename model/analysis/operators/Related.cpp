#include "model/analysis/operators/Related.h"

#include "model/trace/LaneGroup.h"

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

SliceId followLink(const Trace& trace, SliceId from, bool forward) {
    if (!trace.has(from)) {
        return {};
    }
    if (forward) {
        for (const LinkKind kind :
             {LinkKind::Launch, LinkKind::ForwardBackward, LinkKind::Flow, LinkKind::Dependency}) {
            const SliceId to = trace.links().firstFrom(from, kind);
            if (trace.has(to)) {
                return to;
            }
        }
        const std::vector<Link> launches = launchesIn(trace, from);
        return launches.empty() ? SliceId() : launches.front().to;
    }
    for (const LinkKind kind :
         {LinkKind::Launch, LinkKind::ForwardBackward, LinkKind::Flow, LinkKind::Dependency}) {
        const SliceId source = trace.links().firstTo(from, kind);
        if (trace.has(source)) {
            return source;
        }
    }
    return {};
}

} // namespace lanes
