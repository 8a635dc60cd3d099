#include "model/analysis/operators/LaunchedWork.h"

#include "model/analysis/operators/ExternalIds.h"
#include "model/base/StopEvery.h"

#include <algorithm>
#include <utility>

namespace lanes {

namespace {

// Those of the segments that have any. False if asked to stop.
bool collectWork(const Trace& trace, const std::function<bool(std::size_t)>& hasWork,
                 std::vector<DeviceWork>& work, const std::stop_token& stop) {
    for (std::size_t s = 0; s < trace.segments().size(); ++s) {
        const Segment& segment = *trace.segments()[s];
        const std::uint32_t end = hasWork(s) ? segment.size() : 0;
        for (std::uint32_t i = 0; i < end; ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) {
                return false;
            }
            if (isDeviceWork(segment.kind[i])) {
                work.push_back({SliceId(segment.first + i), SliceId(), DeviceWork::kNoOperator});
            }
        }
    }
    return !stop.stop_requested();
}

} // namespace

std::optional<std::vector<DeviceWork>> launchedWork(const Trace& trace,
                                                    const std::function<bool(std::size_t segment)>& hasWork,
                                                    const std::function<std::uint32_t(SliceId)>& callerOf,
                                                    const std::stop_token& stop) {
    std::vector<DeviceWork> work;
    if (!collectWork(trace, hasWork, work, stop)) {
        return std::nullopt;
    }
    if (work.empty()) {
        return work;
    }
    std::vector<Link> captured; // whoever replays a graph is not who asked for what is in it
    const auto asked = [&](const Link& link) {
        const auto at = std::ranges::lower_bound(work, link.to, {}, &DeviceWork::slice);
        if (at == work.end() || at->slice != link.to ||
            (link.kind == LinkKind::Launch && at->launch.valid())) {
            return;
        }
        at->launch = link.kind == LinkKind::Launch ? link.from : at->launch;
        at->op = callerOf(link.from);
    };
    for (const Link& link : trace.links().all()) {
        if (link.kind == LinkKind::Launch && trace.has(link.from)) {
            asked(link);
        } else if (link.kind == LinkKind::Captured && trace.has(link.from)) {
            captured.push_back(link);
        }
    }
    std::ranges::for_each(captured, asked);
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(work));
}

bool findOwners(std::vector<DeviceWork>& work, const OperatorForest& forest, const std::stop_token& stop) {
    std::vector<SliceId> unowned;
    for (const DeviceWork& one : work) {
        if (one.op == DeviceWork::kNoOperator) {
            unowned.push_back(one.slice);
        }
    }
    const ExternalIds ids(forest.trace(), unowned);
    for (std::size_t i = 0; i < work.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        if (work[i].op == DeviceWork::kNoOperator) {
            const SliceId op = ids.operatorOf(forest.trace(), work[i].slice);
            work[i].op =
                op.valid() ? forest.indexOf(op).value_or(DeviceWork::kNoOperator) : DeviceWork::kNoOperator;
        }
    }
    return true;
}

} // namespace lanes
