#include "model/analysis/ranks/HostWork.h"

#include "model/analysis/time/IntervalUnion.h"
#include "model/analysis/time/OwnTimes.h"

#include <string_view>
#include <utility>

namespace lanes {

namespace {

OwnRole roleInRank(EventKind kind, std::string_view name, const OwnClasses* own) {
    const bool waits =
        name.starts_with("c10d::") || name.starts_with("_c10d_functional::") || isCollective(kind, name, own);
    return kind != EventKind::Operator ? OwnRole::None : waits ? OwnRole::Waits : OwnRole::Works;
}

} // namespace

HostWork hostWorkOf(const Trace& trace, std::optional<std::int64_t> rank,
                    std::span<const CollectiveCall> collectives, const std::stop_token& stop) {
    OwnTimes own(trace, roleInRank);
    IntervalUnion computed;
    for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
        const ProcessId process = trace.tracks()[i].process;
        if (!rank || trace.processes()[process.value].rank == *rank) {
            computed.add(own.of(TrackId(i), stop));
        }
    }
    HugeVector<TimeRange> calls;
    for (const CollectiveCall& call : collectives) {
        calls.push_back(call.range);
    }
    HostWork work{computed.take(), IntervalSet(std::move(calls)), {}};
    work.exposed = work.communication.subtract(work.computed);
    return work;
}

} // namespace lanes
