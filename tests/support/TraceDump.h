// Everything that a trace holds as text, without the numbers that may differ between two traces of the same
// content (ids, rows, segments). Equal texts: equal traces.
#pragma once

#include "model/trace/Trace.h"

#include <string>

namespace lanes::test {

[[nodiscard]] std::string dump(const Trace& trace);

} // namespace lanes::test
