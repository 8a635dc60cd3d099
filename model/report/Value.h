// A value of an answer, before a reader formats it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lanes::report {

using Unknown = std::monostate; // not recorded, or not existing: null in files, never 0
// One of a fixed list of words. Files have its key; people read its text, which the window translates. Both live as long
// as the program.
struct Word {
    std::string_view key;
    std::string_view text;
};
using Integers = std::vector<std::int64_t>;
using Texts = std::vector<std::string_view>;
// A string_view refers to data that Table::keeps owns; a string was made for this value.
using Value =
    std::variant<Unknown, std::int64_t, double, std::string_view, std::string, Integers, Texts, Word>;

[[nodiscard]] inline bool isUnknown(const Value& value) {
    return std::holds_alternative<Unknown>(value);
}
// The text of a value that is a text, the key of a word; empty for all others.
[[nodiscard]] inline std::string_view textOf(const Value& value) {
    const auto* made = std::get_if<std::string>(&value);
    const auto* kept = std::get_if<std::string_view>(&value);
    const auto* word = std::get_if<Word>(&value);
    return made != nullptr   ? std::string_view(*made)
           : kept != nullptr ? *kept
           : word != nullptr ? word->key
                             : std::string_view();
}
// The number of a value that is a number; sizes count as their product, all others as 0.
[[nodiscard]] double numberOf(const Value& value);

// The value, or unknown if it is not above `least`.
[[nodiscard]] inline Value above(std::int64_t least, std::int64_t value) {
    return value > least ? Value(value) : Value();
}

} // namespace lanes::report
