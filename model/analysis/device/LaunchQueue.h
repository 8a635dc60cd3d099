// How much was launched and had not begun: how far the host was ahead of each device.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

struct LaunchQueue {
    std::string device;       // Device::key
    std::vector<TimeNs> time; // rising
    std::vector<int> waiting; // from then on
};

// Of each device with work that waited, in the order of Devices. O(links log links); any thread.
[[nodiscard]] std::vector<LaunchQueue> launchQueues(const Trace& trace);

} // namespace lanes
