// When the modules of one row were called and what they put on the devices, as much of it as a width in pixels can show.
#pragma once

#include "views/modules/ModuleTable.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

struct ModulePicture {
    struct Row {
        std::string name; // empty: the modules' calls
        Hue hue = Hue::Range;
        std::vector<float> inside; // share of each pixel's time, 0 to 1
        std::vector<float> other;  // of what does not belong to the row's modules; drawn behind
    };
    struct Call {
        SliceId slice;
        TimeRange range;
    };
    TimeRange range;
    std::vector<Row> rows;    // the calls, then every stream with work in the range
    std::vector<Call> calls;  // of the row's modules, by start
    bool ofOperators = false; // modules' calls were not recorded: those of operators in them stand for them

    // The call around `t`, else the nearest one; nothing without calls.
    [[nodiscard]] std::optional<Call> callNear(TimeNs t) const;
};

// Nothing if asked to stop. O(slices + kernels); any thread.
[[nodiscard]] std::optional<ModulePicture> modulePicture(const OperatorData& data, const ModuleTable& table,
                                                         std::uint32_t row, TimeRange range, int width,
                                                         const std::stop_token& stop);

} // namespace lanes
