#include "model/io/joining/LinkFinder.h"

#include "model/base/HugeVector.h"
#include "model/base/RadixSort.h"
#include "model/io/joining/AsyncRealms.h"
#include "model/io/joining/Launches.h"
#include "model/trace/args/ArgNumber.h"
#include "model/trace/slices/AncestorJumps.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <span>
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
    std::uint32_t realm; // of the id
    TrackId track;
    char phase;
    bool inside; // binds to the slice around it
};

auto arrowOf(const FlowEnd& end) {
    return std::tuple(end.category, end.realm);
}

// Of those with the same id: arrow by arrow, by time, starts before what they lead to.
auto flowOrder(const FlowEnd& end) {
    return std::tuple(arrowOf(end), end.time, end.phase != 's');
}

// Positions by id, where ids are equal by position: ids come nearly sorted, and close to each other.
HugeVector<std::uint32_t> orderById(const HugeVector<FlowEnd>& ends, const StopLook& look) {
    HugeVector<std::uint32_t> order(ends.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto idOf = [&](std::uint32_t i) { return ends[i].id; };
    if (std::ranges::is_sorted(order, {}, idOf)) {
        return order;
    }
    const auto [least, most] = std::ranges::minmax(ends, {}, &FlowEnd::id);
    const auto base = static_cast<std::uint64_t>(least.id);
    if (static_cast<std::uint64_t>(most.id) - base > std::numeric_limits<std::uint32_t>::max()) {
        std::size_t compared = 0;
        std::ranges::stable_sort(order, lookingAt(look, compared, [&](std::uint32_t a, std::uint32_t b) {
                                     return idOf(a) < idOf(b);
                                 }));
        return order;
    }
    return radixOrder(
        ends.size(),
        [&](std::uint32_t i) {
            return static_cast<std::uint32_t>(static_cast<std::uint64_t>(ends[i].id) - base);
        },
        [&look] { look.now(); });
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

    // All ends of one category, realm and id, by rank.
    void link(std::span<const FlowEnd> ends) {
        const auto isStart = [](const FlowEnd& e) { return e.phase == 's'; };
        const auto starts = static_cast<std::uint64_t>(std::ranges::count_if(ends, isStart));
        found_.flowStarts += starts;
        if (starts == 0) {
            return;
        }
        found_.flowsLinked += starts < ends.size() ? starts : 0;
        const auto first = std::ranges::find_if(ends, isStart);
        SliceId from = bind(*first); // also of what is said to end before the arrow starts
        for (auto e = ends.begin(); e != ends.end(); ++e) {
            if (isStart(*e)) {
                from = e != first ? bind(*e) : from;
                if (e != first) {
                    found_.issues.hit(Issue::DuplicateFlowId, e->offset);
                }
                continue;
            }
            const SliceId to = bind(*e);
            if (from.valid() && to.valid() && from != to) {
                found_.links.push_back({from, to, kindOf(*e, to)});
            }
            if (e->phase == 't' && to.valid()) { // an arrow of several legs goes on from its last one
                from = to;
            }
        }
    }

private:
    SliceId bind(const FlowEnd& end) {
        const SliceId next = end.inside ? SliceId() : slices_.firstFrom(end.track, end.time);
        return next.valid() ? next : innermostAt(end);
    }

    // The innermost slice of the end's track that starts at or before it and has not ended before it, or none.
    SliceId innermostAt(const FlowEnd& end) {
        constexpr int kStepsByHand = 32;
        SliceId at = slices_.lastStartedAt(end.track, end.time, hints_[end.track.value]);
        for (int steps = 0; at.valid() && slices_.end(at) < end.time; ++steps) {
            if (steps == kStepsByHand) {
                const auto parentOf = [this](SliceId slice) { return slices_.parent(slice); };
                const auto endOf = [this](SliceId slice) { return slices_.end(slice); };
                const auto [first, last] = slices_.slicesOf(end.track);
                return jumps_.try_emplace(end.track, first, last, parentOf, endOf)
                    .first->second.firstEndingFrom(at, end.time, parentOf, endOf);
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
        if (category != "ac2g" && category != "async_cpu_to_gpu" && !category.starts_with("cpu_to_")) {
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

// A number as an integer, however it is written.
std::int64_t asNumber(std::int64_t cell, const StringInterner& strings) {
    const ArgValue value = ArgValue::decode(cell);
    if (value.type == ArgValue::Type::Integer) [[likely]] {
        return cell;
    }
    const bool isText = value.type == ArgValue::Type::Text && StringId(value.id).valid();
    const auto number = wholeNumberOf(value, isText ? strings.view(StringId(value.id)) : std::string_view());
    return number && ArgValue::fitsInteger(*number) ? ArgValue::ofInteger(*number).encode() : cell;
}

// Device APIs number their calls from 1. Where several calls have 0, it stands for none.
void dropZero(HugeVector<Correlated>& calls, HugeVector<Correlated>& work) {
    const std::int64_t zero = ArgValue::ofInteger(0).encode();
    if (std::ranges::count(calls, zero, &Correlated::id) > 1) {
        std::erase_if(calls, [&](const Correlated& c) { return c.id == zero; });
        std::erase_if(work, [&](const Correlated& c) { return c.id == zero; });
    }
}

} // namespace

void linkCorrelations(const std::vector<EventRange>& ranges, const SharedIds& ids, const SliceMerge& slices,
                      const StopLook& look, FoundLinks& found) {
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
        look.now();
        for (const EventRange::Correlation& c : ranges[r].correlations) {
            const SliceId slice = slices.placed(r, c.slice);
            if (!slice.valid()) {
                continue;
            }
            const EventKind kind = slices.kind(slice);
            const TrackId track = tracks.of(slice);
            const Correlated entry{asNumber(ids.cell(ranges[r].worker, c.id), ids.strings()),
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
    look.now();
    dropZero(calls, work);
    const std::vector<SliceId> launches = launchesOf(work, std::move(calls), look);
    found.links.reserve(work.size());
    for (std::size_t i = 0; i < work.size(); ++i) {
        look.at(i);
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
               const StopLook& look, FoundLinks& found) {
    HugeVector<FlowEnd> ends;
    std::size_t count = 0;
    for (const EventRange& range : ranges) {
        count += range.flows.size();
    }
    ends.reserve(count);
    AsyncRealms realms(ids.args(), ids.places().tracks(), ids.strings(),
                       [&](StringId id) { return ids.strings().view(id); });
    for (const EventRange& range : ranges) {
        look.now();
        for (const EventRange::Flow& flow : range.flows) {
            const EventRange::Point& point = range.points[flow.point];
            const LayoutId layout = ids.layout(range.worker, point.shape);
            const SharedIds::Traits& traits = ids.traits(layout);
            const std::int64_t id = ids.cell(range.worker, flow.id);
            const TrackId track = ids.track(range.worker, point.track);
            ends.push_back({id, point.time, range.begin + point.at, categoryOf(ids, traits),
                            realms.of(layout, point.row, id, track), track, traits.phase,
                            traits.boundInside});
        }
    }
    found.links.reserve(ends.size() / 2);
    FlowLinker linker(ids, slices, found);
    std::vector<FlowEnd> same; // of one id
    const HugeVector<std::uint32_t> order = orderById(ends, look);
    std::size_t seen = 0;
    for (std::size_t i = 0; i < order.size();) {
        look.at(seen++);
        same.clear();
        for (const std::int64_t id = ends[order[i]].id; i < order.size() && ends[order[i]].id == id; ++i) {
            same.push_back(ends[order[i]]);
        }
        std::ranges::stable_sort(same, {}, flowOrder);
        const FlowEnd* const last = same.data() + same.size();
        for (const FlowEnd* begin = same.data(); begin != last;) {
            const FlowEnd* const from = begin;
            begin = std::find_if(begin, last, [&](const FlowEnd& e) { return arrowOf(e) != arrowOf(*from); });
            linker.link({from, begin});
        }
    }
}

} // namespace lanes
