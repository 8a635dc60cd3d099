#include "model/analysis/operators/LaunchedWork.h"
#include "model/analysis/operators/NestedNodes.h"
#include "model/analysis/operators/OperatorForest.h"
#include "model/base/ChainMemo.h"
#include "model/base/RadixSort.h"
#include "model/base/StopEvery.h"
#include "model/base/Threads.h"
#include "model/trace/slices/AsyncRanges.h"
#include "model/trace/slices/CallShares.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <span>
#include <utility>

namespace lanes {

// Finds every operator's parent and what each kernel belongs to.
//
// Nodes are numbered in the order of slices, so every lane knows its numbers before its tree is known, and tracks are
// independent of each other. Parents stand before their children in that order, so one pass hands every node down; where
// slices overlap they need not, and the order of their starts is kept.
class OperatorForest::Builder {
public:
    explicit Builder(OperatorForest& forest)
        : forest_(forest)
        , trace_(*forest.trace_)
        , asyncs_(trace_.strings())
        , threads_(threadsFor(trace_.sliceCount()))
        , parts_(trace_.segments().size())
        , enclosing_(trace_.sliceCount()) {}

    // False if asked to stop.
    bool run(const std::stop_token& stop) {
        if (!countNodes(stop) || !collectOperators(numberNodes(), stop) || !collectWork(stop)) {
            return false;
        }
        forest_.orderCallersFirst([this](const Run& run) { return parts_[run.segment].isUnordered; });
        forest_.addUpWork();
        return true;
    }

private:
    // What is known of a segment.
    struct Part {
        std::vector<std::uint32_t> nodes; // by depth
        std::uint32_t base = 0;           // number of the first node
        std::uint32_t plain = 0;          // slices in plain lanes: these come first
        std::uint32_t work = 0;           // kernels, copies and sets
        bool isUnordered = false;         // an operator stands before its caller
        bool hasAsync = false;            // see AsyncRanges
        bool startsTogether = false;      // an operator starts with what stands around it
        std::vector<std::pair<std::uint32_t, std::uint32_t>> launchers; // see NestedNodes
        HugeVector<std::uint32_t> order; // of slices that overlap, by start; until they have been collected
    };
    // A lane of a segment.
    struct Lane {
        std::uint32_t segment = 0;
        std::uint32_t depth = 0;
        std::uint32_t first = 0; // number of its first node
        Run* run = nullptr;      // none: no nodes
    };
    using Lanes = std::vector<Lane>; // of one track, in order

    // The one whose children are being gone through: in a lane, siblings stand together.
    struct Caller {
        std::uint32_t op = kNone;
        TimeNs end = 0;
        TimeNs childTime = 0; // of those seen so far
    };

    bool countNodes(const std::stop_token& stop) {
        forEachOnThreads(threads_, parts_.size(), [&](std::size_t s) {
            const Segment& segment = *trace_.segments()[s];
            Part& part = parts_[s];
            for (std::uint32_t depth = 0; depth < segment.depths() && !stop.stop_requested(); ++depth) {
                std::uint32_t nodes = 0;
                for (std::uint32_t i = segment.laneBegin[depth]; i < segment.laneBegin[depth + 1]; ++i) {
                    nodes += isForestNode(segment.kind[i]) ? 1 : 0;
                    part.work += isDeviceWork(segment.kind[i]) ? 1 : 0;
                    part.hasAsync |= asyncs_.any() && isForestNode(segment.kind[i]) && isAsync(segment, i);
                }
                part.nodes.push_back(nodes);
            }
            if ((segment.overlaps || part.hasAsync) &&
                std::ranges::any_of(part.nodes, [](auto nodes) { return nodes > 0; })) {
                part.order = orderOf(segment.start); // here all threads have something to do
            }
        });
        return !stop.stop_requested();
    }

