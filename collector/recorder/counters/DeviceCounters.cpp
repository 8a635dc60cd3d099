#include "collector/recorder/counters/DeviceCounters.h"

#include "collector/recorder/LiveMetrics.h"
#include "model/base/Utf8.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace lanes::recorder {

namespace {

constexpr const char* kPeriodMs = "100";
constexpr std::size_t kMostDevices = 64;
constexpr std::size_t kMostCurves = 64; // of a device

// What is shown.
struct Known {
    std::string_view key;
    const char* name; // "Memory used" is what the memory view looks for
    const char* unit;
    enum class From : std::uint8_t {
        Zero,
        FirstSample, // it has been counting since the driver was loaded
        FirstOther,  // most machines never have any: no curve before there is one
    } from = From::Zero;
};
constexpr Known kKnown[] = {
    {"utilisation_percent", "Utilisation", "%"},
    {"memory_utilisation_percent", "Memory busy", "%"},
    {"memory_used_bytes", "Memory used", "bytes"},
    {"power_watts", "Power", "W"},
    {"energy_joules", "Energy", "J", Known::From::FirstSample},
    {"temperature_celsius", "Temperature", "°C"},
    {"sm_clock_megahertz", "SM clock", "MHz"},
    {"memory_clock_megahertz", "Memory clock", "MHz"},
    {"pcie_sent_bytes_per_second", "PCIe sent", "bytes/s"},
    {"pcie_received_bytes_per_second", "PCIe received", "bytes/s"},
    {"nvlink_sent_bytes_per_second", "NVLink sent", "bytes/s", Known::From::FirstOther},
    {"nvlink_received_bytes_per_second", "NVLink received", "bytes/s", Known::From::FirstOther},
    {"sm_active_percent", "SM active", "%"},
    {"sm_occupancy_percent", "SM occupancy", "%"},
    {"tensor_active_percent", "Tensor cores active", "%"},
    {"dram_active_percent", "DRAM bandwidth used", "%"},
    {"fp64_active_percent", "FP64 active", "%", Known::From::FirstOther},
    {"fp32_active_percent", "FP32 active", "%"},
    {"fp16_active_percent", "FP16 active", "%", Known::From::FirstOther},
    {"throttled_power_cap", "Throttled by the power cap", "", Known::From::FirstOther},
    {"throttled_hardware", "Throttled by the hardware", "", Known::From::FirstOther},
    {"throttled_software_thermal", "Throttled by the driver, heat", "", Known::From::FirstOther},
    {"throttled_hardware_thermal", "Throttled by the hardware, heat", "", Known::From::FirstOther},
    {"throttled_power_brake", "Throttled by the power brake", "", Known::From::FirstOther},
    {"ecc_errors", "ECC errors, uncorrected", "", Known::From::FirstOther},
};

// The next word, taken off the front.
std::string_view next(std::string_view& words) {
    const std::size_t end = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    return word;
}

template<class Number>
std::optional<Number> number(std::string_view word) {
    Number value{};
    const char* end = word.data() + word.size();
    const auto [at, error] = std::from_chars(word.data(), end, value);
    return !word.empty() && error == std::errc() && at == end ? std::optional(value) : std::nullopt;
}

} // namespace

DeviceCounters::DeviceCounters(const CaptureContext& context, const std::string& helper)
    : context_(context)
    , helper_(helper, kPeriodMs)
    , curves_(context, kMostCurves) {}

void DeviceCounters::turn() {
    for (const std::string& line : helper_.lines()) {
        take(line);
    }
}

void DeviceCounters::take(std::string_view line) {
    const std::string_view what = next(line);
    if (what == "value") {
        takeValue(line);
    } else if (what == "process") {
        takeProcess(line);
    } else if (what == "device") {
        takeDevice(line);
    } else if (what == "split") {
        takeSplit(line);
    } else if (what == "problem") {
        problem_ = repairUtf8(line);
    } else {
        ++misread_;
    }
}

void DeviceCounters::takeDevice(std::string_view words) {
    const auto index = number<std::uint32_t>(next(words));
    const std::string_view uuid = next(words);
    if (!index || uuid.empty() || devices_.size() >= kMostDevices) {
        ++misread_;
        return;
    }
    devices_[*index].uuid = repairUtf8(uuid);
}

void DeviceCounters::takeSplit(std::string_view words) {
    const auto index = number<std::uint32_t>(next(words));
    const auto device = index ? devices_.find(*index) : devices_.end();
    if (device == devices_.end()) {
        ++misread_;
        return;
    }
    device->second.isSplit = true;
}

void DeviceCounters::takeValue(std::string_view words) {
    const auto time = number<TimeNs>(next(words));
    const auto index = number<std::uint32_t>(next(words));
    const std::string_view key = next(words);
    const auto value = number<double>(next(words));
    const auto known = std::ranges::find(kKnown, key, &Known::key);
    if (!time || !index || !value || !std::isfinite(*value) || known == std::end(kKnown)) {
        ++misread_;
        return;
    }
    const auto device = devices_.find(*index);
    if (device == devices_.end()) {
        ++misread_;
        return;
    }
    const double zero = known->from == Known::From::FirstSample
                            ? device->second.first.try_emplace(std::string(key), *value).first->second
                            : 0;
    const ProcessId owner = context_.devices.find(device->second.uuid);
    const bool begins = known->from != Known::From::FirstOther || *value != 0 || curves_.has(owner, key);
    if (owner.valid() && begins) {
        curves_.add(owner, key, {known->name, known->unit}, *time, *value - zero);
        if (context_.metrics != nullptr) {
            context_.metrics->counter(owner, key, *value - zero);
        }
    }
}

void DeviceCounters::takeProcess(std::string_view words) {
    const auto time = number<TimeNs>(next(words));
    const auto index = number<std::uint32_t>(next(words));
    const auto pid = number<std::uint32_t>(next(words));
    const auto bytes = number<std::uint64_t>(next(words));
    if (!time || !index || !pid || !bytes) {
        ++misread_;
        return;
    }
    const auto device = devices_.find(*index);
    if (device == devices_.end()) {
        ++misread_;
        return;
    }
    if (const ProcessId owner = context_.devices.find(device->second.uuid); owner.valid()) {
        const std::string process = "process " + std::to_string(*pid);
        curves_.add(owner, process, {"Memory of " + process, "bytes"}, *time, static_cast<double>(*bytes));
    }
}

void DeviceCounters::addTo(Diagnostics& diagnostics) const {
    if (!problem_.empty() && !context_.devices.empty()) {
        diagnostics.add("device-counters-missing", Severity::Warning,
                        "Utilisation, power and memory of the GPU were not recorded: " + problem_ +
                            "; it comes with the driver (containers: NVIDIA_DRIVER_CAPABILITIES with "
                            "\"utility\").",
                        -1, 1);
    }
    for (const auto& [index, device] : devices_) {
        if (device.isSplit && context_.devices.find(device.uuid).valid()) {
            diagnostics.add(
                "device-counters-split", Severity::Note,
                "GPU " + std::to_string(index) +
                    " is split (MIG): its curves show the whole GPU, and utilisation is not available.",
                -1, 1);
        }
    }
    if (misread_ > 0) {
        diagnostics.add("device-counters-misread", Severity::Note,
                        "Samples of the GPU's counters made no sense.", -1, misread_);
    }
}

} // namespace lanes::recorder
