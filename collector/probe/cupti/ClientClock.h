// The clock that another client wants its times on, a counter of the processor as a rule, while CUPTI's own clock is ours:
// told by a straight line between two moments at which both were read, up to some seconds apart. One thread at a time.
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
    // Whether it is another than CUPTI's own.
    [[nodiscard]] bool isOther() const { return clock_ != nullptr; }
    [[nodiscard]] std::uint64_t now() const { return clock_(); }
    // Reads both, as often as one likes; before times are converted that are later than the last look.
    void look();
    // 0 stays 0, which is a time that is not known.
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
