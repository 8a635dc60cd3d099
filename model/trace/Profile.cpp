#include "model/trace/Profile.h"

#include "model/base/Format.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace lanes {

namespace {

constexpr std::array<std::pair<std::string_view, ProfileMetric::Unit>, 3> kUnits{
    {{"ns", ProfileMetric::Unit::Time},
     {"bytes", ProfileMetric::Unit::Bytes},
     {"count", ProfileMetric::Unit::Count}}};
constexpr int kMostDigits = 9; // behind the point

const std::string* propertyOf(const SessionInfo& info, std::string_view key) {
    const auto found = std::ranges::find(info.properties, key, &std::pair<std::string, std::string>::first);
    return found == info.properties.end() ? nullptr : &found->second;
}

// A line is "ns time": files may hold any.
std::vector<ProfileMetric> metricsIn(std::string_view lines) {
    constexpr std::size_t kMost = 64;
    std::vector<ProfileMetric> metrics;
    while (!lines.empty() && metrics.size() < kMost) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(lines.size(), line.size() + 1));
        const std::size_t space = line.find(' ');
        const auto* const unit =
            std::ranges::find(kUnits, line.substr(0, space), [](const auto& entry) { return entry.first; });
        if (space != std::string_view::npos && unit != kUnits.end()) {
            metrics.push_back({std::string(line.substr(space + 1)), unit->second});
        }
    }
    return metrics;
}

std::int64_t powerOfTen(int digits) {
    std::int64_t power = 1;
    for (int i = 0; i < digits; ++i) {
        power *= 10;
    }
    return power;
}

std::int64_t product(std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN : result;
}

// A value of a metric of every point that has one.
class Values {
public:
    Values(const Trace& trace, std::size_t metrics)
        : trace_(trace) {
        keys_.reserve(metrics);
        for (std::size_t m = 0; m < metrics; ++m) {
            keys_.push_back(trace.strings().find(std::string(ProfileKeys::kMetric) + std::to_string(m)));
        }
    }

    [[nodiscard]] std::optional<ArgValue> of(std::uint32_t point, std::size_t metric) const {
        const PointTable& points = trace_.points();
        const StringId key = keys_[metric];
        const auto value =
            key.valid() ? trace_.args().value(points.layout[point], points.row[point], key) : std::nullopt;
        const bool isNumber =
            value && (value->type == ArgValue::Type::Integer || value->type == ArgValue::Type::Decimal);
        return isNumber ? value : std::nullopt;
    }
    static int digitsOf(const ArgValue& value) {
        return value.type == ArgValue::Type::Decimal ? std::min<int>(value.digits, kMostDigits) : 0;
    }
    // In multiples of 1 / perUnit.
    static std::int64_t scaled(const ArgValue& value, std::int64_t perUnit) {
        const std::int64_t own = powerOfTen(digitsOf(value));
        return own <= perUnit ? product(value.integer, perUnit / own) : value.integer / (own / perUnit);
    }

private:
    const Trace& trace_;
    std::vector<StringId> keys_; // by metric; none where no point has it
};

// Reads the points of a trace that is a profile.
class ProfileReader {
public:
    ProfileReader(const Trace& trace, Profile& profile)
        : trace_(trace)
        , profile_(profile)
        , values_(trace, profile.metrics.size())
        , up_(trace.args(), trace.strings(), ProfileKeys::kUp)
        , group_(trace.args(), trace.strings(), ProfileKeys::kGroup)
        , device_(trace.args(), trace.strings(), ProfileKeys::kDevice)
        , total_(trace.args(), trace.strings(), ProfileKeys::kTotal)
        , callers_(trace.args(), trace.strings(), ProfileKeys::kCallers) {}

