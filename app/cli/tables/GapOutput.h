// The gaps of `lanescope overview --gaps`.
#pragma once

#include "app/cli/Analysis.h"
#include "model/analysis/gaps/SessionGaps.h"
#include "model/trace/args/JsonWriter.h"

#include <string>

namespace lanes::cli {

// Writes the members "streams" and "gaps" into the object that is open.
void writeGaps(JsonWriter& json, const Trace& trace, const SessionGaps& gaps);
// Writes the member "by_cause" of a device, named by its key, into the object that is open.
void writeCauseTimes(JsonWriter& json, const SessionGaps& gaps, const std::string& device);
// One line per stream, one per device, then one per gap; times from the session's start. CSV: the gaps alone, times as
// recorded.
[[nodiscard]] std::string gapTables(const Trace& trace, const SessionGaps& gaps, bool csv);

} // namespace lanes::cli
