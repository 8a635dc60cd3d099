#include "model/trace/Trace.h"

#include "model/trace/RecordingPauses.h"
#include "model/trace/ThreadRows.h"
#include "model/trace/args/ArgReader.h"
#include "model/trace/slices/AsyncRanges.h"
#include "model/trace/slices/CallShares.h"
#include "model/trace/slices/InstantRule.h"

#include <algorithm>
#include <cassert>

namespace lanes {

namespace {

// First index of [begin, end) in a lane's columns whose slice ends after t. Ends rise along a lane, as slices
// there never overlap.
std::uint32_t firstEndingAfterIn(const Segment& s, std::uint32_t begin, std::uint32_t end, TimeNs t) {
    while (begin < end) {
        const std::uint32_t mid = begin + (end - begin) / 2;
        if (s.end(mid) > t) {
            end = mid;
        } else {
            begin = mid + 1;
        }
    }
    return begin;
}

// The slices of a piece of a lane whose parent is `parent`; they start at or before range.end and end behind range.begin.
void addChildren(const Segment& s, const LanePiece& piece, TimeRange range, SliceId parent,
                 std::vector<SliceId>& found) {
    std::uint32_t i = firstEndingAfterIn(s, piece.begin, piece.end, range.begin);
    for (; i < piece.end && s.start[i] <= range.end; ++i) {
        if (s.parent[i] == parent) {
            found.emplace_back(s.first + i);
        }
    }
}

bool isAsync(const Trace& trace, SliceId id) {
    const Trace::Slice slice = trace.slice(id);
    return isAsyncRange(slice.kind, trace.text(slice.name));
}

// The innermost slice around `id` that holds what runs in it.
SliceId callerOf(const Trace& trace, SliceId id) {
    SliceId caller = trace.slice(id).parent;
    while (caller.valid() && isAsync(trace, caller)) {
        caller = trace.slice(caller).parent;
    }
    return caller;
}

// The slices right in `id`, by start.
std::vector<SliceId> callsIn(const Trace& trace, SliceId id) {
    std::vector<SliceId> found;
    std::vector<SliceId> open{id};
    while (!open.empty()) {
        const SliceId outer = open.back();
        open.pop_back();
        for (const SliceId child : trace.children(outer)) {
            (isAsync(trace, child) ? open : found).push_back(child);
        }
    }
    std::ranges::stable_sort(found, {}, [&](SliceId child) { return trace.slice(child).start; });
    return found;
}

// When the calls of one caller that came before `id` have ended, as far as they still ran when it began.
TimeNs endOfEarlierCalls(const Trace& trace, SliceId id) {
    const Trace::Slice own = trace.slice(id);
    const SliceId caller = callerOf(trace, id);
    TimeNs end = own.start;
    const auto [first, last] = trace.lanesOf(own.track);
    for (std::uint32_t lane = first; lane < last; ++lane) {
        const SliceId other = trace.sliceAt(LaneId(lane), own.start);
        if (!other.valid() || other == id) {
            continue;
        }
        const Trace::Slice o = trace.slice(other);
        const bool earlier = o.start != own.start ? o.start < own.start : o.depth < own.depth;
        if (earlier && o.end() > end && callerOf(trace, other) == caller && !isAsync(trace, other)) {
            end = o.end();
        }
    }
    return end;
}

// Since when a slice owns its time: see CallShares.
TimeNs ownedFrom(const Trace& trace, SliceId id) {
    TimeNs from = trace.slice(id).start;
    for (SliceId at = id; at.valid(); at = callerOf(trace, at)) {
        const Trace::Position position = trace.locate(at);
        if (trace.segments()[position.segment]->overlaps) {
            from = std::max(from, endOfEarlierCalls(trace, at));
        }
    }
    return from;
}

} // namespace

Trace::Trace(TraceData data, const Trace* before)
    : data_(std::move(data)) {
    std::ranges::sort(data_.openSlices);
    if (data_.coarse) {
        assert(std::ranges::all_of(data_.coarse->lanes, [&](const CoarseLane& lane) {
            return lane.track.value < data_.tracks.size();
        }));
    }
    indexLanes(before);
    seePoints(before);
    findSpan();
    findExtent();
}

void Trace::indexLanes(const Trace* before) {
    const std::size_t tracks = data_.tracks.size();
    const std::size_t known = before != nullptr ? before->data_.segments.size() : 0;
    sliceCount_ = before != nullptr ? before->sliceCount_ : firstSlice();
    std::vector<std::uint32_t> depths(tracks, 0);
    std::vector<std::uint32_t> depthsBefore(tracks, 0);
    for (std::size_t t = 0; known > 0 && t < std::min(tracks, before->data_.tracks.size()); ++t) {
        depths[t] = depthsBefore[t] = before->laneBegin_[t + 1] - before->laneBegin_[t];
    }
    for (std::size_t i = known; i < data_.segments.size(); ++i) {
        const Segment& s = *data_.segments[i];
        assert(s.first == sliceCount_ && s.track.value < tracks);
        sliceCount_ += s.size();
        depths[s.track.value] = std::max(depths[s.track.value], s.depths());
    }
    laneBegin_.assign(tracks + 1, 0);
    for (std::size_t t = 0; t < tracks; ++t) {
        laneBegin_[t + 1] = laneBegin_[t] + depths[t];
        for (std::uint32_t d = 0; d < depths[t]; ++d) {
            lanes_.push_back({TrackId(static_cast<std::uint32_t>(t)), d, {}});
            if (d < depthsBefore[t]) {
                lanes_.back().pieces = before->lanes_[before->laneBegin_[t] + d].pieces;
            }
        }
    }
    for (auto i = static_cast<std::uint32_t>(known); i < data_.segments.size(); ++i) {
        const Segment& s = segment(i);
        for (std::uint32_t d = 0; d < s.depths(); ++d) {
            if (s.laneBegin[d] < s.laneBegin[d + 1]) {
                lanes_[laneBegin_[s.track.value] + d].pieces.push_back(
                    {i, s.laneBegin[d], s.laneBegin[d + 1]});
            }
        }
    }
}

void Trace::seePoints(const Trace* before) {
    const PointTable& points = data_.points;
    std::uint32_t seen = 0;
    if (before != nullptr) {
        seen = before->data_.points.size();
        instants_ = before->instants_;
        timedPoints_ = before->timedPoints_;
    }
    if (seen == points.size()) {
        return;
    }
    const InstantRule rule(points, data_.args, data_.strings);
    for (; seen < points.size(); ++seen) {
        const TimeRange moment{points.time[seen], points.time[seen]};
        if (rule.isInstant(seen)) {
            instants_.add(moment);
        }
        const ArgLayout* layout = data_.args.layout(points.layout[seen]);
        if (layout == nullptr || layout->phase != 'M') {
            timedPoints_.add(moment);
        }
    }
}

void Trace::findSpan() {
    Hull span;
    Hull work;
    const auto addWork = [&](TrackId track, TimeRange range) {
        const ProcessId process = data_.tracks[track.value].process;
        if (holdsStates(data_.tracks[track.value])) { // of threads that may do nothing for long
            return;
        }
        if (process.value >= data_.processes.size() || !data_.processes[process.value].isProfiler()) {
            work.add(range);
        }
    };
    for (const Lane& lane : lanes_) {
        if (!lane.pieces.empty()) {
            const LanePiece& first = lane.pieces.front();
            const LanePiece& last = lane.pieces.back();
            const TimeRange range{segment(first.segment).start[first.begin],
                                  segment(last.segment).end(last.end - 1)};
            span.add(range);
            addWork(lane.track, range);
        }
    }
    if (data_.coarse && data_.coarse->slices > 0) {
        span.add(data_.coarse->span);
        for (const CoarseLane& lane : data_.coarse->lanes) {
            if (lane.count() > 0) {
                addWork(lane.track, {lane.record(0)[0], lane.record(lane.count() - 1)[0]});
            }
        }
    } else if (sliceCount_ == 0) {
        addMoments(span);
    }
    span_ = span.range();
    work_ = work.range().empty() ? span_ : RecordingPauses(*this).trimmed(work.range());
}

// Of a trace without slices. Memory and counters stand by time.
void Trace::addMoments(Hull& span) const {
    if (data_.memory.size() > 0) {
        span.add({data_.memory.time.front(), data_.memory.time.back()});
    }
    for (const CounterSeries& c : data_.counters) {
        if (!c.time.empty()) {
            span.add({c.time.front(), c.time.back()});
        }
    }
    if (!timedPoints_.isEmpty()) {
        span.add(timedPoints_.range());
    }
}

void Trace::findExtent() {
    constexpr TimeNs kRoom = 128; // part of the whole that stands free behind the last instant
    extent_ = span_;
    if (instants_.isEmpty()) {
        return;
    }
    Hull all = instants_;
    const TimeNs last = instants_.range().end;
    if (sliceCount_ > 0 || !span_.empty()) {
        all.add(span_);
    }
    extent_ = all.range();
    if (last >= extent_.end) {
        extent_.end = last + std::max<TimeNs>(1, extent_.length() / kRoom);
    }
}

Trace::Position Trace::locate(SliceId id) const {
    assert(has(id));
    const auto after = std::ranges::upper_bound(
        data_.segments, id.value, {}, [](const std::shared_ptr<const Segment>& s) { return s->first; });
    // Empty segments share their `first` with the next one; upper_bound lands behind all of them.
    auto i = static_cast<std::uint32_t>(after - data_.segments.begin()) - 1;
    return {i, id.value - segment(i).first};
}

Trace::Slice Trace::slice(SliceId id) const {
    const Position p = locate(id);
    const Segment& s = segment(p.segment);
    const auto depth = std::ranges::upper_bound(s.laneBegin, p.index) - s.laneBegin.begin() - 1;
    Slice out;
    out.track = s.track;
    out.depth = static_cast<std::uint32_t>(depth);
    out.start = s.start[p.index];
    out.duration = s.duration[p.index];
    out.name = s.name[p.index];
    out.parent = s.parent[p.index];
    out.layout = s.layout[p.index];
    out.row = s.row[p.index];
    out.kind = s.kind[p.index];
    out.hue = s.hue[p.index];
    return out;
}

LaneId Trace::laneOf(SliceId id) const {
    const Position p = locate(id);
    const Segment& s = segment(p.segment);
    const auto depth = std::ranges::upper_bound(s.laneBegin, p.index) - s.laneBegin.begin() - 1;
    return LaneId(laneBegin_[s.track.value] + static_cast<std::uint32_t>(depth));
}

SliceId Trace::firstEndingAfter(LaneId lane, TimeNs t) const {
    const auto& pieces = lanes_[lane.value].pieces;
    const auto piece = std::ranges::partition_point(
        pieces, [&](const LanePiece& p) { return segment(p.segment).end(p.end - 1) <= t; });
    if (piece == pieces.end()) {
        return {};
    }
    const Segment& s = segment(piece->segment);
    return SliceId(s.first + firstEndingAfterIn(s, piece->begin, piece->end, t));
}

SliceId Trace::sliceAt(LaneId lane, TimeNs t) const {
    const SliceId id = firstEndingAfter(lane, t);
    return id.valid() && slice(id).start <= t ? id : SliceId();
}

SliceId Trace::edgeOfPiece(LaneId lane, std::size_t piece, bool last) const {
    const auto& pieces = lanes_[lane.value].pieces;
    if (piece >= pieces.size()) {
        return {};
    }
    const LanePiece& p = pieces[piece];
    return SliceId(segment(p.segment).first + (last ? p.end - 1 : p.begin));
}

SliceId Trace::nextInLane(SliceId id) const {
    const LaneId lane = laneOf(id);
    const Position at = locate(id);
    const auto& pieces = lanes_[lane.value].pieces;
    const auto piece = std::ranges::lower_bound(pieces, at.segment, {}, &LanePiece::segment);
    if (at.index + 1 < piece->end) {
        return SliceId(id.value + 1);
    }
    return edgeOfPiece(lane, static_cast<std::size_t>(piece - pieces.begin()) + 1, false);
}

SliceId Trace::previousInLane(SliceId id) const {
    const LaneId lane = laneOf(id);
    const Position at = locate(id);
    const auto& pieces = lanes_[lane.value].pieces;
    const auto piece = std::ranges::lower_bound(pieces, at.segment, {}, &LanePiece::segment);
    if (at.index > piece->begin) {
        return SliceId(id.value - 1);
    }
    return piece == pieces.begin()
               ? SliceId()
               : edgeOfPiece(lane, static_cast<std::size_t>(piece - pieces.begin()) - 1, true);
}

std::vector<SliceId> Trace::children(SliceId id) const {
    const Slice parent = slice(id);
    const auto [first, last] = lanesOf(parent.track);
    const std::uint32_t below = first + parent.depth + 1;
    const TimeRange range{parent.start - 1,
                          parent.end()}; // children of no length at the start end where they begin
    std::vector<SliceId> found;
    std::uint32_t lanes = 0; // with children
    for (std::uint32_t lane = below; lane < last; ++lane) {
        const std::size_t before = found.size();
        const auto& pieces = lanes_[lane].pieces;
        auto piece = std::ranges::partition_point(
            pieces, [&](const LanePiece& p) { return segment(p.segment).end(p.end - 1) <= range.begin; });
        for (; piece != pieces.end() && segment(piece->segment).start[piece->begin] <= range.end; ++piece) {
            if (lane == below || segment(piece->segment).overlaps) {
                addChildren(segment(piece->segment), *piece, range, id, found);
            }
        }
        lanes += found.size() > before ? 1 : 0;
    }
    if (lanes > 1) {
        std::ranges::stable_sort(found, {}, [&](SliceId child) { return slice(child).start; });
    }
    return found;
}

TimeNs Trace::selfTime(SliceId id) const {
    const Slice own = slice(id);
    if (isAsyncRange(own.kind, text(own.name))) {
        return 0;
    }
    constexpr std::uint32_t kOwn = 0;
    CallShares shares(kOwn, 1);
    const TimeRange owned =
        shares.add(kOwn, CallShares::kNoCall, std::min(ownedFrom(*this, id), own.end()), own.end());
    TimeNs self = owned.length();
    std::uint32_t number = kOwn;
    for (const SliceId child : callsIn(*this, id)) {
        const Slice c = slice(child);
        const TimeRange taken = shares.add(++number, kOwn, c.start, std::min(c.end(), own.end()));
        self -= taken.length();
    }
    return self;
}

bool Trace::isOpen(SliceId id) const {
    return std::ranges::binary_search(data_.openSlices, id);
}

std::optional<ArgValue> Trace::arg(SliceId id, ArgKey key) const {
    const Slice s = slice(id);
    const ArgLayout* layout = data_.args.layout(s.layout);
    if (layout == nullptr) {
        return {};
    }
    const std::string_view older = olderSpelling(key.text());
    for (std::uint32_t c = 0; c < layout->columns.size(); ++c) {
        const std::string_view own = text(layout->columns[c].key);
        if (own == key.text() || (!older.empty() && own == older)) {
            return data_.args.value(s.layout, s.row, c);
        }
    }
    return {};
}

std::pair<std::uint32_t, std::uint32_t> Trace::lanesOf(TrackId track) const {
    return {laneBegin_[track.value], laneBegin_[track.value + 1]};
}

} // namespace lanes
