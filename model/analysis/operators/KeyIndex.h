// Dense numbers for 64-bit keys in order of first appearance: the one hash table of the sweeps over all events.
#pragma once

#include <cstdint>
#include <vector>

namespace lanes {

// Open addressing, at most half full. One thread.
class KeyIndex {
public:
    KeyIndex()
        : slots_(64) {}

    // The number of `key`; the next free one if it is new. Amortised O(1).
    std::uint32_t add(std::uint64_t key) {
        std::size_t at = home(key);
        while (slots_[at].number != kFree) {
            if (slots_[at].key == key) {
                return slots_[at].number;
            }
            at = (at + 1) & (slots_.size() - 1);
        }
        slots_[at] = {key, size_};
        const std::uint32_t number = size_++;
        if (std::size_t(size_) * 2 > slots_.size()) {
            grow();
        }
        return number;
    }
    [[nodiscard]] std::uint32_t size() const { return size_; }

private:
    static constexpr std::uint32_t kFree = 0xffffffffu;
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t number = kFree;
    };

    [[nodiscard]] std::size_t home(std::uint64_t key) const {
        key *= 0x9e3779b97f4a7c15u;
        return static_cast<std::size_t>(key ^ (key >> 32)) & (slots_.size() - 1);
    }
    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.number == kFree) {
                continue;
            }
            std::size_t at = home(slot.key);
            while (slots_[at].number != kFree) {
                at = (at + 1) & (slots_.size() - 1);
            }
            slots_[at] = slot;
        }
    }

    std::vector<Slot> slots_;
    std::uint32_t size_ = 0;
};

} // namespace lanes
