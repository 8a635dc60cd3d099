#include "model/lod/LodIndex.h"

#include "model/base/Threads.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace lanes {

namespace {

// Busy time before `t` in a piece, per local hue of the piece, into `busy` (added).
void addBusyBefore(const LodPiece& piece, TimeNs t, std::array<TimeNs, kAllHues>& busy, int sign) {
    const LodPiece::Level& finest = piece.levels().front();
    std::uint32_t low = 0;
    std::uint32_t high = finest.cells;
    while (low + 1 < high) { // last cell that starts at or before t
        const std::uint32_t mid = low + (high - low) / 2;
        (piece.record(0, mid)[0] <= t ? low : high) = mid;
    }
    const std::int64_t* record = piece.record(0, low);
    for (std::uint32_t h = 0; h < piece.hueCount(); ++h) {
        busy[static_cast<std::size_t>(piece.localHue(h))] += sign * record[1 + h];
    }
    if (piece.isCoarse()) {
        const std::int64_t* after = record + piece.recordWidth();
        const double length = double(after[0] - record[0]);
        const double share = length > 0 ? std::clamp(double(t - record[0]) / length, 0., 1.) : 1;
        for (std::uint32_t h = 0; h < piece.hueCount(); ++h) {
            const double part = double(after[1 + h] - record[1 + h]) * share;
            busy[static_cast<std::size_t>(piece.localHue(h))] += sign * static_cast<TimeNs>(part);
        }
        return;
    }
    const std::uint32_t end = std::min(piece.count(), (low + 1) * finest.stride);
    for (std::uint32_t i = low * finest.stride; i < end && piece.start(i) < t; ++i) {
        busy[static_cast<std::size_t>(piece.hue(i))] += sign * (std::min(piece.end(i), t) - piece.start(i));
    }
}

std::size_t pairOf(TrackId track, LaneGroup group) {
    return std::size_t(track.value) * kLaneGroupCount + static_cast<std::size_t>(group);
}

void addPiece(LodLane& lane, const LodPiece& piece) {
    lane.pieces.push_back(&piece);
    lane.starts.push_back(piece.firstStart());
    lane.longest.push_back(piece.longest());
    lane.first.push_back(lane.first.back() + piece.count());
}

} // namespace

std::uint32_t LodLane::slices() const {
    const std::uint32_t cells = !pieces.empty() && pieces.back()->isCoarse() ? pieces.back()->count() : 0;
    return count() - cells + unread;
}

LodLane::Place LodLane::locate(std::uint32_t ordinal) const {
    assert(ordinal < count());
    const auto after = std::ranges::upper_bound(first, ordinal);
    const auto piece = static_cast<std::uint32_t>(after - first.begin()) - 1;
    return {piece, ordinal - first[piece]};
}

SliceId LodLane::id(std::uint32_t ordinal) const {
    const Place p = locate(ordinal);
    return pieces[p.piece]->id(p.index);
}

TimeNs LodLane::start(std::uint32_t ordinal) const {
    const Place p = locate(ordinal);
    return pieces[p.piece]->start(p.index);
}

TimeNs LodLane::end(std::uint32_t ordinal) const {
    const Place p = locate(ordinal);
    return pieces[p.piece]->end(p.index);
}

std::uint32_t LodLane::firstStartingAt(TimeNs t) const {
    // The last piece that starts before t holds the answer, or the one behind it does.
    const auto after = std::ranges::lower_bound(starts, t);
    if (after == starts.begin()) {
        return 0;
    }
    const auto p = static_cast<std::size_t>(after - starts.begin()) - 1;
    const LodPiece& piece = *pieces[p];
    std::uint32_t low = 0;
    std::uint32_t high = piece.levels().front().cells;
    while (low + 1 < high) { // last cell that starts before t
        const std::uint32_t mid = low + (high - low) / 2;
        (piece.record(0, mid)[0] < t ? low : high) = mid;
    }
    const std::uint32_t stride = piece.levels().front().stride;
    std::uint32_t i = low * stride;
    const std::uint32_t end = std::min(piece.count(), i + stride);
    while (i < end && piece.start(i) < t) {
        ++i;
    }
    return first[p] + i;
}

std::uint32_t LodLane::firstEndingAfter(TimeNs t) const {
    const std::uint32_t next = firstStartingAt(t);
    return next > 0 && end(next - 1) > t ? next - 1 : next;
}

std::pair<std::uint32_t, std::uint32_t> LodLane::slicesIn(TimeRange range) const {
    const std::uint32_t last = firstStartingAt(range.end);
    return {std::min(firstEndingAfter(range.begin), last), last};
}

LodLane::Busy LodLane::busyIn(TimeRange range) const {
    Busy busy{};
    for (const auto& [t, sign] : {std::pair{range.begin, -1}, std::pair{range.end, 1}}) {
        const auto after = std::ranges::lower_bound(starts, t);
        if (after == starts.begin()) {
            continue;
        }
        const auto p = static_cast<std::size_t>(after - starts.begin()) - 1;
        for (std::size_t h = 0; h < hues.size(); ++h) {
            busy[static_cast<std::size_t>(hues[h])] += sign * busyBefore[p * hues.size() + h];
        }
        addBusyBefore(*pieces[p], t, busy, sign);
    }
    return busy;
}

