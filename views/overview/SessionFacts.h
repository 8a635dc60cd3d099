// What a session says about the program, the machine and the software, in short lines.
#pragma once

#include "model/analysis/device/Occupancy.h"
#include "model/trace/Trace.h"

#include <QString>

#include <utility>
#include <vector>

namespace lanes {

// Label and value; only what is known. O(tracks + properties).
[[nodiscard]] std::vector<std::pair<QString, QString>> sessionFacts(const Trace& trace);

// One line for all devices of the same model: "8 × AMD Instinct MI300X, 304 CUs". In the order of their first.
[[nodiscard]] std::vector<QString> deviceLines(const std::vector<DeviceLimits>& devices);

} // namespace lanes
