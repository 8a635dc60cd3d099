#include "model/trace/slices/SegmentBuilder.h"

#include "model/base/StoppableSort.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lanes {

namespace {

constexpr TimeNs kForever = Nesting::kForever;

struct Columns {
    std::vector<TimeNs> start;
    std::vector<TimeNs> duration;
    std::vector<StringId> name;
    std::vector<SliceId> parent;
    std::vector<LayoutId> layout;
    std::vector<std::uint32_t> row;
    std::vector<EventKind> kind;
    std::vector<Hue> hue;

    explicit Columns(std::size_t n)
        : start(n)
        , duration(n)
        , name(n)
        , parent(n)
        , layout(n)
        , row(n)
        , kind(n)
        , hue(n) {}
};

struct DurationColumn {
    std::shared_ptr<const Segment> original; // keeps the other columns alive
    std::vector<TimeNs> duration;
};

TimeNs endOf(const SliceRecord& r) {
    if (r.duration < 0) {
        return kForever;
    }
    return r.start > kForever - r.duration ? kForever : r.start + r.duration;
}

bool before(const SliceRecord& a, const SliceRecord& b) {
    return a.start != b.start ? a.start < b.start : endOf(a) > endOf(b);
}

// The lane of each record, by its number, and how many slices each lane has.
struct Nest {
    std::vector<std::uint32_t> lane;
    std::vector<LaneGap> gaps; // their ordinals count as `order` does
    std::vector<std::uint32_t> counts;
    Nesting::State after; // tags: entries of `open`, then places in `order`
    bool overlaps = false;
};

Nest nest(const std::vector<SliceRecord>& records, const std::vector<std::uint32_t>& order,
          const OpenStack& open) {
    const auto known = static_cast<std::uint32_t>(open.entries.size());
    Nesting nesting;
    nesting.start(open.state());
    Nest nest;
    nest.lane.resize(records.size());
    for (std::uint32_t n = 0; n < order.size(); ++n) {
        const SliceRecord& r = records[order[n]];
        const std::uint32_t lane = nesting.place(r.start, endOf(r), known + n);
        if (lane != nesting.below()) {
            nest.gaps.push_back({n, nesting.below()});
        }
        if (lane >= nest.counts.size()) {
            nest.counts.resize(lane + 1, 0);
        }
        ++nest.counts[lane];
        nest.lane[order[n]] = lane;
    }
    nest.after = nesting.state();
    nest.overlaps = nesting.overlapped();
    return nest;
}

// The last slice of each lane as slices are placed, one further in: so a parent stands at the lane right below it.
std::vector<SliceId> innermost(const OpenStack& open, std::size_t lanes) {
    std::vector<SliceId> last(lanes + 1);
    for (const OpenStack::Entry& e : open.entries) {
        if (e.lane >= lanes) {
            last.resize(e.lane + std::size_t{2});
            lanes = e.lane + std::size_t{1};
        }
        last[e.lane + 1] = e.id;
    }
    return last;
}

std::shared_ptr<const Segment> asSegment(TrackId track, std::uint32_t firstId,
                                         std::shared_ptr<Columns> columns,
                                         std::vector<std::uint32_t> laneBegin, bool overlaps) {
    auto segment = std::make_shared<Segment>();
    segment->track = track;
    segment->first = firstId;
    segment->start = columns->start;
    segment->duration = columns->duration;
    segment->name = columns->name;
    segment->parent = columns->parent;
    segment->layout = columns->layout;
    segment->row = columns->row;
    segment->kind = columns->kind;
    segment->hue = columns->hue;
    segment->laneBegin = std::move(laneBegin);
    segment->overlaps = overlaps;
    segment->storage = std::move(columns);
    return segment;
}

} // namespace

TimeNs Segment::firstStart() const {
    TimeNs earliest = std::numeric_limits<TimeNs>::max();
    for (std::uint32_t d = 0; d < depths(); ++d) {
        earliest = laneBegin[d] < laneBegin[d + 1] ? std::min(earliest, start[laneBegin[d]]) : earliest;
    }
    return earliest;
}

TimeNs Segment::lastStart() const {
    TimeNs last = std::numeric_limits<TimeNs>::min();
    for (std::uint32_t d = 0; d < depths(); ++d) {
        last = laneBegin[d] < laneBegin[d + 1] ? std::max(last, start[laneBegin[d + 1] - 1]) : last;
    }
    return last;
}

std::vector<std::uint32_t> startOrder(std::span<const SliceRecord> records) {
    std::vector<std::uint32_t> order(records.size());
    std::iota(order.begin(), order.end(), 0u);
    if (!std::ranges::is_sorted(records, before)) {
        std::ranges::stable_sort(
            order, [&](std::uint32_t a, std::uint32_t b) { return before(records[a], records[b]); });
    }
    return order;
}

