// What advice says, in the window's language.
#pragma once

#include <QString>

#include <string_view>

namespace lanes {

// Of a Finding's title, of what was seen or of its remedy; of why a step is of its kind. Names and code in it stay; what is not known
// stays English.
// O(patterns x length).
[[nodiscard]] QString adviceText(std::string_view english);

} // namespace lanes
