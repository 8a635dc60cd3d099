// lanescope-nvml PERIOD_MS: asks all NVIDIA devices of this machine for their counters and prints them (SampleWriter.h),
// until nobody reads any more. Started by the recorder, which loads no library of a vendor.
#include "collector/nvml/DeviceSampler.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <thread>

using namespace lanes::nvml;

namespace {

constexpr unsigned kMostDevices = 64;
constexpr int kShortestPeriodMs = 10;
constexpr int kLongestPeriodMs = 10'000;

[[noreturn]] void sampleForEver(std::deque<DeviceSampler>& devices, int periodMs,
                                void (DeviceSampler::*sample)()) {
    std::int64_t next = monotonicNs();
    for (;;) {
        for (DeviceSampler& device : devices) {
            (device.*sample)();
        }
        next = std::max(next + std::int64_t{periodMs} * 1'000'000, monotonicNs());
        std::this_thread::sleep_for(std::chrono::nanoseconds(next - monotonicNs()));
    }
}

} // namespace

int main(int argc, char** argv) {
    signal(SIGPIPE, SIG_IGN);
    SampleWriter out(STDOUT_FILENO);
    NvmlLibrary library{};
    if (const std::string problem = library.open(); !problem.empty()) {
        out.write("problem " + problem + "\n");
        return 1;
    }
    const int asked = argc > 1 ? std::atoi(argv[1]) : 0;
    const int periodMs = std::clamp(asked, kShortestPeriodMs, kLongestPeriodMs);
    unsigned count = 0;
    library.deviceCount(&count);
    std::deque<DeviceSampler> devices;
    for (unsigned i = 0; i < std::min(count, kMostDevices); ++i) {
        if (Device device = nullptr; library.device(i, &device) == 0) {
            devices.emplace_back(library, out, i, device).describe();
        }
    }
    if (devices.empty()) {
        out.write("problem the driver has no device\n");
        return 1;
    }
    // Apart: an answer about a link takes longer than a period.
    std::thread links([&] { sampleForEver(devices, periodMs, &DeviceSampler::sampleLinks); });
    sampleForEver(devices, periodMs, &DeviceSampler::sample);
}
