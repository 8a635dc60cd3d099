// What was lost, repaired or guessed, in the window's language.
#pragma once

#include <QString>

#include <string_view>

namespace lanes {

// Of a Diagnostic's message, of a LedgerEntry's title or meaning, or of a sentence of a comparison's reservations. One that is not known, of another version, stays English.
[[nodiscard]] QString noteText(std::string_view english);

} // namespace lanes
