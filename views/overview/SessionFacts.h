// Facts about the program, the machine and the software of a session, in short lines.
#pragma once

#include "model/analysis/device/Occupancy.h"
#include "model/trace/Trace.h"

#include <QString>

#include <utility>
#include <vector>

namespace lanes {

// Returns labels and values, only those that are known. O(tracks + properties).
[[nodiscard]] std::vector<std::pair<QString, QString>> sessionFacts(const Trace& trace);

// Returns one line for all devices of one model: "8 × AMD Instinct MI300X, 304 CUs". Lines are in the order of each model's
// first device.
[[nodiscard]] std::vector<QString> deviceLines(const std::vector<DeviceLimits>& devices);

} // namespace lanes
