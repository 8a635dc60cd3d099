// Classes of ASCII characters, independent of the locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace lanes {

constexpr bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
constexpr bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}
constexpr bool isLetter(char c) {
    return isUpper(c) || isLower(c);
}
constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
// True for the characters of names in programs.
constexpr bool isNameSign(char c) {
    return isLetter(c) || isDigit(c) || c == '_';
}
constexpr char lowered(char c) {
    return isUpper(c) ? static_cast<char>(c | 0x20) : c;
}
inline std::string lowerOf(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), lowered);
    return lower;
}
// True for a number that is not empty.
inline bool isDigits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, isDigit);
}

} // namespace lanes
