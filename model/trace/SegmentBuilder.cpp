#include "model/trace/SegmentBuilder.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lanes {

namespace {

constexpr TimeNs kForever = std::numeric_limits<TimeNs>::max();

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

// Depth of each record in `order`; leaves in `lanes` how many slices each depth has.
std::vector<std::uint32_t> nest(const std::vector<SliceRecord>& records,
                                const std::vector<std::uint32_t>& order, const OpenStack& open,
                                std::vector<std::uint32_t>& lanes) {
    std::vector<TimeNs> ends;
    ends.reserve(open.entries.size());
    for (const OpenStack::Entry& e : open.entries) {
        ends.push_back(e.end);
    }
    std::vector<std::uint32_t> depth(records.size());
    for (const std::uint32_t i : order) {
        while (!ends.empty() && ends.back() <= records[i].start) {
            ends.pop_back();
        }
        depth[i] = static_cast<std::uint32_t>(ends.size());
        if (depth[i] >= lanes.size()) {
            lanes.resize(depth[i] + 1, 0);
        }
        ++lanes[depth[i]];
        ends.push_back(endOf(records[i]));
    }
    return depth;
}

std::shared_ptr<const Segment> asSegment(TrackId track, std::uint32_t firstId,
                                         std::shared_ptr<Columns> columns,
                                         std::vector<std::uint32_t> laneBegin) {
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
    segment->storage = std::move(columns);
    return segment;
}

} // namespace

std::vector<std::uint32_t> startOrder(std::span<const SliceRecord> records) {
    std::vector<std::uint32_t> order(records.size());
    std::iota(order.begin(), order.end(), 0u);
    if (!std::ranges::is_sorted(records, before)) {
        std::ranges::stable_sort(
            order, [&](std::uint32_t a, std::uint32_t b) { return before(records[a], records[b]); });
    }
    return order;
}

std::shared_ptr<const Segment> buildSegment(TrackId track, std::uint32_t firstId,
                                            const std::vector<SliceRecord>& records, OpenStack& open,
                                            std::vector<SliceId>* placed) {
    const std::vector<std::uint32_t> order = startOrder(records);
    std::vector<std::uint32_t> laneBegin;
    const std::vector<std::uint32_t> depth = nest(records, order, open, laneBegin);
    std::exclusive_scan(laneBegin.begin(), laneBegin.end(), laneBegin.begin(), 0u);
    std::vector<std::uint32_t> next = laneBegin;
    laneBegin.push_back(static_cast<std::uint32_t>(records.size()));

    auto columns = std::make_shared<Columns>(records.size());
    if (placed != nullptr) {
        placed->assign(records.size(), SliceId());
    }
    for (const std::uint32_t i : order) {
        const SliceRecord& r = records[i];
        const std::uint32_t at = next[depth[i]]++;
        const SliceId id(firstId + at);
        open.entries.resize(depth[i]); // what is deeper has ended
        columns->start[at] = r.start;
        columns->duration[at] = r.duration < 0 ? 0 : endOf(r) - r.start;
        columns->name[at] = r.name;
        columns->parent[at] = open.entries.empty() ? SliceId() : open.entries.back().id;
        columns->layout[at] = r.layout;
        columns->row[at] = r.row;
        columns->kind[at] = r.kind;
        columns->hue[at] = r.hue;
        open.entries.push_back({id, endOf(r), r.start});
        if (placed != nullptr) {
            (*placed)[i] = id;
        }
    }
    return asSegment(track, firstId, std::move(columns), std::move(laneBegin));
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
