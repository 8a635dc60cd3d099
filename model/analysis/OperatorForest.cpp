#include "model/analysis/OperatorForest.h"

#include "model/base/Threads.h"

#include <algorithm>
#include <atomic>

namespace lanes {

namespace {

constexpr std::uint32_t kStopEvery = 1 << 16;
constexpr std::uint32_t kWorthThreads = 1 << 18; // slices; below, starting a thread costs more than it saves
constexpr unsigned kMostThreads = 4;

unsigned threadsFor(std::uint32_t slices) {
    return slices < kWorthThreads ? 1 : std::clamp(std::thread::hardware_concurrency(), 1u, kMostThreads);
}

bool isNode(EventKind kind) {
    return kind == EventKind::Operator || kind == EventKind::UserRange;
}

} // namespace

std::shared_ptr<const OperatorForest> OperatorForest::build(std::shared_ptr<const Trace> trace,
                                                            const std::stop_token& stop) {
    const std::shared_ptr<OperatorForest> forest(new OperatorForest());
    forest->trace_ = std::move(trace);
    Enclosing enclosing(forest->trace_->sliceCount());
    if (!forest->collectOperators(stop, enclosing) || !forest->collectWork(stop, enclosing)) {
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

// Nodes are numbered in the order of slices, so every lane knows its numbers before its tree is known.
std::vector<OperatorForest::Lanes> OperatorForest::numberNodes() {
    std::vector<Lanes> tracks(trace_->tracks().size());
    std::uint32_t count = 0;
    for (std::uint32_t s = 0; s < trace_->segments().size(); ++s) {
        const Segment& segment = *trace_->segments()[s];
        for (std::uint32_t depth = 0; depth < segment.depths(); ++depth) {
            const std::uint32_t begin = segment.laneBegin[depth];
            const auto kinds = segment.kind.subspan(begin, segment.laneBegin[depth + 1] - begin);
            const auto nodes = static_cast<std::uint32_t>(std::ranges::count_if(kinds, isNode));
            tracks[segment.track.value].push_back({s, depth, count});
            if (nodes > 0) {
                runs_.push_back({s, count, count + nodes});
            }
            count += nodes;
        }
    }
    slices_.resize(count);
    parents_.resize(count);
    self_.resize(count);
    isOperator_.resize(count);
    return tracks;
}

// Tracks are independent. Within one, parents stand before their children in the order of slices, so one pass hands every
// node down.
bool OperatorForest::collectOperators(const std::stop_token& stop, Enclosing& enclosing) {
    const std::vector<Lanes> tracks = numberNodes();
    std::atomic<bool> stopped = false;
    const auto collect = [&](std::size_t track) {
        for (const Lane& lane : tracks[track]) {
            if (stopped || !collectLane(lane, stop, enclosing)) {
                stopped = true;
                return;
            }
        }
    };
    forEachOnThreads(threadsFor(trace_->sliceCount()), tracks.size(), collect);
    return !stopped;
}

bool OperatorForest::collectLane(const Lane& lane, const std::stop_token& stop, Enclosing& enclosing) {
    const Segment& segment = *trace_->segments()[lane.segment];
    std::uint32_t op = lane.first;
    for (std::uint32_t i = segment.laneBegin[lane.depth]; i < segment.laneBegin[lane.depth + 1]; ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        const SliceId outer = segment.parent[i];
        std::uint32_t around = outer.valid() ? enclosing[outer.value] : kNone;
        if (isNode(segment.kind[i])) {
            around = openAt(around, segment.start[i], segment, false);
            slices_[op] = SliceId(segment.first + i);
            parents_[op] = around;
            self_[op] = segment.duration[i];
            isOperator_[op] = segment.kind[i] == EventKind::Operator ? 1 : 0;
            if (around != kNone) {
                self_[around] -= std::min(segment.end(i), endOf(around, segment)) - segment.start[i];
            }
            openAtStartOf(segment, outer, op, enclosing);
            around = op++;
        }
        enclosing[segment.first + i] = around;
    }
    return true;
}

// An operator as long as the call it makes may stand inside of it: times are coarse. It is open when the call starts.
void OperatorForest::openAtStartOf(const Segment& segment, SliceId outer, std::uint32_t op,
                                   Enclosing& enclosing) {
    const TimeNs start = segment.start[slices_[op].value - segment.first];
    while (outer.valid() && outer.value >= segment.first &&
           segment.start[outer.value - segment.first] == start) {
        const std::uint32_t i = outer.value - segment.first;
        if (!isNode(segment.kind[i])) {
            enclosing[outer.value] = op;
        }
        outer = segment.parent[i];
    }
}

bool OperatorForest::collectWork(const std::stop_token& stop, const Enclosing& enclosing) {
    for (const auto& segment : trace_->segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) {
                return false;
            }
            if (isDeviceWork(segment->kind[i])) {
                work_.push_back({SliceId(segment->first + i), SliceId(), DeviceWork::kNoOperator});
            }
        }
    }
    if (work_.empty()) {
        return true;
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
    return !stop.stop_requested();
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

std::vector<std::vector<OperatorForest::Run>>
OperatorForest::shares(const std::optional<TimeRange>& range) const {
    std::vector<Run> parts;
    std::uint32_t left = 0;
    for (const Run& run : runs_) {
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
            shares[i].push_back({part->segment, part->first, part->first + taken});
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

} // namespace lanes
