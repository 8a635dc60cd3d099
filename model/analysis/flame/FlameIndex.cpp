#include "model/analysis/flame/FlameIndex.h"

#include "model/base/StopEvery.h"
#include "model/base/Threads.h"
#include "model/trace/tables/BoundedBytes.h"

#include <algorithm>
#include <atomic>

namespace lanes {

namespace {

constexpr std::uint32_t kNoFrame = FlameNode::kNone;

std::int64_t& weight(FlameNode::Weights& weights, FlameWeight w) {
    return weights[static_cast<std::size_t>(w)];
}

TimeNs cut(const std::optional<TimeRange>& range, TimeNs start, TimeNs end) {
    if (!range) {
        return end - start;
    }
    return std::max<TimeNs>(std::min(end, range->end) - std::max(start, range->begin), 0);
}

} // namespace

bool belongsTo(FlameSource source, EventKind kind, std::string_view name) {
    const bool python = kind == EventKind::PythonFunction;
    const bool op = kind == EventKind::Operator || kind == EventKind::UserRange;
    switch (source) {
    case FlameSource::Operators:
        return op;
    case FlameSource::Python:
        return python;
    case FlameSource::Modules:
        return python && name.starts_with(CallContext::kModulePrefix);
    case FlameSource::Everything:
        break;
    }
    return python || op;
}

std::shared_ptr<const FlameTree> FlameIndex::tree(const std::optional<TimeRange>& range,
                                                  const std::stop_token& stop) const {
    const auto& segments = forest_->trace().segments();
    const unsigned threads = threadsFor(forest_->trace().sliceCount());
    std::vector<Weights> weights; // by thread
    weights.reserve(threads);
    for (unsigned thread = 0; thread < threads; ++thread) {
        weights.push_back(hugeArray<FlameNode::Weights>(nodes_.size()));
    }
    std::atomic<bool> stopped = false;
    forEachOnThreads(threads, nodes_.size() > 1 ? segments.size() : 0, [&](std::size_t s, unsigned thread) {
        for (std::uint32_t depth = 0; depth < segments[s]->depths() && !stopped; ++depth) {
            if (!addLane(*segments[s], depth, range, weights[thread], stop)) {
                stopped = true;
            }
        }
    });
    for (unsigned thread = 1; thread < threads && !stopped; ++thread) {
        stopped = !addUp(weights.front(), weights[thread], stop);
        weights[thread].reset();
    }
    const bool done = !stopped && addKernels(range, weights.front(), stop) &&
                      addFrameCalls(range, weights.front(), stop) &&
                      addAllocations(range, weights.front(), stop);
    return done ? pruned(weights.front(), stop) : nullptr;
}

bool FlameIndex::addUp(Weights& sums, const Weights& more, const std::stop_token& stop) const {
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        if (node % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        for (std::size_t w = 0; w < sums[node].size(); ++w) {
            sums[node][w] += more[node][w];
        }
    }
    return true;
}

bool FlameIndex::addLane(const Segment& segment, std::uint32_t depth, const std::optional<TimeRange>& range,
                         Weights& weights, const std::stop_token& stop) const {
    std::uint32_t from = segment.laneBegin[depth];
    std::uint32_t to = segment.laneBegin[depth + 1];
    if (range) { // slices of a lane never overlap, so ends are sorted as starts are
        const auto starts = segment.start.subspan(from, to - from);
        const auto first = std::ranges::lower_bound(starts, range->begin);
        const auto last = std::lower_bound(first, starts.end(), range->end);
        const auto begin = from + static_cast<std::uint32_t>(first - starts.begin());
        to = from + static_cast<std::uint32_t>(last - starts.begin());
        from = begin > from && segment.end(begin - 1) > range->begin ? begin - 1 : begin;
    }
    const SliceId first(segment.first + from);
    auto owned = std::ranges::lower_bound(owned_, first, {}, &Owned::first);
    auto called = std::ranges::lower_bound(calledIn_, first, {}, &CalledIn::first);
    for (std::uint32_t i = from; i < to; ++i) {
        if ((i == from || i % kStopEvery == 0) && stop.stop_requested()) {
            return false;
        }
        const SliceId slice(segment.first + i);
        const std::uint32_t node = nodeOf(slice);
        if (node == kNoFrame) {
            continue;
        }
        owned = std::find_if(owned, owned_.end(), [slice](const Owned& o) { return o.first >= slice; });
        called =
            std::find_if(called, calledIn_.end(), [slice](const CalledIn& c) { return c.first >= slice; });
        const TimeRange own = owned != owned_.end() && owned->first == slice
                                  ? owned->second
                                  : TimeRange{segment.start[i], segment.end(i)};
        const TimeNs time = cut(range, own.begin, own.end);
        weight(weights[node], FlameWeight::CpuTime) += time;
        weight(weights[node], FlameWeight::BackwardCpuTime) += isBackward(slice) ? time : 0;
        weight(weights[node], FlameWeight::Count) += isNoCall_.empty() || !isNoCall_[slice.value] ? 1 : 0;
        const SliceId outer =
            called != calledIn_.end() && called->first == slice ? called->second : around(segment, i);
        if (outer.valid() && nodeOf(outer) != kNoFrame) {
            takeFromCaller(segment, outer, own, range, weights[nodeOf(outer)]);
        }
    }
    return true;
}

// What of a call lies in its caller is not the caller's own.
void FlameIndex::takeFromCaller(const Segment& segment, SliceId outer, TimeRange own,
                                const std::optional<TimeRange>& range, FlameNode::Weights& of) const {
    const std::uint32_t at = outer.value - segment.first;
    const TimeNs outerEnd = at < segment.size() ? segment.end(at) : forest_->trace().slice(outer).end();
    const TimeNs inside = cut(range, own.begin, std::max(own.begin, std::min(own.end, outerEnd)));
    weight(of, FlameWeight::CpuTime) -= inside;
    weight(of, FlameWeight::BackwardCpuTime) -= isBackward(outer) ? inside : 0;
}

bool FlameIndex::addKernels(const std::optional<TimeRange>& range, Weights& weights,
                            const std::stop_token& stop) const {
    for (std::size_t w = 0; w < workNode_.size(); ++w) {
        if (w % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        if (range && !range->contains(workMoment_[w])) {
            continue;
        }
        FlameNode::Weights& node = weights[workNode_[w]];
        weight(node, FlameWeight::DeviceTime) += workTime_[w];
        weight(node, FlameWeight::BackwardDeviceTime) +=
            !workIsBackward_.empty() && workIsBackward_[w] ? workTime_[w] : 0;
        weight(node, FlameWeight::Count) += workIsNode_[w] ? 1 : 0;
    }
    return true;
}

bool FlameIndex::addFrameCalls(const std::optional<TimeRange>& range, Weights& weights,
                               const std::stop_token& stop) const {
    std::size_t number = 0;
    for (const FrameCall& call : frameCalls_) {
        if (number++ % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        weight(weights[call.node], FlameWeight::Count) += !range || range->contains(call.start) ? 1 : 0;
    }
    return true;
}

bool FlameIndex::addAllocations(const std::optional<TimeRange>& range, Weights& weights,
                                const std::stop_token& stop) const {
    const MemoryTable& memory = forest_->trace().memory();
    const auto first = range ? std::ranges::lower_bound(memory.time, range->begin) : memory.time.begin();
    const auto last = range ? std::lower_bound(first, memory.time.end(), range->end) : memory.time.end();
    for (auto at = first; at != last; ++at) {
        const auto e = static_cast<std::size_t>(at - memory.time.begin());
        if (e % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        if (memory.bytes[e] > 0) {
            weight(weights[eventNode_[e]], FlameWeight::AllocatedBytes) += boundedBytes(memory.bytes[e]);
        }
    }
    return true;
}

// The nodes that have any weight in them, and those above.
std::shared_ptr<const FlameTree> FlameIndex::pruned(const Weights& weights,
                                                    const std::stop_token& stop) const {
    const auto tree = std::make_shared<FlameTree>();
    std::vector<bool> kept(nodes_.size());
    std::size_t count = 1;
    kept[0] = true;
    for (std::size_t i = nodes_.size(); i-- > 1;) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return nullptr;
        }
        const bool any = std::ranges::any_of(weights[i], [](std::int64_t w) { return w != 0; });
        kept[i] = kept[i] || any;
        kept[nodes_[i].parent] = kept[nodes_[i].parent] || kept[i];
        count += kept[i] ? 1 : 0;
    }
    tree->nodes_.reserve(count);
    std::vector<std::uint32_t> number(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return nullptr;
        }
        if (!kept[i]) {
            continue;
        }
        number[i] = static_cast<std::uint32_t>(tree->nodes_.size());
        FlameNode node{nodes_[i]};
        node.parent = i == 0 ? kNoFrame : number[node.parent];
        node.self = weights[i];
        tree->nodes_.push_back(node);
    }
    tree->trace_ = forest_->sharedTrace();
    tree->context_ = context_;
    tree->classes_ = classes_;
    return tree->sumUp(stop) ? tree : nullptr;
}

std::shared_ptr<const FlameIndex> FlameCache::index(const OperatorData& data, const FlameKind& kind,
                                                    const std::stop_token& stop) {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<const FlameIndex>& known = indexes_[kind];
    if (!known) {
        known = FlameIndex::build(data, kind, stop);
    }
    return known;
}

} // namespace lanes
