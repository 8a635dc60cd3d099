// The work of each device and each of its streams, by time.
#pragma once

#include "model/analysis/device/Devices.h"
#include "model/analysis/gaps/Gaps.h"
#include "model/trace/Trace.h"

#include <span>
#include <stop_token>
#include <vector>

namespace lanes {

// Kernels, copies and sets; communication kernels count as running. Immutable; any thread.
class WorkTimeline {
public:
    struct Stream {
        TrackId track;
        std::uint32_t device = 0;    // position in devices().all()
        std::vector<WorkSpan> work;  // by start
        std::vector<StreamGap> gaps; // by time
    };
    struct Whole {
        std::uint32_t device = 0;
        std::vector<StreamGap> gaps; // times in which nothing ran on it; by time
    };

    // Incomplete if asked to stop. O(slices, and n log n of the work).
    WorkTimeline(const Trace& trace, const std::stop_token& stop);

    [[nodiscard]] const Devices& devices() const { return devices_; }
    // Streams with work, in the order of the trace's tracks.
    [[nodiscard]] const std::vector<Stream>& streams() const { return streams_; }
    [[nodiscard]] const std::vector<Whole>& wholes() const { return wholes_; } // by device
    // The streams of a device, as positions in streams().
    [[nodiscard]] std::span<const std::uint32_t> streamsOf(std::uint32_t device) const;
    // Null if the track has no work.
    [[nodiscard]] const Stream* streamOf(TrackId track) const;

private:
    Devices devices_;
    std::vector<Stream> streams_;
    std::vector<Whole> wholes_;
    std::vector<std::vector<std::uint32_t>> ofDevice_;
};

} // namespace lanes
