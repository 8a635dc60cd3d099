#include "model/analysis/device/LaunchQueue.h"

#include "model/analysis/device/Devices.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanes {

std::vector<LaunchQueue> launchQueues(const Trace& trace) {
    const Devices devices(trace);
    std::map<std::uint32_t, std::vector<std::pair<TimeNs, int>>> changes; // by device
    for (const Link& link : trace.links().all()) {
        if (link.kind != LinkKind::Launch || !trace.has(link.from) || !trace.has(link.to)) {
            continue;
        }
        const Trace::Slice work = trace.slice(link.to);
        const ProcessId process = processOf(trace, work.track);
        const TimeNs launched = trace.slice(link.from).start;
        if (launched < work.start && process.valid()) {
            auto& of = changes[devices.of(process)];
            of.emplace_back(launched, 1);
            of.emplace_back(work.start, -1);
        }
    }
    std::vector<LaunchQueue> queues;
    for (auto& [device, of] : changes) {
        std::ranges::sort(of);
        LaunchQueue& queue = queues.emplace_back(LaunchQueue{devices.all()[device].key, {}, {}});
        int waiting = 0;
        for (const auto& [time, change] : of) {
            waiting += change;
            if (!queue.time.empty() && queue.time.back() == time) {
                queue.waiting.back() = waiting;
            } else {
                queue.time.push_back(time);
                queue.waiting.push_back(waiting);
            }
        }
    }
    return queues;
}

} // namespace lanes
