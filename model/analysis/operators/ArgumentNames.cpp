#include "model/analysis/operators/ArgumentNames.h"

#include <algorithm>

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

} // namespace

std::vector<std::string_view> argumentNames(std::string_view op, std::size_t count) {
    std::vector<std::string_view> names(count);
    if (op.empty() || op.find(' ') != std::string_view::npos) {
        return names;
    }
    bool known = false;
    for (std::string_view rest = kArgumentNamesText; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (!line.starts_with(op) || line.size() == op.size() || line[op.size()] != ' ') {
            continue;
        }
        const std::vector<std::string_view> arguments = argumentsOf(line);
        for (std::size_t i = 0; arguments.size() == count && i < count; ++i) {
            names[i] = !known || names[i] == arguments[i] ? arguments[i] : std::string_view();
        }
        known = known || arguments.size() == count;
    }
    return names;
}

} // namespace lanes
