#include "app/cli/recording/RecordBounds.h"

#include "app/cli/TimeArgument.h"

#include <charconv>
#include <cstdlib>

namespace lanes::cli {

namespace {

constexpr std::uint64_t kLeastSize = std::uint64_t{8} << 20; // the largest chunk fits, with what it refers to

} // namespace

Result<std::uint64_t> parseSize(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    static constexpr std::string_view kUnits = "KMGT";
    const std::size_t power = unit.size() == 1 ? kUnits.find(unit) : std::string_view::npos;
    if (problem != std::errc() || power == std::string_view::npos || number >= (std::uint64_t{1} << 20)) {
        return Error{'"' + std::string(text) + "\" is no size; write 500M or 2G."};
    }
    const std::uint64_t bytes = number << (10 * (power + 1));
    if (bytes < kLeastSize) {
        return Error{"a session needs 8M at least."};
    }
    return bytes;
}

Result<void> addCondition(const std::string& text, recorder::SaveConditions& when) {
    const Error unknown{"--when: '" + text + "' is none of step>1.5x, step>200ms, hang>30s, oom and dies."};
    if (text == "oom" || text == "dies") {
        when.outOfMemory = when.outOfMemory || text == "oom"; // a death always saves
        return {};
    }
    const bool step = text.starts_with("step>");
    if (!step && !text.starts_with("hang>")) {
        return unknown;
    }
    const std::string limit = text.substr(5);
    if (step && limit.ends_with('x')) {
        const char* last = limit.data() + limit.size() - 1;
        const auto [end, problem] = std::from_chars(limit.data(), last, when.stepTimes); // in no locale
        const bool whole = problem == std::errc() && end == last;
        return whole && when.stepTimes > 1 && when.stepTimes < 1e6
                   ? Result<void>()
                   : Error{"--when: a step that is slow takes more than once the usual: step>1.5x"};
    }
    const Result<TimeNs> span = parseSpan(limit);
    (step ? when.stepLonger : when.hang) = span ? span.value() : 0;
    return span ? Result<void>() : unknown;
}

bool isSaveCondition(const std::string& text) {
    recorder::SaveConditions ignored;
    return addCondition(text, ignored).ok();
}

} // namespace lanes::cli
