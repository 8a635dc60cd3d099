#include "model/analysis/device/SessionGaps.h"

namespace lanes {

SessionGaps gapsOfSession(const std::shared_ptr<const Trace>& trace, std::optional<TimeRange> range,
                          std::size_t most) {
    SessionGaps found;
    std::vector<StreamGap> all;
    for (std::uint32_t track = 0; track < trace->tracks().size(); ++track) {
        StreamIdle stream{TrackId(track)};
        for (const StreamGap& gap : gapsOf(*trace, stream.track)) {
            if (!range || range->contains(gap.range.begin)) {
                ++stream.gaps;
                stream.idle += gap.range.length();
                all.push_back(gap);
            }
        }
        if (stream.gaps > 0) {
            found.streams.push_back(stream);
        }
    }
    keepLongest(all, most);
    const EventOrigin origin(trace);
    for (const StreamGap& gap : all) {
        const SliceId launch = origin.launchOf(gap.after);
        found.largest.push_back({trace->slice(gap.after).track, gap, launch,
                                 launch.valid() ? origin.operatorOf(gap.after) : SliceId(),
                                 gapCause(*trace, gap.range, launch)});
    }
    return found;
}

} // namespace lanes
