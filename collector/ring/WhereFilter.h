// `--where`: below which modules and ranges a program is recorded. As a text of the session's page: a pattern a line,
// "module:layers.3" or "range:validate"; `*` stands for any characters. Recorder and probe read it by the same rules.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::ring {

constexpr std::size_t kMaxWhereBytes = 1024; // of the whole text, with a NUL behind it
constexpr std::string_view kWhereModule = "module:";
constexpr std::string_view kWhereRange = "range:";

// The text for these patterns, as they are given. Sets `problem` to one sentence if one of them is none, or all are too long;
// empty otherwise.
[[nodiscard]] std::string whereText(std::span<const std::string> patterns, std::string& problem);
// The patterns of one kind, without that word.
[[nodiscard]] std::vector<std::string> patternsOf(std::string_view text, std::string_view kind);
// Whether all of `text` is what the pattern says. O(both) but for patterns of many stars.
[[nodiscard]] bool matchesPattern(std::string_view pattern, std::string_view text);

} // namespace lanes::ring
