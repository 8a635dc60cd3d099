#include "collector/probe/cpython/PythonSampler.h"

#include "collector/probe/QuietThread.h"
#include "collector/probe/StackTable.h"
#include "collector/probe/cpython/CodeKeeper.h"
#include "collector/probe/cpython/FrameSnapshot.h"
#include "collector/probe/cpython/PythonFrames.h"
#include "collector/probe/cpython/PythonThreads.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/MappedFile.h"
#include "collector/ring/Records.h"
#include "collector/ring/RingWriter.h"

#include <pthread.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::probe {

namespace {

// The ring of samples: one for the process, which only the sampler writes.
class SampleRing {
public:
    // `file`: a complete ring file.
    explicit SampleRing(ring::MappedFile file);

    // A thread is in `frames`, innermost first.
    void sample(const PythonLayout& layout, std::uint32_t thread, std::uint64_t ticks,
                std::span<const PythonFrame> frames);
    // It is somewhere.
    void unknown(std::uint32_t thread, std::uint64_t ticks);
    void round(std::uint64_t ticks, std::uint64_t periodNs, bool last);
    void name(std::uint32_t thread, std::string_view name);

private:
    static constexpr std::size_t kNodes = 32 * 1024;

    void write(std::uint32_t thread, std::uint64_t ticks, std::uint32_t stack, std::uint8_t flags);

    ring::MappedFile file_;
    ring::RingWriter writer_;
    StackTable stacks_;
};

using ring::RecordType;

SampleRing::SampleRing(ring::MappedFile file)
    : file_(std::move(file))
    , writer_(reinterpret_cast<ring::RingHeader*>(file_.data()))
    , stacks_(kNodes, true) {}

void SampleRing::sample(const PythonLayout& layout, std::uint32_t thread, std::uint64_t ticks,
                        std::span<const PythonFrame> frames) {
    // What is kept is code for good; all else is asked.
    const bool known = std::ranges::all_of(
        frames, [](const PythonFrame& frame) { return isKept(frame.code) || isCode(frame.code); });
    const auto stack =
        known ? stacks_.idOf(layout, frames.data(), static_cast<unsigned>(frames.size()), writer_, 0)
              : std::nullopt;
    write(thread, ticks, stack.value_or(0), stack ? 0 : ring::kStackUnknown);
}

void SampleRing::unknown(std::uint32_t thread, std::uint64_t ticks) {
    write(thread, ticks, 0, ring::kStackUnknown);
}

void SampleRing::write(std::uint32_t thread, std::uint64_t ticks, std::uint32_t stack, std::uint8_t flags) {
    ring::PythonSample record{};
    record.header = ring::recordHeader(RecordType::PythonSample, sizeof record, flags, thread);
    record.ticks = ticks;
    record.stack = stack;
    if (!writer_.write(record)) {
        writer_.countDrop();
    }
}

void SampleRing::round(std::uint64_t ticks, std::uint64_t periodNs, bool last) {
    ring::PythonRound record{};
    record.header =
        ring::recordHeader(RecordType::PythonRound, sizeof record, last ? ring::kLastRound : 0, 0);
    record.ticks = ticks;
    record.periodNs = periodNs;
    if (!writer_.write(record)) {
        writer_.countDrop();
    }
}

void SampleRing::name(std::uint32_t thread, std::string_view name) {
    ring::ThreadName record{};
    const std::size_t bytes = ring::roundUpToWord(sizeof record + name.size());
    void* place = writer_.reserve(bytes);
    if (place == nullptr) {
        return; // it has none
    }
    record.header = ring::recordHeader(RecordType::ThreadName, bytes, 0, thread);
    record.nameBytes = static_cast<std::uint32_t>(name.size());
    std::memcpy(place, &record, sizeof record);
    std::ranges::copy(name, static_cast<char*>(place) + sizeof record);
    writer_.commit(bytes);
}

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::uint32_t kMostPerSecond = 1000;
constexpr std::int64_t kRest = 20'000'000;       // between looks at whether samples are wanted
constexpr std::int64_t kPerRound = 4;            // as long as it worked the sampler rests, at least
constexpr std::int64_t kBetweenChecks = kSecond; // of the recorder
constexpr std::size_t kMostNames = 4096;

std::int64_t nowOn(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return std::int64_t{now.tv_sec} * kSecond + now.tv_nsec;
}

struct Known {
    PythonThread thread;
    FrameSnapshot::Places places;
};

SourceGate gate;

// One for the process, for good; `mutex` guards it. Who samples is the only one to touch what is inside Work.
struct State {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t changed{};
    bool running = false; // there is a thread that samples
    bool asked = false;   // to end
    PythonThreadLayout layout;
    std::vector<std::pair<std::uint32_t, std::string>> names; // that are not in the ring yet

    State() { prepare(); }
    void prepare() {
        pthread_condattr_t attributes;
        pthread_condattr_init(&attributes);
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        pthread_cond_init(&changed, &attributes);
        pthread_condattr_destroy(&attributes);
    }
};

State& state() {
    static auto* instance = new State; // never destroyed: the thread samples until the very end
    return *instance;
}

// Sleeps until that time; false if the thread is to end.
bool sleepUntil(std::int64_t until) {
    State& all = state();
    const timespec limit{until / kSecond, until % kSecond};
    pthread_mutex_lock(&all.mutex);
    while (!all.asked && pthread_cond_timedwait(&all.changed, &all.mutex, &limit) == 0) {
    }
    const bool on = !all.asked;
    pthread_mutex_unlock(&all.mutex);
    return on;
}

// What the sampling thread works with.
class Work {
public:
    Work()
        : snapshot_(hookState().python)
        , layout_(state().layout) {
        const std::uint32_t wanted = probeProcess().samplesPerSecond();
        period_ = kSecond / std::clamp<std::int64_t>(wanted, 1, kMostPerSecond);
    }

