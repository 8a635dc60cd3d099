// Loops of Python over small operators: the same few, one after the other, again and again.
#pragma once

#include "model/analysis/advice/AdviceFacts.h"

#include <cstdint>
#include <vector>

namespace lanes {

struct PythonLoop {
    TimeRange range;          // from the first operator's begin to the last one's end
    SliceId first;            // operator
    std::int64_t calls = 0;   // operators
    std::int64_t repeats = 0; // times that they follow one another
    TimeNs inside = 0;        // in the operators
    std::uint32_t line = CallContext::kNone;
    bool indexes = false; // takes elements
};

// Of outermost operators of the forward pass that the program's own loops call: not what a DataLoader, a backward pass, an
// optimizer or torch's containers of modules call. Within one step, and one function where lines are known. Of each loop the
// shortest period up to 16 operators; O(operators).
[[nodiscard]] std::vector<PythonLoop> pythonLoops(const AdviceFacts& facts, std::int64_t repeats);

} // namespace lanes
