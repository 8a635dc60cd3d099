// Formats numbers for every view and every subcommand. Rules: integer ns below 1 us, else 4 significant digits; thin
// space (U+2009) before units and, from 10 000 on, between thousands; B, KiB, MiB, GiB; true minus.
#pragma once

#include "model/base/Time.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes {

// "812 ns", "4.211 us" (with the micro sign), "12.35 ms", "1.212 s", "2 min 05 s". `digits` significant
// digits.
[[nodiscard]] std::string formatDuration(TimeNs duration, int digits = 4);
// "812 B", "48 KiB", "1.42 GiB".
[[nodiscard]] std::string formatBytes(std::int64_t bytes);
// "9999", "12 345 678" with thin spaces.
[[nodiscard]] std::string formatCount(std::int64_t count);
// "1 call", "12 345 calls"; for texts that are not translated.
[[nodiscard]] std::string formatCount(std::int64_t count, std::string_view one, std::string_view many);
// "46.3 %"; `digits` behind the point.
[[nodiscard]] std::string formatPercent(double share, int digits = 1);

} // namespace lanes