std::optional<std::vector<std::uint32_t>> startOrder(std::span<const SliceRecord> records,
                                                     const std::stop_token& stop) {
    std::vector<std::uint32_t> order(records.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto earlier = [&](std::uint32_t a, std::uint32_t b) { return before(records[a], records[b]); };
    if (!sortStoppably(order, earlier, stop)) {
        return std::nullopt;
    }
    return order;
}

Nesting::State OpenStack::state() const {
    Nesting::State state{{}, beside};
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        state.around.push_back({entries[i].end, entries[i].lane, i});
    }
    return state;
}

std::shared_ptr<const Segment> buildSegment(TrackId track, std::uint32_t firstId,
                                            const std::vector<SliceRecord>& records, OpenStack& open,
                                            std::vector<SliceId>* placed) {
    const std::vector<std::uint32_t> order = startOrder(records);
    const Nest nested = nest(records, order, open);
    std::vector<std::uint32_t> laneBegin = nested.counts;
    std::exclusive_scan(laneBegin.begin(), laneBegin.end(), laneBegin.begin(), 0u);
    std::vector<std::uint32_t> next = laneBegin;
    laneBegin.push_back(static_cast<std::uint32_t>(records.size()));

    auto columns = std::make_shared<Columns>(records.size());
    if (placed != nullptr) {
        placed->assign(records.size(), SliceId());
    }
    std::vector<SliceId> last = innermost(open, nested.counts.size());
    auto gap = nested.gaps.begin();
    for (std::uint32_t n = 0; n < order.size(); ++n) {
        const std::uint32_t i = order[n];
        const SliceRecord& r = records[i];
        const std::uint32_t lane = nested.lane[i];
        const bool deeper = gap != nested.gaps.end() && gap->ordinal == n;
        const std::uint32_t at = next[lane]++;
        const SliceId id(firstId + at);
        columns->start[at] = r.start;
        columns->duration[at] = r.duration < 0 ? 0 : endOf(r) - r.start;
        columns->name[at] = r.name;
        columns->parent[at] = last[deeper ? (gap++)->below : lane];
        columns->layout[at] = r.layout;
        columns->row[at] = r.row;
        columns->kind[at] = r.kind;
        columns->hue[at] = r.hue;
        last[lane + 1] = id;
        if (placed != nullptr) {
            (*placed)[i] = id;
        }
    }
    OpenStack after{{}, nested.after.beside};
    for (const Nesting::Entry& e : nested.after.around) {
        const std::size_t known = open.entries.size();
        const TimeNs start = e.tag < known ? open.entries[e.tag].start : records[order[e.tag - known]].start;
        after.entries.push_back({last[e.lane + 1], e.end, start, e.lane});
    }
    open = std::move(after);
    return asSegment(track, firstId, std::move(columns), std::move(laneBegin), nested.overlaps);
}

SegmentRun buildSegments(TrackId track, std::uint32_t firstId, std::span<const SliceRecord> records,
                         const std::stop_token& stop) {
    constexpr std::size_t kSlicesPerSegment = std::size_t{1} << 16;
    SegmentRun run;
    run.placed.resize(records.size());
    const auto order = startOrder(records, stop);
    if (!order) {
        return run;
    }
    OpenStack open;
    Nesting depths; // only to know what lies too deep
    std::uint32_t id = firstId;
    std::vector<SliceRecord> part;
    std::vector<std::uint32_t> from;
    const std::size_t most = std::min(records.size(), kSlicesPerSegment);
    part.reserve(most);
    from.reserve(most);
    for (std::size_t done = 0; done < order->size() && !stop.stop_requested();) {
        part.clear();
        from.clear();
        for (; done < order->size() && part.size() < kSlicesPerSegment; ++done) {
            const std::uint32_t i = (*order)[done];
            if (depths.place(records[i].start, endOf(records[i])) >= Nesting::kMostLanes) {
                depths.takeBack();
                ++run.leftOut;
                continue;
            }
            part.push_back(records[i]);
            from.push_back(i);
        }
        if (part.empty()) {
            break;
        }
        std::vector<SliceId> placed;
        run.segments.push_back(buildSegment(track, id, part, open, &placed));
        for (std::size_t i = 0; i < from.size(); ++i) {
            run.placed[from[i]] = placed[i];
        }
        id += static_cast<std::uint32_t>(part.size());
    }
    return run;
}

std::shared_ptr<const Segment> withDurations(const std::shared_ptr<const Segment>& segment,
                                             const std::vector<std::pair<SliceId, TimeNs>>& durations) {
    auto column = std::make_shared<DurationColumn>();
    column->original = segment;
    column->duration.assign(segment->duration.begin(), segment->duration.end());
    for (const auto& [id, duration] : durations) {
        const std::uint32_t index = id.value - segment->first;
        if (index < column->duration.size()) {
            column->duration[index] = std::max<TimeNs>(duration, 0);
        }
    }
    auto copy = std::make_shared<Segment>(*segment);
    copy->duration = column->duration;
    copy->storage = std::move(column);
    return copy;
}

} // namespace lanes
