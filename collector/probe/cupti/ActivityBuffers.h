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
    static constexpr std::size_t kLastResortBytes = 64U << 10;

    struct Buffer {
        std::uint8_t* at;
        std::size_t bytes;
    };

    // Takes the address space; false if there is none.
    [[nodiscard]] bool make();
    // Never without memory, which some CUPTIs would crash on. When all are out it is a last resort that all share: what is
    // written there is lost, and read() must not see it.
    [[nodiscard]] Buffer take();
    void giveBack(const std::uint8_t* buffer);
    // How many of them are out.
    [[nodiscard]] std::size_t out();
    // From now on allReturned() says whether those that are out now have been given back.
    void mark();
    [[nodiscard]] bool allReturned();
    [[nodiscard]] bool isReadable(const std::uint8_t* buffer) const;

private:
    std::uint8_t* base_ = nullptr;
    std::mutex mutex_;
    std::uint16_t free_[kMost]; // the last one given back is warm: first
    std::size_t freeCount_ = 0;
    std::bitset<kMost> out_;
    std::bitset<kMost> marked_; // and not given back since
};

} // namespace lanes::probe::cupti
