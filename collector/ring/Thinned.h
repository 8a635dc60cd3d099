// Thins out the samples of a long recording to bound their memory: the older samples are, the further apart they lie.
#pragma once

#include <cstddef>

namespace lanes::ring {

// Removes every second item, except the first and the last.
template<class Items>
void thin(Items& items) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i % 2 == 0 || i + 1 == items.size()) {
            items[kept++] = items[i];
        }
    }
    items.resize(kept);
}

} // namespace lanes::ring
