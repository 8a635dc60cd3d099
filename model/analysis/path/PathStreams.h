// The work of one trace's devices with its order and dependencies: the work of each stream, its launches, and the waits
// of blocked calls and streams.
#pragma once

#include "model/analysis/gaps/WorkTimeline.h"
#include "model/trace/FileId.h"
#include "model/trace/Trace.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lanes {

struct PathWork {
    TimeRange range;
    SliceId slice;
    SliceId launch;      // none: not recorded
    TimeNs launched = 0; // begin of the launch; without a launch the begin of the work
};

struct PathStream {
    TrackId track;
    std::uint32_t device = 0;
    std::vector<PathWork> works; // by begin, then end: work without duration precedes work that began with it
    std::vector<TimeNs> launchedTo; // latest launch among the works up to this one; ascending
};

struct PathWorkId {
    std::uint32_t stream = 0;
    std::uint32_t work = 0;
};

// Covers one trace. Immutable; any thread.
class PathStreams {
public:
    PathStreams(const Trace& trace, const std::stop_token& stop); // O(slices, work log work)

    [[nodiscard]] const std::vector<PathStream>& all() const { return streams_; }
    [[nodiscard]] const PathWork& work(PathWorkId id) const { return streams_[id.stream].works[id.work]; }
    // Usual latency of work to an idle device, from the begin of its call.
    [[nodiscard]] TimeNs usualWay() const { return usualWay_; }
    // Usual pause of a stream between two works, when the second was queued behind the first.
    [[nodiscard]] TimeNs usualPause() const { return usualPause_; }
    // The works that a blocking call waited for: the last works of all streams that it concerns. If the session does not
    // name these, the work that was done last while the call ran. O(streams log work).
    [[nodiscard]] std::vector<PathWorkId> awaitedBy(SliceId call) const;
    // The works that a stream had to wait for between the launches of two of its works: recorded waits for events.
    [[nodiscard]] std::vector<PathWorkId> toldToAwait(PathWorkId work) const;
    // The work of another stream of the device that ended last in (after, until]. O(log work).
    [[nodiscard]] std::optional<PathWorkId> endedBefore(std::uint32_t stream, TimeNs after,
                                                        TimeNs until) const;

private:
    // A wait in the device's records.
    struct Told {
        TimeNs called = 0;
        std::int64_t stream = -1;  // the waiting stream
        std::int64_t awaited = -1; // the stream that it waits for
        TimeNs recorded = 0;       // time of the event's record; only work launched before it is waited for
        ProcessId process;
    };

    // A work, sorted by its end.
    struct Ended {
        TimeNs end = 0;
        PathWorkId work;
        std::size_t elsewhere =
            0; // one more than the position of the last earlier one on another stream; 0: none
    };

    void sortByEnd();
    [[nodiscard]] std::vector<PathWorkId> blockingCopy(const Trace::Slice& call, SliceId copy) const;
    void addStream(const WorkTimeline::Stream& stream);
    void findUsualWay();
    void findUsualPause();
    [[nodiscard]] std::map<FileId, TimeNs> eventRecords(const std::stop_token& stop) const;
    void readWaits(const std::stop_token& stop);
    [[nodiscard]] std::vector<ProcessId> programsOf(ProcessId device, SliceId call) const;
    [[nodiscard]] std::optional<std::uint32_t> lastLaunchedBefore(std::uint32_t stream, TimeNs time) const;
    [[nodiscard]] std::optional<std::uint32_t> streamNumbered(std::int64_t number, ProcessId process) const;
    [[nodiscard]] bool isOfProcess(std::uint32_t stream, ProcessId host) const;

    const Trace& trace_;
    std::vector<PathStream> streams_;
    std::map<std::uint32_t, std::vector<Ended>> ended_; // by device
    TimeNs usualWay_ = 0;
    TimeNs usualPause_ = 0;
    std::map<SliceId, Told> syncs_;                    // by call: waits of the host
    std::map<std::uint32_t, std::vector<Told>> waits_; // by waiting stream, by time
};

} // namespace lanes
