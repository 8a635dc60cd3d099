#include "collector/nvml/DeviceSampler.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace lanes::nvml {

namespace {

constexpr std::size_t kTextBytes = 96; // NVML's own bound for names and UUIDs
constexpr unsigned kMostProcesses = 64;
constexpr int kGpuSensor = 0;
constexpr int kUncorrected = 1;
constexpr int kSinceBoot = 0;

// Keys say their unit. GPM's have the same ones for the same figures.
constexpr std::string_view kPcieSentKey = "pcie_sent_bytes_per_second";
constexpr std::string_view kPcieReceivedKey = "pcie_received_bytes_per_second";
constexpr std::string_view kNvlinkSentKey = "nvlink_sent_bytes_per_second";
constexpr std::string_view kNvlinkReceivedKey = "nvlink_received_bytes_per_second";

struct ThrottleKey {
    Throttle reason;
    const char* key;
};
constexpr ThrottleKey kThrottleKeys[] = {{kPowerCap, "throttled_power_cap"},
                                         {kHardwareSlowdown, "throttled_hardware"},
                                         {kSoftwareThermal, "throttled_software_thermal"},
                                         {kHardwareThermal, "throttled_hardware_thermal"},
                                         {kPowerBrake, "throttled_power_brake"}};

// Asks for one number; false where the function is missing or refuses. It is forgotten once the driver says that it does not
// support it.
template<class Number, class... Parameters, class... Arguments>
bool ask(Result (*&function)(Device, Parameters...), Number& number, Device device, Arguments... arguments) {
    if (function == nullptr) {
        return false;
    }
    const Result result = function(device, arguments..., &number);
    if (result == kNotSupported) {
        function = nullptr;
    }
    return result == 0;
}

} // namespace

void SampleWriter::write(std::string_view lines) {
    const std::lock_guard lock(mutex_);
    while (!lines.empty()) {
        const ssize_t written = ::write(descriptor_, lines.data(), lines.size());
        if (written > 0) {
            lines.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            _exit(0);
        }
    }
}

std::int64_t monotonicNs() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void DeviceSampler::describe() {
    std::array<char, kTextBytes> uuid{};
    std::array<char, kTextBytes> name{};
    if (library_.uuid(device_, uuid.data(), uuid.size() - 1) == 0) {
        library_.name(device_, name.data(), name.size() - 1);
        out_.write("device " + std::to_string(index_) + " " + uuid.data() + " " + name.data() + "\n");
    }
    unsigned now = 0;
    unsigned afterReset = 0;
    if (library_.splitMode != nullptr && library_.splitMode(device_, &now, &afterReset) == 0 && now != 0) {
        out_.write("split " + std::to_string(index_) + "\n");
    }
}

void DeviceSampler::add(std::string& lines, std::int64_t time, std::string_view key, double value) const {
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%.15g", value);
    lines.append("value ").append(std::to_string(time)).append(" ").append(std::to_string(index_));
    lines.append(" ").append(key).append(" ").append(number.data()).append("\n");
}

void DeviceSampler::sample() {
    std::string lines;
    const std::int64_t time = monotonicNs();
    if (Utilisation is{}; ask(library_.utilisation, is, device_)) {
        add(lines, time, "utilisation_percent", is.gpu);
        add(lines, time, "memory_utilisation_percent", is.memory);
    }
    if (Memory is{}; ask(library_.memory, is, device_)) {
        add(lines, time, "memory_used_bytes", static_cast<double>(is.used));
    }
    if (unsigned is = 0; ask(library_.power, is, device_)) {
        add(lines, time, "power_watts", is / 1e3);
    }
    if (unsigned long long is = 0; ask(library_.energy, is, device_)) {
        add(lines, time, "energy_joules", static_cast<double>(is) / 1e3);
    }
    if (unsigned is = 0; ask(library_.temperature, is, device_, kGpuSensor)) {
        add(lines, time, "temperature_celsius", is);
    }
    if (unsigned is = 0; ask(library_.smClock, is, device_, Clock::Sm)) {
        add(lines, time, "sm_clock_megahertz", is);
    }
    if (unsigned is = 0; ask(library_.memoryClock, is, device_, Clock::Memory)) {
        add(lines, time, "memory_clock_megahertz", is);
    }
    if (unsigned long long is = 0; ask(library_.throttle, is, device_)) {
        for (const ThrottleKey& throttle : kThrottleKeys) {
            add(lines, time, throttle.key, (is & throttle.reason) != 0 ? 1 : 0);
        }
    }
    if (unsigned long long is = 0; ask(library_.eccErrors, is, device_, kUncorrected, kSinceBoot)) {
        add(lines, time, "ecc_errors", static_cast<double>(is));
    }
    addProcesses(lines, time);
    out_.write(lines);
}

