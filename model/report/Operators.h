// Operators by name, shapes, place, module, step, thread, category or as a tree of calls.
#pragma once

#include "model/analysis/operators/OperatorStats.h"
#include "model/report/Table.h"

#include <functional>
#include <map>
#include <string>

namespace lanes::report {

// Number of calls of each module; see moduleCalls().
using CallsOfModules = std::map<std::string, std::int64_t, std::less<>>;

struct OperatorSource {
    std::shared_ptr<const OperatorData> data; // null: the table has columns only
    OperatorGroup group = OperatorGroup::Name;
    std::shared_ptr<const std::vector<OperatorRow>> rows; // of operatorStats()
    CallsOfModules modules;                               // by module
};
// True if any operator has recorded input shapes. O(signatures).
[[nodiscard]] bool anyShapes(const OperatorData& data);
[[nodiscard]] Table operatorTable(OperatorSource source);

} // namespace lanes::report