TimeNs LodLane::totalBusyIn(TimeRange range) const {
    TimeNs total = 0;
    for (const TimeNs busy : busyIn(range)) {
        total += busy;
    }
    return total;
}

std::shared_ptr<const LodIndex> LodIndex::build(std::shared_ptr<const Trace> trace, const LodIndex* older,
                                                int threads, const std::stop_token& stop) {
    std::shared_ptr<LodIndex> index(new LodIndex);
    index->trace_ = std::move(trace);
    if (!index->buildSegments(older, threads, stop)) {
        return nullptr;
    }
    index->assemble();
    const bool samePoints =
        older != nullptr && older->trace_->points().time.isCopyOf(index->trace_->points().time);
    index->instants_ = samePoints ? older->instants_ : InstantIndex::build(*index->trace_);
    return index;
}

// False if asked to stop.
bool LodIndex::buildSegments(const LodIndex* older, int threads, const std::stop_token& stop) {
    const auto& segments = trace_->segments();
    segments_.resize(segments.size());
    const auto isKnown = [&](std::size_t s) {
        return older != nullptr && s < older->segments_.size() &&
               older->segments_[s]->segment() == segments[s];
    };
    std::vector<std::optional<LaneGroup>> only(segments.size());
    forEachOnThreads(static_cast<unsigned>(std::max(threads, 1)), segments.size(), [&](std::size_t s) {
        only[s] = isKnown(s) || stop.stop_requested() ? std::nullopt : onlyGroupOf(*segments[s]);
    });

    // What each segment begins in is told from its neighbours' last slices alone, so that the work, which is to look
    // at all of them, can be shared.
    bool sure = true;
    std::vector<NestingState> states(trace_->tracks().size()); // by track
    std::vector<NestingState> before(segments.size());
    std::vector<std::uint32_t> fresh;
    for (std::uint32_t s = 0; s < segments.size(); ++s) {
        if (stop.stop_requested()) {
            return false;
        }
        NestingState& state = states[segments[s]->track.value];
        if (isKnown(s) && older->segments_[s]->fits(state)) {
            segments_[s] = older->segments_[s];
            state = segments_[s]->after(state);
            continue;
        }
        LeftBehind after =
            nestingAfter(*segments[s], isKnown(s) ? onlyGroupOf(*segments[s]) : only[s], state);
        before[s] = state;
        fresh.push_back(s);
        sure = sure && after.sure;
        state = std::move(after.state);
    }
    // Greatest first, so that no thread is left alone with it at the end.
    std::ranges::stable_sort(fresh, std::greater{}, [&](std::uint32_t s) { return segments[s]->size(); });
    forEachOnThreads(static_cast<unsigned>(std::max(threads, 1)), fresh.size(), [&](std::size_t i) {
        const std::uint32_t s = fresh[i];
        if (!stop.stop_requested()) {
            segments_[s] = std::make_shared<SegmentLod>(segments[s], std::move(before[s]), stop);
        }
    });
    return !stop.stop_requested() && (sure || buildMisjudged(stop));
}

// Where slices overlap what a segment begins in was only likely: those that begin in something else are built again. False
// if asked to stop.
bool LodIndex::buildMisjudged(const std::stop_token& stop) {
    std::vector<NestingState> states(trace_->tracks().size()); // by track
    for (std::shared_ptr<const SegmentLod>& lod : segments_) {
        if (stop.stop_requested()) {
            return false;
        }
        NestingState& state = states[lod->segment()->track.value];
        if (!lod->fits(state)) {
            lod = std::make_shared<SegmentLod>(lod->segment(), state, stop);
        }
        state = lod->after(state);
    }
    return !stop.stop_requested();
}

void LodIndex::assemble() {
    makeLanes();
    addPieces();
    for (LodLane& lane : lanes_) {
        sumUp(lane);
    }
    if (trace_->coarse() != nullptr) {
        addCoarse();
    }
}

void LodIndex::makeLanes() {
    const std::size_t pairs = trace_->tracks().size() * kLaneGroupCount;
    std::vector<std::uint32_t> depths(pairs, 0);
    const auto note = [&](TrackId track, LaneGroup group, std::uint32_t depth) {
        std::uint32_t& d = depths[pairOf(track, group)];
        d = std::max(d, depth + 1);
    };
    for (const auto& lod : segments_) {
        for (const SegmentLod::Lane& lane : lod->lanes()) {
            note(lod->segment()->track, lane.group, lane.depth);
        }
    }
    if (trace_->coarse() != nullptr) {
        for (const CoarseLane& lane : trace_->coarse()->lanes) {
            note(lane.track, lane.group, lane.depth);
        }
    }
    begin_.assign(pairs + 1, 0);
    for (std::size_t p = 0; p < pairs; ++p) {
        begin_[p + 1] = begin_[p] + depths[p];
        for (std::uint32_t d = 0; d < depths[p]; ++d) {
            LodLane& lane = lanes_.emplace_back();
            lane.track = TrackId(static_cast<std::uint32_t>(p / kLaneGroupCount));
            lane.group = static_cast<LaneGroup>(p % kLaneGroupCount);
            lane.depth = d;
            lane.first.push_back(0);
        }
    }
}

