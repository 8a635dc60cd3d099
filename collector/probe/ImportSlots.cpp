#include "collector/probe/ImportSlots.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace lanes::probe {

namespace {

struct Relocations {
    const ElfW(Rela) * entries = nullptr;
    std::size_t bytes = 0;
};

// 4 KiB on most machines, up to 64 on some.
std::uintptr_t pageBytes() {
    static const auto bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

// Returns whether the slot holds `value` now. Only what the loader has sealed is opened and sealed again: a lazily bound table
// shares its page with data that must stay writable.
bool write(std::uintptr_t slot, void* value, std::uintptr_t sealedBegin, std::uintptr_t sealedEnd) {
    auto* pointer = reinterpret_cast<void**>(slot);
    const std::uintptr_t page = slot & ~(pageBytes() - 1);
    const bool sealed = page >= sealedBegin && page < sealedEnd;
    if (sealed && mprotect(reinterpret_cast<void*>(page), pageBytes(), PROT_READ | PROT_WRITE) != 0) {
        return false;
    }
    __atomic_store_n(pointer, value, __ATOMIC_RELEASE);
    if (sealed) {
        mprotect(reinterpret_cast<void*>(page), pageBytes(), PROT_READ);
    }
    return true;
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

} // namespace

// The parts of a loaded library that matter here.
struct ImportSlots::Library {
    std::uintptr_t base = 0;
    ReadOnly sealed;
    const char* strings = nullptr;
    const ElfW(Sym) * symbols = nullptr;
    Relocations tables[2];

    void readDynamic(const ElfW(Dyn) * entry) {
        for (; entry->d_tag != DT_NULL; ++entry) {
            const auto value = entry->d_un.d_ptr;
            switch (entry->d_tag) {
            case DT_STRTAB:
                strings = reinterpret_cast<const char*>(value);
                break;
            case DT_SYMTAB:
                symbols = reinterpret_cast<const ElfW(Sym)*>(value);
                break;
            case DT_JMPREL:
                tables[0].entries = reinterpret_cast<const ElfW(Rela)*>(value);
                break;
            case DT_PLTRELSZ:
                tables[0].bytes = value;
                break;
            case DT_RELA:
                tables[1].entries = reinterpret_cast<const ElfW(Rela)*>(value);
                break;
            case DT_RELASZ:
                tables[1].bytes = value;
                break;
            default:
                break;
            }
        }
    }

    bool read(const dl_phdr_info& info) {
        base = info.dlpi_addr;
        const ElfW(Dyn)* dynamic = nullptr;
        for (int i = 0; i < info.dlpi_phnum; ++i) {
            const auto& header = info.dlpi_phdr[i];
            const std::uintptr_t begin = info.dlpi_addr + header.p_vaddr;
            if (header.p_type == PT_DYNAMIC) {
                dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
            } else if (header.p_type == PT_GNU_RELRO) {
                sealed = {begin & ~(pageBytes() - 1), (begin + header.p_memsz) & ~(pageBytes() - 1)};
            }
        }
        // The program itself has no name, and imports as libraries do.
        if (dynamic == nullptr || info.dlpi_name == nullptr) {
            return false;
        }
        readDynamic(dynamic);
        // The kernel's vdso keeps addresses that have not been relocated.
        return symbols != nullptr && reinterpret_cast<std::uintptr_t>(strings) >= base;
    }
};

void ImportSlots::add(const char* symbol, void* original, void* replacement) {
    if (count_ < kMost) {
        patches_[count_++] = {symbol, original, replacement};
    }
}

void ImportSlots::leaveOut(const void* address) {
    Dl_info info{};
    auto* free = std::ranges::find(leftOut_, std::uintptr_t{0});
    if (free != std::end(leftOut_) && dladdr(address, &info) != 0) {
        *free = reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    }
}

bool ImportSlots::concerns(const dl_phdr_info& info) const {
    return std::ranges::none_of(leftOut_,
                                [&](std::uintptr_t begin) { return begin != 0 && begin == info.dlpi_addr; });
}

bool ImportSlots::isTurned(const char* symbol, const void* address) const {
    Dl_info library{};
    const std::size_t count = std::min(turnedCount_, kMostTurned);
    return dladdr(address, &library) != 0 && std::any_of(turned_, turned_ + count, [&](const Turned& turned) {
               Dl_info holder{};
               return std::strcmp(turned.patch->symbol, symbol) == 0 &&
                      dladdr(reinterpret_cast<const void*>(turned.slot), &holder) != 0 &&
                      holder.dli_fbase == library.dli_fbase;
           });
}

int ImportSlots::fill() {
    return turnAll(false);
}

void ImportSlots::restore() {
    // While the loader's list is locked no library goes.
    const int quick = dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* asked) {
            auto& slots = *static_cast<ImportSlots*>(asked);
            if (info->dlpi_subs != slots.gone_ || slots.turnedCount_ > kMostTurned) {
                return -1;
            }
            slots.turnBack();
            return 1;
        },
        this);
    if (quick < 0) {
        turnAll(true);
    }
    turnedCount_ = 0;
}

