// Why a device or a stream had nothing to run: the causes that a gap is divided into.
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
    Collective,  // a peer came late, or the transfer itself
    Allocator,   // memory of the device was taken or given back
    Compile,     // code was generated or loaded
    Gc,          // Python collected garbage
    GraphLaunch, // launching a CUDA graph, or its own order
    OffCpu,      // the launching thread did not run
    OtherStream, // work of another stream had to end first
    Profiler,    // the profiler's own work
    Unknown,     // the session cannot say
};
inline constexpr int kWaitCauses = 13;
[[nodiscard]] std::string_view waitCauseKey(WaitCause cause); // "launch_bound": as files and programs name it
[[nodiscard]] Hue waitHue(WaitCause cause);

// A part of a gap that has one cause.
struct WaitStretch {
    TimeRange range;
    WaitCause cause = WaitCause::Unknown;
    float confidence = 0; // 0 to 1; 0 of what is not known
    SliceId proof;        // what shows it; none where nothing does
};

using CauseTimes = std::array<TimeNs, kWaitCauses>; // by cause
[[nodiscard]] CauseTimes causeTimes(std::span<const WaitStretch> stretches);
// That most of the time went to; Unknown of none.
[[nodiscard]] WaitCause mainCause(std::span<const WaitStretch> stretches);

} // namespace lanes
