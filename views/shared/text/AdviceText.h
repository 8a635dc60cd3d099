// Translates advice into the user's language.
#pragma once

#include <QString>

#include <string_view>

namespace lanes {

// Translates a Finding's title, its evidence or its remedy, or the reason for the kind of a step. Names and code within it stay
// unchanged. An unknown sentence stays English. O(patterns x length).
[[nodiscard]] QString adviceText(std::string_view english);

} // namespace lanes
