#include "collector/ring/WhereFilter.h"

namespace lanes::ring {

namespace {

bool isPattern(std::string_view text, std::string_view kind) {
    return text.starts_with(kind) && text.size() > kind.size();
}

} // namespace

std::string whereText(std::span<const std::string> patterns, std::string& problem) {
    problem.clear();
    std::string text;
    for (const std::string& pattern : patterns) {
        if ((!isPattern(pattern, kWhereModule) && !isPattern(pattern, kWhereRange)) ||
            pattern.find('\n') != std::string::npos) {
            problem =
                "\"" + pattern +
                "\" names neither a module nor a range: write module:layers.3 (a module by its place or "
                "its class) or range:validate (of record_function, NVTX or lanescope.range)";
            return {};
        }
        text += (text.empty() ? "" : "\n") + pattern;
    }
    if (text.size() >= kMaxWhereBytes) {
        problem = "all filters together have more than 1,023 characters: use * for what they share";
        return {};
    }
    return text;
}

std::vector<std::string> patternsOf(std::string_view text, std::string_view kind) {
    std::vector<std::string> patterns;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (isPattern(line, kind)) {
            patterns.emplace_back(line.substr(kind.size()));
        }
        text.remove_prefix(line.size() < text.size() ? line.size() + 1 : text.size());
    }
    return patterns;
}

bool matchesPattern(std::string_view pattern, std::string_view text) {
    std::size_t at = 0; // in the pattern
    std::size_t i = 0;  // in the text
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0; // where the last star may have taken one more
    while (i < text.size()) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            resume = i;
        } else if (at < pattern.size() && pattern[at] == text[i]) {
            ++at;
            ++i;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            i = ++resume;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*') {
        ++at;
    }
    return at == pattern.size();
}

} // namespace lanes::ring
