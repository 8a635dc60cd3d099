#include "model/base/Format.h"

#include <array>
#include <cstdio>

namespace lanes {

namespace {

constexpr const char* kThin = "\u2009";
constexpr const char* kMinus = "\u2212";

std::string significant(double value, int digits) {
    int whole = 1;
    for (double v = value; v >= 10; v /= 10) {
        ++whole;
    }
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*f", std::max(0, digits - whole), value);
    return text.data();
}

std::string minutes(TimeNs duration) {
    const TimeNs seconds = duration / 1'000'000'000;
    std::array<char, 48> text{};
    if (seconds >= 3600) {
        std::snprintf(text.data(), text.size(), "%lld%sh %02lld%smin", static_cast<long long>(seconds / 3600),
                      kThin, static_cast<long long>(seconds / 60 % 60), kThin);
    } else {
        std::snprintf(text.data(), text.size(), "%lld%smin %02lld%ss", static_cast<long long>(seconds / 60),
                      kThin, static_cast<long long>(seconds % 60), kThin);
    }
    return text.data();
}

} // namespace

std::string formatDuration(TimeNs duration, int digits) {
    if (duration < 0) {
        // Negating through unsigned keeps the smallest value defined; one nanosecond is lost there, at 292
        // years.
        return kMinus + formatDuration(duration == INT64_MIN ? INT64_MAX : -duration, digits);
    }
    if (duration < 1000) {
        return std::to_string(duration) + kThin + "ns";
    }
    if (duration >= 120'000'000'000) {
        return minutes(duration);
    }
    struct Unit {
        double ns;
        const char* name;
    };
    static constexpr std::array<Unit, 3> kUnits{{{1e9, "s"}, {1e6, "ms"}, {1e3, "\u00b5s"}}};
    for (const Unit& unit : kUnits) {
        // A value that rounds up to the next unit (999.96 us at 4 digits) is written in that unit.
        const double value = static_cast<double>(duration) / unit.ns;
        if (value >= 1 || significant(value * 1000, digits).substr(0, 4) == "1000") {
            return significant(value, digits) + kThin + unit.name;
        }
    }
    return std::to_string(duration) + kThin + "ns";
}

std::string formatBytes(std::int64_t bytes) {
    if (bytes < 0) {
        return kMinus + formatBytes(bytes == INT64_MIN ? INT64_MAX : -bytes);
    }
    static constexpr std::array<const char*, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) {
        return std::to_string(bytes) + kThin + "B";
    }
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    std::string text = significant(value, 3);
    if (text == "1024" && unit + 1 < kUnits.size()) { // rounded up to the next unit
        text = "1";
        ++unit;
    }
    // What rounds to a whole number is written as one that is whole.
    const std::size_t point = text.find('.');
    if (point != std::string::npos && text.find_first_not_of('0', point + 1) == std::string::npos) {
        text.resize(point);
    }
    return text + kThin + kUnits[unit];
}

std::string formatCount(std::int64_t count) {
    const bool negative = count < 0;
    std::string digits = std::to_string(count);
    if (negative) {
        digits.erase(0, 1);
    }
    if (digits.size() > 4) {
        for (std::size_t at = digits.size(); at > 3;) {
            at -= 3;
            digits.insert(at, kThin);
        }
    }
    return negative ? kMinus + digits : digits;
}

std::string formatCount(std::int64_t count, std::string_view one, std::string_view many) {
    return formatCount(count) + " " + std::string(count == 1 ? one : many);
}

std::string formatPercent(double share, int digits) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*f%s%%", digits, share * 100, kThin);
    return text.data();
}

} // namespace lanes
