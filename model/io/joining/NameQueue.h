// Delays the look-up of slice names by some events. If nearly every name is new, the table of texts is in no cache; the
// delay lets its entry arrive from memory.
#pragma once

#include "model/io/joining/EventRange.h"
#include "model/io/joining/TextPool.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanes {

// One thread. Texts are looked up in the order in which they were added, and must not move before.
class NameQueue {
public:
    static constexpr std::size_t kBehind = 8; // a power of two

    // `name` belongs to the slice at `slice`, which may be added later.
    void add(const TextPool::Sought& name, std::size_t slice, TextPool& texts,
             std::vector<EventRange::Slice>& slices) {
        Waiting& place = waiting_[added_ % kBehind];
        if (added_ >= kBehind) {
            settle(place, texts, slices);
        }
        place = {name, slice};
        ++added_;
    }
    // Gives all slices their names and empties the queue.
    void settleAll(TextPool& texts, std::vector<EventRange::Slice>& slices) {
        for (std::size_t i = added_ - std::min(added_, kBehind); i < added_; ++i) {
            settle(waiting_[i % kBehind], texts, slices);
        }
        added_ = 0;
    }

private:
    struct Waiting {
        TextPool::Sought name;
        std::size_t slice = 0;
    };
    static void settle(const Waiting& one, TextPool& texts, std::vector<EventRange::Slice>& slices) {
        slices[one.slice].name = texts.text(one.name).value;
    }

    std::array<Waiting, kBehind> waiting_;
    std::size_t added_ = 0;
};

} // namespace lanes
