#include "tests/played_gpu/facades/nvml.h"

#include <algorithm>
#include <span>

#define PLAYED_EXPORT extern "C" __attribute__((visibility("default")))

namespace played {

namespace {

constexpr ns kLoadSpan = 100'000'000;

int indexOf(nvmlDevice_t device) {
    return int(device) - 1;
}

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

int notWithMig() {
    return setting(Setting::Mig) != 0 ? kNotSupported : kSuccess;
}

int fieldValues(int count, nvmlFieldValue_t* values) {
    constexpr unsigned kSent = 138, kReceived = 139;
    constexpr int kUnsignedLongLong = 3;
    for (nvmlFieldValue_t& value : std::span(values, size_t(count))) {
        const bool known = (value.fieldId == kSent || value.fieldId == kReceived) && value.scopeId == ~0U;
        value.nvmlReturn = known && setting(Setting::Devices) > 1 ? kSuccess : kNotSupported;
        value.valueType = kUnsignedLongLong;
        value.value = uint64_t(now()) / 1'000'000 * (1 << 20) / 1000 * (value.fieldId == kReceived ? 2 : 1);
    }
    return kSuccess;
}

int utilisation(nvmlDevice_t device, nvmlUtilization_t* utilisation) {
    const auto percent = unsigned(100 * load(device) + 0.5);
    *utilisation = {percent, percent / 2};
    return notWithMig(); // NVML has no figure for a device that is split
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
