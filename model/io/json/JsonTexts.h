// The texts of a JSON file on their way into a thread's TextPool: what is escaped, what is an array or an object, and
// what is likely to come next.
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
    // What is likely to come next.
    [[nodiscard]] TextGuess& guess() { return guess_; }

    // A text as it stands in the file (the inside of quotes, a number, a constant).
    [[nodiscard]] StringId text(const char* begin, const char* end) { return pool_.text(begin, end); }
    [[nodiscard]] std::string_view view(StringId id) const { return pool_.view(id); }
    // The inside of quotes as plain text.
    [[nodiscard]] StringId plain(const char* begin, const char* end, bool escaped);
    // An array or object; none when its brackets do not match by type.
    [[nodiscard]] StringId raw(const char* begin, const char* end);

private:
    enum class Nesting : std::uint8_t { Unknown, Valid, Broken };

    Nesting& nestingOf(StringId id);

    TextPool& pool_;
    TextGuess guess_;
    std::vector<Nesting> nesting_; // by text
};

} // namespace lanes
