// The clock that another client wants its times on, usually a counter of the processor, while we use CUPTI's own
// clock. Times are converted by a straight line between two moments, up to some seconds apart, at which both clocks
// were read. One thread at a time.
#pragma once

#include "collector/probe/cupti/CuptiFunctions.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanes::probe::cupti {

class ClientClock {
public:
    // `functions` outlive this.
    explicit ClientClock(const Functions& functions)
        : functions_(functions) {}

    void set(Clock clock);
    // True if the client has set a clock other than CUPTI's own.
    [[nodiscard]] bool isOther() const { return clock_ != nullptr; }
    [[nodiscard]] std::uint64_t now() const { return clock_(); }
    // Reads both clocks. Call it any number of times, but always before converting times that are later than the last
    // look.
    void look();
    // Converts one of CUPTI's times. 0, an unknown time, stays 0.
    [[nodiscard]] std::uint64_t converted(std::uint64_t time) const;

private:
    struct Pair {
        std::uint64_t cupti = 0; // ns
        std::uint64_t theirs = 0;
    };
    static constexpr std::size_t kMost = 8;

    [[nodiscard]] Pair read() const;

    const Functions& functions_;
    Clock clock_ = nullptr;
    std::array<Pair, kMost> kept_; // oldest first, well apart
    std::size_t count_ = 0;
    Pair newest_;
};

} // namespace lanes::probe::cupti
