// What was recorded with an event beside its name and times, as people read it.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

struct RecordedField {
    std::string key;
    std::string value;
    friend bool operator==(const RecordedField&, const RecordedField&) = default;
};

// In the order of the layout; without stacks, which have a place of their own, and without empty values. O(columns).
[[nodiscard]] std::vector<RecordedField> recordedFields(const Trace& trace, LayoutId layout,
                                                        std::uint32_t row);

} // namespace lanes
