// Finds identifiers in the names of kernels.
#pragma once

#include <cctype>
#include <cstddef>
#include <string_view>

namespace lanes {

[[nodiscard]] inline bool isWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The identifier that begins at `begin`; empty if none does.
[[nodiscard]] inline std::string_view wordAfter(std::string_view text, std::size_t begin) {
    std::size_t end = begin;
    while (end < text.size() && isWord(text[end])) {
        ++end;
    }
    return text.substr(begin, end - begin);
}

// The identifier that ends before `end`; empty if none does.
[[nodiscard]] inline std::string_view wordBefore(std::string_view text, std::size_t end) {
    std::size_t begin = end;
    while (begin > 0 && isWord(text[begin - 1])) {
        --begin;
    }
    return text.substr(begin, end - begin);
}

} // namespace lanes
