#include "collector/probe/cpython/ModuleNames.h"

#include "collector/probe/ForeignMemory.h"

#include <atomic>
#include <cstddef>
#include <cstring>
#include <ctime>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes::probe {

namespace {

constexpr std::size_t kMostPlaces = 64 * 1024;
constexpr std::size_t kSlots = 2 * kMostPlaces;
constexpr std::size_t kMostNames = 64 * 1024;
constexpr std::size_t kMaxNameBytes = 512;
// CPython's object.h, of 3.9 and 3.10 too: PyObject.ob_type and PyTypeObject.tp_name.
constexpr std::ptrdiff_t kTypeOfObject = 8;
constexpr std::ptrdiff_t kNameOfType = 24;
// A program that makes modules all the time must not spend its time on their names: from this many on, a pause follows.
constexpr std::uint32_t kFreeNamings = 64;
constexpr std::uint64_t kPause = 100; // times as long as the naming took

struct Place {
    std::atomic<std::uint64_t> object{0}; // stays when the module has died: the next one here takes it
    std::atomic<std::uint32_t> number{0};
};

struct Names {
    std::atomic<MainThreadCall*> call{nullptr}; // nullptr: nobody is asked
    std::atomic<bool> asked{false};
    std::atomic<std::uint64_t> pausedUntil{0}; // ns of the monotonic clock
    MainThreadCall* interpreter = nullptr;     // what `call` is while the source is started
    // Only touched with the interpreter's lock.
    std::uint32_t namings = 0;
    std::size_t placeCount = 0;
    std::atomic<bool> byClass{false};
    std::mutex mutex;
    std::vector<std::string> names;                         // by number - 1
    std::unordered_map<std::string, std::uint32_t> classes; // their numbers
};

// A hash table that only grows: read by all threads without a lock. No page of it is touched before there are modules.
constinit Place places[kSlots];
constinit std::atomic<std::uint32_t> generation{0};

Names& all() {
    static auto* instance = new Names; // never destroyed: threads record until the very end
    return *instance;
}

std::uint64_t monotonicNs() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

// Where the address stands or would stand; there is always a free place.
Place& placeOf(std::uint64_t object) {
    std::uint64_t at = object * 0x9E3779B97F4A7C15ULL >> 40;
    while (true) {
        Place& place = places[at++ % kSlots];
        const std::uint64_t held = place.object.load(std::memory_order_acquire);
        if (held == 0 || held == object) {
            return place;
        }
    }
}

void askForNames(Names& state) {
    MainThreadCall* call = state.call.load(std::memory_order_acquire);
    if (call == nullptr || state.asked.load(std::memory_order_relaxed)) {
        return;
    }
    if (!mayNameModules()) {
        return;
    }
    if (!state.asked.exchange(true) && !callSoon(call)) {
        state.asked = false; // the interpreter's queue is full: the next one tries again
    }
}

std::string start(const char*) {
    Names& state = all();
    state.call.store(state.interpreter, std::memory_order_release);
    return state.interpreter != nullptr ? std::string() : std::string("there is no interpreter to ask");
}

void stop() {
    all().call = nullptr;
}

// The mutex is held; 0 if there are too many.
std::uint32_t addName(Names& state, std::string name) {
    if (state.names.size() >= kMostNames) {
        return 0;
    }
    state.names.push_back(std::move(name));
    return static_cast<std::uint32_t>(state.names.size());
}

// A thread that reads a name must be done before the process is copied.
void lockForFork() {
    all().mutex.lock();
}

void unlockAfterFork(bool inChild) {
    Names& state = all();
    if (inChild) {
        new (&state.mutex) std::mutex;
        state.asked = false; // what the parent's interpreter has been asked for, nobody does here
        return;
    }
    state.mutex.unlock();
}

} // namespace

constinit const RecordSource kModuleSource{"modules", nullptr,      &start,          &stop,
                                           nullptr,   &lockForFork, &unlockAfterFork};

std::uint32_t knownModule(std::uint64_t object) {
    return placeOf(object).number.load(std::memory_order_acquire);
}

bool mayNameModules() {
    const std::uint64_t until = all().pausedUntil.load(std::memory_order_relaxed);
    return until == 0 || monotonicNs() >= until;
}

std::uint32_t moduleNumber(std::uint64_t object) {
    const std::uint32_t number = knownModule(object);
    if (number == 0) {
        askForNames(all());
    }
    return number;
}

std::uint32_t classNumber(std::uint64_t object) {
    Names& state = all();
    if (!state.byClass.load(std::memory_order_relaxed)) {
        return 0;
    }
    const auto type = DirectMemory::load<std::uint64_t>(reinterpret_cast<const void*>(object), kTypeOfObject);
    const auto* text = DirectMemory::load<const char*>(reinterpret_cast<const void*>(type), kNameOfType);
    const std::string name(text, strnlen(text, kMaxNameBytes));
    const std::lock_guard lock(state.mutex);
    const auto [known, added] = state.classes.try_emplace(name, 0);
    if (added) {
        known->second = addName(state, name);
    }
    return known->second;
}

std::uint32_t moduleGeneration() {
    return generation.load(std::memory_order_relaxed);
}

std::string moduleName(std::uint32_t number) {
    Names& state = all();
    const std::lock_guard lock(state.mutex);
    return number != 0 && number <= state.names.size() ? state.names[number - 1] : std::string();
}

void nameModulesBy(MainThreadCall* call) {
    all().interpreter = call;
}

void nameModulesByClass() {
    all().byClass = true;
}

void namingDone(std::uint64_t ns) {
    Names& state = all();
    state.pausedUntil = ++state.namings < kFreeNamings ? 0 : monotonicNs() + kPause * ns;
    state.asked = false;
}

std::uint32_t defineModule(const char* name) {
    Names& state = all();
    const std::lock_guard lock(state.mutex);
    return addName(state, std::string(name).substr(0, kMaxNameBytes));
}

void setModule(std::uint64_t object, std::uint32_t number) {
    Names& state = all();
    Place& place = placeOf(object);
    if (place.object.load(std::memory_order_relaxed) == 0) {
        if (number == 0 || state.placeCount >= kMostPlaces) {
            return;
        }
        ++state.placeCount;
        place.object.store(object, std::memory_order_release);
    }
    place.number.store(number, std::memory_order_release);
    generation.fetch_add(1, std::memory_order_release);
}

} // namespace lanes::probe
