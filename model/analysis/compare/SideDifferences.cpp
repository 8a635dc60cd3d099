#include "model/analysis/compare/SideDifferences.h"

#include "model/analysis/device/Occupancy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace lanes {

namespace {

constexpr double kTellingShare = 0.2; // of the time of the operators of either side
constexpr std::size_t kLongestShapes = 80;

std::string joined(const std::set<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) {
        all += (all.empty() ? "" : ", ") + text;
    }
    return all;
}

// "2 x H200"; empty where a session does not name its device.
std::string devicesOf(const std::vector<const Trace*>& traces) {
    std::set<std::string> all;
    for (const Trace* trace : traces) {
        std::set<std::uint32_t> working;
        for (const Lane& lane : trace->lanes()) {
            working.insert(trace->tracks()[lane.track.value].process.value);
        }
        std::map<std::string, int> counts;
        for (const std::uint32_t number : working) {
            const Process& process = trace->processes()[number];
            if (process.kind == Process::Kind::Device) {
                const std::string name = deviceName(*trace, process);
                if (name.empty()) {
                    return {};
                }
                ++counts[name];
            }
        }
        for (const auto& [name, count] : counts) {
            all.insert(count > 1 ? std::to_string(count) + " x " + name : name);
        }
    }
    return all.empty() ? "no GPU" : joined(all);
}

// "12.4" of 12040, as CUDA numbers its versions; any other text as it is.
std::string versionOf(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && end == text.data() + text.size() && number >= 1000;
    return isNumber ? std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10)
                    : std::string(text);
}

// The values of a property of the session, or of each of its processes: "process.12.torch".
std::string propertyOf(const std::vector<const Trace*>& traces, std::string_view key) {
    std::set<std::string> values;
    for (const Trace* trace : traces) {
        for (const auto& [name, value] : trace->info().properties) {
            if (name == key || (name.starts_with("process.") && name.ends_with("." + std::string(key)))) {
                values.insert(versionOf(value));
            }
        }
    }
    return joined(values);
}

struct ShapedOperator {
    std::map<std::string, TimeNs> a; // by shapes
    std::map<std::string, TimeNs> b;
};

TimeNs sumOf(const std::map<std::string, TimeNs>& times) {
    TimeNs sum = 0;
    for (const auto& [shapes, time] : times) {
        sum += time;
    }
    return sum;
}

// Of those that took most.
std::string shapesOf(const std::map<std::string, TimeNs>& times) {
    const auto longest = std::ranges::max_element(times, {}, [](const auto& one) { return one.second; });
    std::string text = longest->first;
    if (text.size() > kLongestShapes) {
        text.resize(kLongestShapes);
        text += "...";
    }
    return text;
}

std::map<std::string, ShapedOperator> shapedOperators(const SideTally& a, const SideTally& b) {
    std::map<std::string, ShapedOperator> operators;
    for (const auto& [side, times] : {std::pair(&a, &ShapedOperator::a), std::pair(&b, &ShapedOperator::b)}) {
        for (const auto& [name, row] : side->rows) {
            if (const std::size_t at = name.find(" [["); at != std::string::npos) {
                (operators[name.substr(0, at)].*times)[name.substr(at + 1)] += row.time;
            }
        }
    }
    return operators;
}

} // namespace

std::string SideDifference::sentence() const {
    return what + " differ: " + a + " in A, " + b + " in B.";
}

std::vector<SideDifference> differencesOf(const std::vector<const Trace*>& a,
                                          const std::vector<const Trace*>& b) {
    struct Version {
        std::string_view key;
        std::string_view property;
        std::string_view what;
    };
    static constexpr std::array<Version, 4> kVersions{
        {{"torch", "torch", "PyTorch versions"},
         {"python", "python", "Python versions"},
         {"cuda_runtime", "cuda_runtime_version", "CUDA runtimes"},
         {"cuda_driver", "cuda_driver_version", "CUDA drivers"}}};
    std::vector<SideDifference> differences;
    const auto add = [&differences](std::string_view key, std::string_view what, std::string ofA,
                                    std::string ofB) {
        if (!ofA.empty() && !ofB.empty() && ofA != ofB) {
            differences.push_back({key, std::string(what), std::move(ofA), std::move(ofB)});
        }
    };
    add("devices", "Devices", devicesOf(a), devicesOf(b));
    for (const auto& [key, property, what] : kVersions) {
        add(key, what, propertyOf(a, property), propertyOf(b, property));
    }
    return differences;
}

std::optional<SideDifference> shapeDifference(const SideTally& a, const SideTally& b) {
    if (!a.hasGroups || !b.hasGroups) {
        return std::nullopt;
    }
    TimeNs otherA = 0;
    TimeNs otherB = 0;
    TimeNs most = -1;
    std::optional<SideDifference> found;
    for (const auto& [name, one] : shapedOperators(a, b)) {
        const auto isShared = [&other = one.b](const auto& shapes) { return other.contains(shapes.first); };
        if (one.a.empty() || one.b.empty() || std::ranges::any_of(one.a, isShared)) {
            continue;
        }
        const TimeNs timeA = sumOf(one.a);
        const TimeNs timeB = sumOf(one.b);
        otherA += timeA;
        otherB += timeB;
        if (timeA + timeB > most) {
            most = timeA + timeB;
            found = {"shapes", "Input shapes of " + name, shapesOf(one.a), shapesOf(one.b)};
        }
    }
    const bool telling = static_cast<double>(otherA) >= kTellingShare * static_cast<double>(a.time) &&
                         static_cast<double>(otherB) >= kTellingShare * static_cast<double>(b.time);
    return telling ? found : std::nullopt;
}

} // namespace lanes
