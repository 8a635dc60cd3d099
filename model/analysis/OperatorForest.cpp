#include "model/analysis/OperatorForest.h"

#include <algorithm>

namespace lanes {

namespace {

bool isNode(EventKind kind) {
    return kind == EventKind::Operator || kind == EventKind::UserRange;
}

} // namespace

std::shared_ptr<const OperatorForest> OperatorForest::build(std::shared_ptr<const Trace> trace,
                                                            const std::stop_token& stop) {
    const std::shared_ptr<OperatorForest> forest(new OperatorForest());
    forest->trace_ = std::move(trace);
    std::vector<std::uint32_t> enclosing(forest->trace_->sliceCount(), kNone);
    if (!forest->collectOperators(stop, enclosing)) {
        return nullptr;
    }
    forest->collectWork(enclosing);
    if (stop.stop_requested()) {
        return nullptr;
    }
    forest->attributeWork();
    return forest;
}

// `near` is where it most likely stands.
TimeNs OperatorForest::endOf(std::uint32_t op, const Segment& near) const {
    const std::uint32_t index = slices_[op].value - near.first;
    return index < near.size() ? near.end(index) : trace_->slice(slices_[op]).end();
}

// The first of `op` and its ancestors that is still open at `t`.
std::uint32_t OperatorForest::openAt(std::uint32_t op, TimeNs t, const Segment& near,
                                     bool operatorsOnly) const {
    while (op != kNone && (endOf(op, near) <= t || (operatorsOnly && !isOperator_[op]))) {
        op = parents_[op];
    }
    return op;
}

// Parents stand before their children in the order of slices, so one pass hands every node down.
bool OperatorForest::collectOperators(const std::stop_token& stop, std::vector<std::uint32_t>& enclosing) {
    std::size_t count = 0;
    for (const auto& segment : trace_->segments()) {
        count += static_cast<std::size_t>(std::ranges::count_if(segment->kind, isNode));
    }
    slices_.reserve(count);
    parents_.reserve(count);
    self_.reserve(count);
    isOperator_.reserve(count);
    for (std::uint32_t s = 0; s < trace_->segments().size(); ++s) {
        if (stop.stop_requested()) {
            return false;
        }
        collectSegment(s, enclosing);
    }
    return true;
}

void OperatorForest::collectSegment(std::uint32_t index, std::vector<std::uint32_t>& enclosing) {
    const Segment& segment = *trace_->segments()[index];
    for (std::uint32_t depth = 0; depth < segment.depths(); ++depth) {
        const auto first = static_cast<std::uint32_t>(slices_.size());
        for (std::uint32_t i = segment.laneBegin[depth]; i < segment.laneBegin[depth + 1]; ++i) {
            const SliceId outer = segment.parent[i];
            std::uint32_t around = outer.valid() ? enclosing[outer.value] : kNone;
            if (isNode(segment.kind[i])) {
                around = openAt(around, segment.start[i], segment, false);
                const auto op = static_cast<std::uint32_t>(slices_.size());
                slices_.emplace_back(segment.first + i);
                parents_.push_back(around);
                self_.push_back(segment.duration[i]);
                isOperator_.push_back(segment.kind[i] == EventKind::Operator);
                if (around != kNone) {
                    self_[around] -= std::min(segment.end(i), endOf(around, segment)) - segment.start[i];
                }
                around = op;
            }
            enclosing[segment.first + i] = around;
        }
        const auto end = static_cast<std::uint32_t>(slices_.size());
        if (end > first) {
            runs_.push_back({index, first, end});
        }
    }
}

void OperatorForest::collectWork(const std::vector<std::uint32_t>& enclosing) {
    for (const auto& segment : trace_->segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            if (isDeviceWork(segment->kind[i])) {
                work_.push_back({SliceId(segment->first + i), SliceId(), DeviceWork::kNoOperator});
            }
        }
    }
    if (work_.empty()) {
        return;
    }
    for (const Link& link : trace_->links().all()) {
        if (link.kind != LinkKind::Launch || !trace_->has(link.from)) {
            continue;
        }
        const auto at = std::ranges::lower_bound(work_, link.to, {}, &DeviceWork::slice);
        if (at == work_.end() || at->slice != link.to || at->launch.valid()) {
            continue;
        }
        at->launch = link.from;
        const Trace::Position from = trace_->locate(link.from);
        const Segment& segment = *trace_->segments()[from.segment];
        at->op = openAt(enclosing[link.from.value], segment.start[from.index], segment, true);
    }
}

void OperatorForest::attributeWork() {
    if (work_.empty()) {
        return;
    }
    selfDevice_.assign(slices_.size(), 0);
    for (const DeviceWork& w : work_) {
        if (w.op != kNone) {
            selfDevice_[w.op] += trace_->slice(w.slice).duration;
        }
    }
    totalDevice_ = selfDevice_;
    for (std::uint32_t op = size(); op-- > 0;) {
        if (parents_[op] != kNone) {
            totalDevice_[parents_[op]] += totalDevice_[op];
        }
    }
}

std::optional<std::uint32_t> OperatorForest::indexOf(SliceId slice) const {
    const auto at = std::ranges::lower_bound(slices_, slice);
    if (at == slices_.end() || *at != slice) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(at - slices_.begin());
}

std::uint32_t OperatorForest::innermostAt(TrackId track, TimeNs t) const {
    std::uint32_t best = kNone;
    TimeNs bestStart = 0;
    for (const Run& run : runs_) {
        const Segment& segment = segmentOf(run);
        if (segment.track != track) {
            continue;
        }
        const auto begin = slices_.begin() + run.first;
        const auto after = std::upper_bound(begin, slices_.begin() + run.end, t, [&](TimeNs at, SliceId id) {
            return at < segment.start[id.value - segment.first];
        });
        if (after == begin) {
            continue;
        }
        const auto op = static_cast<std::uint32_t>(after - slices_.begin()) - 1;
        const TimeNs start = segment.start[slices_[op].value - segment.first];
        if (segment.end(slices_[op].value - segment.first) > t && (best == kNone || start >= bestStart)) {
            best = op;
            bestStart = start;
        }
    }
    return best;
}

OperatorForest::Run OperatorForest::within(const Run& run, TimeRange range) const {
    const Segment& segment = segmentOf(run);
    const auto startsBefore = [&](SliceId id, TimeNs at) {
        return segment.start[id.value - segment.first] < at;
    };
    const auto begin = slices_.begin() + run.first;
    const auto end = slices_.begin() + run.end;
    const auto from = std::lower_bound(begin, end, range.begin, startsBefore);
    const auto to = std::lower_bound(from, end, range.end, startsBefore);
    return {run.segment, static_cast<std::uint32_t>(from - slices_.begin()),
            static_cast<std::uint32_t>(to - slices_.begin())};
}

const DeviceWork* OperatorForest::workOf(SliceId kernel) const {
    const auto at = std::ranges::lower_bound(work_, kernel, {}, &DeviceWork::slice);
    return at != work_.end() && at->slice == kernel ? &*at : nullptr;
}

} // namespace lanes
