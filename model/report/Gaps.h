// Times in which devices and streams were idle, and why.
#pragma once

#include "model/analysis/gaps/SessionGaps.h"
#include "model/report/Answers.h"

namespace lanes::report {

// A row of the table of gaps: a gap, or one of its stretches below it.
struct GapRow {
    static constexpr std::uint32_t kWhole = 0xffffffffu;
    std::uint32_t gap = 0;          // in SessionGaps::largest
    std::uint32_t stretch = kWhole; // of the gap's causes; kWhole: the gap itself
    std::uint32_t parent = Table::kNone;
};

// The gaps that `wanted` passes (empty: all) with their stretches, in the order of `gaps`. O(gaps and stretches).
[[nodiscard]] std::vector<GapRow> gapRows(const SessionGaps& gaps,
                                          const std::function<bool(const SessionGap&)>& wanted = {});
// What shows the cause of a row: of a gap, what shows the longest stretch of its main cause. Invalid where nothing does.
[[nodiscard]] SliceId proofOf(const SessionGaps& gaps, const GapRow& row);
// 0 to 1; of a gap the mean over its time.
[[nodiscard]] double confidenceOf(const SessionGaps& gaps, const GapRow& row);
// What people read for a cause.
[[nodiscard]] Word waitWord(WaitCause cause);

// All arguments may be null: a table without rows, for its columns.
[[nodiscard]] Table gapTable(std::shared_ptr<const Trace> trace, std::shared_ptr<const SessionGaps> gaps,
                             std::shared_ptr<const std::vector<GapRow>> rows);
// How often and how long each stream that had work was idle.
[[nodiscard]] Table idleStreamTable(std::shared_ptr<const Trace> trace,
                                    const std::shared_ptr<const SessionGaps>& gaps);
// The same of each device, and the time of each cause.
[[nodiscard]] Table idleDeviceTable(const std::shared_ptr<const SessionGaps>& gaps);

// Answers of the registry. All gaps are explained.
[[nodiscard]] std::optional<Table> gaps(TraceAnalyses& analyses, const Asked& asked,
                                        const std::stop_token& stop);
[[nodiscard]] std::optional<Table> idleStreams(TraceAnalyses& analyses, const Asked& asked,
                                               const std::stop_token& stop);
[[nodiscard]] std::optional<Table> idleDevices(TraceAnalyses& analyses, const Asked& asked,
                                               const std::stop_token& stop);

} // namespace lanes::report
