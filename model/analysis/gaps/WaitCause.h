// The causes of a gap of a device or a stream.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/trace/Category.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace lanes {

enum class WaitCause : std::uint8_t {
    LaunchBound, // the host was busy in Python or operators, and launched late
    DataLoading,
    HostSync,    // a call that blocked the host until the device was done
    Copy,        // a blocking or pageable copy
    Collective,  // a peer was late, or the transfer itself
    Allocator,   // device memory was allocated or freed
    Compile,     // code was generated or loaded
    Gc,          // Python collected garbage
    GraphLaunch, // launch of a CUDA graph, or the graph's own order
    OffCpu,      // the launching thread did not run
    OtherStream, // work of another stream had to end first
    Profiler,    // the profiler's own work
    Unknown,     // the session cannot say
};
inline constexpr int kWaitCauses = 13;
[[nodiscard]] std::string_view
waitCauseKey(WaitCause cause); // "launch_bound": the name in files and programs
[[nodiscard]] Hue waitHue(WaitCause cause);

// A part of a gap that has one cause.
struct WaitStretch {
    TimeRange range;
    WaitCause cause = WaitCause::Unknown;
    float confidence = 0; // 0 to 1; 0 for unknown causes
    SliceId proof;        // the slice that shows the cause; none if no slice does
};

using CauseTimes = std::array<TimeNs, kWaitCauses>; // by cause
[[nodiscard]] CauseTimes causeTimes(std::span<const WaitStretch> stretches);
// The cause with the most time; Unknown if there are no stretches.
[[nodiscard]] WaitCause mainCause(std::span<const WaitStretch> stretches);

} // namespace lanes