    std::vector<Lanes> numberNodes() {
        std::vector<Lanes> tracks(trace_.tracks().size());
        std::uint32_t count = 0;
        for (std::uint32_t s = 0; s < parts_.size(); ++s) {
            parts_[s].base = count;
            for (const std::uint32_t nodes : parts_[s].nodes) {
                if (nodes > 0) {
                    const std::uint32_t first = trace_.segments()[s]->first;
                    forest_.runs_.push_back(
                        {.segment = s, .first = count, .end = count + nodes, .firstSlice = first});
                }
                count += nodes;
            }
        }
        auto run = forest_.runs_.begin();
        for (std::uint32_t s = 0; s < parts_.size(); ++s) {
            Lanes& lanes = tracks[trace_.segments()[s]->track.value];
            for (std::uint32_t depth = 0; depth < parts_[s].nodes.size(); ++depth) {
                const bool any = parts_[s].nodes[depth] > 0;
                lanes.push_back({s, depth, any ? run->first : 0, any ? &*run : nullptr});
                run += any ? 1 : 0;
            }
        }
        forest_.stored_ = hugeArray<std::uint32_t>(count);
        forest_.parents_ = hugeArray<std::uint32_t>(count);
        forest_.childTime_ = ShortTimes(count);
        return tracks;
    }

    bool collectOperators(const std::vector<Lanes>& tracks, const std::stop_token& stop) {
        std::atomic<bool> stopped = false;
        forEachOnThreads(threads_, tracks.size(), [&](std::size_t track) {
            std::vector<SliceId> last; // of each depth so far
            for (std::span<const Lane> lanes = tracks[track]; !lanes.empty() && !stopped;) {
                const std::span<const Lane> own = lanes.first(segmentOf(lanes.front()).depths());
                lanes = lanes.subspan(own.size());
                if (stop.stop_requested() || !collectSegment(own, last, stop)) {
                    stopped = true;
                }
            }
        });
        return !stopped;
    }

    [[nodiscard]] const Segment& segmentOf(const Lane& lane) const {
        return *trace_.segments()[lane.segment];
    }

    // All lanes of a segment. `last` are the slices that stand last in each lane of those before it.
    bool collectSegment(std::span<const Lane> lanes, std::vector<SliceId>& last,
                        const std::stop_token& stop) {
        const Segment& segment = segmentOf(lanes.front());
        Part& part = parts_[lanes.front().segment];
        if (segment.size() > 0 && part.order.empty() && hasNodes(part) &&
            asyncRuns(last, segment.firstStart())) {
            part.order = orderOf(segment.start);
            part.hasAsync = true;
        }
        if (part.hasAsync || (segment.overlaps && isMixed(lanes, last))) {
            nest(lanes.front(), last);
        } else {
            for (const Lane& lane : lanes) {
                if (!collectMixed(lane, collectPlain(lane, stop), stop)) {
                    return false;
                }
            }
            if (part.startsTogether) {
                openAtStarts(lanes);
            }
        }
        if (!part.order.empty()) {
            shareOut(lanes.front(), last);
            part.order = {};
        }
        last.resize(std::max<std::size_t>(last.size(), lanes.size()));
        for (const Lane& lane : lanes) {
            if (segment.laneBegin[lane.depth] < segment.laneBegin[lane.depth + 1]) {
                last[lane.depth] = SliceId(segment.first + segment.laneBegin[lane.depth + 1] - 1);
            }
        }
        return true;
    }

    [[nodiscard]] static bool hasNodes(const Part& part) {
        return std::ranges::any_of(part.nodes, [](std::uint32_t nodes) { return nodes > 0; });
    }
    [[nodiscard]] bool isAsync(const Segment& segment, std::uint32_t i) const {
        return asyncs_.has(segment.kind[i], segment.name[i]);
    }
    [[nodiscard]] bool asyncRuns(const std::vector<SliceId>& last, TimeNs t) const {
        return asyncs_.any() && std::ranges::any_of(last, [&](SliceId id) {
                   return id.valid() && trace_.slice(id).end() > t &&
                          asyncs_.has(trace_.slice(id).kind, trace_.slice(id).name);
               });
    }

    // Whether there are both nodes and others, in a segment or around it.
    [[nodiscard]] bool isMixed(std::span<const Lane> lanes, const std::vector<SliceId>& last) const {
        const Segment& segment = segmentOf(lanes.front());
        const std::vector<std::uint32_t>& nodes = parts_[lanes.front().segment].nodes;
        const std::uint32_t sum = std::accumulate(nodes.begin(), nodes.end(), 0u);
        return sum > 0 && (sum < segment.size() || std::ranges::any_of(last, [&](SliceId id) {
                               return id.valid() && trace_.slice(id).end() > segment.firstStart() &&
                                      !isForestNode(trace_.slice(id).kind);
                           }));
    }

