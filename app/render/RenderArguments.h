// Parses sizes of the command line.
#pragma once

#include "model/base/Moment.h"

#include <QSize>

#include <optional>
#include <string_view>

namespace lanes {

// "1440x900": each side 64 to 16384.
[[nodiscard]] std::optional<QSize> parseSize(std::string_view text);

} // namespace lanes
