// The ranges that a thread has pushed and not popped, by domain. Belongs to one thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace lanes::probe {

class OpenRanges {
public:
    static constexpr unsigned kMostDomains = 64;
    static constexpr std::uint64_t kDeepest = 512; // deeper levels are not recorded

    // Returns how many ranges are open in a domain below kMostDomains: the level of the next one.
    [[nodiscard]] std::uint64_t depth(unsigned domain) const {
        return stacks_[domain] != nullptr ? stacks_[domain]->depth : 0;
    }
    // Returns a key that identifies the range of that level among those of the thread.
    [[nodiscard]] static std::uint32_t key(unsigned domain, std::uint64_t level) {
        return static_cast<std::uint32_t>(domain << 16 | level);
    }
    // `recorded`: only for a level below kDeepest.
    // `entered`: the session's filter names it (Where.h); only for a level below kDeepest.
    void push(unsigned domain, bool recorded, bool entered) {
        if (stacks_[domain] == nullptr) {
            stacks_[domain] = std::make_unique<Stack>();
        }
        Stack& stack = *stacks_[domain];
        if (recorded) {
            stack.recorded[stack.depth / 64] |= bit(stack.depth);
        }
        if (entered) {
            stack.entered[stack.depth / 64] |= bit(stack.depth);
        }
        ++stack.depth;
    }
    struct Popped {
        bool recorded = false;
        bool entered = false;
    };
    // Needs an open range in the domain. Returns the arguments of its push().
    Popped pop(unsigned domain) {
        Stack& stack = *stacks_[domain];
        --stack.depth;
        if (stack.depth >= kDeepest) {
            return {};
        }
        return {take(stack.recorded, stack.depth), take(stack.entered, stack.depth)};
    }
    void clear() { stacks_ = {}; }

private:
    struct Stack {
        std::uint64_t depth = 0;
        using Bits = std::array<std::uint64_t, kDeepest / 64>; // one for each level
        Bits recorded{};
        Bits entered{};
    };

    static bool take(Stack::Bits& bits, std::uint64_t level) {
        std::uint64_t& word = bits[level / 64];
        const bool was = (word & bit(level)) != 0;
        word &= ~bit(level);
        return was;
    }
    [[nodiscard]] static std::uint64_t bit(std::uint64_t level) { return std::uint64_t{1} << level % 64; }

    std::array<std::unique_ptr<Stack>, kMostDomains> stacks_; // made when first needed
};

} // namespace lanes::probe