    void nest(const Lane& lane, const std::vector<SliceId>& last) {
        const Segment& segment = segmentOf(lane);
        Part& part = parts_[lane.segment];
        const auto running = nodesRunning(last, segment.start[part.order.front()]);
        NestedNodes nested = nestNodes(segment, part.base, part.order, asyncs_, running);
        for (std::uint32_t i = 0; i < segment.size(); ++i) {
            const std::uint32_t op = nested.numbers[i];
            const std::uint32_t around = nested.around[i];
            enclosing_[segment.first + i] = op != kNone && !isAsync(segment, i) ? op : around;
            if (op != kNone) {
                place(op, SliceId(segment.first + i), around);
                part.isUnordered |= around != kNone && around > op;
            }
        }
        part.launchers = std::move(nested.launchers);
    }

    // Tells how long the nodes of a segment with overlaps ran by themselves, whose callers are known.
    void shareOut(const Lane& lane, const std::vector<SliceId>& last) {
        const Segment& segment = segmentOf(lane);
        const Part& part = parts_[lane.segment];
        CallShares shares(part.base, std::accumulate(part.nodes.begin(), part.nodes.end(), 0u));
        for (const RunningNode& node : nodesRunning(last, segment.start[part.order.front()])) {
            shares.add(node.node, parentOf(node.node, node.segment), node.time.begin, node.time.end);
        }
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t i = 0, op = part.base; i < segment.size(); ++i) {
            numbers.push_back(isForestNode(segment.kind[i]) ? op++ : kNone);
        }
        for (const std::uint32_t i : part.order) {
            const std::uint32_t op = numbers[i];
            if (op == kNone) {
                continue;
            }
            TimeRange own;
            if (!isAsync(segment, i)) {
                const std::uint32_t caller = parentOf(op, lane.segment);
                own = shares.add(op, caller, segment.start[i], segment.end(i));
                const TimeNs end = caller != kNone ? placeOf(caller, lane.segment).end() : own.begin;
                forest_.childTime_.add(caller != kNone ? caller : op,
                                       TimeRange{own.begin, std::min(own.end, end)}.length());
            }
            forest_.childTime_.add(op, segment.duration[i] - own.length());
        }
    }

    // The nodes among the last slices of a track's lanes that run at `t` and may call others, outermost first.
    [[nodiscard]] std::vector<RunningNode> nodesRunning(const std::vector<SliceId>& last, TimeNs t) const {
        std::vector<RunningNode> running;
        for (const SliceId id : last) {
            if (!id.valid()) {
                continue;
            }
            const Trace::Slice slice = trace_.slice(id);
            if (slice.end() > t && isForestNode(slice.kind) && !asyncs_.has(slice.kind, slice.name)) {
                running.push_back(
                    {{slice.start, slice.end()}, nodeOf(id), trace_.locate(id).segment, slice.kind});
            }
        }
        std::ranges::stable_sort(running, {}, [](const RunningNode& node) { return node.time.begin; });
        return running;
    }

    // As many slices of the lane as can be plain (see Run): all or, should the rest be mixed, those before. Returns the
    // first slice left.
    std::uint32_t collectPlain(const Lane& lane, const std::stop_token& stop) {
        const Segment& segment = segmentOf(lane);
        Part& part = parts_[lane.segment];
        const std::uint32_t begin = segment.laneBegin[lane.depth];
        const std::uint32_t end = segment.laneBegin[lane.depth + 1];
        if (part.plain != begin || part.nodes[lane.depth] != end - begin || begin == end) {
            return begin;
        }
        Run run = *lane.run;
        run.base = part.base;
        const std::uint32_t plainEnd = followCallers(segment, begin, end, run, stop);
        if (plainEnd == end) {
            lane.run->base = run.base;
            lane.run->outer = run.outer;
            part.plain = end;
        }
        for (std::uint32_t i = begin; i < plainEnd && plainEnd < end; ++i) {
            const std::uint32_t op = run.base + i;
            place(op, SliceId(run.firstSlice + i), forest_.parent(run, op));
            enclosing_[segment.first + i] = op;
        }
        return plainEnd;
    }