    void read() {
        const PointTable& points = trace_.points();
        for (std::uint32_t point = 0; point < points.size(); ++point) {
            const ArgLayout* const layout = trace_.args().layout(points.layout[point]);
            if (layout == nullptr || layout->phase != 'M' || !layout->category.valid()) {
                continue;
            }
            const std::string_view category = trace_.text(layout->category);
            if (category == ProfileKeys::kNode) {
                nodes_.push_back(point);
            } else if (category == ProfileKeys::kFunction) {
                functions_.push_back(point);
            }
        }
        scaleMetrics();
        for (const std::uint32_t point : nodes_) {
            addNode(point);
        }
        for (const std::uint32_t point : functions_) {
            addFunction(point);
        }
    }

private:
    // Every value becomes a whole number: as many digits as the longest fraction has.
    void scaleMetrics() {
        for (std::size_t m = 0; m < profile_.metrics.size(); ++m) {
            int digits = 0;
            for (const auto* const points : {&nodes_, &functions_}) {
                for (const std::uint32_t point : *points) {
                    const auto value = values_.of(point, m);
                    digits = std::max(digits, value ? Values::digitsOf(*value) : 0);
                }
            }
            profile_.metrics[m].perUnit =
                profile_.metrics[m].unit == ProfileMetric::Unit::Count ? powerOfTen(digits) : 1;
        }
    }
    [[nodiscard]] std::int64_t integer(ArgReader& reader, std::uint32_t point) const {
        return reader.integer(trace_.points().layout[point], trace_.points().row[point], trace_.strings(), 0);
    }
    void addValues(std::uint32_t point, std::vector<std::int64_t>& to) {
        for (std::size_t m = 0; m < profile_.metrics.size(); ++m) {
            const auto value = values_.of(point, m);
            to.push_back(value ? Values::scaled(*value, profile_.metrics[m].perUnit) : 0);
        }
    }
    void addNode(std::uint32_t point) {
        const auto at = static_cast<std::int64_t>(profile_.nodes.size());
        const std::int64_t up = integer(up_, point);
        const bool hasCaller = up > 0 && up <= at;
        profile_.nodes.push_back(
            {.name = trace_.points().name[point],
             .parent = hasCaller ? static_cast<std::uint32_t>(at - up) : Profile::kNone,
             .group = integer(group_, point) != 0,
             .device = device_.text(trace_.points().layout[point], trace_.points().row[point])});
        addValues(point, profile_.values);
    }
    void addFunction(std::uint32_t point) {
        const std::int64_t perUnit = profile_.metrics.empty() ? 1 : profile_.metrics.front().perUnit;
        profile_.functions.push_back({trace_.points().name[point], product(integer(total_, point), perUnit),
                                      integer(callers_, point)});
        addValues(point, profile_.functionSums);
    }

    const Trace& trace_;
    Profile& profile_;
    Values values_;
    ArgReader up_;
    ArgReader group_;
    ArgReader device_;
    ArgReader total_;
    ArgReader callers_;
    std::vector<std::uint32_t> nodes_; // points
    std::vector<std::uint32_t> functions_;
};

} // namespace

std::string ProfileMetric::key() const {
    if (unit == Unit::Time) {
        return "ns";
    }
    std::string key;
    for (const char c : name) {
        const bool plain =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        key += plain ? c : '_';
    }
    return key.empty() ? "weight" : key;
}

std::string ProfileMetric::text(std::int64_t value) const {
    if (unit == Unit::Time) {
        return formatDuration(value);
    }
    if (unit == Unit::Bytes) {
        return formatBytes(value);
    }
    if (perUnit == 1) {
        return formatCount(value) + " " + name;
    }
    return plain(value) + " " + name;
}

std::string ProfileMetric::plain(std::int64_t value) const {
    const std::string whole = std::to_string(value / perUnit);
    if (perUnit == 1) {
        return whole;
    }
    const std::string digits = std::to_string(std::abs(value % perUnit) + perUnit).substr(1);
    return (value < 0 && value / perUnit == 0 ? "-" : "") + whole + "." + digits;
}

std::int64_t Profile::sum(std::size_t metric) const {
    const std::vector<std::int64_t>& all = functions.empty() ? values : functionSums;
    std::int64_t sum = 0;
    for (std::size_t i = metric; i < all.size(); i += metrics.size()) {
        sum += all[i];
    }
    return sum;
}

std::optional<std::size_t> Profile::counter() const {
    constexpr std::array<std::string_view, 3> kCounters{"calls", "count", "samples"};
    for (std::size_t m = 1; m < metrics.size(); ++m) {
        if (std::ranges::find(kCounters, metrics[m].name) != kCounters.end()) {
            return m;
        }
    }
    return std::nullopt;
}

bool isProfile(const Trace& trace) {
    return propertyOf(trace.info(), ProfileKeys::kFormat) != nullptr;
}

std::optional<Profile> profileOf(const Trace& trace) {
    const std::string* const format = propertyOf(trace.info(), ProfileKeys::kFormat);
    const std::string* const metrics = propertyOf(trace.info(), ProfileKeys::kMetrics);
    if (format == nullptr || metrics == nullptr) {
        return std::nullopt;
    }
    Profile profile;
    profile.format = *format;
    profile.estimated = propertyOf(trace.info(), ProfileKeys::kEstimated) != nullptr;
    profile.metrics = metricsIn(*metrics);
    ProfileReader(trace, profile).read();
    return profile;
}

std::string whyNoTimes(const Trace& trace) {
    const std::string* const format = propertyOf(trace.info(), ProfileKeys::kFormat);
    return "This is a profile (" + (format != nullptr ? *format : std::string()) +
           "): it says how much calls took, not when they ran.";
}

} // namespace lanes
