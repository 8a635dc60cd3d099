// Adds the texts of a JSON file to a thread's TextPool: escaped texts, arrays and objects, with guesses of the next text.
#pragma once

#include "model/io/joining/TextPool.h"
#include "model/io/json/TextGuess.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanes {

// One thread.
class JsonTexts {
public:
    explicit JsonTexts(TextPool& pool)
        : pool_(pool) {}

    [[nodiscard]] TextPool& pool() { return pool_; }
    // Guesses the next text.
    [[nodiscard]] TextGuess& guess() { return guess_; }

    // Adds a text of the file (the inside of quotes, a number, a constant).
    [[nodiscard]] StringId text(const char* begin, const char* end) { return pool_.text(begin, end); }
    [[nodiscard]] std::string_view view(StringId id) const { return pool_.view(id); }
    // Adds the inside of quotes as plain text.
    [[nodiscard]] StringId plain(const char* begin, const char* end, bool escaped);
    // Adds an array or object; none if its brackets do not match by kind.
    [[nodiscard]] StringId raw(const char* begin, const char* end);

private:
    enum class Nesting : std::uint8_t { Unknown, Valid, Broken };

    Nesting& nestingOf(StringId id);

    TextPool& pool_;
    TextGuess guess_;
    std::vector<Nesting> nesting_; // by text
};

} // namespace lanes
