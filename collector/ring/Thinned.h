// Samples of something that runs for days, in bounded memory: the older they are, the further apart.
#pragma once

#include <cstddef>

namespace lanes::ring {

// Every second one goes, but for the first and the last.
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
