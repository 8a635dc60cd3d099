// Times in which devices and streams were idle, with the causes.
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

// The gaps that `wanted` accepts (empty: all) with their stretches, in the order of `gaps`. O(gaps and stretches).
[[nodiscard]] std::vector<GapRow> gapRows(const SessionGaps& gaps,
                                          const std::function<bool(const SessionGap&)>& wanted = {});
// The slice that proves the cause of a row. For a gap: the proof of the longest stretch of its main cause. Invalid if
// there is none.
[[nodiscard]] SliceId proofOf(const SessionGaps& gaps, const GapRow& row);
// Confidence of a row's cause, 0 to 1; for a gap the mean over its time.
[[nodiscard]] double confidenceOf(const SessionGaps& gaps, const GapRow& row);
// The text for a cause that people read.
[[nodiscard]] Word waitWord(WaitCause cause);

// Arguments may be null: the table then has columns only.
[[nodiscard]] Table gapTable(std::shared_ptr<const Trace> trace, std::shared_ptr<const SessionGaps> gaps,
                             std::shared_ptr<const std::vector<GapRow>> rows);
// Number and length of the idle times of each stream that had work.
[[nodiscard]] Table idleStreamTable(std::shared_ptr<const Trace> trace,
                                    const std::shared_ptr<const SessionGaps>& gaps);
// Number and length of the idle times of each device, and the time of each cause.
[[nodiscard]] Table idleDeviceTable(const std::shared_ptr<const SessionGaps>& gaps);

// Answers of the registry. All gaps get their causes.
[[nodiscard]] std::optional<Table> gaps(TraceAnalyses& analyses, const Asked& asked,
                                        const std::stop_token& stop);
[[nodiscard]] std::optional<Table> idleStreams(TraceAnalyses& analyses, const Asked& asked,
                                               const std::stop_token& stop);
[[nodiscard]] std::optional<Table> idleDevices(TraceAnalyses& analyses, const Asked& asked,
                                               const std::stop_token& stop);

} // namespace lanes::report
