// The recorded events of one rank that show the boundaries and the kinds of its steps.
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/base/StopLook.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

struct StepEvent {
    TimeRange range;
    SliceId slice;
    StringId name;
};
using StepEventList = std::vector<StepEvent>; // by begin, then the longer first

// Events that begin after the one before has ended: Python's and torch's calls nest.
[[nodiscard]] StepEventList outermost(const StepEventList& events);
// Number of moments of `begins`, which are in order, that lie in the range. O(log n).
[[nodiscard]] std::size_t countIn(const std::vector<TimeNs>& begins, TimeRange range);

// Each list is collected at its first request. One thread. Each is O(slices of the rank).
class StepEvents {
public:
    // Reads the processes of that rank.
    StepEvents(const Trace& trace, std::int64_t rank, const StopLook& look);

    [[nodiscard]] const Trace& trace() const { return trace_; }
    [[nodiscard]] std::string_view text(const StepEvent& event) const { return trace_.text(event.name); }
    // User ranges of each thread, by track.
    [[nodiscard]] const std::map<std::uint32_t, StepEventList>& ranges() const { return ranges_; }
    // The outermost operators of a thread, and their begins.
    [[nodiscard]] const StepEventList& operators(std::uint32_t track);
    [[nodiscard]] const std::vector<TimeNs>& operatorBegins(std::uint32_t track);
    // Python calls around a slice that have not ended before `end`, if the trace has them as slices. O(depth).
    [[nodiscard]] std::vector<StepEvent> functionsAround(SliceId slice, TimeNs end) const;
    // The track with most outermost operators; nothing if there are none.
    [[nodiscard]] std::optional<std::uint32_t> busiestThread();
    // True if any rank has operators: devices may belong to processes without a rank.
    [[nodiscard]] bool sessionHasOperators() const;
    // Begins of the backward operators of a thread's process.
    [[nodiscard]] const std::vector<TimeNs>& backward(std::uint32_t track);
    // Begins of the calls of a thread's process that launch a kernel.
    [[nodiscard]] const std::vector<TimeNs>& kernelLaunches(std::uint32_t track);
    // Calls that launch a graph, by track.
    [[nodiscard]] const std::map<std::uint32_t, StepEventList>& graphLaunches();
    // Kernels of each stream, by track.
    [[nodiscard]] std::map<std::uint32_t, StepEventList> kernels() const;
    // When compilers ran, and when code was loaded.
    [[nodiscard]] const IntervalSet& compiling();
    [[nodiscard]] const IntervalSet& loading();
    // Begins of calls that allocate device memory.
    [[nodiscard]] const std::vector<TimeNs>& allocations();

    // Throws Stopped if a stop was requested, as do all functions that read many slices.
    void lookNow() const { look_.now(); }

private:
    struct Calls {
        std::map<std::uint32_t, StepEventList> graphs;        // by track
        std::map<std::uint32_t, std::vector<TimeNs>> kernels; // by process
        std::vector<TimeNs> allocations;
    };
    struct Compiled {
        IntervalSet compiling;
        IntervalSet loading;
    };
    struct Operators {
        StepEventList outer;
        std::vector<TimeNs> begins;
    };

    template<class Take>
    void each(EventKind kind, const Take& take) const;
    [[nodiscard]] std::uint32_t processOf(std::uint32_t track) const;
    const Operators& operatorsOf(std::uint32_t track);
    const Calls& calls();
    const Compiled& compiled();

    const Trace& trace_;
    const StopLook& look_;
    std::vector<bool> mine_;                                     // by track
    std::map<std::uint32_t, std::vector<const Segment*>> parts_; // by track
    std::map<std::uint32_t, StepEventList> ranges_;
    std::map<std::uint32_t, Operators> operators_;
    std::map<std::uint32_t, std::vector<TimeNs>> backward_; // by process
    std::optional<Calls> calls_;
    std::optional<Compiled> compiled_;
};

} // namespace lanes
