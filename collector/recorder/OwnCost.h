// What recording an operator costs the program, as its threads have timed some of them.
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
    // Of a begin (0) or an end (1). O(1).
    void add(std::size_t part, TimeNs duration);
    // "cost.operator_ns" and "cost.timed_operators" of a session (FORMAT.md), where there are kLeast of both. The largest
    // hundredth counts as none of them: there the thread was put aside by the kernel. O(samples log samples).
    void addTo(std::vector<std::pair<std::string, std::string>>& properties) const;

    static constexpr std::size_t kLeast = 20;

private:
    std::array<std::vector<TimeNs>, 2> samples_; // the last ones, in no order
    std::array<std::size_t, 2> count_{};
};

} // namespace lanes::recorder
