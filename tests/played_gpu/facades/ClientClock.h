// The clock that a client of CUPTI wants its times on, often a counter of the processor, and how the device's times are told
// on it: by pairs of both clocks, the tightest of several looks, taken again every few milliseconds. Any thread.
#pragma once

#include "tests/played_gpu/model/Clock.h"

#include <atomic>
#include <mutex>

namespace played {

class ClientClock {
public:
    using Function = uint64_t (*)();

    void set(Function clock); // null: the device's own
    bool isSet() const { return clock_.load() != nullptr; }
    uint64_t now() const;
    uint64_t converted(ns time); // 0 stays 0

private:
    struct Pair {
        ns real = 0;
        uint64_t client = 0;
    };

    Pair look() const;

    std::atomic<Function> clock_{nullptr};
    std::mutex mutex_;
    Pair first_, last_;
    double rate_ = 1; // of the client's clock, per ns
};

} // namespace played
