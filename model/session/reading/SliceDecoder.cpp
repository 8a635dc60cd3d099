#include "model/session/reading/SliceDecoder.h"

#include "model/session/SessionFormat.h"
#include "model/session/session.pb.h"
#include "model/trace/slices/SegmentBuilder.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace lanes::session {

namespace {

// How sessions were nested whose writers knew Nesting's rule not yet: only so much of it as their numbers need.
// Their depth of a slice was the number of slices open at its start, so one that overlapped another only partly went one
// deeper than everything around it; and places in a chunk count by (depth, start). Returns where the slice of each such
// place stands, given `at`, where each slice stands as they come. O(slices).
std::vector<std::uint32_t> placesOfOldRule(const OpenStack& open, std::span<const std::int64_t> start,
                                           std::span<const std::int64_t> duration,
                                           std::span<const std::uint32_t> at) {
    std::vector<TimeNs> ends;
    ends.reserve(open.entries.size());
    for (const OpenStack::Entry& entry : open.entries) {
        ends.push_back(entry.end);
    }
    std::vector<std::uint32_t> depth(start.size());
    std::vector<std::uint32_t> next(ends.size() + 1, 0);
    for (std::size_t i = 0; i < start.size(); ++i) {
        while (!ends.empty() && ends.back() <= start[i]) {
            ends.pop_back();
        }
        depth[i] = static_cast<std::uint32_t>(ends.size());
        next.resize(std::max(next.size(), ends.size() + 1), 0);
        ++next[ends.size()];
        const bool ended = duration[i] >= 0 && start[i] <= Nesting::kForever - duration[i];
        ends.push_back(ended ? start[i] + duration[i] : Nesting::kForever);
    }
    std::exclusive_scan(next.begin(), next.end(), next.begin(), 0u);
    std::vector<std::uint32_t> slices(start.size());
    for (std::size_t i = 0; i < start.size(); ++i) {
        slices[next[depth[i]]++] = at[i];
    }
    return slices;
}

constexpr TimeNs kForever = Nesting::kForever;

// Of times that are in bounds; others give anything.
TimeNs endOf(TimeNs start, TimeNs duration) {
    return duration < 0 ? kForever
                        : static_cast<TimeNs>(static_cast<std::uint64_t>(start) +
                                              static_cast<std::uint64_t>(duration));
}

} // namespace

// The columns of one segment in one piece of memory, widest first.
struct SliceDecoder::Columns {
    TimeNs* start;
    TimeNs* duration;
    StringId* name;
    SliceId* parent;
    LayoutId* layout;
    std::uint32_t* row;
    EventKind* kind;
    Hue* hue;

    static constexpr std::size_t kBytesPerSlice = 2 * sizeof(TimeNs) + 4 * sizeof(std::uint32_t) + 2;

    Columns(std::byte* at, std::size_t n) {
        const auto take = [&]<class T>(T*& column) {
            column = reinterpret_cast<T*>(at);
            at += n * sizeof(T);
        };
        take(start);
        take(duration);
        take(name);
        take(parent);
        take(layout);
        take(row);
        take(kind);
        take(hue);
    }
};

SliceDecoder::SliceDecoder() = default;
SliceDecoder::~SliceDecoder() = default;
SliceDecoder::SliceDecoder(SliceDecoder&&) noexcept = default;
SliceDecoder& SliceDecoder::operator=(SliceDecoder&&) noexcept = default;

void SliceDecoder::decode(SliceJob& job, const SliceTables& tables) {
    count_ = job.count;
    job.segment = nullptr;
    job.moved.clear();
    job.unended.assign(job.message->unended().begin(), job.message->unended().end());
    if (count_ == 0 || !unpackTimes(*job.message) || !nest(job.open)) {
        return;
    }
    place(job, tables);
    if (nesting_.overlapped() && !job.message->lowest_lanes() && job.segment) {
        job.moved = placesOfOldRule(job.open, start_, duration_, at_);
        for (std::uint32_t& i : job.unended) {
            i = job.moved[i];
        }
    }
}

bool SliceDecoder::unpackTimes(const proto::Slices& message) {
    start_.resize(count_);
    duration_.resize(count_);
    return decoder_.decode(message.start(), start_) && decoder_.decode(message.duration(), duration_) &&
           start_.front() >= -kMostTime && start_.back() <= kMostTime; // nest() proves that they rise
}

