#include "model/io/LinkFinder.h"

#include "model/base/HugeVector.h"
#include "model/base/RadixSort.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace lanes {

namespace {

struct Correlated {
    std::int64_t id;
    SliceId slice;
    std::int64_t offset;
};

// Ids come nearly sorted, and close to each other.
template<class T>
void sortById(HugeVector<T>& items) {
    if (std::ranges::is_sorted(items, {}, &T::id)) {
        return;
    }
    const auto [least, most] = std::ranges::minmax(items, {}, &T::id);
    const auto base = static_cast<std::uint64_t>(least.id);
    if (static_cast<std::uint64_t>(most.id) - base > std::numeric_limits<std::uint32_t>::max()) {
        std::ranges::stable_sort(items, {}, &T::id);
        return;
    }
    radixSort(items, [&](const T& item) {
        return static_cast<std::uint32_t>(static_cast<std::uint64_t>(item.id) - base);
    });
}

struct FlowEnd {
    std::int64_t id;
    TimeNs time;
    std::int64_t offset;
    StringId category;
    TrackId track;
    char phase;
};

// Of those with the same id: starts, then steps and ends, each by time.
auto rankOf(const FlowEnd& end) {
    return std::tuple(end.category, end.phase != 's', end.time);
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

    // All ends of one category and id, by rank.
    void link(const FlowEnd* begin, const FlowEnd* end) {
        const FlowEnd* const steps =
            std::find_if(begin, end, [](const FlowEnd& e) { return e.phase != 's'; });
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
        for (const FlowEnd* e = steps; e != end; ++e) {
            const FlowEnd* const after = std::upper_bound(
                begin, steps, e->time, [](TimeNs t, const FlowEnd& s) { return t < s.time; });
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

// An empty category is none: writers differ within one file.
StringId categoryOf(const SharedIds& ids, const SharedIds::Traits& traits) {
    const bool named = traits.category.valid() && !ids.strings().view(traits.category).empty();
    return named ? traits.category : StringId();
}

} // namespace

void linkCorrelations(const std::vector<EventRange>& ranges, const SharedIds& ids, const SliceMerge& slices,
                      FoundLinks& found) {
    HugeVector<Correlated> launches;
    HugeVector<Correlated> work;
    std::size_t count = 0;
    for (const EventRange& range : ranges) {
        count += range.correlations.size();
    }
    launches.reserve(count);
    work.reserve(count);
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
    sortById(launches);
    sortById(work);
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
    HugeVector<FlowEnd> ends;
    std::size_t count = 0;
    for (const EventRange& range : ranges) {
        count += range.flows.size();
    }
    ends.reserve(count);
    for (const EventRange& range : ranges) {
        for (const EventRange::Flow& flow : range.flows) {
            const EventRange::Point& point = range.points[flow.point];
            const SharedIds::Traits& traits = ids.traits(ids.layout(range.worker, point.shape));
            ends.push_back({ids.cell(range.worker, flow.id), point.time, range.begin + point.at,
                            categoryOf(ids, traits), ids.track(range.worker, point.track), traits.phase});
        }
    }
    sortById(ends);
    FlowLinker linker(ids, slices, found);
    FlowEnd* const last = ends.data() + ends.size();
    for (FlowEnd* begin = ends.data(); begin != last;) {
        FlowEnd* const end = std::find_if(begin, last, [&](const FlowEnd& e) { return e.id != begin->id; });
        std::ranges::stable_sort(begin, end, {}, rankOf);
        while (begin != end) {
            const FlowEnd* const from = begin;
            begin = std::find_if(begin, end, [&](const FlowEnd& e) { return e.category != from->category; });
            linker.link(from, begin);
        }
    }
}

} // namespace lanes
