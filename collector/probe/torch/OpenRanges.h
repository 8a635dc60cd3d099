// The ranges that a thread has pushed and not popped, by domain. Belongs to one thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace lanes::probe {

class OpenRanges {
public:
    static constexpr unsigned kMostDomains = 64;
    static constexpr std::uint64_t kDeepest = 512; // levels that are recorded

    // How many are open in a domain below kMostDomains: the level that the next one has.
    [[nodiscard]] std::uint64_t depth(unsigned domain) const {
        return stacks_[domain] != nullptr ? stacks_[domain]->depth : 0;
    }
    // Names the range of that level among those of the thread.
    [[nodiscard]] static std::uint32_t key(unsigned domain, std::uint64_t level) {
        return static_cast<std::uint32_t>(domain << 16 | level);
    }
    // `recorded`: only for a level below kDeepest.
    void push(unsigned domain, bool recorded) {
        if (stacks_[domain] == nullptr) {
            stacks_[domain] = std::make_unique<Stack>();
        }
        Stack& stack = *stacks_[domain];
        if (recorded) {
            stack.recorded[stack.depth / 64] |= bit(stack.depth);
        }
        ++stack.depth;
    }
    // Of a domain in which one is open; returns whether it was recorded.
    bool pop(unsigned domain) {
        Stack& stack = *stacks_[domain];
        --stack.depth;
        if (stack.depth >= kDeepest) {
            return false;
        }
        std::uint64_t& word = stack.recorded[stack.depth / 64];
        const bool recorded = (word & bit(stack.depth)) != 0;
        word &= ~bit(stack.depth);
        return recorded;
    }
    void clear() { stacks_ = {}; }

private:
    struct Stack {
        std::uint64_t depth = 0;
        std::array<std::uint64_t, kDeepest / 64> recorded{}; // a bit for each level
    };

    [[nodiscard]] static std::uint64_t bit(std::uint64_t level) { return std::uint64_t{1} << level % 64; }

    std::array<std::unique_ptr<Stack>, kMostDomains> stacks_; // made when first needed
};

} // namespace lanes::probe
