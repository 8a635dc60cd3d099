// What a program did, as its session has it: without the states that the recorder saw its threads in, of which nobody knows how many.
#pragma once

#include "model/trace/ThreadRows.h"
#include "model/trace/Trace.h"

#include <cstdint>

namespace lanes::test {

inline std::uint32_t recordedSlices(const Trace& trace) {
    std::uint32_t count = 0;
    for (const auto& segment : trace.segments()) {
        count += countsNowhere(trace.tracks()[segment->track.value]) ? 0 : segment->size();
    }
    return count;
}

} // namespace lanes::test
