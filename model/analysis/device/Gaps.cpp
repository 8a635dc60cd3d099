#include "model/analysis/device/Gaps.h"

#include "model/trace/LaneGroup.h"

#include <algorithm>
#include <utility>

namespace lanes {

std::vector<StreamGap> gapsOf(const Trace& trace, TrackId track) {
    std::vector<std::pair<TimeRange, SliceId>> work;
    const auto [firstLane, lastLane] = trace.lanesOf(track);
    for (std::uint32_t lane = firstLane; lane < lastLane; ++lane) {
        for (const LanePiece& piece : trace.lanes()[lane].pieces) {
            const Segment& segment = *trace.segments()[piece.segment];
            for (std::uint32_t i = piece.begin; i < piece.end; ++i) {
                if (groupOf(segment.kind[i]) == LaneGroup::Device) {
                    work.push_back({{segment.start[i], segment.end(i)}, SliceId(segment.first + i)});
                }
            }
        }
    }
    std::ranges::sort(work, {}, [](const auto& slice) { return std::pair(slice.first.begin, slice.second); });
    std::vector<StreamGap> gaps;
    const std::pair<TimeRange, SliceId>* latest = nullptr; // of those before, the one that ended last
    for (const auto& slice : work) {
        if (latest != nullptr && slice.first.begin > latest->first.end) {
            gaps.push_back({{latest->first.end, slice.first.begin}, latest->second, slice.second});
        }
        latest = latest == nullptr || slice.first.end >= latest->first.end ? &slice : latest;
    }
    return gaps;
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
