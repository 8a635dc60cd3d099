// Tables of a session that have a row for each thing that happened.
#pragma once

#include "app/cli/tables/OutputTable.h"
#include "model/trace/Trace.h"

namespace lanes::cli {

// Each appends its columns to an empty table, rows by time. O(n log n).

// Every slice: name, category, process, thread, begin_ns, duration_ns and, if wanted, arguments (JSON).
void addSlices(OutputTable& table, const Trace& trace, bool withArguments);
// Every allocation and release: time_ns, process, thread, device_type, device, address, bytes (releases: below 0),
// total_allocated_bytes, total_reserved_bytes.
void addMemory(OutputTable& table, const Trace& trace);
// Every sample of a curve: time_ns, process, counter, series, value.
void addCounters(OutputTable& table, const Trace& trace);

} // namespace lanes::cli
