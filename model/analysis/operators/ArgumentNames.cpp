#include "model/analysis/operators/ArgumentNames.h"

#include <algorithm>
#include <string>

namespace lanes {

extern const std::string_view kArgumentNamesText; // argument_names.txt, as CMake puts it into the library

namespace {

// The words of a line behind its first one.
std::vector<std::string_view> argumentsOf(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = line.find(' '); at != std::string_view::npos;) {
        const std::size_t end = line.find(' ', at + 1);
        words.push_back(line.substr(at + 1, end == std::string_view::npos ? end : end - at - 1));
        at = end;
    }
    return words;
}

// Where the first line begins that is not less than that; lines are sorted.
std::size_t lowerBound(std::string_view text, std::string_view wanted) {
    std::size_t from = 0;
    std::size_t to = text.size();
    while (from < to) { // both at the beginning of a line, or at the end
        const std::size_t before = text.substr(0, from + (to - from) / 2).rfind('\n');
        const std::size_t begin = before == std::string_view::npos || before < from ? from : before + 1;
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (text.substr(begin, end - begin) < wanted) {
            from = std::min(end + 1, text.size());
        } else {
            to = begin;
        }
    }
    return from;
}

} // namespace

std::vector<std::string_view> argumentNames(std::string_view op, std::size_t count) {
    std::vector<std::string_view> names(count);
    if (op.empty() || op.find(' ') != std::string_view::npos) {
        return names;
    }
    const std::string head = std::string(op) + ' ';
    bool known = false;
    for (std::string_view rest = kArgumentNamesText.substr(lowerBound(kArgumentNamesText, head));
         rest.starts_with(head);) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const std::vector<std::string_view> arguments = argumentsOf(line);
        if (arguments.size() != count) {
            continue;
        }
        for (std::size_t i = 0; i < count; ++i) {
            names[i] = !known || names[i] == arguments[i] ? arguments[i] : std::string_view();
        }
        known = true;
    }
    return names;
}

std::vector<std::string_view> operatorNames() {
    std::vector<std::string_view> names;
    for (std::string_view rest = kArgumentNamesText; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const std::string_view name = line.substr(0, line.find(' '));
        if (!name.empty() && (names.empty() || names.back() != name)) {
            names.push_back(name);
        }
    }
    return names;
}

} // namespace lanes
