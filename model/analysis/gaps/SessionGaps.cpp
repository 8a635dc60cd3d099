#include "model/analysis/gaps/SessionGaps.h"

#include "model/analysis/operators/EventOrigin.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace lanes {

namespace {

struct Found {
    TrackId track;
    const StreamGap* gap;
};

template<class Idle>
void count(Idle& idle, std::span<const StreamGap> gaps, TrackId track, std::vector<Found>& all) {
    for (const StreamGap& gap : gaps) {
        ++idle.gaps;
        idle.idle += gap.range.length();
        all.push_back({track, &gap});
    }
}

} // namespace

SessionGaps gapsOfSession(const GapData& data, std::optional<TimeRange> range, std::size_t most, GapsOf of,
                          const std::stop_token& stop) {
    const auto within = [&range](const std::vector<StreamGap>& gaps) {
        return range ? gapsWithin(gaps, *range) : std::span<const StreamGap>(gaps);
    };
    const WorkTimeline& work = data.work();
    SessionGaps found;
    std::vector<Found> all;
    for (const WorkTimeline::Stream& stream : work.streams()) {
        StreamIdle idle{stream.track};
        count(idle, within(stream.gaps), stream.track, all);
        if (idle.gaps > 0) {
            found.streams.push_back(idle);
        }
    }
    for (std::size_t whole = 0; whole < work.wholes().size(); ++whole) {
        DeviceIdle idle{work.devices().all()[work.wholes()[whole].device]};
        count(idle, within(work.wholes()[whole].gaps), {}, all);
        idle.byCause = data.byCause(whole, range);
        found.devices.push_back(std::move(idle));
    }
    if (of != GapsOf::Both) {
        std::erase_if(all, [of](const Found& f) { return f.track.valid() != (of == GapsOf::Streams); });
    }
    const std::size_t kept = most == 0 ? all.size() : std::min(most, all.size());
    std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(kept), {}, [](const Found& f) {
        return std::tuple(-f.gap->range.length(), f.gap->range.begin, f.track);
    });
    all.resize(kept);
    const EventOrigin origin(data.trace());
    for (const Found& one : all) {
        if (stop.stop_requested()) {
            break;
        }
        const SliceId launch = origin.launchOf(one.gap->after);
        found.largest.push_back({one.track, *one.gap, launch,
                                 launch.valid() ? origin.operatorOf(one.gap->after) : SliceId(),
                                 data.causesOf(*one.gap, one.track)});
    }
    return found;
}

} // namespace lanes
