// The rows of `lanescope stats` as JSON, CSV or a table.
#pragma once

#include "app/cli/Analysis.h"
#include "app/cli/tables/OutputTable.h"
#include "model/analysis/device/KernelStats.h"
#include "model/analysis/flame/ModuleCalls.h"
#include "model/analysis/operators/OperatorStats.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::cli {

// What operators can be summed up by, by the names of `--by`.
[[nodiscard]] const std::map<std::string, OperatorGroup>& operatorGroups();

// Of rows by module: how often their modules were called ("module_calls"), where "calls" counts operators.
using CallsOfModules = std::map<std::string, std::int64_t, std::less<>>;

// Descending by a number, ascending by "name". Columns are named as JSON names them; false: there is no such column.
[[nodiscard]] bool sortRows(std::vector<OperatorRow>& rows, const CallsOfModules& modules,
                            std::string_view column);
[[nodiscard]] bool sortRows(std::vector<KernelRow>& rows, const KernelData& data, std::string_view column);

// The column that rows are sorted by unless somebody wants another.
[[nodiscard]] std::string_view usualColumn(const std::vector<OperatorRow>& rows);
[[nodiscard]] std::string_view usualColumn(const std::vector<KernelRow>& rows);

[[nodiscard]] std::string operatorOutput(const OperatorData& data, OperatorGroup group,
                                         const std::vector<OperatorRow>& rows, const CallsOfModules& modules,
                                         OutputFormat format);
[[nodiscard]] std::string kernelOutput(const KernelData& data, const std::vector<KernelRow>& rows,
                                       OutputFormat format);

// The same columns, into an empty table.
void addOperators(OutputTable& table, const OperatorData& data, OperatorGroup group,
                  const std::vector<OperatorRow>& rows, const CallsOfModules& modules);
void addKernels(OutputTable& table, const KernelData& data, const std::vector<KernelRow>& rows);

} // namespace lanes::cli
