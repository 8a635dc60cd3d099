// GPU performance monitoring (GPM) of NVML: averages over the time between two samples, on devices since Hopper.
#pragma once

#include "collector/nvml/NvmlLibrary.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace lanes::nvml {

struct GpmKind;

// One thread.
class GpmSampler {
public:
    struct Reading {
        std::string_view key; // includes its unit
        double value;
    };

    // Asks the driver once if the device has GPM.
    GpmSampler(const NvmlLibrary& library, Device device);
    GpmSampler(const GpmSampler&) = delete;
    GpmSampler& operator=(const GpmSampler&) = delete;
    ~GpmSampler();

    // Returns the averages since the previous sample. Empty: there is no previous sample, it is too young, or the
    // device has no GPM. `time`: CLOCK_MONOTONIC, ns. The result is valid until the next call.
    [[nodiscard]] std::span<const Reading> sample(std::int64_t time);
    // True if the device may have this counter. False once the driver has refused it.
    [[nodiscard]] bool counts(std::string_view key) const;

private:
    static constexpr std::size_t kMost = 16;

    void ask(std::span<const Reading>& readings);
    void end();

    NvmlLibrary library_;
    Device device_;
    std::array<GpmSample, 2> samples_{}; // the earlier one and the later one
    std::int64_t earlier_ = 0;           // time of the earlier one, ns; 0: there is none
    GpmMetrics metrics_{};               // the queries, in the order of kinds_
    std::array<const GpmKind*, kMost> kinds_{};
    std::array<Reading, kMost> readings_{};
};

} // namespace lanes::nvml
