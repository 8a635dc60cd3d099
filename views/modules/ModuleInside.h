// What the modules of one row did: their operators by name, and where their code stands.
#pragma once

#include "views/modules/ModuleTable.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace lanes {

struct ModuleInside {
    struct Operator {
        StringId name;
        TimeNs time = 0; // its own, on the device if there is one, else on the host
        std::int64_t calls = 0;
        SliceId longest; // by that time
    };
    std::vector<Operator> operators; // longest first; those without time are left out
    std::string forward;             // "modeling_owlv2.py(410): forward"; empty where the trace does not say
    SliceId forwardSlice;            // of the longest call
};

// Nothing if asked to stop. O(operators); any thread.
[[nodiscard]] std::optional<ModuleInside> moduleInside(const OperatorData& data, const ModuleTable& table,
                                                       std::uint32_t row, TimeRange range,
                                                       const std::stop_token& stop);

// For every node of the context whether a module of one of these names is at or around it. O(nodes).
[[nodiscard]] std::vector<bool> nodesInside(const CallContext& context,
                                            const std::unordered_set<std::string_view>& modules);

} // namespace lanes
