// The calls of a process that may have started work, by their correlation: the origin that the thread recorded, and
// the slice that the call became.
#pragma once

#include "collector/recorder/devices/CallOrigin.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace lanes::recorder {

struct LaunchedCall {
    CallOrigin origin;   // empty until the thread's record has come
    SliceHandle slice;   // of no slice until the call itself has come
    TimeNs start = 0;    // of the call
    TimeNs moved = 0;    // how far it was moved into its operator
    bool worked = false; // some of its work has come
    bool paused = false; // made in a pause of the recording: neither it nor its work is recorded
};

// One process, one thread. Correlations repeat after 2^32 calls, and a graph's are never given back. At least the
// newest kMostCalls are kept. Beyond these, calls whose work may still come are kept, up to kHardLimit.
class LaunchTable {
public:
    static constexpr std::size_t kMostCalls = 1u << 18;
    static constexpr std::size_t kHardLimit = 1u << 22;

    // The thread makes a call with that correlation: the data of an earlier call is dropped.
    void begin(std::uint32_t correlation, CallOrigin origin) {
        LaunchedCall& call = at(correlation);
        newest_ = std::max(newest_, origin.time);
        call = {.origin = std::move(origin)};
    }
    // All work of calls before that time has come.
    void settle(TimeNs upTo) { settled_ = std::max(settled_, upTo); }
    // Returns the call with that correlation, made if there is none. O(1).
    LaunchedCall& at(std::uint32_t correlation) {
        if (const auto found = calls_.find(correlation); found != calls_.end()) {
            return found->second;
        }
        if (calls_.size() >= kMostCalls && (newestOfOlder_ <= settled_ || calls_.size() >= kHardLimit / 2)) {
            olderCalls_ = std::exchange(calls_, {});
            newestOfOlder_ = newest_;
        }
        LaunchedCall& made = calls_[correlation];
        if (const auto older = olderCalls_.find(correlation); older != olderCalls_.end()) {
            made = std::move(older->second);
            olderCalls_.erase(older);
        }
        return made;
    }
    // Some work of that call has come.
    void noteWork(std::uint32_t correlation) {
        for (auto* calls : {&calls_, &olderCalls_}) {
            if (const auto found = calls->find(correlation); found != calls->end()) {
                found->second.worked = true;
                return;
            }
        }
    }
    // Returns the launches since `since` without any work.
    [[nodiscard]] std::size_t withoutWork(TimeNs since) const {
        std::size_t count = 0;
        for (const auto* calls : {&calls_, &olderCalls_}) {
            count += static_cast<std::size_t>(std::ranges::count_if(*calls, [since](const auto& entry) {
                const LaunchedCall& call = entry.second;
                return call.origin.time > since && !call.worked && !call.paused;
            }));
        }
        return count;
    }
    // Returns the time of the last launch that a thread has recorded.
    [[nodiscard]] TimeNs newest() const { return newest_; }
    // Returns null if the call is not known.
    [[nodiscard]] const LaunchedCall* find(std::uint32_t correlation) const {
        for (const auto* calls : {&calls_, &olderCalls_}) {
            if (const auto found = calls->find(correlation); found != calls->end()) {
                return &found->second;
            }
        }
        return nullptr;
    }
    void holdNames(session::NameCollector& held) const {
        for (const auto* calls : {&calls_, &olderCalls_}) {
            for (const auto& [correlation, call] : *calls) {
                held.add(call.origin.stack);
                held.add(call.origin.arguments);
            }
        }
    }

private:
    std::unordered_map<std::uint32_t, LaunchedCall> calls_;
    std::unordered_map<std::uint32_t, LaunchedCall> olderCalls_; // the generation before
    TimeNs newest_ = 0;                                          // time of the last call
    TimeNs newestOfOlder_ = 0;                                   // time of the last call in olderCalls_
    TimeNs settled_ = 0;
};

} // namespace lanes::recorder
