// The names of the slices that were read last: each is looked up some events after it was read. Where nearly every
// name is another one, the table of texts is in no cache, and its entry has come from memory by then.
#pragma once

#include "model/io/joining/EventRange.h"
#include "model/io/joining/TextPool.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanes {

// One thread. Texts are looked up in the order in which they were added, and must stay where they are until then.
class NameQueue {
public:
    static constexpr std::size_t kBehind = 8; // a power of two

    // `name` belongs to the slice at `slice`, which may follow later.
    void add(const TextPool::Sought& name, std::size_t slice, TextPool& texts,
             std::vector<EventRange::Slice>& slices) {
        Waiting& place = waiting_[added_ % kBehind];
        if (added_ >= kBehind) {
            settle(place, texts, slices);
        }
        place = {name, slice};
        ++added_;
    }
    // Gives all slices their names; nothing waits any more.
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