    // Adds up the children of each caller. Returns the first slice at which the lane turns out not to be plain, or at
    // which to stop.
    std::uint32_t followCallers(const Segment& segment, std::uint32_t begin, std::uint32_t end, Run& run,
                                const std::stop_token& stop) {
        Caller caller;
        std::uint32_t i = begin;
        for (; i < end; ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) {
                break;
            }
            if (i == begin || segment.parent[i] != segment.parent[i - 1]) {
                finish(caller);
                if (!plainCaller(segment, begin, segment.parent[i], run, caller)) {
                    break;
                }
            }
            if (caller.op != kNone) {
                if (caller.end <= segment.start[i]) {
                    break;
                }
                caller.childTime +=
                    segment.overlaps ? 0 : std::min(segment.end(i), caller.end) - segment.start[i];
            }
        }
        finish(caller);
        return i;
    }

    // False if a plain lane that begins at `begin` cannot say who its caller is. Of earlier segments a lane has one:
    // the one that was open when its segment began.
    bool plainCaller(const Segment& segment, std::uint32_t begin, SliceId outer, Run& run,
                     Caller& caller) const {
        if (!outer.valid()) {
            return true;
        }
        if (outer.value >= segment.first) {
            const std::uint32_t i = outer.value - segment.first;
            if (i >= begin) {
                return false;
            }
            caller = {run.base + i, segment.end(i), 0};
            return true;
        }
        const Trace::Slice slice = trace_.slice(outer);
        const std::uint32_t op = nodeAt(outer, segment, parts_[run.segment]);
        if (!isForestNode(slice.kind) || (run.outer != kNone && run.outer != op)) {
            return false;
        }
        run.outer = op;
        caller = {op, slice.end(), 0};
        return true;
    }

    void finish(Caller& caller) {
        if (caller.op != kNone) {
            forest_.childTime_.add(caller.op, caller.childTime);
        }
        caller = {};
    }

    // The rest of a lane, from slice `i` on. False if asked to stop.
    bool collectMixed(const Lane& lane, std::uint32_t i, const std::stop_token& stop) {
        const Segment& segment = segmentOf(lane);
        Part& part = parts_[lane.segment];
        std::uint32_t op = lane.first + (i - segment.laneBegin[lane.depth]);
        for (; i < segment.laneBegin[lane.depth + 1]; ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) {
                return false;
            }
            const SliceId outer = segment.parent[i];
            std::uint32_t around = outer.valid() ? nodeAt(outer, segment, part) : kNone;
            if (isForestNode(segment.kind[i])) {
                around = openAt(around, segment.start[i], lane.segment);
                place(op, SliceId(segment.first + i), around);
                if (around != kNone && !segment.overlaps) { // else see shareOut()
                    const TimeNs end = placeOf(around, lane.segment).end();
                    forest_.childTime_.add(around, std::min(segment.end(i), end) - segment.start[i]);
                }
                part.startsTogether |= outer.valid() && outer.value >= segment.first &&
                                       segment.start[outer.value - segment.first] == segment.start[i];
                around = op++;
            }
            enclosing_[segment.first + i] = around;
        }
        return true;
    }

    void place(std::uint32_t op, SliceId slice, std::uint32_t parent) {
        forest_.stored_[op] = slice.value + 1;
        forest_.parents_[op] = parent;
    }

    // The node at or around a slice that stands in `near` or before.
    [[nodiscard]] std::uint32_t nodeAt(SliceId slice, const Segment& near, const Part& part) const {
        if (slice.value >= near.first) {
            const std::uint32_t i = slice.value - near.first;
            return i < part.plain ? part.base + i : enclosing_[slice.value];
        }
        const Trace::Position at = trace_.locate(slice);
        const Part& earlier = parts_[at.segment];
        return at.index < earlier.plain ? earlier.base + at.index : enclosing_[slice.value];
    }

    struct Place {
        const Segment& segment;
        std::uint32_t i;
        [[nodiscard]] TimeNs end() const { return segment.end(i); }
        [[nodiscard]] EventKind kind() const { return segment.kind[i]; }
    };
    // Of an operator of segment `near` or before.
    [[nodiscard]] Place placeOf(std::uint32_t op, std::uint32_t near) const {
        const Part& part = parts_[near];
        if (op >= part.base) {
            const std::uint32_t i = op - part.base;
            const Segment& segment = *trace_.segments()[near];
            return {segment, i < part.plain ? i : forest_.stored_[op] - 1 - segment.first};
        }
        const Run& run = forest_.runOf(op);
        return {forest_.segmentOf(run), forest_.position(run, op)};
    }

    [[nodiscard]] std::uint32_t parentOf(std::uint32_t op, std::uint32_t near) const {
        const Part& part = parts_[near];
        return op >= part.base + part.plain ? forest_.parents_[op] : forest_.parent(op);
    }

    // The first of `op` and its ancestors that is still open at `t`.
    [[nodiscard]] std::uint32_t openAt(std::uint32_t op, TimeNs t, std::uint32_t near) const {
        while (op != kNone && placeOf(op, near).end() <= t) {
            op = parentOf(op, near);
        }
        return op;
    }

    // The same among operators. Of ranges there may be thousands around many calls.
    [[nodiscard]] std::uint32_t operatorOpenAt(std::uint32_t op, TimeNs t, std::uint32_t near) {
        const auto parent = [&](std::uint32_t at) { return parentOf(at, near); };
        const auto isOperator = [&](std::uint32_t at) {
            return placeOf(at, near).kind() == EventKind::Operator;
        };
        op = operators_.first(op, parent, isOperator);
        while (op != kNone && placeOf(op, near).end() <= t) {
            op = operators_.first(parent(op), parent, isOperator);
        }
        return op;
    }

    // An operator as long as the call it makes may stand inside of it: times are coarse. It is open when the call starts.
    void openAtStarts(std::span<const Lane> lanes) {
        const Segment& segment = segmentOf(lanes.front());
        std::vector<std::uint32_t> within(segment.size(), kNone); // the innermost that starts with the slice
        for (std::uint32_t i = segment.size(); i-- > 0;) {        // callers come behind what they call
            const bool isNode = isForestNode(segment.kind[i]);
            if (within[i] != kNone && !isNode) {
                enclosing_[segment.first + i] = within[i];
            }
            const SliceId outer = segment.parent[i];
            const std::uint32_t o = outer.value - segment.first;
            const std::uint32_t own =
                within[i] != kNone || !isNode
                    ? within[i]
                    : nodeAt(SliceId(segment.first + i), segment, parts_[lanes.front().segment]);
            if (outer.valid() && outer.value >= segment.first && segment.start[o] == segment.start[i] &&
                within[o] == kNone) {
                within[o] = own;
            }
        }
    }

    bool collectWork(const std::stop_token& stop) {
        auto work = launchedWork(
            trace_, [this](std::size_t segment) { return parts_[segment].work > 0; },
            [this](SliceId slice) { return callerOf(slice); }, stop);
        if (!work) {
            return false;
        }
        forest_.work_ = *std::move(work);
        return findOwners(forest_.work_, forest_, stop);
    }

    // The operator that OpenOperators names.
    [[nodiscard]] std::uint32_t callerOf(SliceId slice) {
        const Trace::Position at = trace_.locate(slice);
        const Part& part = parts_[at.segment];
        const auto known = std::ranges::lower_bound(part.launchers, std::pair(at.index, 0u));
        if (known != part.launchers.end() && known->first == at.index) {
            return known->second;
        }
        const std::uint32_t node = nodeAt(slice, *trace_.segments()[at.segment], part);
        return operatorOpenAt(node, trace_.slice(slice).start, at.segment);
    }
    [[nodiscard]] std::uint32_t nodeOf(SliceId op) const {
        const std::uint32_t segment = trace_.locate(op).segment;
        return nodeAt(op, *trace_.segments()[segment], parts_[segment]);
    }

    OperatorForest& forest_;
    const Trace& trace_;
    AsyncRanges asyncs_;
    unsigned threads_;
    std::vector<Part> parts_;                  // by segment
    UnwrittenVector<std::uint32_t> enclosing_; // slice -> the node at or around it; not of plain lanes
    AncestorSearch operators_;                 // among nodes, once all are known
};

std::shared_ptr<const OperatorForest> OperatorForest::build(std::shared_ptr<const Trace> trace,
                                                            const std::stop_token& stop) {
    const std::shared_ptr<OperatorForest> forest(new OperatorForest());
    forest->trace_ = std::move(trace);
    return Builder(*forest).run(stop) ? forest : nullptr;
}

} // namespace lanes
