// Work within what a profiler says of itself, which may be much longer.
#pragma once

#include "tests/support/TraceSketch.h"

namespace lanes::test {

// One operator within a profiler's mark that is a millisecond long.
[[nodiscard]] inline TraceSketch workWithinMark(TimeNs start, TimeNs duration) {
    TraceSketch sketch;
    const ProcessId spans = sketch.builder().addProcess({.key = "Spans"});
    const TrackId track = sketch.builder().addTrack({.process = spans, .key = "PyTorch Profiler"});
    SliceRecord record;
    record.duration = 1'000'000;
    record.name = sketch.builder().strings().intern("PyTorch Profiler (0)");
    sketch.builder().addSlice(track, record);
    sketch.op("main", "aten::add", start, duration);
    return sketch;
}

} // namespace lanes::test
