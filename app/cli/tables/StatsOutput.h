// The rows of `lanescope stats` as JSON, CSV or a table.
#pragma once

#include "app/cli/Analysis.h"
#include "model/analysis/device/KernelStats.h"
#include "model/analysis/flame/ModuleCalls.h"
#include "model/analysis/operators/OperatorStats.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::cli {

// Of rows by module: how often their modules were called ("module_calls"), where "calls" counts operators.
using CallsOfModules = std::map<std::string, std::int64_t, std::less<>>;

// Descending by a number, ascending by "name". Columns are named as JSON names them; false: there is no such column.
[[nodiscard]] bool sortRows(std::vector<OperatorRow>& rows, const CallsOfModules& modules,
                            std::string_view column);
[[nodiscard]] bool sortRows(std::vector<KernelRow>& rows, const KernelData& data, std::string_view column);

[[nodiscard]] std::string operatorOutput(const OperatorData& data, OperatorGroup group,
                                         const std::vector<OperatorRow>& rows, const CallsOfModules& modules,
                                         OutputFormat format);
[[nodiscard]] std::string kernelOutput(const KernelData& data, const std::vector<KernelRow>& rows,
                                       OutputFormat format);

} // namespace lanes::cli
