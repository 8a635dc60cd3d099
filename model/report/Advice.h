// Advice on the program: findings with their savings, and below each the places where it was found.
#pragma once

#include "model/analysis/advice/Advice.h"
#include "model/report/Answers.h"

namespace lanes::report {

// A finding, or one of its places, which are rows below it.
struct AdviceRow {
    std::uint32_t finding = 0;
    SliceId place;                  // invalid: the finding itself
    std::string line;               // the program's line that led to the place; empty: not known
    std::vector<std::string> stack; // Python frames of the place, innermost first
    std::uint32_t parent = Table::kNone;
};

// The findings that `wanted` accepts (empty: all), each followed by its places. O(findings, and places x depth).
[[nodiscard]] std::vector<AdviceRow> adviceRows(const AdviceData& data, const std::vector<Finding>& findings,
                                                const std::function<bool(const Finding&)>& wanted = {});

// Arguments may be null: the table then has columns only.
[[nodiscard]] Table adviceTable(std::shared_ptr<const AdviceData> data,
                                std::shared_ptr<const std::vector<Finding>> findings,
                                std::shared_ptr<const std::vector<AdviceRow>> rows);

// The registry's answer, with the rules' own thresholds.
[[nodiscard]] std::optional<Table> advice(TraceAnalyses& analyses, const Asked& asked,
                                          const std::stop_token& stop);

} // namespace lanes::report
