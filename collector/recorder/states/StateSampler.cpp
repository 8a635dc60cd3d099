#include "collector/recorder/states/StateSampler.h"

#include "collector/recorder/host/WorkerThread.h"
#include "collector/recorder/states/ThreadFiles.h"
#include "collector/ring/TickClock.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <set>
#include <utility>

namespace lanes::recorder {

namespace {

constexpr TimeNs kPausesPerLook = 200;
constexpr std::size_t kMostSamples = 20'000; // of a thread that nobody takes

TimeNs ownCpuNs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return TimeNs{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

bool sameTimes(const ThreadTimes& a, const ThreadTimes& b) {
    return a.ranNs == b.ranNs && a.waitedNs == b.waitedNs && a.timesPut == b.timesPut;
}

} // namespace

struct StateSampler::Watched {
    ThreadFiles files;
    std::optional<StateSample> last;
    bool stayed = false; // since it was put among the samples

    // Adds what is new; false if the thread is gone.
    bool look(TimeNs now, std::vector<StateSample>& samples) {
        const auto times = files.times();
        if (!times) {
            return false;
        }
        const bool waits = last && last->wait.state != ThreadState::Running;
        if (waits && sameTimes(*times, last->times)) {
            last->at = now;
            stayed = true;
            return true;
        }
        auto wait = files.wait();
        if (!wait) {
            return false;
        }
        if (std::exchange(stayed, false)) {
            samples.push_back(*last);
        }
        last = StateSample{now, *times, std::move(*wait)};
        samples.push_back(*last);
        return true;
    }
};

StateSampler::StateSampler(std::string folder)
    : folder_(std::move(folder))
    , thread_(startWorker([this] { work(); })) {}

StateSampler::~StateSampler() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void StateSampler::follow(std::vector<ThreadKey> threads, TimeNs every) {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = std::move(threads);
        every_ = every;
    }
    changed_.notify_all();
}

std::map<ThreadKey, StateSampler::Seen> StateSampler::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(seen_, {});
}

std::uint64_t StateSampler::refused() const {
    const std::lock_guard lock(mutex_);
    return refused_;
}

std::uint64_t StateSampler::withoutCalls() const {
    const std::lock_guard lock(mutex_);
    return withoutCalls_;
}

// With the lock.
void StateSampler::changeThreads() {
    const std::vector<ThreadKey> wanted = *std::exchange(wanted_, {});
    const std::set<ThreadKey> all(wanted.begin(), wanted.end());
    std::erase_if(watched_, [&](const auto& entry) { return !all.contains(entry.first); });
    bool full = false; // of threads that run
    for (const ThreadKey& key : wanted) {
        if (watched_.contains(key)) {
            continue;
        }
        auto found = std::make_unique<Watched>(ThreadFiles(folder_, key.process, key.thread));
        if (!found->files.times()) {
            seen_[key].over = true; // it has ended already
            continue;
        }
        if (!full && watched_.size() >= kMostThreads) {
            letGoneOnesGo();
            full = watched_.size() >= kMostThreads;
        }
        if (full) {
            ++refused_;
            seen_[key].over = true;
            continue;
        }
        withoutCalls_ += found->files.tellsCalls() ? 0 : 1;
        watched_.emplace(key, std::move(found));
    }
}

void StateSampler::letGoneOnesGo() {
    std::erase_if(watched_, [&](const auto& entry) {
        const bool gone = !entry.second->files.times();
        if (gone) {
            seen_[entry.first].over = true;
        }
        return gone;
    });
}

void StateSampler::look() {
    const std::lock_guard lock(mutex_);
    if (wanted_) {
        changeThreads();
    }
    std::erase_if(watched_, [&](const auto& entry) {
        Seen& seen = seen_[entry.first];
        const TimeNs now = ring::monotonicNs();
        const bool lives = seen.samples.size() < kMostSamples && entry.second->look(now, seen.samples);
        if (lives) {
            seen.until = now;
        } else {
            seen.over = true;
        }
        return !lives;
    });
}

void StateSampler::work() {
    std::unique_lock lock(mutex_);
    while (!over_) {
        if (watched_.empty()) {
            changed_.wait(lock, [this] { return over_ || wanted_; });
        }
        lock.unlock();
        const TimeNs before = ownCpuNs();
        look();
        const TimeNs pause = (ownCpuNs() - before) * kPausesPerLook;
        lock.lock();
        const auto until =
            std::chrono::steady_clock::now() + std::chrono::nanoseconds(std::max(every_, pause));
        changed_.wait_until(lock, until, [this] { return over_ || wanted_; });
    }
}

} // namespace lanes::recorder
