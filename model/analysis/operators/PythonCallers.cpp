#include "model/analysis/operators/PythonCallers.h"

#include "model/base/RadixSort.h"
#include "model/trace/args/ArgReader.h"
#include "model/trace/slices/RunningSlices.h"

#include <algorithm>

namespace lanes {

namespace {

constexpr std::int64_t kNoId = -1;

// Goes over the Python functions of a segment by start.
class Teller {
public:
    explicit Teller(const Trace& trace)
        : trace_(trace)
        , ids_(trace.args(), trace.strings(), "Python id")
        , callers_(trace.args(), trace.strings(), "Python parent id") {}

    template<class Take>
    void tell(const Segment& segment, const std::vector<SliceId>& running, const Take& take) {
        open_.clear();
        for (const SliceId id : running) {
            if (trace_.slice(id).kind == EventKind::PythonFunction) {
                open_.push_back({trace_.slice(id).end(), id});
            }
        }
        for (const std::uint32_t i : orderOf(segment.start)) {
            if (segment.kind[i] == EventKind::PythonFunction) {
                place(segment, i, take);
            }
        }
    }

private:
    struct Open {
        TimeNs end = 0;
        SliceId slice;
    };

    template<class Take>
    void place(const Segment& segment, std::uint32_t i, const Take& take) {
        while (!open_.empty() && open_.back().end <= segment.start[i]) {
            open_.pop_back();
        }
        const SliceId slice(segment.first + i);
        const std::size_t outlived = outlivedBy(segment.end(i));
        const std::int64_t told =
            outlived < open_.size()
                ? callers_.integer(segment.layout[i], segment.row[i], trace_.strings(), kNoId)
                : kNoId;
        std::size_t keep = outlived;
        for (std::size_t at = outlived; at < open_.size() && told != kNoId; ++at) {
            if (idOf(open_[at].slice) == told) {
                take(slice, open_[at].slice);
                keep = at + 1;
            }
        }
        open_.resize(keep);
        open_.push_back({segment.end(i), slice});
    }

    // Of the innermost that are open, the outermost that ends before `end`.
    [[nodiscard]] std::size_t outlivedBy(TimeNs end) const {
        std::size_t at = open_.size();
        while (at > 0 && open_[at - 1].end < end) {
            --at;
        }
        return at;
    }
    [[nodiscard]] std::int64_t idOf(SliceId slice) {
        const Trace::Slice s = trace_.slice(slice);
        return ids_.integer(s.layout, s.row, trace_.strings(), kNoId);
    }

    const Trace& trace_;
    ArgReader ids_;
    ArgReader callers_;
    std::vector<Open> open_;
};

} // namespace

PythonCallers::PythonCallers(const Trace& trace, const std::stop_token& stop) {
    if (!trace.strings().find("Python parent id").valid()) {
        return;
    }
    Teller teller(trace);
    RunningSlices running(trace);
    for (const auto& segment : trace.segments()) {
        if (stop.stop_requested()) {
            return;
        }
        if (segment->overlaps && segment->next(EventKind::PythonFunction, 0) < segment->size()) {
            teller.tell(*segment, running.at(*segment),
                        [this](SliceId function, SliceId caller) { told_.emplace_back(function, caller); });
        }
        running.pass(*segment);
    }
    std::ranges::sort(told_);
}

SliceId PythonCallers::of(SliceId function) const {
    const auto at = std::ranges::lower_bound(told_, function, {}, &Told::first);
    return at != told_.end() && at->first == function ? at->second : SliceId();
}

} // namespace lanes
