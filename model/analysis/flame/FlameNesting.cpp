#include "model/analysis/flame/FlameNesting.h"

#include "model/base/RadixSort.h"
#include "model/trace/slices/CallShares.h"

#include <algorithm>

namespace lanes {

// Goes over the slices of one segment by start.
class FlameNesting::Walk {
public:
    Walk(FlameNesting& nesting, const Segment& segment)
        : nesting_(nesting)
        , shares_(segment.first, segment.size()) {}

    // A slice that takes part and may call others. Returns what of its time it owns.
    TimeRange place(SliceId slice, TimeRange time) {
        while (!open_.empty() && open_.back().end <= time.begin) {
            open_.pop_back();
        }
        const SliceId told = nesting_.callers_.of(slice);
        while (!open_.empty() && open_.back().end < time.end && open_.back().slice != told) {
            open_.pop_back();
        }
        const SliceId outer = innermost();
        const TimeNs end = outer.valid() ? std::min(time.end, endOf(outer, time.end)) : time.end;
        if (end < time.end) {
            nesting_.ends_[slice] = end;
        }
        open_.push_back({time.end, slice});
        return shares_.add(slice.value, outer.valid() ? outer.value : CallShares::kNoCall, time.begin, end);
    }
    [[nodiscard]] SliceId innermost() const { return open_.empty() ? SliceId() : open_.back().slice; }
    [[nodiscard]] SliceId callerOfLast() const {
        return open_.size() > 1 ? open_[open_.size() - 2].slice : SliceId();
    }
    // `t` is no earlier than any before.
    [[nodiscard]] SliceId innermostAt(TimeNs t) {
        while (!open_.empty() && open_.back().end <= t) {
            open_.pop_back();
        }
        return innermost();
    }

private:
    struct Open {
        TimeNs end = 0;
        SliceId slice;
    };

    // When a caller's own time ends, which its callee may outlast.
    [[nodiscard]] TimeNs endOf(SliceId outer, TimeNs end) const {
        const auto known = nesting_.ends_.find(outer);
        const TimeNs own = known != nesting_.ends_.end() ? known->second : open_.back().end;
        return std::min(own, end);
    }

    FlameNesting& nesting_;
    CallShares shares_;
    std::vector<Open> open_; // outermost first
};

bool FlameNesting::isNeeded(const Segment& segment) const {
    return segment.size() > 0 && (segment.overlaps || asyncs_.any());
}

FlameNest FlameNesting::nest(const Segment& segment, const std::function<bool(SliceId)>& takesPart) {
    FlameNest nest;
    nest.order = orderOf(segment.start);
    nest.outer.resize(segment.size());
    Walk walk(*this, segment);
    for (const SliceId id : running_.at(segment)) {
        const Trace::Slice slice = trace_.slice(id);
        if (!asyncs_.has(slice.kind, slice.name) && takesPart(id)) {
            walk.place(id, {slice.start, slice.end()});
        }
    }
    for (const std::uint32_t i : nest.order) {
        const SliceId id(segment.first + i);
        const TimeRange time{segment.start[i], segment.end(i)};
        const bool isAsync = asyncs_.has(segment.kind[i], segment.name[i]);
        if (isAsync || !takesPart(id)) {
            nest.outer[i] = walk.innermostAt(time.begin);
            if (isAsync) {
                nest.owned.emplace_back(id, TimeRange{time.end, time.end});
            }
            continue;
        }
        const TimeRange owned = walk.place(id, time);
        nest.outer[i] = walk.callerOfLast();
        if (owned.begin != time.begin || owned.end != time.end) {
            nest.owned.emplace_back(id, owned);
        }
    }
    return nest;
}

} // namespace lanes
