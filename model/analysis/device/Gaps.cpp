#include "model/analysis/device/Gaps.h"

#include "model/trace/LaneGroup.h"

#include <algorithm>
#include <utility>

namespace lanes {

std::vector<StreamGap> gapsOf(const Trace& trace, TrackId track) {
    std::vector<std::pair<TimeRange, SliceId>> work;
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t i = 0; segment->track == track && i < segment->size(); ++i) {
            if (groupOf(segment->kind[i]) == LaneGroup::Device) {
                work.push_back({{segment->start[i], segment->end(i)}, SliceId(segment->first + i)});
            }
        }
    }
    std::ranges::sort(work, {}, [](const auto& slice) { return std::pair(slice.first.begin, slice.second); });
    std::vector<StreamGap> gaps;
    const std::pair<TimeRange, SliceId>* last = nullptr; // of those before, the one that ended last
    for (const auto& slice : work) {
        if (last != nullptr && slice.first.begin > last->first.end) {
            gaps.push_back({{last->first.end, slice.first.begin}, last->second, slice.second});
        }
        last = last == nullptr || slice.first.end >= last->first.end ? &slice : last;
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
