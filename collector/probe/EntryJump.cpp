#include "collector/probe/EntryJump.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <initializer_list>

namespace lanes::probe {

namespace {

struct LongJump {
    std::uint32_t code[2];
    std::uint64_t target;
};

#if defined(__x86_64__)
constexpr std::uintptr_t kReach = std::uintptr_t{1} << 30;
constexpr std::uint32_t kLongJump[2] = {0x000225ff, 0x90900000}; // jmp *2(%rip); two nops, then the target
struct [[gnu::packed]] ShortJump {                               // jmp rel32
    std::uint8_t code;
    std::int32_t relative;
};
ShortJump shortJump(std::intptr_t distance) {
    return {0xe9, static_cast<std::int32_t>(distance - static_cast<std::intptr_t>(sizeof(ShortJump)))};
}
#elif defined(__aarch64__)
constexpr std::uintptr_t kReach = std::uintptr_t{1} << 26;
constexpr std::uint32_t kLongJump[2] = {0x58000051, 0xd61f0220}; // ldr x17, 8; br x17
struct ShortJump {                                               // b
    std::uint32_t code;
};
ShortJump shortJump(std::intptr_t distance) {
    return {0x14000000U | (static_cast<std::uint32_t>(distance >> 2) & 0x03ffffffU)};
}
#endif

std::uintptr_t pageBytes() {
    static const auto bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

// A page of memory within reach of `function`, or null.
void* pageNear(const void* function) {
    constexpr std::uintptr_t kStep = std::uintptr_t{1} << 20;
    const std::uintptr_t from = reinterpret_cast<std::uintptr_t>(function) & ~(pageBytes() - 1);
    for (std::uintptr_t away = kStep; away < kReach && away < from; away += kStep) {
        for (const std::uintptr_t wanted : {from - away, from + away}) {
            void* page = mmap(reinterpret_cast<void*>(wanted), pageBytes(), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (page == reinterpret_cast<void*>(wanted)) {
                return page;
            }
            if (page != MAP_FAILED) { // that place is taken
                munmap(page, pageBytes());
            }
        }
    }
    return nullptr;
}

} // namespace

bool EntryJump::makeStub(const void* function, const void* replacement) {
    void* page = pageNear(function);
    if (page == nullptr) {
        return false;
    }
    const LongJump jump{{kLongJump[0], kLongJump[1]}, reinterpret_cast<std::uint64_t>(replacement)};
    std::memcpy(page, &jump, sizeof jump);
    if (mprotect(page, pageBytes(), PROT_READ | PROT_EXEC) != 0) {
        munmap(page, pageBytes());
        return false;
    }
    __builtin___clear_cache(static_cast<char*>(page), static_cast<char*>(page) + sizeof jump);
    stub_ = page;
    return true;
}

bool EntryJump::set(void* function, const void* replacement) {
    if (place_ != nullptr || (stub_ == nullptr && !makeStub(function, replacement))) {
        return false;
    }
    const auto at = reinterpret_cast<std::uintptr_t>(function);
    const std::size_t within = at % sizeof(std::uint64_t);
    place_ = reinterpret_cast<std::uint64_t*>(at - within);
    words_ = within + sizeof(ShortJump) > sizeof(std::uint64_t) ? 2 : 1;
    std::uint64_t after[kWords] = {};
    std::memcpy(before_, place_, sizeof(std::uint64_t) * static_cast<std::size_t>(words_));
    std::memcpy(after, before_, sizeof after);
    const ShortJump jump = shortJump(static_cast<char*>(stub_) - static_cast<char*>(function));
    std::memcpy(reinterpret_cast<char*>(after) + within, &jump, sizeof jump);
    if (!write(after)) {
        place_ = nullptr;
    }
    return place_ != nullptr;
}

void EntryJump::takeBack() {
    if (place_ != nullptr && write(before_)) {
        place_ = nullptr;
    }
}

// A function that begins at a multiple of eight, as compilers have them, changes by one store: no thread sees half a jump.
bool EntryJump::write(const std::uint64_t (&words)[kWords]) const {
    // The pages stay executable throughout: others run what stands beside.
    const auto at = reinterpret_cast<std::uintptr_t>(place_);
    const std::uintptr_t page = at & ~(pageBytes() - 1);
    const std::size_t bytes = at + static_cast<std::size_t>(words_) * sizeof *words - page;
    if (mprotect(reinterpret_cast<void*>(page), bytes, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
        return false;
    }
    for (int i = words_ - 1; i >= 0; --i) {
        __atomic_store_n(place_ + i, words[i], __ATOMIC_SEQ_CST);
    }
    mprotect(reinterpret_cast<void*>(page), bytes, PROT_READ | PROT_EXEC);
    __builtin___clear_cache(reinterpret_cast<char*>(place_), reinterpret_cast<char*>(place_ + words_));
    return true;
}

} // namespace lanes::probe
