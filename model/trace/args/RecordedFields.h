// The recorded fields of an event other than its name and times, in readable form.
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

// Fields in the order of the layout, without empty values and without stacks, which are shown elsewhere. O(columns).
[[nodiscard]] std::vector<RecordedField> recordedFields(const Trace& trace, LayoutId layout,
                                                        std::uint32_t row);

} // namespace lanes
