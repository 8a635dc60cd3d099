// Which Python function called which, where the times of a file do not say: torch writes who called ("Python parent id"), and
// a function may end after its caller by the clock.
#pragma once

#include "model/trace/Trace.h"

#include <stop_token>
#include <utility>
#include <vector>

namespace lanes {

// Immutable; any thread.
class PythonCallers {
public:
    // As many as are known when asked to stop. O(slices of segments with overlaps), where the file tells callers.
    explicit PythonCallers(const Trace& trace, const std::stop_token& stop = {});

    [[nodiscard]] bool empty() const { return told_.empty(); }
    // The caller of a function that ends after it; none where the times tell the caller. O(log such functions).
    [[nodiscard]] SliceId of(SliceId function) const;

private:
    using Told = std::pair<SliceId, SliceId>; // function and caller
    std::vector<Told> told_;                  // by function
};

} // namespace lanes
