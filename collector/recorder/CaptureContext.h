// The state that all parts of a running capture share.
#pragma once

#include "collector/recorder/OwnCost.h"
#include "collector/recorder/devices/DeviceTable.h"
#include "collector/recorder/flight/StepWatch.h"
#include "collector/recorder/rings/RangeRows.h"
#include "collector/recorder/rings/RingPump.h"
#include "collector/recorder/sink/OperatorRows.h"
#include "collector/recorder/sink/OutsideRow.h"
#include "collector/recorder/sink/RecordingRow.h"
#include "collector/recorder/sink/SessionSink.h"
#include "collector/recorder/sink/TrackTable.h"
#include "collector/ring/TickClock.h"
#include "model/base/Time.h"

#include <cstdint>

namespace lanes::recorder {

class LiveMetrics;

// The objects that it refers to outlive it.
struct CaptureContext {
    SessionSink& sink;
    OperatorRows& rows;
    RangeRows& ranges;
    TrackTable& tracks;
    DeviceTable& devices;
    RingPump& pump;
    const ring::TickClock& clock;
    StepWatch& steps;
    TimeNs origin = 0;                 // CLOCK_MONOTONIC at the session's time 0
    OutsideRow* outside = nullptr;     // only in a recording with a filter
    RecordingRow* recording = nullptr; // its pauses and marks; null: there are none
    OwnCost* cost = nullptr;           // null: not measured
    LiveMetrics* metrics = nullptr;    // null: not wanted

    [[nodiscard]] TimeNs time(std::uint64_t ticks) const { return clock.toNs(ticks) - origin; }
};

} // namespace lanes::recorder
