#include "model/analysis/gaps/WorkTimeline.h"

#include "model/trace/RecordingPauses.h"

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

// What a pause of the recording reaches into is no gap: nobody knows what ran there.
std::vector<StreamGap> recordedGaps(const RecordingPauses& pauses, std::span<const WorkSpan> work) {
    std::vector<StreamGap> gaps = gapsBetween(work);
    std::erase_if(gaps, [&](const StreamGap& gap) { return pauses.touch(gap.range); });
    return gaps;
}

} // namespace

WorkTimeline::WorkTimeline(const Trace& trace, const std::stop_token& stop)
    : devices_(trace)
    , ofDevice_(devices_.all().size()) {
    const RecordingPauses pauses(trace);
    for (std::uint32_t track = 0; track < trace.tracks().size() && !stop.stop_requested(); ++track) {
        std::vector<WorkSpan> work = workOf(trace, TrackId(track));
        if (!work.empty()) {
            const std::uint32_t device = devices_.of(trace.tracks()[track].process);
            ofDevice_[device].push_back(static_cast<std::uint32_t>(streams_.size()));
            std::vector<StreamGap> gaps = recordedGaps(pauses, work);
            streams_.push_back({TrackId(track), device, std::move(work), std::move(gaps)});
        }
    }
    for (std::uint32_t device = 0; device < ofDevice_.size() && !stop.stop_requested(); ++device) {
        const std::vector<std::uint32_t>& own = ofDevice_[device];
        if (own.empty()) {
            continue;
        }
        if (own.size() == 1) {
            wholes_.push_back({device, streams_[own.front()].gaps});
            continue;
        }
        std::vector<WorkSpan> all;
        for (const std::uint32_t stream : own) {
            const std::vector<WorkSpan>& work = streams_[stream].work;
            all.insert(all.end(), work.begin(), work.end());
        }
        sortByTime(all);
        wholes_.push_back({device, recordedGaps(pauses, all)});
    }
}

std::span<const std::uint32_t> WorkTimeline::streamsOf(std::uint32_t device) const {
    return ofDevice_[device];
}

const WorkTimeline::Stream* WorkTimeline::streamOf(TrackId track) const {
    const auto found = std::ranges::lower_bound(streams_, track, {}, &Stream::track);
    return found != streams_.end() && found->track == track ? &*found : nullptr;
}

} // namespace lanes