bool SliceDecoder::nest(const OpenStack& open) {
    nesting_.start(open.state());
    lane_.resize(count_);
    laneBegin_.assign(1, 0);
    gaps_.clear();
    // The loop writes numbers, which might be any member's for all that the compiler knows.
    const std::span<const TimeNs> starts(start_);
    const std::span<const TimeNs> durations(duration_);
    std::uint32_t* const lanes = lane_.data();
    TimeNs last = starts.front();
    TimeNs longest = 0;
    for (std::uint32_t i = 0; i < starts.size(); ++i) {
        const TimeNs start = starts[i];
        if (start < last) {
            return false;
        }
        last = start;
        longest = std::max(longest, durations[i]);
        const std::uint32_t lane = nesting_.place(start, endOf(start, durations[i]));
        if (lane != nesting_.below()) [[unlikely]] {
            gaps_.push_back({i, nesting_.below()});
        }
        lanes[i] = lane;
        if (lane >= laneBegin_.size()) [[unlikely]] {
            laneBegin_.resize(lane + std::size_t{1}, 0);
        }
        ++laneBegin_[lane];
    }
    return longest <= kMostTime;
}

// The columns are laid out one after the other: so few places are written to at a time that all stay in the cache.
void SliceDecoder::place(SliceJob& job, const SliceTables& tables) {
    std::uint32_t sum = 0;
    for (std::uint32_t& lane : laneBegin_) {
        sum += std::exchange(lane, sum);
    }
    const ColumnArena::Piece memory = arena_.take(count_ * Columns::kBytesPerSlice);
    const Columns columns(memory.data, count_);
    placeParents(job, columns);
    placeTimes(job, columns);
    if (!placeLayouts(job, columns, tables) || !placeNames(job, columns, tables)) {
        return;
    }
    auto segment = std::make_shared<Segment>();
    segment->track = job.track;
    segment->first = job.firstId;
    segment->start = {columns.start, count_};
    segment->duration = {columns.duration, count_};
    segment->name = {columns.name, count_};
    segment->parent = {columns.parent, count_};
    segment->layout = {columns.layout, count_};
    segment->row = {columns.row, count_};
    segment->kind = {columns.kind, count_};
    segment->hue = {columns.hue, count_};
    segment->laneBegin = laneBegin_;
    segment->laneBegin.push_back(count_);
    segment->overlaps = nesting_.overlapped();
    segment->storage = memory.owner;
    job.duration = columns.duration;
    job.segment = std::move(segment);
}

void SliceDecoder::placeParents(SliceJob& job, const Columns& columns) {
    std::vector<std::uint32_t> nextOfLane = laneBegin_;
    // The last slice of each lane, one further in: so a parent stands at the lane right below it.
    const std::uint32_t outer = job.open.entries.empty() ? 0 : job.open.entries.back().lane + 1;
    std::vector<SliceId> innermost(std::max<std::size_t>(nextOfLane.size(), outer) + 1);
    for (const OpenStack::Entry& e : job.open.entries) {
        innermost[e.lane + std::size_t{1}] = e.id;
    }
    at_.resize(count_);
    std::uint32_t* const next = nextOfLane.data();
    SliceId* const inner = innermost.data();
    const auto placeUntil = [&](std::uint32_t from, std::uint32_t end) {
        for (std::uint32_t i = from; i < end; ++i) {
            const std::uint32_t lane = lane_[i];
            const std::uint32_t at = next[lane]++;
            at_[i] = at;
            columns.parent[at] = inner[lane];
            inner[lane + 1] = SliceId(job.firstId + at);
        }
    };
    std::uint32_t done = 0;
    for (const LaneGap& gap : gaps_) {
        placeUntil(done, gap.ordinal);
        const SliceId parent = inner[gap.below];
        placeUntil(gap.ordinal, gap.ordinal + 1);
        columns.parent[at_[gap.ordinal]] = parent;
        done = gap.ordinal + 1;
    }
    placeUntil(done, count_);
    const Nesting::State state = nesting_.state();
    job.tail = {{}, state.beside};
    for (const Nesting::Entry& e : state.around) {
        job.tail.entries.push_back(
            {innermost[e.lane + std::size_t{1}], e.end, std::numeric_limits<TimeNs>::min(), e.lane});
    }
}

