// Asks the kernel what threads do, some hundred times a second, in a thread of the recorder's own: how long anything else
// takes there does not show in the states.
#pragma once

#include "collector/recorder/states/StatePieces.h"
#include "model/base/Time.h"
#include "model/trace/StateSamples.h"

#include <compare>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace lanes::recorder {

struct ThreadKey {
    std::uint32_t process = 0;
    std::uint32_t thread = 0;
    std::uint32_t turn = 1; // which of those that have had this number, one after the other
    friend constexpr auto operator<=>(const ThreadKey&, const ThreadKey&) = default;
};

// One thread, but for what it starts.
class StateSampler {
public:
    static constexpr std::size_t kMostThreads = 128; // at a time: two to four open files each
    static constexpr TimeNs kOften = kStatesEvery;
    static constexpr TimeNs kSeldom = 1'000'000'000;

    // `folder`: where the kernel's files stand.
    explicit StateSampler(std::string folder = "/proc");
    ~StateSampler();
    StateSampler(const StateSampler&) = delete;
    StateSampler& operator=(const StateSampler&) = delete;

    // These are asked about from now on, `every` so many nanoseconds, or less often: it takes half a per cent of a CPU at
    // most. Those that are not among them any more are let go. O(threads).
    void follow(std::vector<ThreadKey> threads, TimeNs every);

    // What came since the last time, by CLOCK_MONOTONIC.
    struct Seen {
        std::vector<StateSample> samples;
        TimeNs until = 0;  // when it was last seen
        bool over = false; // it is gone, or found no room: nothing more will come
    };
    [[nodiscard]] std::map<ThreadKey, Seen> take();

    // Threads that ran while as many as there is room for did, and threads whose system calls are not told.
    [[nodiscard]] std::uint64_t refused() const;
    [[nodiscard]] std::uint64_t withoutCalls() const;

private:
    struct Watched;

    void work();
    void look();
    void changeThreads();
    // Forgets those that are gone. O(threads that are watched), a call of the system each.
    void letGoneOnesGo();

    std::string folder_;
    mutable std::mutex mutex_; // guards what follows
    std::condition_variable changed_;
    std::optional<std::vector<ThreadKey>> wanted_; // not taken over yet
    TimeNs every_ = kOften;
    bool over_ = false;
    std::map<ThreadKey, Seen> seen_;
    std::uint64_t refused_ = 0;
    std::uint64_t withoutCalls_ = 0;

    std::map<ThreadKey, std::unique_ptr<Watched>> watched_; // the thread's own
    std::thread thread_;                                    // last: works with all of the above
};

} // namespace lanes::recorder
