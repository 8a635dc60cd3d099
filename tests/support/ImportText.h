// Traces from JSON written in a test, and everything that a trace holds as text.
#pragma once

#include "model/base/Result.h"
#include "model/trace/Trace.h"

#include <memory>
#include <string>
#include <string_view>

namespace lanes::test {

// JSON that is written with single quotes, for readability: every ' becomes ".
[[nodiscard]] std::string q(std::string text);
// What a file holds; nothing where it cannot be read.
[[nodiscard]] std::string contentOf(const std::string& path);
// Opens a file with this content.
[[nodiscard]] Result<std::shared_ptr<const Trace>> openContentOf(std::string_view content);
// The same, where it has to succeed.
[[nodiscard]] std::shared_ptr<const Trace> importText(std::string_view content);

// Read in ranges of so many bytes by so many threads; null when it holds no list of events.
[[nodiscard]] std::shared_ptr<const Trace> importInRanges(std::string_view content, std::size_t rangeBytes,
                                                          unsigned threads);

// Tracks with their slices (start, duration, depth, name, arguments), then points, links, memory, counters,
// properties and diagnostics; one line each, what is absent left out.
[[nodiscard]] std::string dumpOf(const Trace& trace);
// One line per diagnostic: "kind count @first offset".
[[nodiscard]] std::string diagnosticsOf(const Trace& trace);

} // namespace lanes::test
