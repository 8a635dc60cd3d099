// Maps 64-bit keys to dense numbers in order of first appearance: the one hash table of the sweeps over all events.
#pragma once

#include "model/base/HugeVector.h"
#include "model/base/SecretHash.h"
#include "model/base/StopEvery.h"

#include <cstdint>
#include <stop_token>
#include <utility>

namespace lanes {

// Open addressing, at most half full. One thread. After a stop request, growth (which takes long) is delayed until the
// table is three quarters full. Its answers stay correct, and its user checks `stop` long before that.
class KeyIndex {
public:
    explicit KeyIndex(std::stop_token stop = {})
        : slots_(64)
        , stop_(std::move(stop)) {}

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
        return static_cast<std::size_t>(hash_.number(key)) & (slots_.size() - 1);
    }
    void grow() {
        const bool mayWait = slots_.size() >= kBig && std::size_t(size_) * 4 < slots_.size() * 3;
        if (mayWait && stop_.stop_requested()) {
            return;
        }
        HugeVector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (mayWait && i % kStopEvery == 0 && stop_.stop_requested()) {
                slots_.swap(old);
                return;
            }
            if (old[i].number == kFree) {
                continue;
            }
            std::size_t at = home(old[i].key);
            while (slots_[at].number != kFree) {
                at = (at + 1) & (slots_.size() - 1);
            }
            slots_[at] = old[i];
        }
    }

    static constexpr std::size_t kBig = std::size_t{4} * kStopEvery;

    SecretHash hash_;
    HugeVector<Slot> slots_;
    std::stop_token stop_;
    std::uint32_t size_ = 0;
};

} // namespace lanes
