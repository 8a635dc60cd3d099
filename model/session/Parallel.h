// A loop over independent items on a few threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace lanes::session {

// Calls work(item, worker) for every item in [0, items); the calling thread is worker 0. Returns when all are
// done.
template<class Work>
void forEachParallel(std::size_t items, int threads, Work work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&](std::size_t worker) {
        for (std::size_t item = next++; item < items; item = next++) {
            work(item, worker);
        }
    };
    const std::size_t helpers = std::min<std::size_t>(items, static_cast<std::size_t>(std::max(threads, 1)));
    std::vector<std::jthread> crew;
    for (std::size_t worker = 1; worker < helpers; ++worker) {
        crew.emplace_back(run, worker);
    }
    run(0);
}

} // namespace lanes::session
