#include "collector/probe/CodeKeeper.h"

#include "collector/probe/ForeignMemory.h"

#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

namespace lanes::probe {

namespace {

constexpr std::size_t kMaxKept = 32 * 1024;
constexpr std::size_t kMaxWaiting = 8 * 1024;

// A code object and what it pointed to when it was seen running.
struct Candidate {
    std::uint64_t code;
    std::uint64_t file;
    std::uint64_t function;
    std::uint64_t lines;
    std::uint32_t firstLine;

    bool operator==(const Candidate&) const = default;
};

Candidate look(const PythonLayout& layout, std::uint64_t code) {
    const auto* object = reinterpret_cast<const std::byte*>(code);
    return {code, GuardedMemory::load<std::uint64_t>(object, layout.codeFile),
            GuardedMemory::load<std::uint64_t>(object, layout.codeFunction),
            GuardedMemory::load<std::uint64_t>(object, layout.codeLines),
            GuardedMemory::load<std::uint32_t>(object, layout.codeFirstLine)};
}

// The pending call has no argument that could outlive its process, hence one state per process.
struct Keeper {
    std::mutex mutex;
    AddPendingCall addPendingCall = nullptr;
    IncrementReference increment = nullptr;
    std::uint64_t codeType = 0;
    PythonLayout layout;
    std::vector<Candidate> waiting;
    std::unordered_set<std::uint64_t> kept;
    bool scheduled = false;
    std::atomic<std::uint32_t> epoch{0};
};

Keeper* keeper() {
    static auto* instance = new Keeper; // never destroyed: threads record until the very end
    return instance;
}

constexpr std::int64_t kObjectType = 8; // PyObject::ob_type of every build with the lock

int keepWaiting(void*) {
    Keeper& state = *keeper();
    std::vector<Candidate> waiting;
    {
        const std::lock_guard lock(state.mutex);
        waiting.swap(state.waiting);
        state.scheduled = false;
    }
    for (const Candidate& candidate : waiting) {
        const auto* object = reinterpret_cast<const std::byte*>(candidate.code);
        if (GuardedMemory::load<std::uint64_t>(object, kObjectType) == state.codeType &&
            look(state.layout, candidate.code) == candidate) {
            state.increment(const_cast<std::byte*>(object));
            continue;
        }
        const std::lock_guard lock(state.mutex);
        state.kept.erase(candidate.code);
        state.epoch.fetch_add(1, std::memory_order_release);
    }
    return 0;
}

} // namespace

void startKeepingCode(AddPendingCall addPendingCall, IncrementReference increment, std::uint64_t codeType) {
    Keeper& state = *keeper();
    const std::lock_guard lock(state.mutex);
    state.addPendingCall = addPendingCall;
    state.increment = increment;
    state.codeType = codeType;
}

void keepCode(const PythonLayout& layout, std::uint64_t code) {
    Keeper& state = *keeper();
    const Candidate candidate = look(layout, code);
    bool schedule = false;
    {
        const std::lock_guard lock(state.mutex);
        if (state.addPendingCall == nullptr || state.kept.size() >= kMaxKept ||
            state.waiting.size() >= kMaxWaiting || !state.kept.insert(code).second) {
            return;
        }
        state.layout = layout;
        state.waiting.push_back(candidate);
        schedule = !state.scheduled;
        state.scheduled = true;
    }
    if (schedule && state.addPendingCall(&keepWaiting, nullptr) != 0) {
        const std::lock_guard lock(state.mutex);
        state.scheduled = false; // the interpreter's queue is full: the next new code object tries again
    }
}

std::uint32_t codeEpoch() {
    return keeper()->epoch.load(std::memory_order_acquire);
}

void resetCodeKeeperAfterFork() {
    Keeper& state = *keeper();
    new (&state.mutex) std::mutex; // another thread may have held it when the process forked
    state.scheduled = false;
}

} // namespace lanes::probe
