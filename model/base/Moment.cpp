#include "model/base/Moment.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace lanes {
namespace {

constexpr std::size_t kMostDigits = 18;

std::optional<TimeNs> wholeNumber(std::string_view text) {
    TimeNs number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// Digits behind the point that a unit has: "ms" has 6 down to the nanosecond.
std::optional<std::pair<std::size_t, std::string_view>> splitUnit(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, std::size_t>, 5> kUnits = {
        {{"ns", 0}, {"us", 3}, {"µs", 3}, {"ms", 6}, {"s", 9}}};
    for (const auto& [unit, digits] : kUnits) {
        if (text.ends_with(unit)) {
            return std::pair(digits, text.substr(0, text.size() - unit.size()));
        }
    }
    return std::pair(std::size_t(0), text);
}

} // namespace

std::optional<TimeNs> parseMoment(std::string_view text) {
    const auto [digits, number] = *splitUnit(text);
    const auto point = std::min(number.find('.'), number.size());
    std::string whole(number.substr(0, point));
    std::string behind(number.substr(std::min(point + 1, number.size())));
    if (behind.size() > digits || (point < number.size() && behind.empty())) {
        return std::nullopt; // finer than a nanosecond, or "1."
    }
    behind.resize(digits, '0');
    whole += behind;
    if (number.empty() || whole.size() > kMostDigits ||
        !std::ranges::all_of(whole, [](char c) { return c >= '0' && c <= '9'; })) {
        return std::nullopt;
    }
    return wholeNumber(whole);
}

std::optional<TimeRange> parseRange(std::string_view text, TimeRange session) {
    const auto dots = text.find("..");
    if (dots == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view first = text.substr(0, dots);
    const std::string_view last = text.substr(dots + 2);
    const auto begin = first.empty() ? std::optional<TimeNs>(0) : parseMoment(first);
    const auto end = last.empty() ? std::optional<TimeNs>(session.length()) : parseMoment(last);
    if (!begin || !end || *end <= *begin) {
        return std::nullopt;
    }
    return TimeRange{session.begin + *begin, session.begin + *end};
}

} // namespace lanes
