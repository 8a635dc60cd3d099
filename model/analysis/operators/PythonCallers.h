// The callers of Python functions where the times of a file do not show them. Torch writes the caller ("Python parent
// id"), and by the clock a function may end after its caller.
#pragma once

#include "model/trace/Trace.h"

#include <stop_token>
#include <utility>
#include <vector>

namespace lanes {

// Immutable; any thread.
class PythonCallers {
public:
    // Incomplete if asked to stop. O(slices of segments with overlaps), if the file names callers.
    explicit PythonCallers(const Trace& trace, const std::stop_token& stop = {});

    [[nodiscard]] bool empty() const { return told_.empty(); }
    // The caller of a function that ends after it; none if the times show the caller. O(log such functions).
    [[nodiscard]] SliceId of(SliceId function) const;

private:
    using Told = std::pair<SliceId, SliceId>; // function and caller
    std::vector<Told> told_;                  // by function
};

} // namespace lanes
