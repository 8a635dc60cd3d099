// The cost of recording an operator, from the operators that threads of the program have timed.
#pragma once

#include "model/base/Time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lanes::recorder {

// One thread.
class OwnCost {
public:
    // Adds one timing of a begin (0) or an end (1). O(1).
    void add(std::size_t part, TimeNs duration);
    // Adds "cost.operator_ns" and "cost.timed_operators" of a session (FORMAT.md), if there are kLeast of both parts.
    // The largest hundredth is left out: there the kernel preempted the thread. O(samples log samples).
    void addTo(std::vector<std::pair<std::string, std::string>>& properties) const;

    static constexpr std::size_t kLeast = 20;

private:
    std::array<std::vector<TimeNs>, 2> samples_; // the last ones, unordered
    std::array<std::size_t, 2> count_{};
};

} // namespace lanes::recorder
