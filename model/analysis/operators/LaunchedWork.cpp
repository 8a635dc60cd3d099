#include "model/analysis/operators/LaunchedWork.h"

#include "model/base/StopEvery.h"
#include "model/trace/args/IdReader.h"

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

namespace {

// Whether External ids may say another owner than `op`, which was found without them.
template<class IdOf>
bool isDoubtful(const Trace& trace, SliceId work, SliceId launch, SliceId op, const IdOf& idOf) {
    if (!op.valid()) {
        return true;
    }
    const ProcessId process =
        trace.tracks()[trace.slice(op).track.value].process; // its ids are the device's, too
    std::optional<FileId> id = idOf(work, process);
    id = !id && launch.valid() ? idOf(launch, process) : id;
    return id && id->number() >= 0 && id != idOf(op, process) &&
           !trace.links().firstTo(work, LinkKind::Captured).valid();
}

// Of what is in doubt.
SliceId ownerByIds(const Trace& trace, const ExternalIds& ids, SliceId work, SliceId launch, SliceId op) {
    const SliceId named = launch.valid() ? ids.operatorDuring(trace, work, launch) : SliceId();
    return named.valid() ? named : op.valid() ? op : ids.operatorOf(trace, work);
}

} // namespace

bool findOwners(std::vector<DeviceWork>& work, const OperatorForest& forest, const std::stop_token& stop) {
    const Trace& trace = forest.trace();
    const auto opOf = [&](const DeviceWork& one) {
        return one.op != DeviceWork::kNoOperator ? forest.slice(one.op) : SliceId();
    };
    IdReader reader(trace, kExternalId);
    const auto idOf = [&](SliceId slice, ProcessId process) { return reader.of(slice, process); };
    std::vector<std::size_t> doubtful;
    std::vector<SliceId> named; // that carry the ids
    for (std::size_t i = 0; i < work.size(); ++i) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        if (isDoubtful(trace, work[i].slice, work[i].launch, opOf(work[i]), idOf)) {
            doubtful.push_back(i);
            named.push_back(work[i].slice);
            if (work[i].launch.valid()) {
                named.push_back(work[i].launch);
            }
        }
    }
    const ExternalIds ids(trace, named);
    for (const std::size_t i : doubtful) {
        if (i % kStopEvery == 0 && stop.stop_requested()) {
            return false;
        }
        const SliceId op = ownerByIds(trace, ids, work[i].slice, work[i].launch, opOf(work[i]));
        work[i].op =
            op.valid() ? forest.indexOf(op).value_or(DeviceWork::kNoOperator) : DeviceWork::kNoOperator;
    }
    return true;
}

SliceId ownerOf(const Trace& trace, SliceId slice, const OpenOperators& open,
                const std::function<std::shared_ptr<const ExternalIds>()>& ids) {
    SliceId work = slice;
    SliceId launch = slice;
    if (isDeviceWork(trace.slice(slice).kind)) {
        launch = trace.links().firstTo(slice, LinkKind::Launch);
        if (const SliceId captured = trace.links().firstTo(slice, LinkKind::Captured); trace.has(captured)) {
            const bool isOperator = trace.slice(captured).kind == EventKind::Operator;
            return isOperator ? captured : open.at(captured);
        }
    } else if (const SliceId launched = trace.links().firstFrom(slice, LinkKind::Launch);
               trace.has(launched) && isDeviceWork(trace.slice(launched).kind) &&
               !trace.links().firstTo(launched, LinkKind::Captured).valid()) {
        work = launched;
    }
    launch = trace.has(launch) ? launch : SliceId();
    const SliceId op = launch.valid() ? open.at(launch) : SliceId();
    const auto idOf = [&](SliceId s, ProcessId process) {
        return IdReader::ofOne(trace, s, kExternalId, process);
    };
    if (!isDoubtful(trace, work, launch, op, idOf)) {
        return op;
    }
    const auto known = ids();
    return known ? ownerByIds(trace, *known, work, launch, op) : op;
}

} // namespace lanes
