// `--where`: the modules and ranges below which a program is recorded. The session's page holds the filter as a text
// with one pattern a line: "module:layers.3" or "range:validate". `*` stands for any characters. The recorder and the
// probe read the text by the same rules.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::ring {

constexpr std::size_t kMaxWhereBytes = 1024; // of the whole text, including the NUL at its end
constexpr std::string_view kWhereModule = "module:";
constexpr std::string_view kWhereRange = "range:";

// Returns the text of `patterns`, unchanged. If a pattern is invalid or the text is too long, sets `problem` to one
// sentence and returns an empty text.
[[nodiscard]] std::string whereText(std::span<const std::string> patterns, std::string& problem);
// Returns the patterns of `kind` (kWhereModule or kWhereRange), without that prefix.
[[nodiscard]] std::vector<std::string> patternsOf(std::string_view text, std::string_view kind);
// True if the pattern matches the whole of `text`. O(pattern + text), except for patterns with many stars.
[[nodiscard]] bool matchesPattern(std::string_view pattern, std::string_view text);

} // namespace lanes::ring
