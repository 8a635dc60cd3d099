// Tracks beside those of threads. The samples of a thread's Python and its states stand below the thread. Other tracks of
// a process show torch.compile, torch's flight recorders and torch's allocator.
#pragma once

#include "model/trace/Trace.h"

#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace lanes {

// Suffixes to the key of the thread, in the same process.
inline constexpr std::string_view kSampledSuffix = " python";
inline constexpr std::string_view kStateSuffix = " state";

// The category of states, and the name of the state in which a thread runs.
inline constexpr std::string_view kStateCategory = "thread_state";
inline constexpr std::string_view kRunningState = "Running";

// Key of a process's track that repeats its compilations, whatever thread they ran on.
inline constexpr std::string_view kCompilationKey = "Compilation";
inline constexpr std::string_view kCompilationCategory = "compilation";

// Key of a process's tracks of collectives as torch's own flight recorders saw them; a number follows it for each group.
// The collectives also appear as operators and kernels.
inline constexpr std::string_view kFlightRecorderKey = "Flight recorder ";
inline constexpr std::string_view kFlightRecorderCategory = "flight_recorder";
// Key of a process's track for what torch's allocator did with segments of a device's memory; the device's number follows
// it.
inline constexpr std::string_view kAllocatorKey = "CUDA allocator ";
inline constexpr std::string_view kAllocatorCategory = "cuda_allocator";

// Maps threads to the tracks of their samples and states, and back. Keeps a reference to its trace. O(tracks log tracks)
// to make, then O(log tracks) per lookup.
class ThreadRows {
public:
    explicit ThreadRows(const Trace& trace);

    // The thread's track, given the track of its samples or states; nothing for any other track.
    [[nodiscard]] std::optional<TrackId> threadAbove(TrackId below) const;
    // The track with the samples of a thread; nothing if it has none.
    [[nodiscard]] std::optional<TrackId> samplesOf(TrackId thread) const;
    // The track with the states of a thread; nothing if it has none.
    [[nodiscard]] std::optional<TrackId> statesOf(TrackId thread) const;

private:
    // The first of several tracks with one key.
    using ByKey = std::map<std::pair<ProcessId, std::string_view>, TrackId>;

    [[nodiscard]] std::optional<TrackId> below(TrackId thread, std::string_view suffix) const;

    const Trace& trace_;
    ByKey all_;
    ByKey below_; // tracks that can hold samples or states
};
// True if a track holds states of a thread: time that the thread spends in a state, not work. In traces of other formats
// that Lanescope wrote, such tracks have the kind of threads.
[[nodiscard]] bool holdsStates(const Track& track);
// True if no sum counts a track's events: states, and copies of what other tracks hold already.
[[nodiscard]] bool countsNowhere(const Track& track);

} // namespace lanes
