#include "model/trace/TraceStretch.h"

#include <algorithm>
#include <ranges>
#include <span>
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
    const auto isWithin = [&](std::uint32_t s) {
        return segments[s]->size() > 0 && segments[s]->firstStart() <= range.end &&
               segments[s]->lastStart() >= range.begin;
    };
    end_ = static_cast<std::uint32_t>(segments.size());
    while (end_ > 0 && !isWithin(end_ - 1)) {
        --end_;
    }
    begin_ = end_;
    std::uint32_t first = end_; // of those that belong to the range
    std::uint64_t slices = 0;
    while (begin_ > 0) {
        slices += segments[begin_ - 1]->size();
        if (slices > most && begin_ < end_) {
            break;
        }
        --begin_;
        first = isWithin(begin_) ? begin_ : first;
    }
    const bool all = std::ranges::none_of(std::views::iota(std::uint32_t{0}, begin_), isWithin);
    begin_ = all ? first : begin_;
    for (std::uint32_t s = 0; s < begin_ && !all; ++s) {
        if (isWithin(s)) { // what follows of its track is here, but what begins before that is not
            range_.begin = std::max(range_.begin, segments[s]->lastStart() + 1);
        }
    }
    range_.begin = std::min(range_.begin, range_.end);
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
