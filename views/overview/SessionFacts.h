// What a session says about the program, the machine and the software, in short lines.
#pragma once

#include "model/trace/Trace.h"

#include <QString>

#include <utility>
#include <vector>

namespace lanes {

// Label and value; only what is known. O(tracks + properties).
[[nodiscard]] std::vector<std::pair<QString, QString>> sessionFacts(const Trace& trace);

} // namespace lanes
