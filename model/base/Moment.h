// Parses moments and ranges of time as people write them.
#pragma once

#include "model/base/Time.h"

#include <optional>
#include <string_view>

namespace lanes {

// "12.5ms", "800us", "1.2s", "40ns", "90" (nanoseconds), since the session's begin. Exact to the nanosecond.
[[nodiscard]] std::optional<TimeNs> parseMoment(std::string_view text);

// "A..B", either side may be missing: "1ms..2ms", "..5us". Nothing if the range is empty or backwards.
[[nodiscard]] std::optional<TimeRange> parseRange(std::string_view text, TimeRange session);

} // namespace lanes