void SliceDecoder::placeTimes(SliceJob& job, const Columns& columns) {
    job.firstStart = start_.front();
    job.lastStart = start_.back();
    job.stillOpen.clear();
    TimeNs lastEnd = std::numeric_limits<TimeNs>::min();
    for (std::uint32_t i = 0; i < count_; ++i) {
        const std::uint32_t at = at_[i];
        const TimeNs start = start_[i];
        const TimeNs duration = duration_[i];
        columns.start[at] = start;
        if (duration < 0) [[unlikely]] {
            columns.duration[at] = 0;
            job.stillOpen.push_back(at);
        } else {
            columns.duration[at] = duration;
            lastEnd = std::max(lastEnd, start + duration); // far from the ends of time: nest() has looked
        }
    }
    job.lastEnd = lastEnd;
}

bool SliceDecoder::placeLayouts(const SliceJob& job, const Columns& columns, const SliceTables& tables) {
    // By layout + 1, as the file has it: what has none has row 0 of nothing.
    rows_.assign(tables.kindOfLayout->size() + 1, 0);
    for (std::size_t i = 0; i < job.rowLayouts.size(); ++i) {
        rows_[job.rowLayouts[i] + 1] = job.rowBases[i];
    }
    const EventKind* const kinds = tables.kindOfLayout->data();
    std::uint32_t* const rows = rows_.data();
    const bool placed = decoder_.decodeParts(
        job.message->layout_plus1(), count_, [&](std::size_t from, std::span<const std::int64_t> layouts) {
            const std::uint32_t* at = at_.data() + from;
            for (const std::int64_t layout : layouts) {
                if (static_cast<std::uint64_t>(layout) >= rows_.size()) {
                    return false;
                }
                const auto plus1 = static_cast<std::uint32_t>(layout);
                columns.layout[*at] = LayoutId(plus1 - 1);
                columns.row[*at] = rows[plus1];
                rows[plus1] += plus1 != 0;
                columns.kind[*at] = plus1 != 0 ? kinds[plus1 - 1] : EventKind::Other;
                ++at;
            }
            return true;
        });
    const std::string& kind = job.message->kind(); // empty: follows from the layout
    return placed && (kind.empty() || placeNumbers(kind, kEventKinds, columns.kind));
}

template<class T>
bool SliceDecoder::placeNumbers(const std::string& coded, std::size_t end, T* column) {
    return decoder_.decodeParts(coded, count_, [&](std::size_t from, std::span<const std::int64_t> values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (static_cast<std::uint64_t>(values[i]) >= end) {
                return false;
            }
            column[at_[from + i]] = static_cast<T>(values[i]);
        }
        return true;
    });
}

bool SliceDecoder::placeNames(const SliceJob& job, const Columns& columns, const SliceTables& tables) {
    const bool placed = decoder_.decodeParts(
        job.message->name_plus1(), count_, [&](std::size_t from, std::span<const std::int64_t> names) {
            for (std::size_t i = 0; i < names.size(); ++i) { // 0 wraps to "none"
                columns.name[at_[from + i]] = StringId(static_cast<std::uint32_t>(names[i]) - 1);
            }
            return true;
        });
    if (!placed) {
        return false;
    }
    if (const std::string& hue = job.message->hue(); !hue.empty()) {
        return placeNumbers(hue, kHueCount, columns.hue);
    }
    const auto text = [&](StringId id) { return tables.strings->view(id); };
    for (std::uint32_t at = 0; at < count_; ++at) {
        columns.hue[at] = hues_.get(columns.kind[at], columns.name[at], text);
    }
    return true;
}

void nestAgain(SliceJob& job, OpenStack open) {
    const std::shared_ptr<const Segment> before = job.segment; // which gets another one below
    const Segment& s = *before;
    std::vector<SliceRecord> records;
    records.reserve(s.size());
    for (std::uint32_t i = 0; i < s.size(); ++i) {
        records.push_back({s.start[i], s.duration[i], s.name[i], s.layout[i], s.row[i], s.kind[i], s.hue[i]});
    }
    for (const std::uint32_t i : job.stillOpen) {
        records[i].duration = -1;
    }
    std::vector<SliceId> placed;
    job.open = open;
    job.segment = buildSegment(job.track, job.firstId, records, open, &placed);
    job.tail = std::move(open);
    if (job.moved.empty()) {
        job.moved.resize(s.size());
        std::iota(job.moved.begin(), job.moved.end(), 0u);
    }
    for (std::vector<std::uint32_t>* places : {&job.stillOpen, &job.unended, &job.moved}) {
        for (std::uint32_t& i : *places) {
            i = placed[i].value - job.firstId;
        }
    }
    // The column belongs to the segment that was just made and nobody else has seen yet.
    job.duration = const_cast<TimeNs*>(job.segment->duration.data());
}

} // namespace lanes::session
