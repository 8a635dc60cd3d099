// lanescope-nvml PERIOD_MS: asks all NVIDIA devices of this machine for their counters and prints them (DeviceSampler.h),
// until nobody reads any more. Started by the recorder, which loads no library of a vendor.
#include "collector/nvml/DeviceSampler.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <deque>

using namespace lanes::nvml;

namespace {

constexpr unsigned kMostDevices = 64;
constexpr int kShortestPeriodMs = 10;
constexpr int kLongestPeriodMs = 10'000;
constexpr std::int64_t kOneIn = 100; // a thread takes at most this part of a core: 1 %

// What is asked again and again, on a thread of its own.
struct Round {
    std::deque<DeviceSampler>& devices;
    int periodMs;
    void (DeviceSampler::*sample)();
};

std::int64_t cpuNs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void sleepNs(std::int64_t ns) {
    timespec left{ns / 1'000'000'000, ns % 1'000'000'000};
    while (ns > 0 && nanosleep(&left, &left) != 0) {
    }
}

// Begins a round each period, and later where the rounds take more than the thread's part of a core.
void* sampleForEver(void* of) {
    const Round& round = *static_cast<const Round*>(of);
    std::int64_t next = monotonicNs();
    for (;;) {
        const std::int64_t before = cpuNs();
        for (DeviceSampler& device : round.devices) {
            (device.*round.sample)();
        }
        const std::int64_t span =
            std::max(std::int64_t{round.periodMs} * 1'000'000, (cpuNs() - before) * kOneIn);
        next = std::max(next + span, monotonicNs());
        sleepNs(next - monotonicNs());
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
    Round quick{devices, periodMs, &DeviceSampler::sample};
    Round slow{devices, periodMs, &DeviceSampler::sampleSlowly};
    // Apart: an answer about a link takes longer than a period.
    pthread_t thread{};
    pthread_create(&thread, nullptr, sampleForEver, &slow);
    sampleForEver(&quick);
}