void LodIndex::addPieces() {
    for (const auto& lod : segments_) {
        for (const SegmentLod::Lane& part : lod->lanes()) {
            LodLane& lane = lanes_[begin_[pairOf(lod->segment()->track, part.group)] + part.depth];
            addPiece(lane, part.piece);
        }
    }
}

// The rest of every lane behind what has been read of its track.
void LodIndex::addCoarse() {
    std::vector<TimeNs> readUntil(trace_->tracks().size(), INT64_MIN);
    for (const auto& lod : segments_) {
        TimeNs& until = readUntil[lod->segment()->track.value];
        until = std::max(until, lod->lastStart());
    }
    for (const CoarseLane& coarse : trace_->coarse()->lanes) {
        LodLane& lane = lanes_[begin_[pairOf(coarse.track, coarse.group)] + coarse.depth];
        const std::uint32_t read = lane.count();
        if (read >= coarse.slices) {
            continue;
        }
        TimeNs from = readUntil[coarse.track.value];
        std::array<TimeNs, kAllHues> busy{};
        if (!lane.pieces.empty()) {
            from = std::max(from, lane.pieces.back()->lastEnd());
            for (std::size_t h = 0; h < lane.hues.size(); ++h) {
                busy[static_cast<std::size_t>(lane.hues[h])] =
                    lane.busyBefore[lane.pieces.size() * lane.hues.size() + h];
            }
        }
        if (auto rest = CoarsePiece::restOf(coarse, from, busy)) {
            addPiece(lane, rest->piece());
            lane.unread = coarse.slices - read;
            coarse_.push_back(std::move(rest));
            sumUp(lane);
        }
    }
}

// Which hues occur in a lane, and how busy it was with each before each of its pieces.
void LodIndex::sumUp(LodLane& lane) {
    std::array<bool, kAllHues> seen{};
    for (const LodPiece* piece : lane.pieces) {
        for (std::uint32_t h = 0; h < piece->hueCount(); ++h) {
            seen[static_cast<std::size_t>(piece->localHue(h))] = true;
        }
    }
    std::array<std::size_t, kAllHues> local{};
    lane.hues.clear();
    for (std::size_t h = 0; h < kAllHues; ++h) {
        if (seen[h]) {
            local[h] = lane.hues.size();
            lane.hues.push_back(static_cast<Hue>(h));
        }
    }
    const std::size_t width = lane.hues.size();
    lane.busyBefore.assign((lane.pieces.size() + 1) * width, 0);
    for (std::size_t p = 0; p < lane.pieces.size(); ++p) {
        std::copy_n(lane.busyBefore.begin() + static_cast<std::ptrdiff_t>(p * width), width,
                    lane.busyBefore.begin() + static_cast<std::ptrdiff_t>((p + 1) * width));
        const LodPiece& piece = *lane.pieces[p];
        const std::int64_t* total = piece.record(0, piece.levels().front().cells);
        for (std::uint32_t h = 0; h < piece.hueCount(); ++h) {
            lane.busyBefore[(p + 1) * width + local[static_cast<std::size_t>(piece.localHue(h))]] +=
                total[1 + h];
        }
    }
}

std::span<const LodLane> LodIndex::lanesOf(TrackId track, LaneGroup group) const {
    const std::size_t pair = pairOf(track, group);
    if (pair + 1 >= begin_.size()) {
        return {};
    }
    return {lanes_.data() + begin_[pair], begin_[pair + 1] - begin_[pair]};
}

std::optional<std::uint32_t> LodIndex::laneOf(SliceId slice) const {
    if (!trace_->has(slice)) {
        return {};
    }
    const Trace::Slice own = trace_->slice(slice);
    for (const LodLane& lane : lanesOf(own.track, groupOf(own.kind))) {
        for (std::uint32_t i = lane.firstStartingAt(own.start);
             i < lane.count() && lane.start(i) == own.start; ++i) {
            if (lane.id(i) == slice) {
                return static_cast<std::uint32_t>(&lane - lanes_.data());
            }
        }
    }
    return {};
}

std::size_t LodIndex::pyramidBytes() const {
    std::size_t bytes = 0;
    for (const auto& lod : segments_) {
        for (const SegmentLod::Lane& lane : lod->lanes()) {
            bytes += lane.piece.pyramidBytes();
        }
    }
    return bytes;
}

std::size_t LodIndex::indexBytes() const {
    std::size_t bytes = 0;
    for (const auto& lod : segments_) {
        for (const SegmentLod::Lane& lane : lod->lanes()) {
            bytes += lane.piece.indexBytes();
        }
    }
    return bytes;
}

} // namespace lanes
