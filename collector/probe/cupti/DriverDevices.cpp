#include "collector/probe/cupti/DriverDevices.h"

#include <dlfcn.h>

#include <array>
#include <cstring>

namespace lanes::probe::cupti {

namespace {

// CUdevice_attribute.
enum class Attribute : int {
    MaxThreadsPerBlock = 1,
    MaxSharedPerBlock = 8,
    WarpThreads = 10,
    CoreClock = 13, // kHz
    Processors = 16,
    MemoryClock = 36,    // kHz
    MemoryBusWidth = 37, // bits
    L2Bytes = 38,
    MaxThreads = 39, // of a multiprocessor, as what follows
    ComputeMajor = 75,
    ComputeMinor = 76,
    MaxShared = 81,
    MaxRegisters = 82,
    MaxBlocks = 106,
};

// The driver's functions, of the library that the program uses. 0 is success.
struct Driver {
    int (*count)(int* devices) = nullptr;
    int (*device)(int* device, int number) = nullptr;
    int (*name)(char* name, int bytes, int device) = nullptr;
    int (*uuid)(std::uint8_t* uuid, int device) = nullptr;
    int (*memory)(std::size_t* bytes, int device) = nullptr;
    int (*attribute)(int* value, Attribute attribute, int device) = nullptr;
    int (*contextState)(int device, unsigned* flags, int* active) = nullptr;
    int (*retain)(void** context, int device) = nullptr;
    int (*release)(int device) = nullptr;

    bool find() {
        void* library = dlopen("libcuda.so.1", RTLD_NOLOAD | RTLD_LAZY);
        const auto bind = [library](const char* symbol, auto& function) {
            function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, symbol));
            return function != nullptr;
        };
        return library != nullptr && bind("cuDeviceGetCount", count) && bind("cuDeviceGet", device) &&
               bind("cuDeviceGetName", name) &&
               (bind("cuDeviceGetUuid_v2", uuid) || bind("cuDeviceGetUuid", uuid)) &&
               bind("cuDeviceTotalMem_v2", memory) && bind("cuDeviceGetAttribute", attribute) &&
               bind("cuDevicePrimaryCtxGetState", contextState) && bind("cuDevicePrimaryCtxRetain", retain) &&
               bind("cuDevicePrimaryCtxRelease_v2", release);
    }
    [[nodiscard]] std::uint32_t get(Attribute which, int of) const {
        int value = 0;
        return attribute(&value, which, of) == 0 && value > 0 ? static_cast<std::uint32_t>(value) : 0;
    }
};

void tellOfDevice(const Driver& driver, int device, std::uint32_t number, DeviceRing& ring) {
    constexpr std::uint64_t kTransfersPerClock = 2;
    std::array<char, 256> name{};
    ring::DeviceFacts facts{};
    std::size_t bytes = 0;
    const auto get = [&](Attribute which) { return driver.get(which, device); };
    if (driver.name(name.data(), static_cast<int>(name.size()), device) != 0 ||
        driver.uuid(facts.uuid, device) != 0 || driver.memory(&bytes, device) != 0) {
        return;
    }
    facts.memory = bytes;
    facts.bandwidth =
        kTransfersPerClock * get(Attribute::MemoryClock) * get(Attribute::MemoryBusWidth) / 8; // kB/s
    facts.processors = get(Attribute::Processors);
    facts.coreClock = get(Attribute::CoreClock);
    facts.computeMajor = get(Attribute::ComputeMajor);
    facts.computeMinor = get(Attribute::ComputeMinor);
    facts.warpThreads = get(Attribute::WarpThreads);
    facts.maxWarps = facts.warpThreads != 0 ? get(Attribute::MaxThreads) / facts.warpThreads : 0;
    facts.maxBlocks = get(Attribute::MaxBlocks);
    facts.maxRegisters = get(Attribute::MaxRegisters);
    facts.maxShared = get(Attribute::MaxShared);
    facts.maxThreadsPerBlock = get(Attribute::MaxThreadsPerBlock);
    facts.maxSharedPerBlock = get(Attribute::MaxSharedPerBlock);
    facts.l2Bytes = get(Attribute::L2Bytes);
    const std::string_view text(name.data(), strnlen(name.data(), name.size()));
    facts.nameBytes = static_cast<std::uint32_t>(text.size());
    const std::lock_guard lock(ring.mutex());
    ring.write(ring::RecordType::DeviceFacts, facts, number, text);
}

// The context that runtimes share, if the program has made it.
void tellOfContext(const Driver& driver, const Functions& functions, int device, std::uint32_t number,
                   DeviceRing& ring) {
    unsigned flags = 0;
    int active = 0;
    void* context = nullptr;
    if (driver.contextState(device, &flags, &active) != 0 || active == 0 ||
        driver.retain(&context, device) != 0) {
        return;
    }
    std::uint32_t id = 0;
    if (functions.contextId != nullptr && functions.contextId(context, &id) == 0) {
        ring::ContextFacts facts{};
        facts.device = number;
        const std::lock_guard lock(ring.mutex());
        ring.write(ring::RecordType::ContextFacts, facts, 0, id);
    }
    driver.release(device);
}

} // namespace

void tellOfDevices(const Functions& functions, DeviceRing& ring) {
    Driver driver;
    int count = 0;
    if (!driver.find() || driver.count(&count) != 0) {
        return;
    }
    for (int number = 0; number < count; ++number) {
        int device = 0;
        if (driver.device(&device, number) == 0) {
            tellOfDevice(driver, device, static_cast<std::uint32_t>(number), ring);
            tellOfContext(driver, functions, device, static_cast<std::uint32_t>(number), ring);
        }
    }
}

} // namespace lanes::probe::cupti
