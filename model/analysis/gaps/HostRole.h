// The evidence that a slice of a thread gives about missing device work, by its kind and name.
#pragma once

#include "model/analysis/gaps/WaitCause.h"
#include "model/trace/Category.h"

#include <cstdint>
#include <string_view>

namespace lanes {

struct HostRole {
    enum class Layer : std::uint8_t {
        None,      // no evidence: the profiler's steps, device events
        Range,     // a user's named range: the thread was in that code
        Busy,      // an operator, a function, a call: the thread was active
        Mark,      // evidence of a cause of its own
        AsyncCopy, // a Mark if the call waits for its copy
    };
    Layer layer = Layer::None;
    WaitCause cause = WaitCause::LaunchBound; // of a Mark

    friend bool operator==(const HostRole&, const HostRole&) = default;
};

// Torch's name of a collection that Python began by itself: a Python function.
inline constexpr std::string_view kAutomaticCollection = "Python GC";

// O(length of the name).
[[nodiscard]] HostRole hostRoleOf(EventKind kind, std::string_view name);

// Rank of a cause: of two causes at one moment, the lower rank counts. Calls rank before the slices around them.
[[nodiscard]] int rankOf(WaitCause cause);

} // namespace lanes
