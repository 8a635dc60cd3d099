// Tracks beside those of threads: samples of a thread's Python and its states, which stand below it, and what torch.compile,
// torch's flight recorders and its allocator did in a process.
#pragma once

#include "model/trace/Trace.h"

#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace lanes {

// Behind the key of the thread, in the same process.
inline constexpr std::string_view kSampledSuffix = " python";
inline constexpr std::string_view kStateSuffix = " state";

// The category of states, and the name of the one in which a thread runs.
inline constexpr std::string_view kStateCategory = "thread_state";
inline constexpr std::string_view kRunningState = "Running";

// Of a process: its compilations once more, whatever thread they ran on.
inline constexpr std::string_view kCompilationKey = "Compilation";
inline constexpr std::string_view kCompilationCategory = "compilation";

// Of a process: collectives as torch's own flight recorders have seen them, which are operators and kernels, too; a number behind
// it for each group.
inline constexpr std::string_view kFlightRecorderKey = "Flight recorder ";
inline constexpr std::string_view kFlightRecorderCategory = "flight_recorder";
// Of a process: what torch's allocator did with segments of a device's memory; the device's number behind it.
inline constexpr std::string_view kAllocatorKey = "CUDA allocator ";
inline constexpr std::string_view kAllocatorCategory = "cuda_allocator";

// Which tracks are samples or states of which thread. Refers to the trace that it is made of. O(tracks log tracks) to make, then
// O(log tracks) each.
class ThreadRows {
public:
    explicit ThreadRows(const Trace& trace);

    // The track of the thread that these are samples or states of; nothing for any other track.
    [[nodiscard]] std::optional<TrackId> threadAbove(TrackId below) const;
    // The track with the samples of a thread; nothing if it has none.
    [[nodiscard]] std::optional<TrackId> samplesOf(TrackId thread) const;
    // The same of its states.
    [[nodiscard]] std::optional<TrackId> statesOf(TrackId thread) const;

private:
    using ByKey = std::map<std::pair<ProcessId, std::string_view>, TrackId>; // the first of several

    [[nodiscard]] std::optional<TrackId> below(TrackId thread, std::string_view suffix) const;

    const Trace& trace_;
    ByKey all_;
    ByKey below_; // that can be samples or states
};
// Whether a track holds states of a thread: time in which it is there, not work. In traces of other formats that we have
// written they are tracks like threads.
[[nodiscard]] bool holdsStates(const Track& track);
// Whether what stands on a track counts in no sum: states, and what other tracks tell already.
[[nodiscard]] bool countsNowhere(const Track& track);

} // namespace lanes
