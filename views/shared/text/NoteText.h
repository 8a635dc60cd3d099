// Translates notes on lost, repaired or guessed data into the user's language.
#pragma once

#include <QString>

#include <string_view>

namespace lanes {

// Translates a Diagnostic's message, a LedgerEntry's title or meaning, or a sentence of a comparison's reservations. An unknown
// sentence, as from another version, stays English.
[[nodiscard]] QString noteText(std::string_view english);

} // namespace lanes
