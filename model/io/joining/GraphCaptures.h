// CUDA and HIP graphs in a trace: what was captured into each, and what each replay ran.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes {

// A call that became a node of a graph instead of starting work.
struct CapturedCall {
    SliceId call;
    // The innermost operator around the call; without one the innermost slice around it, else the call.
    SliceId origin;
    bool isKernel = false; // else a copy or a set
    std::string kernel;    // its name, where the file says it; empty: not known
};

struct CapturedGraph {
    TimeRange window; // from the end of the call that begins the capture to the begin of the one that ends it
    std::vector<CapturedCall> calls; // in the order of their begins
    std::int64_t size = -1;          // the number in a range "capture_8192…" around it; -1: none
};

struct ReplayedGraph {
    SliceId launch;            // cudaGraphLaunch, hipGraphLaunch
    std::vector<SliceId> work; // by the ids of the graph's nodes where all have one, else by begin
    std::int64_t size = -1;    // the number in a range "execute_8192…" around the launch
};

// By begin. A capture counts from StreamBeginCapture to StreamEndCapture of one thread, with the calls of all threads of the process
// between them that started no work. O(slices log slices). Less than there is if asked to stop.
[[nodiscard]] std::vector<CapturedGraph> capturedGraphs(const Trace& trace, const std::stop_token& stop);
// By begin. Those whose work is in the trace. O(slices log slices). Less than there is if asked to stop.
[[nodiscard]] std::vector<ReplayedGraph> replayedGraphs(const Trace& trace, const std::stop_token& stop);

} // namespace lanes
