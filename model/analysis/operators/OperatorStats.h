// The operator table: calls, times, memory, FLOPs, by any grouping, for any range.
#pragma once

#include "model/analysis/operators/OperatorData.h"
#include "model/analysis/text/Filter.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

enum class OperatorGroup : std::uint8_t {
    Name,
    Shapes,
    Stack,
    Module,
    Step,
    Thread,
    Category,
    Tree, // by the names of all operators around; a call whose callers are left out goes below the next one
};

struct OperatorQuery {
    OperatorGroup group = OperatorGroup::Name;
    // Counts calls that start in it, each in full with all its launched work; nothing: the whole session.
    std::optional<TimeRange> range;
    Filter filter;
};

// All times in ns, sums over calls: a call within another of the same name counts in both, as torch counts.
struct OperatorRow {
    std::string label;                          // the row's text: a name, a module, "Step 3", a thread
    StringId name;                              // the operator's name; none for groups of several names
    StringId shapes;                            // by shapes: the text of "Input Dims"
    std::uint32_t context = CallContext::kNone; // by stack: the node of the CallContext
    Pass pass = Pass::Forward;                  // by stack and by module: each pass has its own rows
    static constexpr std::uint32_t kNoParent = 0xffffffffu;
    std::uint32_t parent = kNoParent; // by tree: the callers' row, before this one
    EventKind kind = EventKind::Operator;
    Hue hue = Hue::Operator;
    std::int64_t calls = 0;
    TimeNs totalCpu = 0;
    TimeNs selfCpu = 0;
    TimeNs totalDevice = 0;
    TimeNs selfDevice = 0;
    TimeNs maxDevice = 0; // maximum over calls of the device time that a call launched itself
    TimeNs min = 0;
    TimeNs max = 0;
    unsigned __int128 squares =
        0; // sum of squared durations; an integer, so that the order of additions makes no difference
    std::int64_t allocated = 0;
    std::int64_t freed = 0;
    std::int64_t flops = 0; // 0: not known
    std::int64_t bytes = 0;
    TimeNs costedDevice = 0;                       // total device time of the calls whose cost is known
    std::uint32_t slowest = OperatorForest::kNone; // operator in the forest

    [[nodiscard]] TimeNs mean() const { return calls > 0 ? totalCpu / calls : 0; }
    [[nodiscard]] TimeNs deviation() const; // standard deviation of the durations
};

// Rows in order of first appearance. Nothing if asked to stop. O(operators in range).
[[nodiscard]] std::optional<std::vector<OperatorRow>>
operatorStats(const OperatorData& data, const OperatorQuery& query, const std::stop_token& stop = {});

// The calls behind a row, by start; none if asked to stop. O(operators in range).
[[nodiscard]] std::vector<std::uint32_t> callsOf(const OperatorData& data, const OperatorQuery& query,
                                                 const OperatorRow& row, const std::stop_token& stop = {});

} // namespace lanes
