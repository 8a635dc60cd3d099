#include "model/analysis/trust/ProfilerOverhead.h"

#include "model/analysis/gaps/HostRole.h"

namespace lanes {

std::optional<TimeNs> profilerOverhead(const Trace& trace) {
    std::optional<TimeNs> sum;
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t i = segment->next(EventKind::Overhead, 0); i < segment->size();
             i = segment->next(EventKind::Overhead, i + 1)) {
            const HostRole role = hostRoleOf(EventKind::Overhead, trace.text(segment->name[i]));
            const bool own = role.layer == HostRole::Layer::Mark && role.cause == WaitCause::Profiler;
            sum = sum.value_or(0) + (own ? segment->duration[i] : 0);
        }
    }
    return sum;
}

} // namespace lanes
