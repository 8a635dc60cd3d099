// The module that each slice runs in. An operator has the module that CallContext gives, so that backward work belongs to
// its forward's. A slice inside another has that one's module; device work has its launch's.
#pragma once

#include "model/analysis/operators/CallContext.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanes {

// Immutable; any thread. 4 bytes per slice.
class SliceModules {
public:
    // Nothing if asked to stop. O(slices + links).
    static std::shared_ptr<const SliceModules> build(const std::shared_ptr<const Trace>& trace,
                                                     const std::stop_token& stop = {});

    // "Linear_0"; empty for none.
    [[nodiscard]] std::string_view of(SliceId slice) const { return names_[modules_[slice.value - first_]]; }

private:
    class Builder;

    std::shared_ptr<const Trace> trace_;         // owns the names
    std::shared_ptr<const CallContext> context_; // owns names
    std::vector<std::string_view> names_;        // the first one is empty: no module
    std::uint32_t first_ = 0;                    // the trace's first slice
    std::vector<std::uint32_t> modules_;         // in names_, by slice from the first on
};

} // namespace lanes
