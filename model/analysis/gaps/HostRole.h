// What a slice of a thread says about why the device got no work, by its kind and name.
#pragma once

#include "model/analysis/gaps/WaitCause.h"
#include "model/trace/Category.h"

#include <cstdint>
#include <string_view>

namespace lanes {

struct HostRole {
    enum class Layer : std::uint8_t {
        None,      // says nothing: the profiler's steps, what runs on a device
        Range,     // a range that somebody named: the thread was in that code
        Busy,      // an operator, a function, a call: the thread did something
        Mark,      // shows a cause of its own
        AsyncCopy, // a mark if the call waits for what it copies
    };
    Layer layer = Layer::None;
    WaitCause cause = WaitCause::LaunchBound; // of a Mark

    friend bool operator==(const HostRole&, const HostRole&) = default;
};

// As torch calls a collection that Python began by itself: a Python function.
inline constexpr std::string_view kAutomaticCollection = "Python GC";

// O(length of the name).
[[nodiscard]] HostRole hostRoleOf(EventKind kind, std::string_view name);

// Of two causes that a thread shows at once, the one with the lower rank counts: calls before what is around them.
[[nodiscard]] int rankOf(WaitCause cause);

} // namespace lanes
