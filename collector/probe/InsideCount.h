// How deep a thread is in what the session's filter names (Where.h). Belongs to one thread; a range of its may end on another.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace lanes::probe {

class InsideCount {
public:
    // Any thread.
    [[nodiscard]] bool any() const {
        return depth_.load(std::memory_order_relaxed) > leftElsewhere_.load(std::memory_order_relaxed);
    }
    // Returns whether the thread was outside before.
    bool enter() {
        settle();
        return depth_.fetch_add(1, std::memory_order_relaxed) == 0;
    }
    // Returns whether this was the outermost; one leaving too many does nothing.
    bool leave() {
        settle();
        if (depth_.load(std::memory_order_relaxed) == 0) {
            return false;
        }
        return depth_.fetch_sub(1, std::memory_order_relaxed) == 1;
    }
    // From another thread; the same.
    bool leaveElsewhere() {
        const bool was = any();
        leftElsewhere_.fetch_add(1, std::memory_order_relaxed);
        return was && !any();
    }
    // The thread has ended, or its recording.
    void reset() {
        depth_ = 0;
        leftElsewhere_ = 0;
    }

private:
    void settle() {
        if (const std::uint32_t left = leftElsewhere_.exchange(0, std::memory_order_relaxed); left != 0) {
            const std::uint32_t depth = depth_.load(std::memory_order_relaxed);
            depth_.store(depth - std::min(left, depth), std::memory_order_relaxed);
        }
    }

    std::atomic<std::uint32_t> depth_{0}; // written by the thread itself
    std::atomic<std::uint32_t> leftElsewhere_{0};
};

} // namespace lanes::probe
