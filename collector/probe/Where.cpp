#include "collector/probe/Where.h"

#include "collector/probe/torch/Collectives.h"
#include "collector/probe/torch/ForwardSpans.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/StepKind.h"
#include "collector/ring/WhereFilter.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <vector>

namespace lanes::probe::where {

namespace {

// A callback that does nothing costs some 200 ns an operator, putting it in or out costs microseconds on each thread.
constexpr std::uint32_t kOperatorsBeforeRest = 64;
constexpr std::size_t kMostSeen = 24;      // names, for the explanation
constexpr std::size_t kMostSeenBytes = 64; // of one

struct State {
    std::mutex mutex; // guards what follows
    std::string text;
    std::vector<std::string> ranges;
    std::vector<std::string> seen;
    std::uint32_t modules = 0;
    bool watched = false; // what torch was told last
    Torch torch;
    ForwardSpans spans; // locks by itself
};

constinit std::atomic<bool> isOn{false};
constinit std::atomic<bool> entered{false};     // by anybody, ever
constinit std::atomic<std::int32_t> threads{0}; // inside
constinit std::atomic<std::uint32_t> passed{0}; // operators outside, since a thread was inside

// In a child, of the thread that forked: it was inside, and has no recorder yet.
constinit std::atomic<bool> forkedInside{false};
constinit std::atomic<pthread_t> forkingThread{};

bool isForkedInside() {
    return forkedInside.load(std::memory_order_relaxed) &&
           pthread_equal(forkingThread.load(std::memory_order_relaxed), pthread_self()) != 0;
}

// Names that have been noted; one that another has driven out is noted again, to no effect.
constexpr std::size_t kSeenNames = 64;
constinit std::atomic<std::uint64_t> seenNames[kSeenNames]{};

std::uint64_t hashOfName(std::string_view name) {
    std::uint64_t hash = 1;
    for (const char character : name) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001B3ULL;
        hash ^= hash >> 29;
    }
    return hash;
}

State& state() {
    static auto* instance = new State; // never destroyed: operators run until the very end
    return *instance;
}

// Torch calls us while a thread is inside.
void watch(bool rest) {
    State& all = state();
    const std::lock_guard lock(all.mutex);
    const bool wanted = !rest || threads.load() > 0;
    if (all.torch.watchOperators != nullptr && all.watched != wanted) {
        all.watched = wanted;
        all.torch.watchOperators(wanted);
    }
}

void record(ThreadRecorder& recorder, std::uint8_t flags) {
    ring::Inside change{};
    change.header = ring::recordHeader(ring::RecordType::Inside, sizeof change, flags, 0);
    change.ticks = readTicks(probeProcess().clock());
    if (!recorder.record(change)) {
        noteLoss(recorder);
    }
}

} // namespace

void begin(std::string_view filter) {
    State& all = state();
    const std::lock_guard lock(all.mutex);
    all.text = filter;
    all.ranges = ring::patternsOf(filter, ring::kWhereRange);
    all.seen.clear();
    all.modules = 0;
    all.watched = false;
    all.spans.clear();
    entered = false;
    std::ranges::fill(seenNames, 0);
    forkedInside = false;
    threads = 0;
    passed = 0;
    isOn = !filter.empty();
}

void giveUp() {
    isOn = false;
    State& all = state();
    const std::lock_guard lock(all.mutex);
    all.text.clear();
}

void useTorch(const Torch& torch) {
    State& all = state();
    const std::lock_guard lock(all.mutex);
    all.torch = torch;
    all.watched = torch.watchOperators != nullptr; // a callback that has been added is called
}

std::string filter() {
    State& all = state();
    const std::lock_guard lock(all.mutex);
    return all.text;
}

bool on() {
    return isOn.load(std::memory_order_relaxed);
}

bool isInside() {
    if (!on()) {
        return true;
    }
    const ThreadRecorder* recorder = ProbeProcess::current();
    return recorder != nullptr ? recorder->inside().any() : isForkedInside();
}

