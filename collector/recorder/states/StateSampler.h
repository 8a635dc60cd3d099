// Asks the kernel for the states of threads, some hundred times a second, in a separate thread of the recorder. The
// duration of other work thus does not affect the states.
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
    std::uint32_t turn = 1; // which thread with this number, counted from 1
    friend constexpr auto operator<=>(const ThreadKey&, const ThreadKey&) = default;
};

// One thread, except for the thread that it starts.
class StateSampler {
public:
    static constexpr std::size_t kMostThreads = 128; // at a time: two to four open files each
    static constexpr TimeNs kOften = kStatesEvery;
    static constexpr TimeNs kSeldom = 1'000'000'000;

    // `folder`: the folder of the kernel's files.
    explicit StateSampler(std::string folder = "/proc");
    ~StateSampler();
    StateSampler(const StateSampler&) = delete;
    StateSampler& operator=(const StateSampler&) = delete;

    // Follows these threads from now on, every `every` nanoseconds, or less often: it takes half a per cent of a CPU
    // at most. Threads that are not among them any more are dropped. O(threads).
    void follow(std::vector<ThreadKey> threads, TimeNs every);

    // The samples of a thread since the last call, by CLOCK_MONOTONIC.
    struct Seen {
        std::vector<StateSample> samples;
        TimeNs until = 0;  // when the thread was last seen
        bool over = false; // it has ended, or found no room: no more samples come
    };
    [[nodiscard]] std::map<ThreadKey, Seen> take();

    // The threads that ran while the limit of threads was reached, and the threads whose system calls the kernel does
    // not show.
    [[nodiscard]] std::uint64_t refused() const;
    [[nodiscard]] std::uint64_t withoutCalls() const;

private:
    struct Watched;

    void work();
    void look();
    void changeThreads();
    // Forgets the threads that are gone. O(watched threads), one system call each.
    void letGoneOnesGo();

    std::string folder_;
    mutable std::mutex mutex_; // guards what follows
    std::condition_variable changed_;
    std::optional<std::vector<ThreadKey>> wanted_; // not yet taken over by the thread
    TimeNs every_ = kOften;
    bool over_ = false;
    std::map<ThreadKey, Seen> seen_;
    std::uint64_t refused_ = 0;
    std::uint64_t withoutCalls_ = 0;

    std::map<ThreadKey, std::unique_ptr<Watched>> watched_; // used by the thread only
    std::thread thread_;                                    // last: uses all members above
};

} // namespace lanes::recorder
