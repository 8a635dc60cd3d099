#include "model/trace/TraceStretch.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace lanes {

namespace {

// The segment itself, or a copy in which callers before `first` are none.
std::shared_ptr<const Segment> withoutCallersBefore(const std::shared_ptr<const Segment>& segment,
                                                    std::uint32_t first) {
    const auto isBefore = [first](SliceId caller) { return caller.value < first; };
    if (std::ranges::none_of(segment->parent, isBefore)) {
        return segment;
    }
    struct Kept {
        std::vector<SliceId> parent;
        std::shared_ptr<const Segment> columns;
    };
    auto kept = std::make_shared<Kept>();
    kept->columns = segment;
    kept->parent.assign(segment->parent.begin(), segment->parent.end());
    std::ranges::replace_if(kept->parent, isBefore, SliceId());
    auto copy = std::make_shared<Segment>(*segment);
    copy->parent = kept->parent;
    copy->storage = std::move(kept);
    return copy;
}

bool beginsWithin(const Segment& segment, TimeRange range) {
    return segment.size() > 0 && segment.firstStart() <= range.end && segment.lastStart() >= range.begin;
}

// Of each track the last segment before `end` with slices that may begin in the range, if it has one; in order. O(lanes log
// segments), as those of a track stand in time order.
std::vector<std::uint32_t> lastWithin(const Trace& trace, TimeRange range, std::uint32_t end) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t track = 0; track < trace.tracks().size(); ++track) {
        const auto [firstLane, lastLane] = trace.lanesOf(TrackId(track));
        std::optional<std::uint32_t> last;
        for (std::uint32_t lane = firstLane; lane < lastLane; ++lane) {
            const auto& pieces = trace.lanes()[lane].pieces;
            const auto after = std::ranges::partition_point(pieces, [&](const LanePiece& piece) {
                return piece.segment < end &&
                       trace.segments()[piece.segment]->start[piece.begin] <= range.end;
            });
            if (after != pieces.begin()) {
                last = std::max(last.value_or(0), std::prev(after)->segment);
            }
        }
        if (last && beginsWithin(*trace.segments()[*last], range)) {
            found.push_back(*last);
        }
    }
    std::ranges::sort(found);
    return found;
}

// The segments that hold what covers a moment, as many as have no more than `most` slices with those in between; of more the
// last. O(lanes log segments).
std::pair<std::uint32_t, std::uint32_t> around(const Trace& trace, TimeNs time, std::uint32_t most) {
    std::vector<std::uint32_t> covering;
    for (std::uint32_t lane = 0; lane < trace.lanes().size(); ++lane) {
        if (const SliceId slice = trace.sliceAt(LaneId(lane), time); slice.valid()) {
            covering.push_back(trace.locate(slice).segment);
        }
    }
    if (covering.empty()) {
        return {};
    }
    std::ranges::sort(covering);
    std::uint32_t begin = covering.back();
    std::uint64_t slices = trace.segments()[begin]->size();
    for (std::uint32_t s = begin; s > covering.front(); --s) {
        slices += trace.segments()[s - 1]->size();
        if (slices > most) {
            break;
        }
        begin = std::ranges::binary_search(covering, s - 1) ? s - 1 : begin;
    }
    return {begin, covering.back() + 1};
}

// Rows that stand by time, of which those long before `begin` can be left out: whole blocks.
template<class Table>
std::size_t rowsBefore(const Table& table, TimeNs begin) {
    return static_cast<std::size_t>(std::ranges::lower_bound(table.time, begin) - table.time.begin());
}

template<class Table>
void dropBefore(Table& table, std::size_t row) {
    std::apply([&](auto&... column) { ((column = column.withoutBlocksBefore(row)), ...); }, table.columns());
}

} // namespace

TraceStretch::TraceStretch(const Trace& trace, TimeRange range, std::uint32_t most)
    : range_(range) {
    const Segments& segments = trace.segments();
    const std::vector<std::uint32_t> last =
        lastWithin(trace, range, static_cast<std::uint32_t>(segments.size()));
    if (last.empty()) {
        std::tie(begin_, end_) = around(trace, range.begin, most);
    } else {
        end_ = last.back() + 1;
        begin_ = end_;
        std::uint32_t first = end_; // of those that belong to the range
        std::uint64_t slices = 0;
        while (begin_ > 0) {
            slices += segments[begin_ - 1]->size();
            if (slices > most && begin_ < end_) {
                break;
            }
            --begin_;
            first = beginsWithin(*segments[begin_], range) ? begin_ : first;
        }
        const std::vector<std::uint32_t> before = lastWithin(trace, range, begin_);
        begin_ = before.empty() ? first : begin_;
        for (const std::uint32_t s : before) {
            // What follows of its track is here, but what begins before that is not.
            range_.begin = std::max(range_.begin, segments[s]->lastStart() + 1);
        }
        range_.begin = std::min(range_.begin, range_.end);
    }
    constexpr std::size_t kBlock = decltype(MemoryTable::time)::kBlockRows;
    memoryBefore_ = static_cast<std::uint32_t>(rowsBefore(trace.memory(), range_.begin) / kBlock * kBlock);
}

std::shared_ptr<const Trace> TraceStretch::of(const Trace& trace) const {
    TraceData data = trace.data();
    data.segments = {};
    const std::uint32_t first = begin_ < end_ ? trace.segments()[begin_]->first : 0;
    for (std::uint32_t s = begin_; s < end_; ++s) {
        data.segments.push_back(withoutCallersBefore(trace.segments()[s], first));
    }
    const std::uint32_t end =
        begin_ < end_ ? trace.segments()[end_ - 1]->first + trace.segments()[end_ - 1]->size() : 0;
    std::erase_if(data.openSlices, [&](SliceId slice) { return slice.value < first || slice.value >= end; });
    data.links = trace.links().within(SliceId(first), SliceId(end));
    dropBefore(data.memory, memoryBefore_);
    for (CounterSeries& counter : data.counters) {
        dropBefore(counter, rowsBefore(counter, range_.begin));
    }
    return std::make_shared<const Trace>(std::move(data));
}

} // namespace lanes
