#include "app/cli/TimeArgument.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace lanes::cli {

namespace {

Error unreadable(std::string_view text) {
    return Error{"\"" + std::string(text) + "\" is no time; write it like 12.5ms, 3s or 1500 (nanoseconds)."};
}

// Nanoseconds; nothing for what has no unit.
std::optional<TimeNs> withUnit(std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    static constexpr std::array<std::pair<std::string_view, double>, 6> kUnits{
        {{"ns", 1}, {"us", 1e3}, {"\u00b5s", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"min", 6e10}}};
    for (const auto& [unit, factor] : kUnits) {
        if (error == std::errc() && unit == std::string_view(at, static_cast<std::size_t>(end - at)) &&
            std::abs(value * factor) < 4e18) {
            return static_cast<TimeNs>(std::llround(value * factor));
        }
    }
    return std::nullopt;
}

} // namespace

Result<TimeNs> parseMoment(std::string_view text, TimeRange session) {
    TimeNs whole = 0;
    const char* end = text.data() + text.size();
    if (const auto [at, error] = std::from_chars(text.data(), end, whole);
        error == std::errc() && at == end) {
        return whole >= session.begin && session.begin > 0 ? whole : session.begin + whole;
    }
    const std::optional<TimeNs> span = withUnit(text);
    return span ? Result<TimeNs>(session.begin + *span) : unreadable(text);
}

Result<TimeNs> parseSpan(std::string_view text) {
    const std::optional<TimeNs> span = withUnit(text);
    if (!span || *span <= 0) {
        return Error{"\"" + std::string(text) + "\" is no length of time; write it like 500ms, 10s or 2min."};
    }
    return *span;
}

Result<TimeRange> parseRange(std::string_view text, TimeRange session) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) {
        return Error{"\"" + std::string(text) + "\" is no range; write it like 10ms..20ms."};
    }
    TimeRange range = session;
    if (dots > 0) {
        const Result<TimeNs> begin = parseMoment(text.substr(0, dots), session);
        if (!begin) {
            return begin.error();
        }
        range.begin = begin.value();
    }
    if (dots + 2 < text.size()) {
        const Result<TimeNs> last = parseMoment(text.substr(dots + 2), session);
        if (!last) {
            return last.error();
        }
        range.end = last.value();
    }
    if (!session.empty() && (range.begin >= session.end || range.end <= session.begin)) {
        return Error{"The range \"" + std::string(text) + "\" lies outside of the session, which has 0ns.." +
                     std::to_string(session.length()) + "ns (recorded as " + std::to_string(session.begin) +
                     ".." + std::to_string(session.end) + "); take a part of that."};
    }
    if (range.empty()) {
        return Error{"The range \"" + std::string(text) + "\" is empty: it must end after it begins."};
    }
    return range;
}

Result<std::optional<TimeRange>> partOf(const PartArguments& arguments, TimeRange session,
                                        const SessionSteps& steps) {
    if (!arguments.range.empty() && arguments.step >= 0) {
        return Error{"--range and --step exclude one another; leave one out."};
    }
    if (!arguments.range.empty()) {
        const Result<TimeRange> range = parseRange(arguments.range, session);
        return range ? Result<std::optional<TimeRange>>(range.value()) : range.error();
    }
    if (arguments.step < 0) {
        return arguments.scope == "steady" ? steps.steadyRange() : std::optional<TimeRange>();
    }
    if (const auto range = steps.numbered(arguments.step)) {
        return range;
    }
    std::string known;
    for (const Step& step : steps.first()) {
        known += (known.empty() ? "" : ", ") + std::to_string(step.number);
    }
    return Error{"There is no step " + std::to_string(arguments.step) + "; the session has " +
                 (known.empty() ? "none" : known) + "."};
}

} // namespace lanes::cli
