#include "collector/probe/AllocationHook.h"

#include "collector/probe/OperatorHook.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
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
// Inside of what we call for a profiler of the program's own: its report is of a block that has been recorded.
[[gnu::tls_model("initial-exec")]] constinit thread_local bool passingOn = false;

std::uint32_t deviceKey(Device device) {
    return static_cast<std::uint32_t>(static_cast<std::uint8_t>(device.type)) << 8 |
           static_cast<std::uint8_t>(device.index);
}

// Whether an event is to be recorded.
bool isWanted() {
    if ((gate.wanted() & ring::kMemory) != 0) {
        return true;
    }
    seen.fetch_add(1, std::memory_order_relaxed);
    noteShut();
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
        passingOn = ours;
        originals.cpuNew(reporter, block, bytes);
        passingOn = false;
    }
}

void onCpuDelete(void* reporter, void* block) {
    const bool ours = isWanted();
    if (ours && block != nullptr) {
        record(block, 0, 0, 0, kCpu);
    }
    if (!ours || originals.enabled()) {
        passingOn = ours;
        originals.cpuDelete(reporter, block);
        passingOn = false;
    }
}

void onReport(void* block, std::int64_t bytes, std::int64_t allocated, std::int64_t reserved, Device device) {
    if (bytes != 0 && !passingOn && isWanted()) {
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
    return (gate.wanted() & ring::kMemory) != 0 || originals.enabled();
}

constexpr std::size_t kMostPatches = 7;

// What a slot of that symbol holds without us, and with us.
struct Patch {
    const char* symbol;
    void* original;
    void* replacement;
};

struct Patches {
    Patch entries[kMostPatches];
    std::size_t count = 0;
    bool undo = false;
    int slots = 0; // that hold now what they should

    void add(const char* symbol, void* original, void* replacement) {
        entries[count++] = {symbol, original, replacement};
    }
    [[nodiscard]] const Patch* find(const char* symbol) const {
        for (std::size_t i = 0; i < count; ++i) {
            if (std::strcmp(symbol, entries[i].symbol) == 0) {
                return &entries[i];
            }
        }
        return nullptr;
    }
};
Patches patches;

struct Relocations {
    const ElfW(Rela) * entries = nullptr;
    std::size_t bytes = 0;
};

// The parts of a loaded library that matter here.
struct Library {
    std::uintptr_t base = 0;
    std::uintptr_t readOnlyBegin = 0; // pages that the loader has made read-only after relocation
    std::uintptr_t readOnlyEnd = 0;
    const char* strings = nullptr;
    const ElfW(Sym) * symbols = nullptr;
    Relocations tables[2];
};

// 4 KiB on most machines, up to 64 on some.
std::uintptr_t pageBytes() {
    static const auto bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

void readDynamic(const ElfW(Dyn) * entry, Library& library) {
    for (; entry->d_tag != DT_NULL; ++entry) {
        const auto value = entry->d_un.d_ptr;
        switch (entry->d_tag) {
        case DT_STRTAB:
            library.strings = reinterpret_cast<const char*>(value);
            break;
        case DT_SYMTAB:
            library.symbols = reinterpret_cast<const ElfW(Sym)*>(value);
            break;
        case DT_JMPREL:
            library.tables[0].entries = reinterpret_cast<const ElfW(Rela)*>(value);
            break;
        case DT_PLTRELSZ:
            library.tables[0].bytes = value;
            break;
        case DT_RELA:
            library.tables[1].entries = reinterpret_cast<const ElfW(Rela)*>(value);
            break;
        case DT_RELASZ:
            library.tables[1].bytes = value;
            break;
        default:
            break;
        }
    }
}

bool readLibrary(const dl_phdr_info& info, Library& library) {
    library.base = info.dlpi_addr;
    const ElfW(Dyn)* dynamic = nullptr;
    for (int i = 0; i < info.dlpi_phnum; ++i) {
        const auto& header = info.dlpi_phdr[i];
        const std::uintptr_t begin = info.dlpi_addr + header.p_vaddr;
        if (header.p_type == PT_DYNAMIC) {
            dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
        } else if (header.p_type == PT_GNU_RELRO) {
            library.readOnlyBegin = begin & ~(pageBytes() - 1);
            library.readOnlyEnd = (begin + header.p_memsz) & ~(pageBytes() - 1);
        }
    }
    if (dynamic == nullptr || info.dlpi_name == nullptr || *info.dlpi_name == 0) {
        return false;
    }
    readDynamic(dynamic, library);
    // The kernel's vdso keeps addresses that have not been relocated.
    return library.symbols != nullptr && reinterpret_cast<std::uintptr_t>(library.strings) >= library.base;
}

bool isPointerSlot(const ElfW(Rela) & relocation) {
#if defined(__x86_64__)
    const auto type = ELF64_R_TYPE(relocation.r_info);
    return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT || type == R_X86_64_64;
#elif defined(__aarch64__)
    const auto type = ELF64_R_TYPE(relocation.r_info);
    return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT || type == R_AARCH64_ABS64;
#else
    return false;
#endif
}

// Returns whether the slot holds `value` now.
bool writeSlot(const Library& library, std::uintptr_t slot, void* value) {
    auto* pointer = reinterpret_cast<void**>(slot);
    const std::uintptr_t page = slot & ~(pageBytes() - 1);
    // Only what the loader has sealed is opened and sealed again: a lazily bound table shares its page with
    // data that must stay writable.
    const bool sealed = page >= library.readOnlyBegin && page < library.readOnlyEnd;
    if (sealed && mprotect(reinterpret_cast<void*>(page), pageBytes(), PROT_READ | PROT_WRITE) != 0) {
        return false;
    }
    __atomic_store_n(pointer, value, __ATOMIC_RELEASE);
    if (sealed) {
        mprotect(reinterpret_cast<void*>(page), pageBytes(), PROT_READ);
    }
    return true;
}

void turnSlot(const Library& library, std::uintptr_t slot, const Patch& patch) {
    void* wanted = patches.undo ? patch.original : patch.replacement;
    void* held = __atomic_load_n(reinterpret_cast<void**>(slot), __ATOMIC_RELAXED);
    // Taken back is only what is ours: others may have put themselves in front.
    const bool done = held == wanted || (patches.undo && held != patch.replacement);
    patches.slots += done || writeSlot(library, slot, wanted) ? 1 : 0;
}

int patchLibrary(dl_phdr_info* info, std::size_t, void*) {
    Library library;
    if (!readLibrary(*info, library)) {
        return 0;
    }
    for (const Relocations& table : library.tables) {
        for (std::size_t i = 0; i < table.bytes / sizeof(ElfW(Rela)); ++i) {
            const ElfW(Rela)& relocation = table.entries[i];
            if (!isPointerSlot(relocation)) {
                continue;
            }
            const auto& symbol = library.symbols[ELF64_R_SYM(relocation.r_info)];
            if (const Patch* patch = patches.find(library.strings + symbol.st_name)) {
                turnSlot(library, library.base + relocation.r_offset, *patch);
            }
        }
    }
    return 0;
}

template<class Function>
void addPatches(void* library, std::initializer_list<const char*> symbols, Function& original,
                void* replacement) {
    for (const char* symbol : symbols) {
        if (void* found = dlsym(library, symbol)) {
            original = reinterpret_cast<Function>(found);
            patches.add(symbol, found, replacement);
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
    patches = {};
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
    dl_iterate_phdr(&patchLibrary, nullptr);
    if (patches.slots == 0) {
        return "no library calls c10::reportMemoryUsageToProfiler through its global offset table";
    }
    hooked = true;
    return {};
}

void stop() {
    gate.close();
    if (std::exchange(hooked, false)) {
        patches.undo = true;
        dl_iterate_phdr(&patchLibrary, nullptr);
    }
}

std::uint64_t countSeen() {
    return seen.load(std::memory_order_relaxed);
}

} // namespace

constinit const RecordSource kAllocationSource{"memory", &gate, &start, &stop, &countSeen, nullptr, nullptr};

} // namespace lanes::probe
