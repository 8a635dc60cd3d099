// The number of launches whose work had not begun: how far the host was ahead of each device.
#pragma once

#include "model/base/SharedColumn.h"
#include "model/trace/Trace.h"
#include "model/trace/tables/LinkTable.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lanes {

struct LaunchQueue {
    std::string device;           // Device::key
    SharedColumn<TimeNs> time;    // ascending
    SharedColumn<double> waiting; // number of waiting launches from that time on
};

// The queues of all devices with work that waited, in the order of Devices. Immutable; any thread.
class LaunchQueues {
public:
    // O(links log links). `before`: the queues of an earlier snapshot that `trace` continues. With it the cost counts
    // only new links, and work launched after the first of them.
    explicit LaunchQueues(const Trace& trace, const LaunchQueues* before = nullptr);

    [[nodiscard]] std::vector<LaunchQueue> all() const;

private:
    using Change = std::pair<TimeNs, double>;
    static void add(LaunchQueue& queue, std::vector<Change> changes);

    std::vector<std::string> devices_;            // keys, as in Devices
    std::vector<std::uint32_t> ofProcess_;        // process -> position in `devices_`
    LinkTable links_;                             // links that are counted
    std::map<std::uint32_t, LaunchQueue> queues_; // by device
};

} // namespace lanes
