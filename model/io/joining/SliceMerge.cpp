#include "model/io/joining/SliceMerge.h"

#include "model/base/Threads.h"

#include <algorithm>
#include <limits>

namespace lanes {

namespace {

constexpr TimeNs kFirst = std::numeric_limits<TimeNs>::min();
constexpr TimeNs kLast = std::numeric_limits<TimeNs>::max();
constexpr std::uint32_t kPieceSlices = 65536;
constexpr std::uint32_t kPivotsPerRun = 8;

// The part of a sorted run that starts in [low, high): its first and one past its last.
std::pair<std::uint32_t, std::uint32_t> partOf(std::span<const EventRange::Slice> run, TimeNs low,
                                               TimeNs high) {
    const auto before = [&](TimeNs t) {
        return static_cast<std::uint32_t>(std::ranges::lower_bound(run, t, {}, &EventRange::Slice::start) -
                                          run.begin());
    };
    return {low == kFirst ? 0 : before(low),
            high == kLast ? static_cast<std::uint32_t>(run.size()) : before(high)};
}

} // namespace

SliceMerge::Columns::Columns(std::size_t n)
    : start(hugeArray<TimeNs>(n))
    , duration(hugeArray<TimeNs>(n))
    , name(hugeArray<StringId>(n))
    , parent(hugeArray<SliceId>(n))
    , layout(hugeArray<LayoutId>(n))
    , row(hugeArray<std::uint32_t>(n))
    , kind(hugeArray<EventKind>(n))
    , hue(hugeArray<Hue>(n)) {}

SliceMerge::SliceMerge(std::vector<EventRange>& ranges, const SharedIds& ids, unsigned threads,
                       const StopLook& look)
    : ranges_(ranges)
    , ids_(ids)
    , look_(look)
    , threads_(threads) {}

std::vector<std::shared_ptr<const Segment>> SliceMerge::run() {
    collectRuns();
    mergeTracks();
    const auto tracks = static_cast<std::uint32_t>(runs_.size());
    runs_ = {};
    pieces_ = {};
    for (EventRange& range : ranges_) {
        range.runs = {};
    }
    places_ = hugeArray<std::uint32_t>(size());
    placeOf_ = hugeArray<std::uint32_t>(size());
    columns_ = std::make_shared<Columns>(size());
    segments_.resize(tracks);
    missing_.resize(tracks);
    forEachOnThreads(threads_, tracks, [&](std::size_t t) { nestTrack(static_cast<std::uint32_t>(t)); });
    closeGaps();
    gather();
    std::vector<std::shared_ptr<const Segment>> segments;
    for (std::uint32_t t = 0; t < tracks; ++t) {
        for (const SegmentLanes& lanes : segments_[t]) {
            segments.push_back(segmentOf(t, lanes));
        }
    }
    return segments;
}

void SliceMerge::collectRuns() {
    base_.assign(1, 0);
    runs_.resize(ids_.places().tracks().size());
    for (const EventRange& range : ranges_) {
        for (const EventRange::Run& run : range.runs) {
            const TrackId track = ids_.track(range.worker, run.track);
            runs_[track.value].push_back(
                {range.slices.subspan(run.begin, run.end - run.begin), base_.back() + run.begin});
        }
        base_.push_back(base_.back() + static_cast<std::uint32_t>(range.slices.size()));
    }
    trackBegin_.assign(1, 0);
    for (std::uint32_t t = 0; t < runs_.size(); ++t) {
        std::uint32_t n = 0;
        for (const RunOfRange& run : runs_[t]) {
            n += static_cast<std::uint32_t>(run.slices.size());
        }
        trackBegin_.push_back(trackBegin_.back() + n);
        if (n > 0) {
            cutPieces(t);
        }
    }
}

// Cuts a track into pieces of time with about as many slices each, so that all threads can work on one big track.
void SliceMerge::cutPieces(std::uint32_t track) {
    const std::vector<RunOfRange>& runs = runs_[track];
    const std::uint32_t count = trackBegin_[track + 1] - trackBegin_[track];
    const std::uint32_t wanted = count / kPieceSlices + 1;
    std::vector<TimeNs> pivots;
    if (wanted > 1) {
        for (const RunOfRange& run : runs) {
            for (std::uint32_t k = 1; k < kPivotsPerRun; ++k) {
                pivots.push_back(run.slices[run.slices.size() * k / kPivotsPerRun].start);
            }
        }
        std::ranges::sort(pivots);
    }
    std::uint32_t out = trackBegin_[track];
    TimeNs low = kFirst;
    for (std::uint32_t k = 1; k <= wanted; ++k) {
        const TimeNs high = k == wanted ? kLast : pivots[pivots.size() * k / wanted];
        if (high <= low) {
            continue;
        }
        pieces_.push_back({track, low, high, out});
        for (const RunOfRange& run : runs) {
            const auto [first, last] = partOf(run.slices, low, high);
            out += last - first;
        }
        low = high;
    }
}

void SliceMerge::mergeTracks() {
    keys_ = hugeArray<SliceKey>(size());
    forEachOnThreads(threads_, pieces_.size(), [&](std::size_t i) { mergePiece(pieces_[i]); });
}

void SliceMerge::mergePiece(const Piece& piece) {
    look_.now();
    SliceKey* const begin = keys_.get() + piece.out;
    SliceKey* out = begin;
    for (const RunOfRange& run : runs_[piece.track]) {
        const auto [first, last] = partOf(run.slices, piece.low, piece.high);
        for (std::uint32_t i = first; i < last; ++i) {
            const EventRange::Slice& slice = run.slices[i];
            *out++ = {slice.start, SliceKey::shortnessOf(slice.duration), run.base + i};
        }
    }
    mergeSortedRuns(begin, out);
    sortVeryLong(begin, out);
}

// Keys tell durations apart only up to four seconds: of longer slices that start together the longest goes first.
void SliceMerge::sortVeryLong(SliceKey* begin, SliceKey* end) const {
    for (SliceKey* first = begin; first != end;) {
        SliceKey* last = first + 1;
        while (first->shortness == 0 && last != end && last->shortness == 0 && last->start == first->start) {
            ++last;
        }
        if (last - first > 1) {
            std::stable_sort(first, last, [&](const SliceKey& a, const SliceKey& b) {
                return durationOf(a) > durationOf(b);
            });
        }
        first = last;
    }
}

TimeNs SliceMerge::durationOf(const SliceKey& key) const {
    if (key.shortness != 0) {
        return ~key.shortness;
    }
    const auto range =
        static_cast<std::size_t>(std::ranges::upper_bound(base_, key.index) - base_.begin()) - 1;
    return ranges_[range].slices[key.index - base_[range]].duration;
}

void SliceMerge::nestTrack(std::uint32_t track) {
    const std::uint32_t begin = trackBegin_[track];
    const std::uint32_t end = trackBegin_[track + 1];
    Nesting nesting;
    std::vector<LaneGap> gaps;
    std::vector<bool> overlaps; // by segment
    std::uint32_t lanes = 0;
    for (std::uint32_t from = begin; from < end; from += std::min(kSegmentSlices, end - from)) {
        look_.now();
        nesting.start(nesting.state());
        const std::uint32_t until = from + std::min(kSegmentSlices, end - from);
        for (std::uint32_t i = from; i < until; ++i) {
            const TimeNs start = keys_[i].start;
            const std::uint32_t lane = nesting.place(start, start + durationOf(keys_[i]));
            if (lane >= Nesting::kMostLanes) [[unlikely]] {
                nesting.takeBack();
                places_[i] = SliceId::kNone;
                continue;
            }
            if (lane != nesting.below()) [[unlikely]] {
                gaps.push_back({i, nesting.below()});
            }
            places_[i] = lane;
            lanes = std::max(lanes, lane + 1);
        }
        overlaps.push_back(nesting.overlapped());
    }
    std::vector<SliceId> innermost(std::size_t{lanes} + 1);
    std::span<const LaneGap> left = gaps;
    for (std::uint32_t from = begin; from < end; from += std::min(kSegmentSlices, end - from)) {
        look_.now();
        SegmentLanes& segment = segments_[track].emplace_back(
            SegmentLanes{from - missing_[track], {}, overlaps[(from - begin) / kSegmentSlices]});
        const std::uint32_t count = std::min(kSegmentSlices, end - from);
        layOut(from, from + count, left, innermost, segment);
        missing_[track] += count - segment.begin.back();
        if (segment.begin.back() == 0) {
            segments_[track].pop_back();
        }
    }
}

// Ids run on from track to track, whatever was left out.
void SliceMerge::closeGaps() {
    for (std::uint32_t t = 0; t < missing_.size(); leftOut_ += missing_[t++]) {
        look_.now();
        if (leftOut_ == 0) {
            continue;
        }
        for (std::uint32_t i = trackBegin_[t]; i < trackBegin_[t + 1]; ++i) {
            places_[i] -= leftOut_;
            std::uint32_t& place = placeOf_[keys_[i].index];
            place -= place != SliceId::kNone ? leftOut_ : 0;
        }
        for (std::uint32_t i = trackBegin_[t]; i < trackBegin_[t + 1] - missing_[t]; ++i) {
            const SliceId around = columns_->parent[i];
            columns_->parent[i - leftOut_] = around.valid() ? SliceId(around.value - leftOut_) : around;
        }
        for (SegmentLanes& lanes : segments_[t]) {
            lanes.first -= leftOut_;
        }
    }
}

// Turns the lanes in places_ into places, lane by lane. `innermost` is the last slice of each lane, one further in: so a
// parent stands at the lane right below it. `gaps`: from the segment's first on.
void SliceMerge::layOut(std::uint32_t begin, std::uint32_t end, std::span<const LaneGap>& gaps,
                        std::vector<SliceId>& innermost, SegmentLanes& lanes) {
    std::vector<std::uint32_t> next(innermost.size(), 0);
    for (std::uint32_t i = begin; i < end; ++i) {
        if (places_[i] != SliceId::kNone) {
            ++next[places_[i]];
        }
    }
    while (!next.empty() && next.back() == 0) {
        next.pop_back();
    }
    lanes.begin.assign(1, 0);
    for (const std::uint32_t count : next) {
        lanes.begin.push_back(lanes.begin.back() + count);
    }
    for (std::size_t d = 0; d < next.size(); ++d) {
        next[d] = lanes.first + lanes.begin[d];
    }
    for (std::uint32_t i = begin; i < end; ++i) {
        const std::uint32_t lane = places_[i];
        if (lane == SliceId::kNone) [[unlikely]] { // what came before it, never the first, stands for it
            places_[i] = places_[i - 1];
            placeOf_[keys_[i].index] = SliceId::kNone;
            continue;
        }
        std::uint32_t below = lane;
        if (!gaps.empty() && gaps.front().ordinal == i) [[unlikely]] {
            below = gaps.front().below;
            gaps = gaps.subspan(1);
        }
        const std::uint32_t place = next[lane]++;
        places_[i] = place;
        placeOf_[keys_[i].index] = place;
        columns_->parent[place] = innermost[below];
        innermost[lane + 1] = SliceId(place);
    }
}

void SliceMerge::gather() {
    std::vector<HueCache> hues(threads_);
    forEachOnThreads(threads_, ranges_.size(),
                     [&](std::size_t i, unsigned worker) { gatherRange(i, hues[worker]); });
}

void SliceMerge::gatherRange(std::size_t number, HueCache& hues) {
    look_.now();
    EventRange& range = ranges_[number];
    const auto textOf = [&](StringId id) { return ids_.strings().view(id); };
    const std::uint32_t* place = placeOf_.get() + base_[number];
    for (const EventRange::Slice& slice : range.slices) { // the one of begins and ends holds all of these
        look_.at(static_cast<std::size_t>(&slice - range.slices.data()));
        const std::uint32_t at = *place++;
        if (at == SliceId::kNone) [[unlikely]] {
            continue;
        }
        const StringId name = ids_.text(range.worker, slice.name);
        const LayoutId layout = ids_.layout(range.worker, slice.shape);
        const EventKind kind = ids_.kindOf(layout, ids_.track(range.worker, slice.track), name);
        columns_->start[at] = slice.start;
        columns_->duration[at] = slice.duration;
        columns_->name[at] = name;
        columns_->layout[at] = layout;
        columns_->row[at] = slice.row;
        columns_->kind[at] = kind;
        columns_->hue[at] = hues.get(kind, name, textOf);
    }
    range.slices = {};
    range.sliceMemory = nullptr;
}

TrackId SliceMerge::track(SliceId slice) const {
    const auto after = std::ranges::upper_bound(trackBegin_, slice.value);
    return TrackId(static_cast<std::uint32_t>(after - trackBegin_.begin()) - 1);
}

SliceId SliceMerge::lastStartedAt(TrackId track, TimeNs t, std::uint32_t& hint) const {
    const std::uint32_t begin = trackBegin_[track.value];
    const std::uint32_t end = trackBegin_[track.value + 1];
    std::uint32_t low = std::max(hint, begin);
    if (low >= end || keys_[low].start > t) {
        low = begin;
    }
    // From the last answer on in growing steps: arrows mostly come in the order of time.
    std::uint32_t high = low;
    for (std::uint32_t step = 1; high < end && keys_[high].start <= t; step *= 2) {
        low = high;
        high += std::min(step, end - high);
    }
    while (low + 1 < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        (keys_[middle].start <= t ? low : high) = middle;
    }
    if (low >= end || keys_[low].start > t) {
        return {};
    }
    hint = low;
    return SliceId(places_[low]);
}

SliceId SliceMerge::firstFrom(TrackId track, TimeNs t) const {
    const std::span<const SliceKey> keys(keys_.get() + trackBegin_[track.value],
                                         keys_.get() + trackBegin_[track.value + 1]);
    const auto found = std::ranges::lower_bound(keys, t, {}, &SliceKey::start);
    return found != keys.end() ? SliceId(placeOf_[found->index]) : SliceId();
}

std::shared_ptr<const Segment> SliceMerge::segmentOf(std::uint32_t track, const SegmentLanes& lanes) const {
    const std::uint32_t begin = lanes.first;
    const std::size_t count = lanes.begin.back();
    auto segment = std::make_shared<Segment>();
    segment->track = TrackId(track);
    segment->first = begin;
    segment->start = {columns_->start.get() + begin, count};
    segment->duration = {columns_->duration.get() + begin, count};
    segment->name = {columns_->name.get() + begin, count};
    segment->parent = {columns_->parent.get() + begin, count};
    segment->layout = {columns_->layout.get() + begin, count};
    segment->row = {columns_->row.get() + begin, count};
    segment->kind = {columns_->kind.get() + begin, count};
    segment->hue = {columns_->hue.get() + begin, count};
    segment->laneBegin = lanes.begin;
    segment->overlaps = lanes.overlaps;
    segment->storage = columns_;
    return segment;
}

} // namespace lanes
