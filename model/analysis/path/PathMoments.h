// The moments of threads that others depend on: collected in any order, then each gets its node, and what the thread needs
// from one to the next.
#pragma once

#include "model/analysis/path/PathGraph.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lanes {

// Of all threads of a graph. Times by the first input's clock. One thread.
class PathMoments {
public:
    // Returns its number. Its first and its last event are moments.
    std::uint32_t addThread(std::uint32_t place, TimeRange range);
    [[nodiscard]] std::uint32_t placeOf(std::uint32_t thread) const { return threads_[thread].place; }
    void add(std::uint32_t thread, TimeNs time, SliceId slice = {});
    // The thread waited between two of its moments; `lag` of that time it needs in any case.
    void addIdle(std::uint32_t thread, TimeRange waited, TimeNs lag);

    // Behind the nodes that are there, thread by thread, by time; moments at once are one node. Nothing is added afterwards
    // but by others, and `nodes` outlives this. O(moments log moments).
    void makeNodes(HugeVector<PathNode>& nodes, std::size_t places);
    // After makeNodes(). The node of a moment that was added, else the first behind that time. O(log moments).
    [[nodiscard]] std::uint32_t nodeOf(std::uint32_t place, TimeNs time) const;
    [[nodiscard]] std::uint32_t endOf(std::uint32_t place) const; // one past the last node of a thread's
    // take(node, next node, what the thread needs from one to the other at least). O(moments log waits).
    template<class Take>
    void join(const Take& take) const {
        for (const Thread& thread : threads_) {
            for (std::uint32_t node = thread.firstNode + 1; node < thread.endNode; ++node) {
                take(node - 1, node, lagBetween(thread, node - 1, node));
            }
        }
    }
    // take(node) for each that has one before it: what join() says of the second. O(moments).
    template<class Take>
    void eachNext(const Take& take) const {
        for (const Thread& thread : threads_) {
            for (std::uint32_t node = thread.firstNode + 1; node < thread.endNode; ++node) {
                take(node);
            }
        }
    }

private:
    struct Idle {
        TimeRange range;
        TimeNs lag = 0;
    };
    struct Thread {
        std::uint32_t place = 0;
        std::vector<std::pair<TimeNs, SliceId>> moments;
        std::vector<Idle> idle; // by end, once there are nodes
        std::uint32_t firstNode = 0;
        std::uint32_t endNode = 0;
    };
    [[nodiscard]] TimeNs lagBetween(const Thread& thread, std::uint32_t from, std::uint32_t to) const;

    std::vector<Thread> threads_;
    std::vector<std::uint32_t> ofPlace_; // thread of each place that is one
    const HugeVector<PathNode>* nodes_ = nullptr;
};

} // namespace lanes
