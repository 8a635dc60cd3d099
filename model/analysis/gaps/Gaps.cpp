#include "model/analysis/gaps/Gaps.h"

#include "model/base/StopEvery.h"

#include <algorithm>
#include <utility>

namespace lanes {

std::vector<WorkSpan> workOf(const Trace& trace, TrackId track, const std::stop_token& stop) {
    std::vector<WorkSpan> work;
    const auto [firstLane, lastLane] = trace.lanesOf(track);
    for (std::uint32_t lane = firstLane; lane < lastLane; ++lane) {
        for (const LanePiece& piece : trace.lanes()[lane].pieces) {
            const Segment& segment = *trace.segments()[piece.segment];
            for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                if ((i == piece.begin || i % kStopEvery == 0) && stop.stop_requested()) {
                    return {};
                }
                if (isDeviceWork(segment.kind[i])) {
                    work.push_back({{segment.start[i], segment.end(i)}, SliceId(segment.first + i)});
                }
            }
        }
    }
    sortByTime(work);
    return work;
}

void sortByTime(std::vector<WorkSpan>& work) {
    const auto place = [](const WorkSpan& span) { return std::pair(span.range.begin, span.slice); };
    if (!std::ranges::is_sorted(work, {}, place)) {
        std::ranges::sort(work, {}, place);
    }
}

std::vector<StreamGap> gapsBetween(std::span<const WorkSpan> work) {
    std::vector<StreamGap> gaps;
    const WorkSpan* latest = nullptr; // of those before, the one that ended last
    for (const WorkSpan& span : work) {
        if (latest != nullptr && span.range.begin > latest->range.end) {
            gaps.push_back({{latest->range.end, span.range.begin}, latest->slice, span.slice});
        }
        latest = latest == nullptr || span.range.end >= latest->range.end ? &span : latest;
    }
    return gaps;
}

std::vector<StreamGap> gapsOf(const Trace& trace, TrackId track, const std::stop_token& stop) {
    return gapsBetween(workOf(trace, track, stop));
}

std::span<const StreamGap> gapsWithin(const std::vector<StreamGap>& gaps, TimeRange range) {
    const auto first =
        std::ranges::upper_bound(gaps, range.begin, {}, [](const StreamGap& gap) { return gap.range.begin; });
    const auto last = std::ranges::lower_bound(first, gaps.end(), range.end, {},
                                               [](const StreamGap& gap) { return gap.range.end; });
    return {first, last};
}

std::optional<StreamGap> gapAt(const std::vector<StreamGap>& gaps, TimeNs time) {
    const auto after =
        std::ranges::upper_bound(gaps, time, {}, [](const StreamGap& gap) { return gap.range.begin; });
    return after != gaps.begin() && (after - 1)->range.contains(time) ? std::optional(*(after - 1))
                                                                      : std::nullopt;
}

void keepLongest(std::vector<StreamGap>& gaps, std::size_t most) {
    const std::size_t kept = most == 0 ? gaps.size() : std::min(most, gaps.size());
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(kept);
    std::ranges::partial_sort(gaps, middle, [](const StreamGap& a, const StreamGap& b) {
        return std::pair(-a.range.length(), a.range.begin) < std::pair(-b.range.length(), b.range.begin);
    });
    gaps.erase(middle, gaps.end());
}

} // namespace lanes
