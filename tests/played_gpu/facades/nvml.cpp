#include "tests/played_gpu/facades/nvml.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <span>

#define PLAYED_EXPORT extern "C" __attribute__((visibility("default")))

// Only its time and device: the values are those of the board when the metrics are asked for.
struct GpmSample {
    nvmlDevice_t device = 0;
    played::ns time = 0;
};

namespace played {

namespace {

constexpr unsigned kVersion = 1;
constexpr ns kShortestSpan = 100'000'000; // between two samples, as NVML's documentation has it

constexpr ns kLoadSpan = 100'000'000;

int indexOf(nvmlDevice_t device) {
    return int(device) - 1;
}

ns cpuTime() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return ns(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

// Of the setting "gpm", beside 0 and 1.
constexpr int64_t kGpmRefused = 2;       // the question whether there is GPM is refused
constexpr int64_t kGpmSampleRefused = 3; // there is GPM, but no sample is given

} // namespace

int start() {
    return setting(Setting::NoNvml) != 0 || setting(Setting::NoDriver) != 0 ? kDriverNotLoaded : kSuccess;
}

int deviceCount(unsigned* count) {
    return store(count, std::clamp<int64_t>(setting(Setting::Devices), 0, kMostDevices));
}

int handleOf(unsigned index, nvmlDevice_t* device) {
    return int64_t(index) < setting(Setting::Devices) ? store(device, index + 1) : kInvalidArgument;
}

int handleOnBus(const char* bus, nvmlDevice_t* device) {
    unsigned domain = 0, number = 0;
    const bool read = std::sscanf(bus, "%x:%x", &domain, &number) == 2;
    return read ? handleOf(number - 1, device) : kInvalidArgument; // as the runtime numbers them
}

double load(nvmlDevice_t device) {
    return board().utilisation(indexOf(device), kLoadSpan);
}

int memory(nvmlDevice_t device, nvmlMemory_t* memory) {
    const uint64_t used = std::min<uint64_t>(board().used(indexOf(device)), Memory::total());
    *memory = {Memory::total(), Memory::total() - used, used};
    return kSuccess;
}

int memoryWithReserve(nvmlDevice_t device, nvmlMemory_v2_t* memory) {
    const uint64_t used = std::min<uint64_t>(board().used(indexOf(device)), Memory::total());
    *memory = {memory->version, Memory::total(), 0, Memory::total() - used, used};
    return kSuccess;
}

int refuse(const char* question) {
    if (const char* path = std::getenv("PLAYED_REFUSALS"); path != nullptr) {
        const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        dprintf(file, "%s\n", question);
        close(file);
    }
    return kNotSupported;
}

int fieldValues(int count, nvmlFieldValue_t* values) {
    constexpr unsigned kSent = 138, kReceived = 139;
    constexpr int kUnsignedLongLong = 3;
    for (nvmlFieldValue_t& value : std::span(values, size_t(count))) {
        const bool known = (value.fieldId == kSent || value.fieldId == kReceived) && value.scopeId == ~0U;
        value.nvmlReturn = known && setting(Setting::Devices) > 1 ? kSuccess : refuse("field");
        value.valueType = kUnsignedLongLong;
        value.value = uint64_t(now()) / 1'000'000 * (1 << 20) / 1000 * (value.fieldId == kReceived ? 2 : 1);
    }
    return kSuccess;
}

int utilisation(nvmlDevice_t device, nvmlUtilization_t* utilisation) {
    const auto percent = unsigned(100 * load(device) + 0.5);
    *utilisation = {percent, percent / 2};
    // NVML has no figure for a device that is split.
    return setting(Setting::Mig) != 0 ? refuse("utilisation") : kSuccess;
}

int gpmSupport(nvmlDevice_t device, nvmlGpmSupport_t* support) {
    constexpr int64_t kHopper = 90;
    if (support->version != kVersion) {
        return kArgumentVersionMismatch;
    }
    if (setting(Setting::Gpm) == kGpmRefused) {
        return refuse("gpm");
    }
    support->isSupportedDevice = setting(Setting::Gpm) != 0 && setting(Setting::ComputeCapability) >= kHopper;
    if (support->isSupportedDevice == 0) {
        refuse("gpm");
    }
    return int(device) > setting(Setting::Devices) ? kInvalidArgument : kSuccess;
}

int gpmAlloc(nvmlGpmSample_t* sample) {
    *sample = new GpmSample;
    return kSuccess;
}

int gpmFree(nvmlGpmSample_t sample) {
    delete sample;
    return kSuccess;
}

int gpmSample(nvmlDevice_t device, nvmlGpmSample_t sample) {
    if (setting(Setting::Gpm) == kGpmSampleRefused) {
        return refuse("gpm sample");
    }
    *sample = {device, now()};
    return kSuccess;
}

namespace {

// Per cent, and MiB/s for what goes over links. Negative: the device does not have it.
double gpmValue(unsigned metric, double load) {
    const bool linked = setting(Setting::Devices) > 1;
    switch (metric) {
    case 2: // SM_UTIL
        return 100 * load;
    case 3: // SM_OCCUPANCY
        return 50 * load;
    case 5: // ANY_TENSOR_UTIL
        return 40 * load;
    case 10: // DRAM_BW_UTIL
        return 60 * load;
    case 11: // FP64_UTIL
        return 0;
    case 12: // FP32_UTIL
        return 20 * load;
    case 13: // FP16_UTIL
        return 10 * load;
    case 20: // PCIE_TX_PER_SEC
        return 100;
    case 21: // PCIE_RX_PER_SEC
        return 200;
    case 60: // NVLINK_TOTAL_RX_PER_SEC
        return linked ? 2048 : -1;
    case 61: // NVLINK_TOTAL_TX_PER_SEC
        return linked ? 1024 : -1;
    default:
        return -1;
    }
}

} // namespace

int gpmMetrics(nvmlGpmMetricsGet_t* get) {
    if (get->version != kVersion) {
        return kArgumentVersionMismatch;
    }
    if (get->numMetrics > std::size(get->metrics) || get->sample1->device != get->sample2->device ||
        get->sample2->time - get->sample1->time < kShortestSpan) {
        return kInvalidArgument;
    }
    const ns until = cpuTime() + setting(Setting::GpmNs);
    while (cpuTime() < until) {
    }
    const double busy = load(get->sample1->device);
    for (nvmlGpmMetric_t& metric : std::span(get->metrics, get->numMetrics)) {
        metric.value = gpmValue(metric.metricId, busy);
        metric.nvmlReturn = metric.value < 0 ? refuse("gpm metric") : kSuccess;
        metric.shortName = metric.longName = metric.unit = "";
    }
    return kSuccess;
}

int processes(nvmlDevice_t device, unsigned* count, nvmlProcessInfo_t* infos) {
    if (setting(Setting::NoPermission) != 0) {
        return kNoPermission;
    }
    constexpr unsigned kNoInstance = ~0U;
    const unsigned room = infos != nullptr ? *count : 0;
    unsigned found = 0;
    board().processes(indexOf(device), [&](int pid, uint64_t bytes) {
        if (found < room) {
            infos[found] = {unsigned(pid), bytes, kNoInstance, kNoInstance};
        }
        found++;
    });
    *count = found;
    return found <= room ? kSuccess : kInsufficientSize;
}

} // namespace played

PLAYED_EXPORT const char* nvmlErrorString(int result) {
    switch (result) {
    case played::kSuccess:
        return "Success";
    case played::kNotSupported:
        return "Not Supported";
    case played::kNoPermission:
        return "Insufficient Permissions";
    case played::kDriverNotLoaded:
        return "Driver Not Loaded";
    default:
        return "an error of the played GPU";
    }
}
