#include "collector/probe/torch/AllocationHook.h"

#include "collector/probe/ImportSlots.h"
#include "collector/probe/Where.h"
#include "collector/probe/torch/OperatorHook.h"

#include <dlfcn.h>

#include <atomic>
#include <initializer_list>
#include <utility>

namespace lanes::probe {

namespace {

// c10::Device: trivially copyable, passed in a register.
struct Device {
    std::int8_t type;
    std::int8_t index;
};

// The functions of libc10 that the slots pointed to. Sizes became unsigned in 2.x, which is the same
// register.
struct Originals {
    void (*report)(void*, std::int64_t, std::int64_t, std::int64_t, Device) = nullptr;
    void (*reportOutOfMemory)(std::int64_t, std::int64_t, std::int64_t, Device) = nullptr;
    bool (*enabled)() = nullptr;
    // Members of c10::ProfiledCPUMemoryReporter, which keeps the sizes of blocks in a table behind a lock: two thirds
    // of what an allocation's report costs. The recorder can keep them as well, so it is only called for others.
    void (*cpuNew)(void* reporter, void* block, std::size_t bytes) = nullptr;
    void (*cpuDelete)(void* reporter, void* block) = nullptr;
};
Originals originals;
SourceGate gate;
std::atomic<std::uint64_t> seen{0};
bool hooked = false;
// Inside of torch's own reporter, as we have called it.
enum class Within : std::uint8_t {
    Neither,
    Recorded, // for a profiler of the program's own: its report is of a block that has been recorded
    Left, // we have left the block alone; that must not change midway, or torch warns of a block that it does not know
};
[[gnu::tls_model("initial-exec")]] constinit thread_local Within within = Within::Neither;

std::uint32_t deviceKey(Device device) {
    return static_cast<std::uint32_t>(static_cast<std::uint8_t>(device.type)) << 8 |
           static_cast<std::uint8_t>(device.index);
}

// Whether an event is to be recorded. In a pause two words are read, and no more: whether the recorder is still there the thread looks
// that the pause has, or else operators do.
bool isWanted() {
    if ((gate.wanted() & ring::kMemory) != 0) {
        return where::isInside();
    }
    if (!gate.isOpen()) {
        seen.fetch_add(1, std::memory_order_relaxed);
        noteShut();
    }
    return false;
}

template<class Event>
void fillAndRecord(Event& event, ring::RecordType type, Device device) {
    if (ThreadRecorder* recorder = readyRecorder()) {
        event.header = ring::recordHeader(type, sizeof event, 0, deviceKey(device));
        event.ticks = readTicks(probeProcess().clock());
        if (!recorder->record(event)) {
            noteLoss(*recorder);
        }
    }
}

void record(void* block, std::int64_t bytes, std::int64_t allocated, std::int64_t reserved, Device device) {
    ring::MemoryEvent event{};
    event.address = reinterpret_cast<std::uintptr_t>(block);
    event.bytes = bytes;
    event.allocated = allocated;
    event.reserved = reserved;
    fillAndRecord(event, ring::RecordType::Memory, device);
}

constexpr Device kCpu{0, -1};

void onCpuNew(void* reporter, void* block, std::size_t bytes) {
    const bool ours = isWanted();
    if (ours && bytes != 0) {
        record(block, static_cast<std::int64_t>(bytes), 0, 0, kCpu);
    }
    if (!ours || originals.enabled()) {
        within = ours ? Within::Recorded : Within::Left;
        originals.cpuNew(reporter, block, bytes);
        within = Within::Neither;
    }
}

void onCpuDelete(void* reporter, void* block) {
    const bool ours = isWanted();
    if (ours && block != nullptr) {
        record(block, 0, 0, 0, kCpu);
    }
    if (!ours || originals.enabled()) {
        within = ours ? Within::Recorded : Within::Left;
        originals.cpuDelete(reporter, block);
        within = Within::Neither;
    }
}

void onReport(void* block, std::int64_t bytes, std::int64_t allocated, std::int64_t reserved, Device device) {
    if (bytes != 0 && within == Within::Neither && isWanted()) {
        record(block, bytes, allocated, reserved, device);
    }
    if (originals.enabled()) {
        originals.report(block, bytes, allocated, reserved, device);
    }
}

void onOutOfMemory(std::int64_t bytes, std::int64_t allocated, std::int64_t reserved, Device device) {
    if (isWanted()) {
        ring::OutOfMemory event{};
        event.bytes = bytes;
        event.allocated = allocated;
        event.reserved = reserved;
        fillAndRecord(event, ring::RecordType::OutOfMemory, device);
    }
    if (originals.enabled()) {
        originals.reportOutOfMemory(bytes, allocated, reserved, device);
    }
}

bool onEnabled() {
    return (within == Within::Neither && (gate.wanted() & ring::kMemory) != 0 && where::isInside()) ||
           originals.enabled();
}

ImportSlots slots;

template<class Function>
void addPatches(void* library, std::initializer_list<const char*> symbols, Function& original,
                void* replacement) {
    for (const char* symbol : symbols) {
        if (void* found = dlsym(library, symbol)) {
            original = reinterpret_cast<Function>(found);
            slots.add(symbol, found, replacement);
        }
    }
}

// Both or neither: a torch without them still reports, only more slowly.
void addCpuPatches(void* library) {
    constexpr const char* kNew = "_ZN3c1025ProfiledCPUMemoryReporter3NewEPvm";
    constexpr const char* kDelete = "_ZN3c1025ProfiledCPUMemoryReporter6DeleteEPv";
    if (dlsym(library, kNew) != nullptr && dlsym(library, kDelete) != nullptr) {
        addPatches(library, {kNew}, originals.cpuNew, reinterpret_cast<void*>(&onCpuNew));
        addPatches(library, {kDelete}, originals.cpuDelete, reinterpret_cast<void*>(&onCpuDelete));
    }
}

std::string start(const char* path) {
    void* library = dlopen(path, RTLD_NOLOAD | RTLD_NOW);
    if (library == nullptr) {
        return std::string(path) + " is not loaded in this process";
    }
    slots = {};
    addPatches(library,
               {"_ZN3c1027reportMemoryUsageToProfilerEPvlllNS_6DeviceE",
                "_ZN3c1027reportMemoryUsageToProfilerEPvlmmNS_6DeviceE"},
               originals.report, reinterpret_cast<void*>(&onReport));
    addPatches(library,
               {"_ZN3c1027reportOutOfMemoryToProfilerElllNS_6DeviceE",
                "_ZN3c1027reportOutOfMemoryToProfilerElmmNS_6DeviceE"},
               originals.reportOutOfMemory, reinterpret_cast<void*>(&onOutOfMemory));
    addPatches(library, {"_ZN3c1022memoryProfilingEnabledEv"}, originals.enabled,
               reinterpret_cast<void*>(&onEnabled));
    addCpuPatches(library);
    if (originals.report == nullptr || originals.enabled == nullptr) {
        return std::string(path) + " lacks c10::reportMemoryUsageToProfiler or c10::memoryProfilingEnabled";
    }
    if (slots.fill() == 0) {
        return "no library calls c10::reportMemoryUsageToProfiler through its global offset table";
    }
    hooked = true;
    return {};
}

void stop() {
    gate.close();
    if (std::exchange(hooked, false)) {
        slots.restore();
    }
}

std::uint64_t countSeen() {
    return seen.load(std::memory_order_relaxed);
}

} // namespace

constinit const RecordSource kAllocationSource{"memory", &gate, &start, &stop, &countSeen, nullptr, nullptr};

void hookLateAllocators() {
    if (hooked) {
        slots.fill();
    }
}

} // namespace lanes::probe
