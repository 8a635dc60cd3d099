// The result of a gate, as a page with charts and as JUnit XML.
#pragma once

#include "model/analysis/compare/Gate.h"
#include "model/base/Result.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::cli {

// "1.2 ms", or bytes.
[[nodiscard]] std::string gateValue(const GateBudget& budget, double value);
// "step: 10.1 ms, 8.2 % more than 9.3 ms (5.1 % to 11.3 %); the budget is +3 %".
[[nodiscard]] std::string gateSentence(const GateAnswer& answer);
// "aten::mm: 4.2 ms, 1.1 ms more".
[[nodiscard]] std::string gateRowText(const GateAnswer& answer, const GateRow& row);

inline constexpr std::array kGateReportFiles{"report.html", "junit.xml"};
// Writes report.html and junit.xml into `folder`, which is made if it is missing.
[[nodiscard]] Result<void> writeGateReport(const std::string& folder, std::string_view file,
                                           std::string_view base, const std::vector<GateAnswer>& answers);

} // namespace lanes::cli
