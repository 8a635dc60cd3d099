#include "model/trace/RecordingPauses.h"

#include "model/trace/RecordingKey.h"

#include <algorithm>

namespace lanes {

RecordingPauses::RecordingPauses(const Trace& trace) {
    for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.tracks()[t];
        if (track.key != kRecordingKey || track.process.value >= trace.processes().size() ||
            trace.processes()[track.process.value].key != kRecordingKey ||
            trace.processes()[track.process.value].kind != Process::Kind::Other) {
            continue;
        }
        const auto [first, last] = trace.lanesOf(TrackId(t));
        if (first == last) {
            continue;
        }
        for (const LanePiece& piece : trace.lanes()[first].pieces) {
            const Segment& segment = *trace.segments()[piece.segment];
            for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                pauses_.push_back({segment.start[i], segment.end(i)});
            }
        }
    }
}

bool RecordingPauses::touch(TimeRange range) const {
    const auto after = std::ranges::upper_bound(pauses_, range.begin, {}, &TimeRange::end);
    return after != pauses_.end() && after->begin < range.end;
}

TimeRange RecordingPauses::trimmed(TimeRange range) const {
    TimeRange left = range;
    for (const TimeRange& pause : pauses_) {
        if (pause.begin <= left.begin && left.begin < pause.end) {
            left.begin = pause.end;
        }
        if (pause.begin < left.end && left.end <= pause.end) {
            left.end = pause.begin;
        }
    }
    return left.end > left.begin ? left : range;
}

} // namespace lanes
