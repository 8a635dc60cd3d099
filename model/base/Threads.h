// Plain parallel loops.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <type_traits>
#include <vector>

namespace lanes {

// Number of threads that pay for a sweep over `items` slices or operators: for few items, starting a thread costs more
// than it saves.
[[nodiscard]] inline unsigned threadsFor(std::size_t items) {
    constexpr std::size_t kWorthThreads = std::size_t{1} << 18;
    constexpr unsigned kMostThreads = 4;
    return items < kWorthThreads ? 1 : std::clamp(std::thread::hardware_concurrency(), 1u, kMostThreads);
}

// Runs body(worker) on `threads` threads at once, the caller's among them; returns when all have ended. If one of them
// throws, as when memory runs out, the caller rethrows that exception. If the system has no more threads, the caller does
// the work of the missing ones.
template<class Body>
void onThreads(unsigned threads, const Body& body) {
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto run = [&](unsigned worker) {
        try {
            body(worker);
        } catch (...) {
            const std::lock_guard lock(mutex);
            thrown = thrown ? thrown : std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        const auto start = [&](unsigned worker) {
            try {
                others.emplace_back(run, worker);
                return true;
            } catch (const std::system_error&) { // no thread left
                return false;
            } catch (const std::bad_alloc&) { // nor memory for one
                return false;
            }
        };
        unsigned started = 1;
        while (started < threads && start(started)) {
            ++started;
        }
        run(0u);
        for (; started < threads; ++started) {
            run(started);
        }
    }
    if (thrown) {
        std::rethrow_exception(thrown);
    }
}

// Runs body(item), or body(item, worker), for every item in [0, count). `threads` threads take the items in order.
template<class Body>
void forEachOnThreads(unsigned threads, std::size_t count, const Body& body) {
    std::atomic<std::size_t> next{0};
    onThreads(static_cast<unsigned>(std::min<std::size_t>(threads, count)), [&](unsigned worker) {
        for (std::size_t i = next++; i < count; i = next++) {
            if constexpr (std::is_invocable_v<const Body&, std::size_t, unsigned>) {
                body(i, worker);
            } else {
                body(i);
            }
        }
    });
}

} // namespace lanes
