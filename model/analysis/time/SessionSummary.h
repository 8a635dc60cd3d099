// The contents of a session in numbers. `lanescope info` prints them; tests compare them with counts of independent
// scripts.
#pragma once

#include "model/base/Time.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <map>
#include <string>

namespace lanes {

struct SessionSummary {
    struct Sum {
        std::uint64_t count = 0;
        TimeNs total = 0; // sum of the slices' durations
        friend bool operator==(const Sum&, const Sum&) = default;
    };

    std::uint64_t slices = 0; // complete slices, and begins that have an end; asynchronous ones do not count
    std::map<std::string, Sum> categories; // by the category's text; slices without one under ""
    std::map<std::string, Sum> threads;    // by "<process key>/<track key>", tracks with slices only
    std::uint64_t flows = 0;               // arrows that start
    std::uint64_t flowsLinked = 0;         // arrows that also have an end of the same category and id
    std::uint64_t instants = 0;            // without memory events
    std::uint64_t memoryEvents = 0;
    std::uint64_t distinctNames = 0; // of slices
    // From the first start to the last end of all slices. Without slices: of memory, curves and instants.
    TimeNs span = 0;
    TimeNs duration = 0;          // sum over all slices
    std::uint32_t maxDepth = 0;   // depth of nesting; 1: nothing is nested
    std::uint64_t openSlices = 0; // not ended
    Sum paused;                   // pauses of the recorder on request
    Sum outside;                  // times when no thread was inside the recorder's filter (--where)
};

// O(slices + points). Any thread.
[[nodiscard]] SessionSummary summarize(const Trace& trace);

} // namespace lanes
