// Threads of a process by the number that a device's API calls them: the lower half of pthread_self().
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstdint>
#include <iterator>
#include <map>

namespace lanes::recorder {

// One process, one thread. A number is given out anew when its thread has ended, and calls are told late.
class ThreadHandles {
public:
    void add(std::uint32_t handle, TimeNs from, TrackId track) { threads_[{handle, from}] = track; }
    // Who had it at that time, or the first to have it; none if nobody is known. O(log threads).
    [[nodiscard]] TrackId find(std::uint32_t handle, TimeNs at) const {
        auto next = threads_.upper_bound({handle, at});
        if (next != threads_.begin() && std::prev(next)->first.first == handle) {
            --next;
        }
        return next != threads_.end() && next->first.first == handle ? next->second : TrackId();
    }

private:
    std::map<std::pair<std::uint32_t, TimeNs>, TrackId> threads_;
};

} // namespace lanes::recorder
