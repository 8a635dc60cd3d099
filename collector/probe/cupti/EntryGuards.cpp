#include "collector/probe/cupti/EntryGuards.h"

#include "collector/probe/EntryJump.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

namespace lanes::probe::cupti {

namespace {

// All generations of what gives a client callbacks or records, or ends CUPTI for everybody.
constexpr const char* kTaking[] = {"cuptiSubscribe",
                                   "cuptiSubscribe_v2",
                                   "cuptiActivityRegisterCallbacks",
                                   "cuptiActivityRegisterCallbacks_v2",
                                   "cuptiActivityRegisterTimestampCallback",
                                   "cuptiFinalize"};
constexpr std::size_t kLibraries = 4; // torch's, Triton's, a toolkit's, and one more
constexpr std::size_t kGuards = kLibraries * std::size(kTaking);

struct Guard {
    std::atomic<AnyFunction> function{nullptr}; // of CUPTI
    const char* name = nullptr;
    EntryJump jump;
};
Guard guards[kGuards];
std::size_t guardCount = 0;
std::atomic<Decide> deciding{nullptr}; // null: nothing is guarded
std::atomic_flag changing;             // some thread sets jumps or takes them back
unsigned long long come = 0;           // libraries, so far, as of the last look

// What a guarded function jumps to.
template<std::size_t kNumber>
Result reached(std::uintptr_t a, std::uintptr_t b, std::uintptr_t c, std::uintptr_t d, std::uintptr_t e,
               std::uintptr_t f) {
    const Guard& guard = guards[kNumber];
    const AnyFunction function = guard.function.load(std::memory_order_acquire);
    const Decide decide = deciding.load(std::memory_order_acquire);
    const AnyFunction next =
        decide != nullptr ? decide(guard.name, function, __builtin_return_address(0)) : function;
    return next != nullptr ? next(a, b, c, d, e, f) : kOtherSubscriber;
}

template<std::size_t... kNumbers>
constexpr std::array<AnyFunction, kGuards> replacements(std::index_sequence<kNumbers...> /*numbers*/) {
    return {&reached<kNumbers>...};
}
constexpr auto kReplacements = replacements(std::make_index_sequence<kGuards>{});

class Change {
public:
    Change() {
        while (changing.test_and_set(std::memory_order_acquire)) {
        }
    }
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;
    ~Change() { changing.clear(std::memory_order_release); }
};

void guard(const char* name, void* address) {
    const auto function = reinterpret_cast<AnyFunction>(address);
    std::size_t at = 0;
    while (at < guardCount && guards[at].function.load() != function) {
        ++at;
    }
    if (at == kGuards) {
        return;
    }
    if (at == guardCount) {
        guards[at].name = name;
        guards[at].function = function;
        ++guardCount;
    }
    (void)guards[at].jump.set(address, reinterpret_cast<const void*>(kReplacements[at]));
}

// Paths of the libraries of that name in the process. While the loader's list is locked nothing is asked of it.
struct Found {
    std::array<std::array<char, 1024>, kLibraries> paths{};
    std::size_t count = 0;
    unsigned long long come = 0;
};
Found loadedLibraries() {
    Found found;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* to) {
            auto& all = *static_cast<Found*>(to);
            all.come = info->dlpi_adds;
            const std::string_view path = info->dlpi_name != nullptr ? info->dlpi_name : "";
            const std::string_view name = path.substr(path.rfind('/') + 1);
            if (name.starts_with("libcupti.so") && all.count < kLibraries &&
                path.size() < all.paths[all.count].size()) {
                path.copy(all.paths[all.count].data(), path.size());
                ++all.count;
            }
            return 0;
        },
        &found);
    return found;
}

void guardAll() {
    const Found found = loadedLibraries();
    if (found.come == come) {
        return;
    }
    come = found.come;
    for (std::size_t i = 0; i < found.count; ++i) {
        void* library = dlopen(found.paths[i].data(), RTLD_NOLOAD | RTLD_LAZY);
        for (const char* name : kTaking) {
            void* function = library != nullptr ? dlsym(library, name) : nullptr;
            if (function != nullptr) {
                guard(name, function);
            }
        }
    }
}

} // namespace

int guardEntries(Decide decide) {
    const Change change;
    deciding.store(decide, std::memory_order_release);
    come = 0;
    guardAll();
    return static_cast<int>(guardCount);
}

void guardLateEntries() {
    if (deciding.load(std::memory_order_acquire) != nullptr) {
        const Change change;
        if (deciding.load(std::memory_order_acquire) != nullptr) {
            guardAll();
        }
    }
}

void freeEntries() {
    const Change change;
    for (std::size_t i = 0; i < guardCount; ++i) {
        guards[i].jump.takeBack();
    }
    deciding.store(nullptr, std::memory_order_release);
}

void freeEntriesInChild() {
    changing.clear(); // a thread that is not here may have held it
    freeEntries();
}

bool isGuarded(const char* function) {
    return std::ranges::any_of(kTaking,
                               [function](const char* name) { return std::strcmp(function, name) == 0; });
}

} // namespace lanes::probe::cupti