void DeviceSampler::addProcesses(std::string& lines, std::int64_t time) {
    unsigned count = kMostProcesses;
    std::vector<ProcessMemory> processes(count);
    const Result result =
        library_.processes != nullptr ? library_.processes(device_, &count, processes.data()) : kNotSupported;
    if (result == kNotSupported) {
        library_.processes = nullptr;
    }
    if (result != 0) {
        return;
    }
    for (unsigned i = 0; i < std::min(count, kMostProcesses); ++i) {
        if (processes[i].bytes != ~0ULL) {
            lines += "process " + std::to_string(time) + " " + std::to_string(index_) + " " +
                     std::to_string(processes[i].pid) + " " + std::to_string(processes[i].bytes) + "\n";
        }
    }
}

void DeviceSampler::sampleSlowly() {
    std::string lines;
    const std::int64_t time = monotonicNs();
    for (const GpmSampler::Reading& reading : gpm_.sample(time)) {
        add(lines, time, reading.key, reading.value);
    }
    if (!gpm_.counts(kPcieSentKey)) {
        addPcie(lines);
    }
    if (!gpm_.counts(kNvlinkSentKey)) {
        addNvlink(lines);
    }
    out_.write(lines);
}

void DeviceSampler::addPcie(std::string& lines) {
    for (const auto& [counter, key] :
         {std::pair{PcieCounter::Sent, kPcieSentKey}, std::pair{PcieCounter::Received, kPcieReceivedKey}}) {
        if (unsigned is = 0; ask(library_.pcie, is, device_, counter)) {
            add(lines, monotonicNs(), key, is * 1e3);
        }
    }
}

// NVML counts what went over all links; a rate is what came between two samples.
void DeviceSampler::addNvlink(std::string& lines) {
    std::array<FieldValue, 2> values{};
    values[0].field = kNvlinkSent;
    values[1].field = kNvlinkReceived;
    values[0].scope = values[1].scope = kAllLinks;
    const Nvlink before = nvlink_;
    const Result result =
        library_.fields != nullptr ? library_.fields(device_, values.size(), values.data()) : kNotSupported;
    if (result == kNotSupported ||
        std::ranges::any_of(values, [](const FieldValue& is) { return is.result == kNotSupported; })) {
        library_.fields = nullptr;
    }
    if (result != 0 || !std::ranges::all_of(values, [](const FieldValue& is) {
            return is.result == 0 && is.type == kWhole;
        })) {
        return;
    }
    nvlink_ = {monotonicNs(), values[0].value, values[1].value};
    const double perSecond = 1024 * 1e9 / static_cast<double>(nvlink_.time - before.time);
    // A driver that was reset counts from zero.
    if (before.time != 0 && nvlink_.sent >= before.sent && nvlink_.received >= before.received) {
        add(lines, nvlink_.time, kNvlinkSentKey, static_cast<double>(nvlink_.sent - before.sent) * perSecond);
        add(lines, nvlink_.time, kNvlinkReceivedKey,
            static_cast<double>(nvlink_.received - before.received) * perSecond);
    }
}

} // namespace lanes::nvml
