// The sequence numbers of autograd that were assigned inside the session's filter: backward work belongs to the
// module of its forward operator. Numbers rise on each thread (at::sequence_number). Bounded: the newest kMostSpans
// spans of each thread are kept, for kMostThreads threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>

namespace lanes::probe {

// Any thread.
class ForwardSpans {
public:
    static constexpr std::size_t kMostSpans = 1024;
    static constexpr std::size_t kMostThreads = 64;

    // `thread`: torch's logical id. Numbers that the thread gets from `sequence` on are inside, until end().
    void begin(std::uint64_t thread, std::uint64_t sequence);
    void end(std::uint64_t thread, std::uint64_t sequence);
    // O(log kMostSpans).
    [[nodiscard]] bool has(std::uint64_t thread, std::uint64_t sequence) const;
    // For the child after fork, whose other threads are gone with their locks.
    void unlockInChild() { new (&mutex_) std::mutex; }
    void clear();

private:
    static constexpr std::uint64_t kOpen = UINT64_MAX;
    struct Span {
        std::uint64_t from;
        std::uint64_t to; // kOpen while the span is open
    };
    struct Thread {
        std::uint64_t id = 0;
        std::uint64_t count = 0; // of spans so far
        std::array<Span, kMostSpans> spans;
    };

    [[nodiscard]] Thread* find(std::uint64_t id) const;

    mutable std::mutex mutex_;
    std::array<std::unique_ptr<Thread>, kMostThreads> threads_; // the used ones come first
};

} // namespace lanes::probe
