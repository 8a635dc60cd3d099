// Traces as text, so that a fixture and a failing test read themselves.
#pragma once

#include "model/trace/Trace.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanes::test {

// One line per slice: "<track> <category> <name> <start> <duration>", times in ns, blanks separate; "open"
// for the duration of one that has not ended. Tracks appear in order of first use, all in one process. A line
// "---" publishes what came before as segments of its own. Lines that start with # are comments.
[[nodiscard]] std::shared_ptr<const Trace> traceFromText(std::string_view text);

// "<track>\n  <depth> <start>+<duration> <name>\n..." per lane order by start, for comparing whole traces.
[[nodiscard]] std::string textOf(const Trace& trace);

} // namespace lanes::test
