#include "collector/nvml/GpmSampler.h"

#include <algorithm>

namespace lanes::nvml {

// A metric that is recorded.
struct GpmKind {
    unsigned metric; // nvmlGpmMetricId_t
    std::string_view key;
    double scale; // from NVML's unit to the key's
};

namespace {

constexpr double kMebi = 1 << 20;
constexpr GpmKind kKinds[] = {
    {2, "sm_active_percent", 1},
    {3, "sm_occupancy_percent", 1},
    {5, "tensor_active_percent", 1},
    {10, "dram_active_percent", 1},
    {11, "fp64_active_percent", 1},
    {12, "fp32_active_percent", 1},
    {13, "fp16_active_percent", 1},
    {20, "pcie_sent_bytes_per_second", kMebi},
    {21, "pcie_received_bytes_per_second", kMebi},
    {60, "nvlink_received_bytes_per_second", kMebi},
    {61, "nvlink_sent_bytes_per_second", kMebi},
};
// NVML wants more than 100 ms between two samples. Asking takes milliseconds, so it happens less often than that.
constexpr std::int64_t kShortestSpanNs = 200'000'000;

} // namespace

GpmSampler::GpmSampler(const NvmlLibrary& library, Device device)
    : library_(library)
    , device_(device) {
    static_assert(std::size(kKinds) <= kMost);
    GpmSupport support{kGpmVersion, 0};
    const bool complete = library.gpmSupport != nullptr && library.gpmAlloc != nullptr &&
                          library.gpmFree != nullptr && library.gpmSample != nullptr &&
                          library.gpmMetrics != nullptr;
    if (!complete || library.gpmSupport(device, &support) != 0 || support.isSupported == 0 ||
        library.gpmAlloc(&samples_[0]) != 0 || library.gpmAlloc(&samples_[1]) != 0) {
        end();
        return;
    }
    metrics_.version = kGpmVersion;
    for (const GpmKind& kind : kKinds) {
        kinds_[metrics_.count] = &kind;
        metrics_.metrics[metrics_.count++].metric = kind.metric;
    }
}

GpmSampler::~GpmSampler() {
    end();
}

// Nothing is asked after it.
void GpmSampler::end() {
    for (GpmSample& sample : samples_) {
        if (sample != nullptr) {
            library_.gpmFree(sample);
            sample = nullptr;
        }
    }
    metrics_.count = 0;
}

bool GpmSampler::counts(std::string_view key) const {
    return std::any_of(kinds_.begin(), kinds_.begin() + metrics_.count,
                       [&](const GpmKind* kind) { return kind->key == key; });
}

std::span<const GpmSampler::Reading> GpmSampler::sample(std::int64_t time) {
    std::span<const Reading> readings;
    if (metrics_.count == 0 || (earlier_ != 0 && time - earlier_ < kShortestSpanNs)) {
        return readings;
    }
    const Result result = library_.gpmSample(device_, samples_[earlier_ == 0 ? 0 : 1]);
    if (result == kNotSupported || result == kNoPermission) {
        end();
    } else if (result != 0) {
        earlier_ = 0; // a span begins anew after a failure
    } else {
        if (earlier_ != 0) {
            ask(readings);
            std::swap(samples_[0], samples_[1]);
        }
        earlier_ = time;
    }
    return readings;
}

// Leaves out what the driver refuses, for good.
void GpmSampler::ask(std::span<const Reading>& readings) {
    metrics_.earlier = samples_[0];
    metrics_.later = samples_[1];
    const Result result = library_.gpmMetrics(&metrics_);
    if (result == kNotSupported || result == kNoPermission) {
        end();
    }
    if (result != 0) {
        return;
    }
    std::size_t count = 0;
    unsigned kept = 0;
    for (unsigned i = 0; i < metrics_.count; ++i) {
        const GpmMetric metric = metrics_.metrics[i];
        if (metric.result == 0) {
            readings_[count++] = {kinds_[i]->key, metric.value * kinds_[i]->scale};
        }
        if (metric.result != kNotSupported && metric.result != kNoPermission) {
            kinds_[kept] = kinds_[i];
            metrics_.metrics[kept++].metric = metric.metric;
        }
    }
    metrics_.count = kept;
    readings = std::span(readings_).first(count);
}

} // namespace lanes::nvml
