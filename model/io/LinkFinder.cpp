#include "model/io/LinkFinder.h"

#include <algorithm>
#include <tuple>

namespace lanes {

namespace {

struct Correlated {
    std::int64_t id;
    SliceId slice;
    std::int64_t offset;
};

// Ids come nearly sorted: look before sorting.
template<class T, class Key>
void sortIfNeeded(std::vector<T>& items, Key key) {
    if (!std::ranges::is_sorted(items, {}, key)) {
        std::ranges::stable_sort(items, {}, key);
    }
}

struct FlowEnd {
    StringId category;
    std::int64_t id;
    TimeNs time;
    TrackId track;
    std::int64_t offset;
    char phase;
};

using FlowKey = std::tuple<StringId, std::int64_t>;

FlowKey keyOf(const FlowEnd& end) {
    return {end.category, end.id};
}

// torch numbers arrows between nodes of a CUDA graph from here on.
constexpr std::int64_t kDependencyId = std::int64_t{1} << 40;

class FlowLinker {
public:
    FlowLinker(const SharedIds& ids, const SliceMerge& slices, FoundLinks& found)
        : ids_(ids)
        , slices_(slices)
        , found_(found)
        , hints_(ids.tracks().size(), 0) {}

    // All ends of one category and id: starts, then steps and ends, each by time.
    void link(std::vector<FlowEnd>::const_iterator begin, std::vector<FlowEnd>::const_iterator end) {
        const auto steps = std::find_if(begin, end, [](const FlowEnd& e) { return e.phase != 's'; });
        const auto starts = static_cast<std::uint64_t>(steps - begin);
        found_.flowStarts += starts;
        if (starts > 1) {
            std::for_each(begin + 1, steps,
                          [&](const FlowEnd& e) { found_.issues.hit(Issue::DuplicateFlowId, e.offset); });
        }
        if (std::any_of(steps, end, [](const FlowEnd& e) { return e.phase == 'f'; })) {
            found_.flowsLinked += starts;
        }
        if (starts == 0) {
            return;
        }
        SliceId step; // an arrow of several legs goes on from its last one
        for (auto e = steps; e != end; ++e) {
            const auto after = std::upper_bound(begin, steps, e->time,
                                                [](TimeNs t, const FlowEnd& s) { return t < s.time; });
            const FlowEnd& start = after == begin ? *begin : *(after - 1);
            const SliceId from = step.valid() ? step : bind(start);
            const SliceId to = bind(*e);
            if (from.valid() && to.valid() && from != to) {
                found_.links.push_back({from, to, kindOf(*e, to)});
            }
            if (e->phase == 't' && to.valid()) {
                step = to;
            }
        }
    }

private:
    SliceId bind(const FlowEnd& end) {
        return slices_.innermostAt(end.track, end.time, hints_[end.track.value]);
    }

    [[nodiscard]] LinkKind kindOf(const FlowEnd& end, SliceId to) const {
        const std::string_view category =
            end.category.valid() ? ids_.strings().view(end.category) : std::string_view();
        if (category == "fwdbwd" || category == "forward_backward") {
            return LinkKind::ForwardBackward;
        }
        if (category != "ac2g" && category != "async_cpu_to_gpu") {
            return LinkKind::Flow;
        }
        const ArgValue id = ArgValue::decode(end.id);
        if (id.type == ArgValue::Type::Integer && id.integer >= kDependencyId) {
            return LinkKind::Dependency;
        }
        const EventKind kind = slices_.kind(to);
        return isDeviceWork(kind) || kind == EventKind::DeviceSync ? LinkKind::Launch : LinkKind::Flow;
    }

    const SharedIds& ids_;
    const SliceMerge& slices_;
    FoundLinks& found_;
    std::vector<std::uint32_t> hints_; // by track
};

} // namespace

void linkCorrelations(const std::vector<EventRange>& ranges, const SharedIds& ids, const SliceMerge& slices,
                      FoundLinks& found) {
    std::vector<Correlated> launches;
    std::vector<Correlated> work;
    for (std::size_t r = 0; r < ranges.size(); ++r) {
        for (const EventRange::Correlation& c : ranges[r].correlations) {
            const SliceId slice = slices.placed(r, c.slice);
            const EventKind kind = slices.kind(slice);
            const Correlated entry{ids.cell(ranges[r].worker, c.id), slice, ranges[r].begin + c.at};
            if (kind == EventKind::Runtime) {
                launches.push_back(entry);
            } else if (isDeviceWork(kind) || kind == EventKind::DeviceSync) {
                work.push_back(entry);
            }
        }
    }
    sortIfNeeded(launches, &Correlated::id);
    sortIfNeeded(work, &Correlated::id);
    auto launch = launches.begin();
    for (const Correlated& w : work) {
        while (launch != launches.end() && launch->id < w.id) {
            ++launch;
        }
        if (launch == launches.end()) {
            break;
        }
        if (launch->id == w.id) {
            found.links.push_back({launch->slice, w.slice, LinkKind::Launch});
            if (isDeviceWork(slices.kind(w.slice)) && slices.start(w.slice) < slices.start(launch->slice)) {
                found.issues.hit(Issue::KernelBeforeLaunch, w.offset);
            }
        }
    }
}

void linkFlows(const std::vector<EventRange>& ranges, const SharedIds& ids, const SliceMerge& slices,
               FoundLinks& found) {
    std::vector<FlowEnd> ends;
    for (const EventRange& range : ranges) {
        for (const EventRange::Flow& flow : range.flows) {
            const SharedIds::Traits& traits =
                ids.traits(ids.layout(range.worker, range.points.shape[flow.point]));
            ends.push_back({traits.category, ids.cell(range.worker, flow.id), range.points.time[flow.point],
                            ids.track(range.worker, range.points.track[flow.point]),
                            range.begin + range.points.at[flow.point], traits.phase});
        }
    }
    sortIfNeeded(ends, [](const FlowEnd& e) { return std::tuple(keyOf(e), e.phase != 's', e.time); });
    FlowLinker linker(ids, slices, found);
    for (auto begin = ends.cbegin(); begin != ends.cend();) {
        const auto end =
            std::find_if(begin, ends.cend(), [&](const FlowEnd& e) { return keyOf(e) != keyOf(*begin); });
        linker.link(begin, end);
        begin = end;
    }
}

} // namespace lanes
