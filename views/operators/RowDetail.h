// What the panel says about one row of the operator table: how its calls spread, the slowest, and where from.
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
        std::string_view frame; // of the Python context
        double share = 0;       // of the time
    };
    bool device = false;                // the times are device times; else durations
    std::vector<Call> calls;            // by start
    std::vector<std::uint32_t> slowest; // all calls, longest first
    Spread spread;
    std::vector<Place> places; // the program's own frames, largest share first
};

// Nothing if asked to stop. O(operators + calls log calls); any thread.
[[nodiscard]] std::optional<RowDetail> rowDetail(const OperatorTable& table, std::uint32_t row,
                                                 const std::stop_token& stop = {});

} // namespace lanes
