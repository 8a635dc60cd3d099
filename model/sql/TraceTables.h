// The data of a trace other than slices, under Perfetto's names of tables and columns.
#pragma once

#include "model/sql/SqlTable.h"
#include "model/trace/Trace.h"

#include <memory>

namespace lanes::sql {

// Small tables. The track of a curve gets a number after those of the trace's tracks.
[[nodiscard]] std::unique_ptr<SqlTable> threadTracks(const std::shared_ptr<const Trace>& trace);
[[nodiscard]] std::unique_ptr<SqlTable> processTracks(const std::shared_ptr<const Trace>& trace);
[[nodiscard]] std::unique_ptr<SqlTable> counterTracks(const std::shared_ptr<const Trace>& trace);
[[nodiscard]] std::unique_ptr<SqlTable> tracksOf(const std::shared_ptr<const Trace>& trace);
[[nodiscard]] std::unique_ptr<SqlTable> threads(const std::shared_ptr<const Trace>& trace);
[[nodiscard]] std::unique_ptr<SqlTable> processes(const std::shared_ptr<const Trace>& trace);

// Tables read directly from columns.
[[nodiscard]] std::unique_ptr<SqlTable> counters(const std::shared_ptr<const Trace>& trace);
[[nodiscard]] std::unique_ptr<SqlTable> memoryEvents(const std::shared_ptr<const Trace>& trace);
[[nodiscard]] std::unique_ptr<SqlTable> flows(const std::shared_ptr<const Trace>& trace);
[[nodiscard]] std::unique_ptr<SqlTable> arguments(const std::shared_ptr<const Trace>& trace);

// EXTRACT_ARG: the value of an argument of a set, by its key with or without the prefix "args.". Null if there is none.
void giveArgument(sqlite3_context* result, const Trace& trace, std::int64_t set, std::string_view key);

} // namespace lanes::sql
