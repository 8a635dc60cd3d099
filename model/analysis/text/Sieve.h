// A filter for slices, which may be empty.
#pragma once

#include "model/analysis/text/Filter.h"

#include <memory>
#include <optional>
#include <utility>

namespace lanes {

// Every slice passes an empty or invalid filter. One thread; make one per worker.
class Sieve {
public:
    Sieve(const Filter& filter, std::shared_ptr<const Trace> trace, const LazyContext& context) {
        if (!filter.empty()) {
            matcher_.emplace(filter, std::move(trace), context);
        }
    }
    [[nodiscard]] bool passes(SliceId slice) {
        return !matcher_ || (slice.valid() && matcher_->matches(slice));
    }

private:
    std::optional<FilterMatcher> matcher_;
};

} // namespace lanes
