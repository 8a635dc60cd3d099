#include "model/base/OpenMetrics.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace lanes {

namespace {

constexpr double kSecond = 1e9;

struct Family {
    std::string_view name;
    std::string_view type;
    std::string_view unit;
    std::string_view help;
};

constexpr std::array<Family, kMetrics> kFamilies{{
    {"lanescope_recording", "gauge", "", "1 while the recording goes on, 0 once it has ended"},
    {"lanescope_session_seconds", "gauge", "seconds", "Time that the figures are of"},
    {"lanescope_step_seconds", "summary", "seconds", "Time of a training step"},
    {"lanescope_data_wait_ratio", "gauge", "ratio",
     "Share of time that went to a DataLoader while the GPU did nothing"},
    {"lanescope_gpu_busy_ratio", "gauge", "ratio", "Share of time with a kernel, copy or fill"},
    {"lanescope_gpu_communication_ratio", "gauge", "ratio", "Share of time with a collective"},
    {"lanescope_gpu_exposed_communication_ratio", "gauge", "ratio",
     "Share of time with a collective and no other kernel"},
    {"lanescope_gpu_memory_used_bytes", "gauge", "bytes", "Memory of the GPU in use by all programs"},
    {"lanescope_gpu_power_watts", "gauge", "watts", "Power that the GPU takes"},
    {"lanescope_gpu_energy_joules", "counter", "joules", "Energy that the GPU took"},
    {"lanescope_memory_allocated_bytes", "gauge", "bytes", "Memory that tensors hold"},
    {"lanescope_memory_peak_bytes", "gauge", "bytes", "Most memory that tensors held"},
    {"lanescope_lost_records", "counter", "", "Records that did not get into the session"},
}};

std::string numberText(double value) {
    std::array<char, 64> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::string(text.data(), end) : "NaN";
}

std::string labelText(const MetricLabels& labels) {
    std::string text;
    for (const auto& [name, value] : labels) {
        text += (text.empty() ? "{" : ",") + name + "=\"";
        for (const char c : value) {
            text += c == '\n' ? std::string("\\n") : (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
        }
        text += '"';
    }
    return text.empty() ? text : text + "}";
}

std::string lineOf(std::string_view name, std::string_view suffix, const MetricLabels& labels, double value) {
    return std::string(name) + std::string(suffix) + labelText(labels) + " " + numberText(value) + "\n";
}

} // namespace

MetricLabels gpuLabels(std::int64_t index, const std::string& uuid, std::int64_t rank) {
    MetricLabels labels{{"gpu", std::to_string(index)}};
    if (!uuid.empty()) {
        labels.emplace_back("uuid", uuid);
    }
    if (rank >= 0) {
        labels.emplace_back("rank", std::to_string(rank));
    }
    return labels;
}

MetricLabels rankLabels(std::int64_t rank) {
    return rank < 0 ? MetricLabels() : MetricLabels{{"rank", std::to_string(rank)}};
}

MetricLabels allocatorLabels(int deviceType, int deviceIndex, const std::string& process, std::int64_t rank) {
    constexpr int kHip = 6;
    const std::string type = deviceType == 0                         ? "cpu"
                             : deviceType == 1 || deviceType == kHip ? "cuda"
                                                                     : "type" + std::to_string(deviceType);
    MetricLabels labels{{"device", deviceIndex < 0 ? type : type + ":" + std::to_string(deviceIndex)}};
    if (!process.empty()) {
        labels.emplace_back("process", process);
    }
    if (rank >= 0) {
        labels.emplace_back("rank", std::to_string(rank));
    }
    return labels;
}

void OpenMetrics::add(Metric metric, const MetricLabels& labels, double value) {
    const auto at = static_cast<std::size_t>(metric);
    if (std::isfinite(value)) {
        samples_[at] +=
            lineOf(kFamilies[at].name, kFamilies[at].type == "counter" ? "_total" : "", labels, value);
    }
}

void OpenMetrics::addSteps(const MetricLabels& labels, std::int64_t count, double sum, double median,
                           double p95) {
    const std::string_view name = kFamilies[static_cast<std::size_t>(Metric::Step)].name;
    std::string& lines = samples_[static_cast<std::size_t>(Metric::Step)];
    for (const auto& [quantile, value] : {std::pair{"0.5", median}, std::pair{"0.95", p95}}) {
        MetricLabels all = labels;
        all.emplace_back("quantile", quantile);
        lines += lineOf(name, "", all, value / kSecond);
    }
    lines += lineOf(name, "_count", labels, static_cast<double>(count));
    lines += lineOf(name, "_sum", labels, sum / kSecond);
}

std::string OpenMetrics::text() const {
    std::string all;
    for (std::size_t at = 0; at < kMetrics; ++at) {
        if (!samples_[at].empty()) {
            const Family& family = kFamilies[at];
            const std::string name(family.name);
            all += "# TYPE " + name + " " + std::string(family.type) + "\n";
            all += family.unit.empty() ? "" : "# UNIT " + name + " " + std::string(family.unit) + "\n";
            all += "# HELP " + name + " " + std::string(family.help) + "\n" + samples_[at];
        }
    }
    return all + "# EOF\n";
}

} // namespace lanes