void ImportSlots::turnBack() {
    restoring_ = true;
    done_ = 0;
    for (std::size_t i = 0; i < turnedCount_; ++i) {
        const Turned& turned = turned_[i];
        done_ += turnSlot(turned.sealed, turned.slot, *turned.patch) ? 1 : 0;
    }
}

void ImportSlots::fillLate() {
    turnAll(false, true);
}

// Over the loader's list, to the end of which libraries are added. So what was there is at its begin, unless one has gone.
struct ImportSlots::Walk {
    ImportSlots& slots;
    bool lateOnly;
    std::size_t passed = 0;
    std::size_t skipped = 0;

    // Returns whether there is nothing to be done.
    bool begin(const dl_phdr_info& info) {
        const bool noneGone = info.dlpi_subs == slots.gone_;
        if (lateOnly && noneGone && info.dlpi_adds == slots.come_) {
            return true;
        }
        skipped = lateOnly && noneGone ? slots.there_ : 0;
        if (!noneGone && slots.turnedCount_ > 0) {
            slots.turnedCount_ = kMostTurned + 1; // some of them are gone with it
        }
        slots.come_ = info.dlpi_adds;
        slots.gone_ = info.dlpi_subs;
        return false;
    }
};

int ImportSlots::turnAll(bool restoring, bool lateOnly) {
    restoring_ = restoring;
    done_ = 0;
    Walk walk{*this, lateOnly};
    const int stopped = dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* asked) {
            auto& [slots, late, passed, skipped] = *static_cast<Walk*>(asked);
            if (passed == 0 && static_cast<Walk*>(asked)->begin(*info)) {
                return 1;
            }
            Library library;
            if (++passed > skipped && library.read(*info) && slots.concerns(*info)) {
                slots.turn(library);
            }
            return 0;
        },
        &walk);
    there_ = stopped != 0 ? there_ : walk.passed;
    return done_;
}

void ImportSlots::turn(const Library& library) {
    for (const Relocations& table : library.tables) {
        for (std::size_t i = 0; i < table.bytes / sizeof(ElfW(Rela)); ++i) {
            const ElfW(Rela)& relocation = table.entries[i];
            if (!isPointerSlot(relocation)) {
                continue;
            }
            const auto& symbol = library.symbols[ELF64_R_SYM(relocation.r_info)];
            if (const Patch* patch = find(library.strings + symbol.st_name)) {
                done_ += turnSlot(library.sealed, library.base + relocation.r_offset, *patch) ? 1 : 0;
            }
        }
    }
}

// Also what is turned already: who was in front may have taken itself out.
void ImportSlots::remember(const Turned& turned) {
    if (turnedCount_ > kMostTurned) {
        return;
    }
    for (std::size_t i = 0; i < turnedCount_; ++i) {
        if (turned_[i].slot == turned.slot) {
            return;
        }
    }
    if (turnedCount_ < kMostTurned) {
        turned_[turnedCount_] = turned;
    }
    ++turnedCount_;
}

bool ImportSlots::turnSlot(const ReadOnly& sealed, std::uintptr_t slot, const Patch& patch) {
    void* wanted = restoring_ ? patch.original : patch.replacement;
    void* held = __atomic_load_n(reinterpret_cast<void**>(slot), __ATOMIC_RELAXED);
    if (!restoring_) {
        remember({slot, &patch, sealed});
    }
    // Taken back is only what is ours: others may have put themselves in front.
    return held == wanted || (restoring_ && held != patch.replacement) ||
           write(slot, wanted, sealed.begin, sealed.end);
}

const ImportSlots::Patch* ImportSlots::find(const char* symbol) const {
    for (std::size_t i = 0; i < count_; ++i) {
        if (std::strcmp(symbol, patches_[i].symbol) == 0) {
            return &patches_[i];
        }
    }
    return nullptr;
}

} // namespace lanes::probe
