// Translates sentences of the model, of the recorder and of another lanescope into the user's language. They arrive in English
// with names and numbers inside, because they come from files and programs that scripts read, too.
#pragma once

#include <QString>

#include <span>

namespace lanes {

// Translates `said` within the translation context `context`. A pattern is an English sentence with places %1 to %9, in this
// order, for any text. If several patterns match, the one with the most text of its own wins. Texts at the places are
// translated in the same way. If no pattern matches, `said` is returned. O(patterns × length). Any thread that may translate.
[[nodiscard]] QString translatedSentence(const char* context, std::span<const char* const> patterns,
                                         const QString& said);

} // namespace lanes
