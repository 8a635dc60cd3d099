// The buffers that CUPTI fills: a pool that is never freed, because CUPTI may hold one until the very end, also of a program
// that no longer profiles. Any thread.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace lanes::probe::cupti {

class ActivityBuffers {
public:
    static constexpr std::size_t kBytes = 4U << 20;
    static constexpr std::size_t kMost = 32; // of address space; only what is written takes memory
    static constexpr std::size_t kReserve = kMost / 4;
    static constexpr std::size_t kLastResortBytes = 64U << 10;

    struct Buffer {
        std::uint8_t* at;
        std::size_t bytes;
        std::size_t mostRecords; // 0: as many as fit
    };

    // Takes the address space; false if there is none.
    [[nodiscard]] bool make();
    // Never without memory, which some CUPTIs would crash on. When all are out it is a last resort that all share: nobody may
    // read what is in it, but it takes one record at a time, so that what is lost is counted.
    [[nodiscard]] Buffer take();
    void giveBack(const std::uint8_t* buffer);
    // So many are out that who empties them must not wait for anybody.
    [[nodiscard]] bool areShort() const;
    // Those that are out at a moment. Any number of threads may wait for theirs.
    struct Mark {
        std::bitset<kMost> out;
        std::uint64_t taken = 0;     // so far: what is taken later is not waited for
        std::size_t lastResorts = 0; // back by then
    };
    [[nodiscard]] Mark mark() const;
    // Whether they all have been given back.
    [[nodiscard]] bool allReturned(const Mark& mark) const;
    [[nodiscard]] bool isReadable(const std::uint8_t* buffer) const;

private:
    std::uint8_t* base_ = nullptr;
    mutable std::mutex mutex_;
    std::uint16_t free_[kMost]; // the last one given back is warm: first
    std::size_t freeCount_ = 0;
    std::bitset<kMost> out_;
    std::uint64_t taken_ = 0;
    std::uint64_t takenAs_[kMost]; // the how manieth it was when it was last taken
    std::size_t lastResortsOut_ = 0;
    std::size_t lastResortsBack_ = 0; // so far
};

} // namespace lanes::probe::cupti
