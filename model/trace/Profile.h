// A profile: how much each path of calls took, without a time at which anything happened. A trace that is one has its nodes among its
// points, which have phase 'M' as all that has no time; so it has no slice, and nothing can show a time that nobody measured.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct ProfileMetric {
    enum class Unit : std::uint8_t { Time, Bytes, Count };

    std::string name; // "time", "samples", "flops16"
    Unit unit = Unit::Count;
    std::int64_t perUnit = 1; // a power of ten: values are multiples of 1 / perUnit. Times are in ns

    // Key in tables and files: "ns", "bytes", "num_samples". It has letters, digits and low lines only.
    [[nodiscard]] std::string key() const;
    // "12.35 ms", "1.4 GiB", "12 345 samples".
    [[nodiscard]] std::string text(std::int64_t value) const;
    // "12", or "0.25" where it has fractions: a number of JSON.
    [[nodiscard]] std::string plain(std::int64_t value) const;
    [[nodiscard]] double number(std::int64_t value) const {
        return static_cast<double>(value) / static_cast<double>(perUnit);
    }
};

// Keys that readers of files write and profileOf() reads. Functions are rows that a file has beside the paths.
struct ProfileKeys {
    static constexpr std::string_view kFormat = "profile"; // property: "speedscope"
    static constexpr std::string_view kMetrics =
        "profile.metrics"; // property: a line with unit and name each
    static constexpr std::string_view kEstimated = "profile.estimated";
    static constexpr std::string_view kNode = "profile";              // category
    static constexpr std::string_view kFunction = "profile_function"; // category
    static constexpr std::string_view kUp = "up"; // how many nodes before this one its caller is; 0: none
    static constexpr std::string_view kGroup = "group"; // present: no function, but a thread or what holds it
    static constexpr std::string_view kDevice = "device";
    static constexpr std::string_view kTotal = "total";     // of a function, with what it called
    static constexpr std::string_view kCallers = "callers"; // of a function: how many others call it
    static constexpr std::string_view kMetric = "metric.";  // and the metric's number
};

// One thread.
struct Profile {
    static constexpr std::uint32_t kNone = 0xffffffffu;
    struct Node {
        StringId name;
        std::uint32_t parent = kNone; // before this one
        bool group = false;
        StringId device; // none where it is not known
    };
    struct Function {
        StringId name;
        std::int64_t total = 0;
        std::int64_t callers = 0;
    };

    std::string format;
    bool estimated = false;             // the paths were computed from who called whom
    std::vector<ProfileMetric> metrics; // the main one first
    std::vector<Node> nodes;
    std::vector<std::int64_t> values;       // of a node and metric, of the node itself alone
    std::vector<Function> functions;        // where the file has them; else they follow from the nodes
    std::vector<std::int64_t> functionSums; // of a function and metric

    [[nodiscard]] std::int64_t value(std::size_t node, std::size_t metric) const {
        return values[node * metrics.size() + metric];
    }
    // Sums a metric over the functions of the file, or over all nodes if it has none. O(nodes).
    [[nodiscard]] std::int64_t sum(std::size_t metric) const;
    // Number of the metric that counts calls or samples; none where nothing does.
    [[nodiscard]] std::optional<std::size_t> counter() const;
};

// O(properties).
[[nodiscard]] bool isProfile(const Trace& trace);
// Nothing where it is none. O(points).
[[nodiscard]] std::optional<Profile> profileOf(const Trace& trace);
// Why what needs times has nothing to say of a profile: one sentence.
[[nodiscard]] std::string whyNoTimes(const Trace& trace);

} // namespace lanes
