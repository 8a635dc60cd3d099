#include "model/analysis/operators/OperatorForest.h"
#include "model/base/Threads.h"

#include <algorithm>
#include <atomic>
#include <ranges>
#include <span>
#include <utility>

namespace lanes {

namespace {

constexpr std::uint32_t kStopEvery = 1 << 16;

bool isNode(EventKind kind) {
    return kind == EventKind::Operator || kind == EventKind::UserRange;
}

} // namespace

// Finds every operator's parent and what each kernel belongs to.
//
// Nodes are numbered in the order of slices, so every lane knows its numbers before its tree is known, and tracks are
// independent of each other. Parents stand before their children in that order, so one pass hands every node down.
class OperatorForest::Builder {
public:
    explicit Builder(OperatorForest& forest)
        : forest_(forest)
        , trace_(*forest.trace_)
        , threads_(threadsFor(trace_.sliceCount()))
        , parts_(trace_.segments().size())
        , enclosing_(trace_.sliceCount()) {}

    // False if asked to stop.
    bool run(const std::stop_token& stop) {
        if (!countNodes(stop) || !collectOperators(numberNodes(), stop) || !collectWork(stop)) {
            return false;
        }
        attributeWork();
        return true;
    }

private:
    // What is known of a segment.
    struct Part {
        std::vector<std::uint32_t> nodes; // by depth
        std::uint32_t base = 0;           // number of the first node
        std::uint32_t plain = 0;          // slices in plain lanes: these come first
        std::uint32_t work = 0;           // kernels, copies and sets
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
                std::uint32_t work = 0;
                for (std::uint32_t i = segment.laneBegin[depth]; i < segment.laneBegin[depth + 1]; ++i) {
                    nodes += isNode(segment.kind[i]) ? 1 : 0;
                    work += isDeviceWork(segment.kind[i]) ? 1 : 0;
                }
                part.nodes.push_back(nodes);
                part.work += work;
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
                    forest_.runs_.push_back({.segment = s,
                                             .first = count,
                                             .end = count + nodes,
                                             .firstSlice = trace_.segments()[s]->first});
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
            for (const Lane& lane : tracks[track]) {
                if (stopped || stop.stop_requested()) {
                    stopped = true;
                    return;
                }
                if (!collectMixed(lane, collectPlain(lane, stop), stop)) {
                    stopped = true;
                }
            }
        });
        return !stopped;
    }

    [[nodiscard]] const Segment& segmentOf(const Lane& lane) const {
        return *trace_.segments()[lane.segment];
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
                caller.childTime += std::min(segment.end(i), caller.end) - segment.start[i];
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
        if (!isNode(slice.kind) || (run.outer != kNone && run.outer != op)) {
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
        const Part& part = parts_[lane.segment];
        std::uint32_t op = lane.first + (i - segment.laneBegin[lane.depth]);
        for (; i < segment.laneBegin[lane.depth + 1]; ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) {
                return false;
            }
            const SliceId outer = segment.parent[i];
            std::uint32_t around = outer.valid() ? nodeAt(outer, segment, part) : kNone;
            if (isNode(segment.kind[i])) {
                around = openAt(around, segment.start[i], lane.segment, false);
                place(op, SliceId(segment.first + i), around);
                if (around != kNone) {
                    const TimeNs end = placeOf(around, lane.segment).end();
                    forest_.childTime_.add(around, std::min(segment.end(i), end) - segment.start[i]);
                }
                openAtStartOf(segment, outer, i, op);
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
    [[nodiscard]] std::uint32_t openAt(std::uint32_t op, TimeNs t, std::uint32_t near,
                                       bool operatorsOnly) const {
        for (; op != kNone; op = parentOf(op, near)) {
            const Place place = placeOf(op, near);
            if (place.end() > t && (!operatorsOnly || place.kind() == EventKind::Operator)) {
                break;
            }
        }
        return op;
    }

    // An operator as long as the call it makes may stand inside of it: times are coarse. It is open when the call starts.
    void openAtStartOf(const Segment& segment, SliceId outer, std::uint32_t opSlice, std::uint32_t op) {
        const TimeNs start = segment.start[opSlice];
        while (outer.valid() && outer.value >= segment.first &&
               segment.start[outer.value - segment.first] == start) {
            const std::uint32_t i = outer.value - segment.first;
            if (!isNode(segment.kind[i])) {
                enclosing_[outer.value] = op;
            }
            outer = segment.parent[i];
        }
    }

    bool collectWork(const std::stop_token& stop) {
        std::vector<DeviceWork>& work = forest_.work_;
        for (std::size_t s = 0; s < parts_.size(); ++s) {
            const Segment& segment = *trace_.segments()[s];
            for (std::uint32_t i = 0; i < segment.size() && parts_[s].work > 0; ++i) {
                if (i % kStopEvery == 0 && stop.stop_requested()) {
                    return false;
                }
                if (isDeviceWork(segment.kind[i])) {
                    work.push_back({SliceId(segment.first + i), SliceId(), DeviceWork::kNoOperator});
                }
            }
        }
        if (work.empty()) {
            return !stop.stop_requested();
        }
        for (const Link& link : trace_.links().all()) {
            if (link.kind != LinkKind::Launch || !trace_.has(link.from)) {
                continue;
            }
            const auto at = std::ranges::lower_bound(work, link.to, {}, &DeviceWork::slice);
            if (at == work.end() || at->slice != link.to || at->launch.valid()) {
                continue;
            }
            at->launch = link.from;
            const Trace::Position from = trace_.locate(link.from);
            const Segment& segment = *trace_.segments()[from.segment];
            at->op = openAt(nodeAt(link.from, segment, parts_[from.segment]), segment.start[from.index],
                            from.segment, true);
        }
        return !stop.stop_requested();
    }

    void attributeWork() {
        if (forest_.work_.empty()) {
            return;
        }
        UnwrittenVector<TimeNs>& self = forest_.selfDevice_;
        UnwrittenVector<TimeNs>& total = forest_.totalDevice_;
        self.assign(forest_.size(), 0);
        for (const DeviceWork& w : forest_.work_) {
            if (w.op != kNone) {
                self[w.op] += trace_.slice(w.slice).duration;
            }
        }
        total = self;
        for (const Run& run : std::views::reverse(forest_.runs_)) {
            for (std::uint32_t op = run.end; op-- > run.first;) {
                if (const std::uint32_t parent = forest_.parent(run, op); parent != kNone) {
                    total[parent] += total[op];
                }
            }
        }
    }

    OperatorForest& forest_;
    const Trace& trace_;
    unsigned threads_;
    std::vector<Part> parts_;                  // by segment
    UnwrittenVector<std::uint32_t> enclosing_; // slice -> the node at or around it; not of plain lanes
};

std::shared_ptr<const OperatorForest> OperatorForest::build(std::shared_ptr<const Trace> trace,
                                                            const std::stop_token& stop) {
    const std::shared_ptr<OperatorForest> forest(new OperatorForest());
    forest->trace_ = std::move(trace);
    return Builder(*forest).run(stop) ? forest : nullptr;
}

} // namespace lanes
