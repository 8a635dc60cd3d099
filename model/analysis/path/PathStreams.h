// The work of one trace's devices as far as order and calls tie it together: what each stream ran, who launched it, and
// what a blocked call or a stream waited for.
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
    TimeNs launched = 0; // when that began; without it when the work began
};

struct PathStream {
    TrackId track;
    std::uint32_t device = 0;
    std::vector<PathWork> works;    // by begin, then end: what takes no time came before what began with it
    std::vector<TimeNs> launchedTo; // when the last of the works up to this one was launched; rising
};

struct PathWorkId {
    std::uint32_t stream = 0;
    std::uint32_t work = 0;
};

// Of one trace. Immutable; any thread.
class PathStreams {
public:
    PathStreams(const Trace& trace, const std::stop_token& stop); // O(slices, work log work)

    [[nodiscard]] const std::vector<PathStream>& all() const { return streams_; }
    [[nodiscard]] const PathWork& work(PathWorkId id) const { return streams_[id.stream].works[id.work]; }
    // How long work is usually on its way to an idle device, from the begin of its call.
    [[nodiscard]] TimeNs usualWay() const { return usualWay_; }
    // How long a stream usually takes from one work to the next that was queued behind it.
    [[nodiscard]] TimeNs usualPause() const { return usualPause_; }
    // What a call waited for that blocks: the last works of all streams that it concerns; where the session does not say
    // which these are, the one that was done last while it stood. O(streams log work).
    [[nodiscard]] std::vector<PathWorkId> awaitedBy(SliceId call) const;
    // What a stream was told to wait for between the launches of two of its works: recorded waits for events.
    [[nodiscard]] std::vector<PathWorkId> toldToAwait(PathWorkId work) const;
    // The work of another stream of the device that ended last in (after, until]. O(log work).
    [[nodiscard]] std::optional<PathWorkId> endedBefore(std::uint32_t stream, TimeNs after,
                                                        TimeNs until) const;

private:
    // A wait as the device's records have it.
    struct Told {
        TimeNs called = 0;
        std::int64_t stream = -1;  // that waits
        std::int64_t awaited = -1; // that is waited for
        TimeNs recorded = 0;       // what was launched there before
        ProcessId process;
    };

    // A work by its end.
    struct Ended {
        TimeNs end = 0;
        PathWorkId work;
        std::size_t elsewhere =
            0; // one more than the place of the last before it that is of another stream; 0: none
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
    std::map<SliceId, Told> syncs_;                    // by call: those of the host
    std::map<std::uint32_t, std::vector<Told>> waits_; // by waiting stream, by time
};

} // namespace lanes
