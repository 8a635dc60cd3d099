#include "model/analysis/operators/OperatorForest.h"

#include "model/base/Threads.h"

#include <algorithm>
#include <ranges>

namespace lanes {

template<class Before>
std::uint32_t OperatorForest::firstNot(const Run& run, const Before& before) const {
    return *std::ranges::partition_point(std::views::iota(run.first, run.end),
                                         [&](std::uint32_t op) { return before(position(run, op)); });
}

const OperatorForest::Run& OperatorForest::runOf(std::uint32_t op) const {
    return *std::prev(std::ranges::upper_bound(runs_, op, {}, &Run::first));
}

SliceId OperatorForest::plainSlice(std::uint32_t op) const {
    const Run& run = runOf(op);
    return SliceId(run.firstSlice + (op - run.base));
}

TimeNs OperatorForest::selfTime(std::uint32_t op) const {
    return trace_->slice(slice(op)).duration - childTime(op);
}

std::optional<std::uint32_t> OperatorForest::indexOf(SliceId slice) const {
    const auto firstSlice = [this](const Run& run) { return run.firstSlice + position(run, run.first); };
    const auto after = std::ranges::upper_bound(runs_, slice.value, {}, firstSlice);
    if (after == runs_.begin()) {
        return std::nullopt;
    }
    const Run& run = *std::prev(after);
    const std::uint32_t i = slice.value - run.firstSlice;
    const std::uint32_t op =
        run.isPlain() ? run.base + i : firstNot(run, [i](std::uint32_t at) { return at < i; });
    return op < run.end && position(run, op) == i ? std::optional(op) : std::nullopt;
}

OperatorForest::Run OperatorForest::within(const Run& run, TimeRange range) const {
    const Segment& segment = segmentOf(run);
    Run part = run;
    part.first = firstNot(run, [&](std::uint32_t i) { return segment.start[i] < range.begin; });
    part.end = firstNot(run, [&](std::uint32_t i) { return segment.start[i] < range.end; });
    part.end = std::max(part.first, part.end);
    return part;
}

std::vector<std::vector<OperatorForest::Run>>
OperatorForest::shares(const std::optional<TimeRange>& range) const {
    std::vector<Run> parts;
    std::uint32_t left = 0;
    for (const Run& run : callersFirst()) {
        parts.push_back(range ? within(run, *range) : run);
        left += parts.back().end - parts.back().first;
    }
    std::vector<std::vector<Run>> shares(threadsFor(left));
    auto part = parts.begin();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const auto sharesLeft = static_cast<std::uint32_t>(shares.size() - i);
        for (std::uint32_t room = left / sharesLeft; part != parts.end();) {
            const std::uint32_t size = part->end - part->first;
            const std::uint32_t taken = sharesLeft == 1 ? size : std::min(size, room);
            shares[i].push_back(*part);
            shares[i].back().end = part->first + taken;
            part->first += taken;
            left -= taken;
            room -= std::min(room, taken);
            if (part->first < part->end) {
                break;
            }
            ++part;
        }
    }
    return shares;
}

const DeviceWork* OperatorForest::workOf(SliceId kernel) const {
    const auto at = std::ranges::lower_bound(work_, kernel, {}, &DeviceWork::slice);
    return at != work_.end() && at->slice == kernel ? &*at : nullptr;
}

void OperatorForest::orderCallersFirst(const std::function<bool(const Run& run)>& isUnordered) {
    if (std::ranges::none_of(runs_, isUnordered)) {
        return;
    }
    struct Call {
        TimeNs start;
        const Run* run;
        std::uint32_t op;
    };
    std::vector<Call> calls; // of a segment
    for (auto run = runs_.begin(); run != runs_.end();) {
        const std::uint32_t segment = run->segment;
        if (!isUnordered(*run)) {
            pieces_.push_back(*run++);
            continue;
        }
        calls.clear();
        for (; run != runs_.end() && run->segment == segment; ++run) {
            for (std::uint32_t op = run->first; op < run->end; ++op) {
                calls.push_back({segmentOf(*run).start[position(*run, op)], &*run, op});
            }
        }
        // of those that start together the caller has the lower number
        std::ranges::stable_sort(calls, {}, &Call::start);
        for (const Call& call : calls) {
            if (call.run->first == call.op || pieces_.back().end != call.op) {
                pieces_.push_back(*call.run);
                pieces_.back().first = call.op;
            }
            pieces_.back().end = call.op + 1;
        }
    }
}

void OperatorForest::addUpWork() {
    if (work_.empty()) {
        return;
    }
    selfDevice_.assign(size(), 0);
    for (const DeviceWork& w : work_) {
        if (w.op != kNone) {
            selfDevice_[w.op] += trace_->slice(w.slice).duration;
        }
    }
    totalDevice_ = selfDevice_;
    for (const Run& run : std::views::reverse(callersFirst())) {
        for (std::uint32_t op = run.end; op-- > run.first;) {
            if (const std::uint32_t caller = parent(run, op); caller != kNone) {
                totalDevice_[caller] += totalDevice_[op];
            }
        }
    }
}

} // namespace lanes
