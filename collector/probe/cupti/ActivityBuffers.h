// The buffers that CUPTI fills: small ones from a pool, each for one thread at a time. The pool is never freed: CUPTI
// may hold a buffer until the process ends, even when the program no longer profiles. Buffers hold zeros when they
// are handed out. Any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace lanes::probe::cupti {

class ActivityBuffers {
public:
    static constexpr std::size_t kBytes = 64U << 10;
    // The pool's size in address space: only written pages take memory.
    static constexpr std::size_t kMost = 4096;
    // The limit of buffers that are out, over all owners: 64 MiB, if the machine is too busy to empty them. Beyond it
    // a thread gets only kEach: one that it fills, and one that waits for the end of its work.
    static constexpr std::size_t kShared = 1024;
    static constexpr std::size_t kEach = 2;
    static constexpr std::size_t kBusy = 80;
    static constexpr std::size_t kShort = kShared - kShared / 4;
    // The buffers that keep their memory while they are free: 8 MiB.
    static constexpr std::size_t kWarm = 128;

    struct Buffer {
        std::uint8_t* at = nullptr; // null: no buffer is left; CUPTI counts the lost records
        std::size_t bytes = 0;
    };
    // A buffer that is out. `taken`: the number of the taking; a buffer that is returned and taken again gets another
    // one.
    struct Out {
        std::size_t number = 0;
        std::uint64_t taken = 0;
        std::uint64_t since = 0; // ticks
    };

    // Reserves the address space; false if there is none.
    [[nodiscard]] bool make();
    // Takes a buffer. `owner`: the thread that will write into it. No two owners have the same buffer. `now`: ticks.
    [[nodiscard]] Buffer take(std::uint64_t owner, std::uint64_t now);
    // Returns a buffer to the pool. `valid`: the bytes that were written.
    void giveBack(std::uint8_t* buffer, std::size_t valid);
    // True if so many buffers are out that CUPTI should be asked for them now.
    [[nodiscard]] bool areBusy() const;
    // True if so many buffers are out that the thread that empties them must not wait for anything.
    [[nodiscard]] bool areShort() const;
    // The buffers that are out at a moment; buffers that are taken later do not belong to it.
    struct Mark {
        std::uint64_t taken = 0;
    };
    [[nodiscard]] Mark mark() const;
    // True if all buffers of the mark have been returned.
    [[nodiscard]] bool allReturned(const Mark& mark) const;
    // Returns the buffer that has been out for the longest time.
    [[nodiscard]] std::optional<Out> oldestOut() const;
    [[nodiscard]] std::vector<Out> out() const;
    [[nodiscard]] std::uint8_t* at(std::size_t number) const { return base_ + number * kBytes; }
    [[nodiscard]] bool isOurs(const std::uint8_t* buffer) const {
        return base_ != nullptr && buffer >= base_ && buffer < base_ + most_ * kBytes;
    }
    [[nodiscard]] std::size_t numberOf(const std::uint8_t* buffer) const {
        return static_cast<std::size_t>(buffer - base_) / kBytes;
    }

private:
    struct State {
        std::uint64_t taken = 0; // the number of the taking; 0: the buffer is free
        std::uint64_t since = 0;
        std::uint64_t owner = 0;
    };
    [[nodiscard]] std::size_t countOf(std::uint64_t owner) const;

    std::uint8_t* base_ = nullptr;
    std::size_t most_ = 0;
    mutable std::mutex mutex_;
    std::array<State, kMost> states_;
    std::array<std::uint16_t, kMost> free_; // a heap: the lowest number first, its memory is warm
    std::size_t freeCount_ = 0;
    std::size_t outCount_ = 0;
    std::size_t outEnd_ = 0; // behind the highest number that was ever out
    std::uint64_t taken_ = 0;
};

} // namespace lanes::probe::cupti
