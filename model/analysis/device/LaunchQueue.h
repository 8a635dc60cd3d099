// How much was launched and had not begun: how far the host was ahead of each device.
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
    SharedColumn<TimeNs> time;    // rising
    SharedColumn<double> waiting; // launches, from then on
};

// Of each device with work that waited, in the order of Devices. Immutable; any thread.
class LaunchQueues {
public:
    // O(links log links); where `before` are those of an earlier snapshot that `trace` continues, of links that are new since
    // and of what was launched after the first of them.
    explicit LaunchQueues(const Trace& trace, const LaunchQueues* before = nullptr);

    [[nodiscard]] std::vector<LaunchQueue> all() const;

private:
    using Change = std::pair<TimeNs, double>;
    static void add(LaunchQueue& queue, std::vector<Change> changes);

    std::vector<std::string> devices_;            // keys, as Devices has them
    std::vector<std::uint32_t> ofProcess_;        // likewise
    LinkTable links_;                             // that are counted
    std::map<std::uint32_t, LaunchQueue> queues_; // by device
};

} // namespace lanes
