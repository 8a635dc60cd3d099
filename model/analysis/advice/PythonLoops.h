// Python loops over small operators: the same few operators, one after the other, again and again.
#pragma once

#include "model/analysis/advice/AdviceFacts.h"

#include <cstdint>
#include <vector>

namespace lanes {

struct PythonLoop {
    TimeRange range;          // from the first operator's begin to the last one's end
    SliceId first;            // operator
    std::int64_t calls = 0;   // operators
    std::int64_t repeats = 0; // how often the period occurs in a row
    TimeNs inside = 0;        // spent inside the operators
    std::uint32_t line = CallContext::kNone;
    bool indexes = false; // takes elements of a tensor
};

// Finds loops among outermost operators of the forward pass that the program's own code calls. Operators called by a
// DataLoader, a backward pass, an optimizer or torch's containers of modules are left out. A loop lies within one step,
// and in one function if lines are known. Each loop is reported with its shortest period, up to 16 operators.
// O(operators).
[[nodiscard]] std::vector<PythonLoop> pythonLoops(const AdviceFacts& facts, std::int64_t repeats);

} // namespace lanes
