// The inside of modules: their operators by name, and the place of their code.
#pragma once

#include "model/analysis/operators/OperatorStats.h"

#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct ModuleInside {
    struct Operator {
        StringId name;
        TimeNs time = 0; // self time, on the device if there is one, else on the host
        std::int64_t calls = 0;
        SliceId longest; // call with the longest such time
    };
    std::vector<Operator> operators; // longest first; operators without time are left out
    std::string forward;             // "modeling_owlv2.py(410): forward"; empty if the trace has no frames
    SliceId forwardSlice;            // of the longest call
};

// The inside of modules, given by their recorded names, in `range`; by device time if `onDevice`. The place of the code
// is that of `call`, a slice of one of them, or none. Nothing if asked to stop. O(operators); any thread.
[[nodiscard]] std::optional<ModuleInside> moduleInside(const OperatorData& data,
                                                       const std::set<std::string_view>& modules,
                                                       bool onDevice, TimeRange range, SliceId call,
                                                       const std::stop_token& stop = {});

// By node of the context: true if a module of one of these names is at or around it. O(nodes).
[[nodiscard]] std::vector<bool> nodesInside(const CallContext& context,
                                            const std::set<std::string_view>& modules);

} // namespace lanes
