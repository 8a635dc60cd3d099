// The calls of the modules of one row and their work on the devices over time, reduced to a width in pixels.
#pragma once

#include "views/modules/ModuleTable.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct ModulePicture {
    struct Row {
        std::string name; // empty: the calls of the modules
        Hue hue = Hue::Range;
        std::vector<float> inside; // share of each pixel's time, 0 to 1
        std::vector<float> other;  // the same for work of other modules; drawn behind
    };
    struct Call {
        SliceId slice;
        TimeRange range;
    };
    TimeRange range;
    std::vector<Row> rows;    // the calls, then every stream with work in the range
    std::vector<Call> calls;  // of the row's modules, by start
    bool ofOperators = false; // no calls of modules recorded: operators' calls instead

    // Returns the call around `t`, else the nearest one; nothing if there are no calls.
    [[nodiscard]] std::optional<Call> callNear(TimeNs t) const;
};

// Returns nothing if stopped. O(slices + kernels); any thread.
[[nodiscard]] std::optional<ModulePicture> modulePicture(const OperatorData& data, const ModuleTable& table,
                                                         std::uint32_t row, TimeRange range, int width,
                                                         const std::stop_token& stop);

} // namespace lanes
