// Sentences of the model, the recorder and another lanescope in the window's language. They come in English, from files and programs
// that scripts read, too, with names and numbers inside.
#pragma once

#include <QString>

#include <span>

namespace lanes {

// `said` in the language of `context`, by the pattern of `patterns` that it is of: English with %1 to %9, in this order, where
// anything may stand; of several the one that says most itself. What stands at such a place is translated alike. As it is where
// it is of none. O(patterns × length). Any thread that may translate.
[[nodiscard]] QString translatedSentence(const char* context, std::span<const char* const> patterns,
                                         const QString& said);

} // namespace lanes
