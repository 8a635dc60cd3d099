#include "tests/support/TraceBuilder.h"

#include <algorithm>
#include <map>

namespace lanes {

TraceBuilder::TraceBuilder() = default;

ProcessId TraceBuilder::addProcess(Process process) {
    data_.processes.push_back(std::move(process));
    return ProcessId(static_cast<std::uint32_t>(data_.processes.size() - 1));
}

TrackId TraceBuilder::addTrack(Track track) {
    data_.tracks.push_back(std::move(track));
    states_.emplace_back();
    return TrackId(static_cast<std::uint32_t>(data_.tracks.size() - 1));
}

LayoutId TraceBuilder::addLayout(const ArgLayout& prototype) {
    for (std::uint32_t i = 0; i < layouts_.size(); ++i) {
        const ArgLayout& l = layouts_[i].prototype();
        if (l.phase == prototype.phase && l.category == prototype.category &&
            l.columns == prototype.columns) {
            return LayoutId(i);
        }
    }
    layouts_.emplace_back(prototype);
    return LayoutId(static_cast<std::uint32_t>(layouts_.size() - 1));
}

std::uint32_t TraceBuilder::addArgs(LayoutId layout, const std::vector<std::int64_t>& cells) {
    return layouts_[layout.value].addRow(cells);
}

void TraceBuilder::addSlice(TrackId track, const SliceRecord& record) {
    TrackState& state = states_[track.value];
    if (record.duration < 0) {
        openSlices_.emplace_back(track, state.ids.size() + state.pending.size());
    }
    state.pending.push_back(record);
    SliceRecord& added = state.pending.back();
    if (added.kind == EventKind::Other && added.layout.valid()) {
        added.kind = kindOfCategory(strings_.view(layouts_[added.layout.value].prototype().category));
    }
    if (added.hue == Hue::Other) {
        added.hue = hueOf(added.kind, strings_.view(added.name));
    }
}

void TraceBuilder::endSlice(TrackId track, std::uint64_t ordinal, TimeNs end) {
    TrackState& state = states_[track.value];
    std::erase(openSlices_, std::pair{track, ordinal});
    if (ordinal >= state.ids.size()) {
        const std::uint64_t index = ordinal - state.ids.size();
        if (index < state.pending.size()) {
            SliceRecord& r = state.pending[index];
            r.duration = std::max<TimeNs>(0, end - r.start);
        }
        return;
    }
    const SliceId id = state.ids[ordinal];
    ends_[id.value] = end;
    for (OpenStack::Entry& e : state.open.entries) {
        if (e.id == id) {
            e.end = std::max(end, e.start);
        }
    }
}

void TraceBuilder::addLink(LinkKind kind, std::pair<TrackId, std::uint64_t> from,
                           std::pair<TrackId, std::uint64_t> to) {
    links_.push_back({kind, from, to});
}

void TraceBuilder::countFlows(std::uint64_t starts, std::uint64_t linked) {
    data_.flowStarts += starts;
    data_.flowsLinked += linked;
}

void TraceBuilder::seal(TrackId track) {
    TrackState& state = states_[track.value];
    if (state.pending.empty()) {
        return;
    }
    std::vector<SliceId> placed;
    base_.push_back(buildSegment(track, sliceCount_, state.pending, state.open, &placed));
    sliceCount_ += base_.back()->size();
    state.ids.insert(state.ids.end(), placed.begin(), placed.end());
    state.pending.clear();
}

SliceId TraceBuilder::idOf(std::pair<TrackId, std::uint64_t> slice) const {
    const TrackState& state = states_[slice.first.value];
    return slice.second < state.ids.size() ? state.ids[slice.second] : SliceId();
}

// Segments were built with the open slices' durations unknown; the snapshot gets those known by now, and for
// those still open the time up to the last thing that is known.
void TraceBuilder::applyEnds(TraceData& data) {
    TimeNs last = INT64_MIN;
    for (const auto& s : base_) {
        for (std::uint32_t d = 0; d < s->depths(); ++d) {
            if (s->laneBegin[d] < s->laneBegin[d + 1]) {
                last = std::max(last, s->end(s->laneBegin[d + 1] - 1));
            }
        }
    }
    std::map<std::uint32_t, TimeNs> ends; // by id, so segments come in order
    for (const auto& [id, end] : ends_) {
        ends[id] = end;
        last = std::max(last, end);
    }
    data.openSlices.clear();
    for (const auto& open : openSlices_) {
        const SliceId id = idOf(open);
        data.openSlices.push_back(id);
        ends[id.value] = last;
    }
    for (auto it = ends.begin(); it != ends.end();) {
        const auto after =
            std::ranges::upper_bound(base_, it->first, {}, [](const auto& s) { return s->first; });
        const auto index = static_cast<std::size_t>(after - base_.begin()) - 1;
        std::vector<std::pair<SliceId, TimeNs>> durations;
        const Segment& s = *base_[index];
        for (; it != ends.end() && it->first < s.first + s.size(); ++it) {
            durations.emplace_back(SliceId(it->first), it->second - s.start[it->first - s.first]);
        }
        data.segments.set(index, withDurations(base_[index], durations));
    }
}

std::shared_ptr<const Trace> TraceBuilder::publish() {
    for (std::uint32_t t = 0; t < states_.size(); ++t) {
        seal(TrackId(t));
    }
    TraceData data = data_;
    data.strings = strings_.snapshot();
    data.stacks = stacks_.snapshot();
    data.segments = base_;
    applyEnds(data);
    for (const ArgLayoutBuilder& layout : layouts_) {
        data.args.layouts.push_back(layout.snapshot());
    }
    takeRows(data.points, PointRows(points_));
    takeRows(data.memory, MemoryRows(memory_));
    UnwrittenVector<Link> links;
    for (const PendingLink& l : links_) {
        const Link link{idOf(l.from), idOf(l.to), l.kind};
        if (link.from.valid() && link.to.valid()) {
            links.push_back(link);
        }
    }
    data.links = LinkTable(std::move(links));
    return std::make_shared<Trace>(std::move(data));
}

} // namespace lanes
