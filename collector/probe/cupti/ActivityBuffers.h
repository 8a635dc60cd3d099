// The buffers that CUPTI fills: small ones, each for one thread at a time, of a pool that is never freed, because CUPTI may hold
// one until the very end, also of a program that no longer profiles. They hold zeros when they are handed out. Any thread.
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
    // Of address space: only what is written takes memory.
    static constexpr std::size_t kMost = 4096;
    // So many may be out, whoever has them: 64 MiB, if the machine is too busy to empty them. Beyond that a thread gets kEach:
    // one that it fills, and one that waits for the end of its work.
    static constexpr std::size_t kShared = 1024;
    static constexpr std::size_t kEach = 2;
    static constexpr std::size_t kBusy = 80;
    static constexpr std::size_t kShort = kShared - kShared / 4;
    // Only these keep their memory when nobody has them: 8 MiB.
    static constexpr std::size_t kWarm = 128;

    struct Buffer {
        std::uint8_t* at = nullptr; // null: there is none, and CUPTI counts what it cannot write
        std::size_t bytes = 0;
    };
    // One that is out. `taken`: which of all that were ever taken; a buffer that comes back and goes out again has another.
    struct Out {
        std::size_t number = 0;
        std::uint64_t taken = 0;
        std::uint64_t since = 0; // ticks
    };

    // Takes the address space; false if there is none.
    [[nodiscard]] bool make();
    // `owner`: the thread that will write into it. No two have the same buffer. `now`: ticks.
    [[nodiscard]] Buffer take(std::uint64_t owner, std::uint64_t now);
    // `valid`: bytes of it that were written.
    void giveBack(std::uint8_t* buffer, std::size_t valid);
    // So many are out that CUPTI should be asked for them now.
    [[nodiscard]] bool areBusy() const;
    // So many are out that who empties them must not wait for anybody.
    [[nodiscard]] bool areShort() const;
    // Those that are out at a moment: what is taken later is not waited for.
    struct Mark {
        std::uint64_t taken = 0;
    };
    [[nodiscard]] Mark mark() const;
    // Whether they all have been given back.
    [[nodiscard]] bool allReturned(const Mark& mark) const;
    // The one that has been out for longest.
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
        std::uint64_t taken = 0; // 0: it is not out
        std::uint64_t since = 0;
        std::uint64_t owner = 0;
    };
    [[nodiscard]] std::size_t countOf(std::uint64_t owner) const;

    std::uint8_t* base_ = nullptr;
    std::size_t most_ = 0;
    mutable std::mutex mutex_;
    std::array<State, kMost> states_;
    std::array<std::uint16_t, kMost> free_; // a heap: the lowest comes first, and is warm
    std::size_t freeCount_ = 0;
    std::size_t outCount_ = 0;
    std::size_t outEnd_ = 0; // behind the highest number that was ever out
    std::uint64_t taken_ = 0;
};

} // namespace lanes::probe::cupti
