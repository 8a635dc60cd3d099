// The panel's data about one row of the operator table: the distribution of its calls, the slowest calls, and their callers.
#pragma once

#include "views/operators/OperatorTable.h"
#include "views/shared/controls/Histogram.h"

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lanes {

struct RowDetail {
    struct Call {
        SliceId slice;
        TimeNs start = 0;
        TimeNs time = 0;
    };
    struct Place {
        std::string_view frame; // frame of the Python context
        double share = 0;       // share of the time
    };
    bool device = false;                // true: device times; false: durations
    std::vector<Call> calls;            // by start
    std::vector<std::uint32_t> slowest; // indices of all calls, longest first
    Spread spread;
    std::vector<Place> places; // frames of the program itself, largest share first
};

// Returns nothing if stopped. O(operators + calls log calls); any thread.
[[nodiscard]] std::optional<RowDetail> rowDetail(const OperatorTable& table, std::uint32_t row,
                                                 const std::stop_token& stop = {});

} // namespace lanes
