#include "collector/probe/cpython/CodeKeeper.h"

#include "collector/probe/ForeignMemory.h"
#include "collector/probe/cpython/CodeIdentity.h"
#include "collector/probe/torch/OperatorHook.h"

#include <atomic>
#include <mutex>
#include <new>
#include <vector>

namespace lanes::probe {

namespace {

constexpr std::size_t kMostKept = 8 * 1024; // some 1.5 kB each, were the program done with them
constexpr std::size_t kMaxWaiting = 8 * 1024;
constexpr std::size_t kSlots = 2 * kMostKept;
constexpr std::int64_t kObjectType = 8; // PyObject::ob_type of every build with the lock

struct Candidate {
    std::uint64_t code;
    std::uint64_t identity; // when it was seen running
};

// The pending call has no argument that could outlive its process, hence one state per process.
struct Keeper {
    std::mutex mutex;
    AddPendingCall addPendingCall = nullptr; // nullptr: nothing is kept
    std::vector<Candidate> waiting;
    bool scheduled = false;
    // Only touched with the interpreter's lock.
    AddPendingCall interpreter = nullptr;
    IncrementReference increment = nullptr;
    std::uint64_t codeType = 0;
    std::size_t keptCount = 0;
    // A hash table that only grows: read by all threads without a lock.
    std::atomic<std::uint64_t> kept[kSlots] = {};
};

Keeper* keeper() {
    static auto* instance = new Keeper; // never destroyed: threads record until the very end
    return instance;
}

// Where the address stands or would stand; there is always a free slot.
std::atomic<std::uint64_t>& slotOf(Keeper& state, std::uint64_t code) {
    std::uint64_t at = code * 0x9E3779B97F4A7C15ULL >> 40;
    while (true) {
        std::atomic<std::uint64_t>& slot = state.kept[at++ % kSlots];
        const std::uint64_t held = slot.load(std::memory_order_acquire);
        if (held == 0 || held == code) {
            return slot;
        }
    }
}

// Whether what has the type and the content of an object is one still: memory that is free keeps both, until somebody takes
// it. References of the dead are none, or a pointer of the allocator's; those that never die have a very large number.
bool isAlive(const std::byte* object) {
    constexpr std::uint64_t kMany = 1U << 20;
    constexpr std::uint64_t kImmortal = 900'000'000; // the smallest of all versions of Python is 999,999,999
    constexpr std::uint64_t kMost = 0xffffffff;
    const auto references = GuardedMemory::load<std::uint64_t>(object);
    return (references > 0 && references < kMany) || (references >= kImmortal && references <= kMost);
}

int keepWaiting(void*) {
    Keeper& state = *keeper();
    std::vector<Candidate> waiting;
    {
        const std::lock_guard lock(state.mutex);
        waiting.swap(state.waiting);
        state.scheduled = false;
    }
    for (const Candidate& candidate : waiting) {
        std::atomic<std::uint64_t>& slot = slotOf(state, candidate.code);
        const auto* object = reinterpret_cast<const std::byte*>(candidate.code);
        if (state.keptCount < kMostKept && slot.load(std::memory_order_relaxed) == 0 &&
            GuardedMemory::load<std::uint64_t>(object, kObjectType) == state.codeType && isAlive(object) &&
            CodeIdentity<GuardedMemory>(hookState().python).of(candidate.code) == candidate.identity) {
            state.increment(const_cast<std::byte*>(object));
            ++state.keptCount;
            slot.store(candidate.code, std::memory_order_release);
        }
    }
    return 0;
}

std::string start(const char*) {
    Keeper& state = *keeper();
    const std::lock_guard lock(state.mutex);
    state.addPendingCall = state.interpreter;
    return state.interpreter != nullptr ? std::string() : std::string("there is no interpreter to ask");
}

// What is kept stays: recorded stacks may go on to name it until the process ends.
void stop() {
    Keeper& state = *keeper();
    const std::lock_guard lock(state.mutex);
    state.addPendingCall = nullptr;
    state.waiting.clear();
}

// A thread that is at work here must be done before the process is copied.
void lockForFork() {
    keeper()->mutex.lock();
}

void unlockAfterFork(bool inChild) {
    Keeper& state = *keeper();
    if (inChild) {
        new (&state.mutex) std::mutex;
        state.scheduled = false; // what the parent's interpreter has been asked for, nobody does here
        return;
    }
    state.mutex.unlock();
}

} // namespace

constinit const RecordSource kStackSource{"stacks", nullptr,      &start,          &stop,
                                          nullptr,  &lockForFork, &unlockAfterFork};

void useInterpreter(AddPendingCall addPendingCall, IncrementReference increment, std::uint64_t codeType) {
    Keeper& state = *keeper();
    state.interpreter = addPendingCall;
    state.increment = increment;
    state.codeType = codeType;
}

void keepCode(std::uint64_t code, std::uint64_t identity) {
    Keeper& state = *keeper();
    AddPendingCall schedule = nullptr;
    {
        const std::lock_guard lock(state.mutex);
        if (state.addPendingCall == nullptr || state.waiting.size() >= kMaxWaiting) {
            return;
        }
        state.waiting.push_back({code, identity});
        schedule = state.scheduled ? nullptr : state.addPendingCall;
        state.scheduled = true;
    }
    if (schedule != nullptr && schedule(&keepWaiting, nullptr) != 0) {
        const std::lock_guard lock(state.mutex);
        state.scheduled = false; // the interpreter's queue is full: the next new code object tries again
    }
}

bool keepRunning(std::uint64_t code) {
    Keeper& state = *keeper();
    std::atomic<std::uint64_t>& slot = slotOf(state, code);
    if (slot.load(std::memory_order_relaxed) == code) {
        return true;
    }
    if (state.increment == nullptr || state.keptCount >= kMostKept) {
        return false;
    }
    state.increment(reinterpret_cast<void*>(code));
    ++state.keptCount;
    slot.store(code, std::memory_order_release);
    return true;
}

bool isCode(std::uint64_t address) {
    return GuardedMemory::load<std::uint64_t>(reinterpret_cast<const void*>(address), kObjectType) ==
           keeper()->codeType;
}

bool isKept(std::uint64_t code) {
    return slotOf(*keeper(), code).load(std::memory_order_relaxed) == code;
}

} // namespace lanes::probe