    void run() {
        std::int64_t next = nowOn(CLOCK_MONOTONIC);
        std::int64_t nextCheck = next + kBetweenChecks;
        while (sleepUntil(next) && !allStopped()) {
            const std::int64_t begin = nowOn(CLOCK_MONOTONIC);
            const std::int64_t spent = nowOn(CLOCK_THREAD_CPUTIME_ID);
            const bool sampled = (gate.wanted() & ring::kPython) != 0 && hasRing();
            if (sampled) {
                sampleAll();
            } else {
                rest();
            }
            if (begin >= nextCheck) {
                checkReader();
                nextCheck = begin + kBetweenChecks;
            }
            const std::int64_t worked = nowOn(CLOCK_THREAD_CPUTIME_ID) - spent;
            next = std::max(next + (sampled ? period_ : kRest), begin + kPerRound * worked);
            next = std::max(next, begin); // one that comes late does not make up for it
        }
        rest();
    }

private:
    // Not before something else of the process has been recorded: of those that only import torch nothing is.
    bool hasRing() {
        if (ring_ == nullptr && probeProcess().announced()) {
            if (ring::MappedFile file = probeProcess().makeOwnRing()) {
                ring_ = std::make_unique<SampleRing>(std::move(file));
                endRounds(); // it tells readers what ring this is
            }
        }
        return ring_ != nullptr;
    }

    void rest() {
        if (ring_ != nullptr && std::exchange(active_, false)) {
            endRounds();
        }
        noteShut();
    }

    void endRounds() {
        ring_->round(readTicks(probeProcess().clock()), static_cast<std::uint64_t>(period_), true);
    }

    void sampleAll() {
        active_ = true;
        tellNames();
        listPythonThreads(layout_, threads_);
        std::vector<Known> before = std::exchange(known_, {});
        for (const PythonThread& thread : threads_) {
            const auto same = std::ranges::find(before, thread, &Known::thread);
            Known& known =
                known_.emplace_back(same != before.end() ? *same : Known{.thread = thread, .places = {}});
            sample(known);
        }
        ring_->round(readTicks(probeProcess().clock()), static_cast<std::uint64_t>(period_), false);
    }

    void sample(Known& known) {
        const std::uint64_t ticks = readTicks(probeProcess().clock());
        const auto count = snapshot_.read(known.thread.state, known.places, frames_);
        if (count) {
            ring_->sample(hookState().python, known.thread.kernel, ticks, {frames_, *count});
        } else {
            ring_->unknown(known.thread.kernel, ticks);
        }
    }

    void tellNames() {
        State& all = state();
        pthread_mutex_lock(&all.mutex);
        const auto names = std::exchange(all.names, {});
        pthread_mutex_unlock(&all.mutex);
        for (const auto& [thread, name] : names) {
            ring_->name(thread, name);
        }
    }

    FrameSnapshot snapshot_;
    PythonThreadLayout layout_;
    std::int64_t period_ = 0; // ns
    std::unique_ptr<SampleRing> ring_;
    bool active_ = false; // the last round was no last one
    std::vector<PythonThread> threads_;
    std::vector<Known> known_;
    PythonFrame frames_[kMaxFrames] = {};
};

void* work(void*) {
    pthread_setname_np(pthread_self(), "lanescope-py");
    // Too large for the thread's stack.
    std::make_unique<Work>()->run();
    State& all = state();
    pthread_mutex_lock(&all.mutex);
    all.running = false;
    pthread_cond_broadcast(&all.changed);
    pthread_mutex_unlock(&all.mutex);
    return nullptr;
}

std::string start(const char*) {
    State& all = state();
    pthread_mutex_lock(&all.mutex);
    all.asked = false;
    const bool ready = all.running || startQuietThread(&work, nullptr);
    all.running = ready;
    pthread_mutex_unlock(&all.mutex);
    return ready ? std::string() : std::string("there can be no thread that samples");
}

// It never waits for the interpreter's lock, so it ends soon.
void stop() {
    State& all = state();
    gate.close();
    pthread_mutex_lock(&all.mutex);
    all.asked = true;
    pthread_cond_broadcast(&all.changed);
    while (all.running) {
        pthread_cond_wait(&all.changed, &all.mutex);
    }
    pthread_mutex_unlock(&all.mutex);
}

void lockForFork() {
    pthread_mutex_lock(&state().mutex);
}

void unlockAfterFork(bool inChild) {
    State& all = state();
    if (inChild) { // the thread is the parent's
        all.mutex = PTHREAD_MUTEX_INITIALIZER;
        all.prepare();
        all.running = false;
        return;
    }
    pthread_mutex_unlock(&all.mutex);
}

} // namespace

constinit const RecordSource kSampleSource{"samples", &gate,        &start,          &stop,
                                           nullptr,   &lockForFork, &unlockAfterFork};

void usePythonThreads(const PythonThreadLayout& layout) {
    state().layout = layout;
}

void nameSampledThread(std::uint32_t kernelId, std::string_view name) {
    State& all = state();
    pthread_mutex_lock(&all.mutex);
    if (all.names.size() < kMostNames) {
        all.names.emplace_back(kernelId, name.substr(0, ThreadRecorder::kThreadNameBytes - 1));
    }
    pthread_mutex_unlock(&all.mutex);
}

} // namespace lanes::probe