bool matchesRange(std::string_view name) {
    State& all = state();
    // Patterns change only between recordings, while every gate is shut.
    if (std::ranges::any_of(all.ranges,
                            [&](const auto& pattern) { return ring::matchesPattern(pattern, name); })) {
        return true;
    }
    const std::uint64_t hash = hashOfName(name);
    if (!entered.load(std::memory_order_relaxed) && ring::stepKindOf(name) == ring::StepKind::None &&
        seenNames[hash % kSeenNames].exchange(hash, std::memory_order_relaxed) != hash) {
        noteSeen("range:" + std::string(name.substr(0, kMostSeenBytes)));
    }
    return false;
}

void noteSeen(std::string_view name) {
    State& all = state();
    std::string text;
    {
        const std::lock_guard lock(all.mutex);
        if (all.seen.size() >= kMostSeen || std::ranges::find(all.seen, name) != all.seen.end()) {
            return;
        }
        all.seen.emplace_back(name);
        for (const std::string& each : all.seen) {
            text += (text.empty() ? "" : ", ") + each;
        }
    }
    probeProcess().setText(ProbeProcess::Text::Seen, text);
    probeProcess().announce(); // otherwise nobody hears of a process that records nothing
}

void noteMatchingModule() {
    State& all = state();
    std::uint32_t count = 0;
    {
        const std::lock_guard lock(all.mutex);
        count = ++all.modules;
    }
    probeProcess().setMatchedModules(count);
    probeProcess().announce();
}

void enter(ThreadRecorder& recorder) {
    if (!recorder.inside().enter()) {
        return;
    }
    entered.store(true, std::memory_order_relaxed);
    threads.fetch_add(1);
    passed.store(0, std::memory_order_relaxed);
    watch(false);
    State& all = state();
    if (all.torch.nextSequence != nullptr) {
        all.spans.begin(all.torch.threadId(), all.torch.nextSequence());
    }
    missCollective(); // perhaps: nobody looked outside
    record(recorder, ring::kEntered);
}

void leave(ThreadRecorder& owner) {
    ThreadRecorder* const mine = ProbeProcess::current();
    if (mine != &owner && !owner.isAbandoned()) {
        forgetInside(owner.inside().leaveElsewhere());
        return;
    }
    if (mine == nullptr || !mine->inside().leave()) {
        return;
    }
    threads.fetch_sub(1);
    State& all = state();
    if (all.torch.nextSequence != nullptr) {
        all.spans.end(all.torch.threadId(), all.torch.nextSequence());
    }
    record(*mine, 0);
}

void startThread(ThreadRecorder& recorder) {
    if (isForkedInside()) {
        forkedInside = false;
        enter(recorder);
    }
}

bool wasInside(std::uint64_t forwardThread, std::int64_t sequence) {
    return sequence >= 0 && state().spans.has(forwardThread, static_cast<std::uint64_t>(sequence));
}

void passOutside() {
    if (threads.load(std::memory_order_relaxed) <= 0 &&
        passed.fetch_add(1, std::memory_order_relaxed) >= kOperatorsBeforeRest) {
        watch(true);
    }
}

void forgetInside(bool wasInside) {
    if (wasInside) {
        threads.fetch_sub(1);
    }
}

void beforeFork() {
    state().mutex.lock();
}

void afterFork(bool inChild) {
    State& all = state();
    if (!inChild) {
        all.mutex.unlock();
        return;
    }
    new (&all.mutex) std::mutex;
    all.spans.unlockInChild();
    const ThreadRecorder* recorder = ProbeProcess::current();
    forkedInside = forkedInside || (recorder != nullptr && recorder->inside().any());
    forkingThread = pthread_self();
    threads = 0;
    all.watched = true; // the child has its callback back, whatever was before
    passed = 0;
}

} // namespace lanes::probe::where
