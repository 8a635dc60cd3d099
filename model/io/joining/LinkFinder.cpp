#include "model/io/joining/LinkFinder.h"

#include "model/base/HugeVector.h"
#include "model/base/RadixSort.h"
#include "model/io/joining/AncestorJumps.h"
#include "model/io/joining/Launches.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace lanes {

namespace {

// Tracks of slices that mostly stand on the one of the slice before.
class TrackFinder {
public:
    TrackFinder(const SharedIds& ids, const SliceMerge& slices)
        : ids_(ids)
        , slices_(slices) {}

    TrackId of(SliceId slice) {
        if (slice.value < begin_ || slice.value >= end_) {
            track_ = slices_.track(slice);
            std::tie(begin_, end_) = slices_.slicesOf(track_);
        }
        return track_;
    }
    [[nodiscard]] ProcessId process() const {
        return ids_.places().tracks()[track_.value].process;
    } // of the last

private:
    const SharedIds& ids_;
    const SliceMerge& slices_;
    TrackId track_;
    std::uint32_t begin_ = 0;
    std::uint32_t end_ = 0;
};

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

// Positions by id, where ids are equal by position: ids come nearly sorted, and close to each other.
HugeVector<std::uint32_t> orderById(const HugeVector<FlowEnd>& ends) {
    HugeVector<std::uint32_t> order(ends.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto idOf = [&](std::uint32_t i) { return ends[i].id; };
    if (std::ranges::is_sorted(order, {}, idOf)) {
        return order;
    }
    const auto [least, most] = std::ranges::minmax(ends, {}, &FlowEnd::id);
    const auto base = static_cast<std::uint64_t>(least.id);
    if (static_cast<std::uint64_t>(most.id) - base > std::numeric_limits<std::uint32_t>::max()) {
        std::ranges::stable_sort(order, {}, idOf);
        return order;
    }
    return radixOrder(ends.size(), [&](std::uint32_t i) {
        return static_cast<std::uint32_t>(static_cast<std::uint64_t>(ends[i].id) - base);
    });
}

// torch numbers arrows between nodes of a CUDA graph from here on.
constexpr std::int64_t kDependencyId = std::int64_t{1} << 40;

class FlowLinker {
public:
    FlowLinker(const SharedIds& ids, const SliceMerge& slices, FoundLinks& found)
        : ids_(ids)
        , slices_(slices)
        , found_(found)
        , hints_(ids.places().tracks().size(), 0) {}

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
    // The innermost slice of the end's track that starts at or before it and has not ended before it, or none.
    SliceId bind(const FlowEnd& end) {
        constexpr int kStepsByHand = 32;
        SliceId at = slices_.lastStartedAt(end.track, end.time, hints_[end.track.value]);
        for (int steps = 0; at.valid() && slices_.end(at) < end.time; ++steps) {
            if (steps == kStepsByHand) {
                return jumps_.try_emplace(end.track, slices_, end.track)
                    .first->second.firstEndingFrom(at, end.time);
            }
            at = slices_.parent(at);
        }
        return at;
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
    std::vector<std::uint32_t> hints_;       // by track
    std::map<TrackId, AncestorJumps> jumps_; // of tracks that need them
};

// An empty category is none: writers differ within one file.
StringId categoryOf(const SharedIds& ids, const SharedIds::Traits& traits) {
    const bool named = traits.category.valid() && !ids.strings().view(traits.category).empty();
    return named ? traits.category : StringId();
}

} // namespace

void linkCorrelations(const std::vector<EventRange>& ranges, const SharedIds& ids, const SliceMerge& slices,
                      FoundLinks& found) {
    HugeVector<Correlated> calls;
    HugeVector<Correlated> work;
    TrackFinder tracks(ids, slices);
    std::size_t count = 0;
    for (const EventRange& range : ranges) {
        count += range.correlations.size();
    }
    calls.reserve(count);
    work.reserve(count);
    for (std::size_t r = 0; r < ranges.size(); ++r) {
        for (const EventRange::Correlation& c : ranges[r].correlations) {
            const SliceId slice = slices.placed(r, c.slice);
            if (!slice.valid()) {
                continue;
            }
            const EventKind kind = slices.kind(slice);
            const TrackId track = tracks.of(slice);
            const Correlated entry{ids.cell(ranges[r].worker, c.id),
                                   slice,
                                   tracks.process(),
                                   track,
                                   slices.start(slice),
                                   ranges[r].begin + c.at};
            if (kind == EventKind::Runtime) {
                calls.push_back(entry);
            } else if (isDeviceWork(kind) || kind == EventKind::DeviceSync) {
                work.push_back(entry);
            }
        }
    }
    const std::vector<SliceId> launches = launchesOf(work, std::move(calls));
    found.links.reserve(work.size());
    for (std::size_t i = 0; i < work.size(); ++i) {
        if (!launches[i].valid()) {
            continue;
        }
        found.links.push_back({launches[i], work[i].slice, LinkKind::Launch});
        if (isDeviceWork(slices.kind(work[i].slice)) && work[i].start < slices.start(launches[i])) {
            found.issues.hit(Issue::KernelBeforeLaunch, work[i].offset);
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
    found.links.reserve(ends.size() / 2);
    FlowLinker linker(ids, slices, found);
    std::vector<FlowEnd> same; // of one id
    const HugeVector<std::uint32_t> order = orderById(ends);
    for (std::size_t i = 0; i < order.size();) {
        same.clear();
        for (const std::int64_t id = ends[order[i]].id; i < order.size() && ends[order[i]].id == id; ++i) {
            same.push_back(ends[order[i]]);
        }
        std::ranges::stable_sort(same, {}, rankOf);
        const FlowEnd* const last = same.data() + same.size();
        for (const FlowEnd* begin = same.data(); begin != last;) {
            const FlowEnd* const from = begin;
            begin = std::find_if(begin, last, [&](const FlowEnd& e) { return e.category != from->category; });
            linker.link(from, begin);
        }
    }
}

} // namespace lanes
