// The union of many sets of intervals, one after the other.
#pragma once

#include "model/analysis/time/IntervalSet.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace lanes {

// Unites sets like a binary counter, so that n sets of m intervals cost n m log n and not n squared. One thread.
class IntervalUnion {
public:
    void add(IntervalSet set) {
        std::size_t level = 0;
        while (level < levels_.size() && levels_[level]) {
            set = levels_[level]->unite(set);
            levels_[level].reset();
            ++level;
        }
        if (level == levels_.size()) {
            levels_.emplace_back();
        }
        levels_[level] = std::move(set);
    }
    [[nodiscard]] IntervalSet take() {
        IntervalSet all;
        for (auto& level : std::exchange(levels_, {})) {
            if (level) {
                all = all.empty() ? std::move(*level) : all.unite(*level);
            }
        }
        return all;
    }

private:
    std::vector<std::optional<IntervalSet>> levels_;
};

} // namespace lanes
