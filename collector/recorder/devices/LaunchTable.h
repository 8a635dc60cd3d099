// The calls of a process that may have started work, by their correlation: what the thread said when it made one, and the
// slice that the call became.
#pragma once

#include "collector/recorder/devices/CallOrigin.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace lanes::recorder {

struct LaunchedCall {
    bool told = false; // `origin` is
    CallOrigin origin;
    SliceHandle slice; // of none: the call itself has not come
    TimeNs start = 0;  // of the call
};

// One process, one thread. Numbers come round after 2^32 calls, and a graph's are never given back: the newest kMostCalls
// are remembered at least, twice as many at most.
class LaunchTable {
public:
    static constexpr std::size_t kMostCalls = 1u << 18;

    // The thread makes a call of that number: what was known of an earlier one is of the past.
    void begin(std::uint32_t correlation, CallOrigin origin) {
        LaunchedCall& call = at(correlation);
        call = {.told = true, .origin = std::move(origin)};
    }
    // The call of that number, made if there is none. O(1).
    LaunchedCall& at(std::uint32_t correlation) {
        if (const auto found = calls_.find(correlation); found != calls_.end()) {
            return found->second;
        }
        if (calls_.size() >= kMostCalls) {
            olderCalls_ = std::exchange(calls_, {});
        }
        LaunchedCall& made = calls_[correlation];
        if (const auto older = olderCalls_.find(correlation); older != olderCalls_.end()) {
            made = std::move(older->second);
            olderCalls_.erase(older);
        }
        return made;
    }
    // Null if it is not known.
    [[nodiscard]] const LaunchedCall* find(std::uint32_t correlation) const {
        for (const auto* calls : {&calls_, &olderCalls_}) {
            if (const auto found = calls->find(correlation); found != calls->end()) {
                return &found->second;
            }
        }
        return nullptr;
    }

private:
    std::unordered_map<std::uint32_t, LaunchedCall> calls_;
    std::unordered_map<std::uint32_t, LaunchedCall> olderCalls_; // the generation before
};

} // namespace lanes::recorder
