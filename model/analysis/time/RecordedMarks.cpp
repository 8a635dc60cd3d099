#include "model/analysis/time/RecordedMarks.h"

#include <algorithm>

namespace lanes {
namespace {

constexpr std::uint32_t kMarksPointsPerLook = 1U << 16U; // whether to stop

} // namespace

std::vector<RecordedMark> recordedMarks(const Trace& trace, std::size_t most, const std::stop_token& stop) {
    std::vector<bool> isMark; // by layout
    for (const auto& layout : trace.args().layouts) {
        isMark.push_back(layout->phase == 'i' && trace.text(layout->category) == "user_annotation");
    }
    if (std::ranges::find(isMark, true) == isMark.end()) {
        return {};
    }
    std::vector<RecordedMark> marks;
    const PointTable& points = trace.points();
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        if (i % kMarksPointsPerLook == 0 && stop.stop_requested()) {
            return {};
        }
        const LayoutId layout = points.layout[i];
        if (layout.value < isMark.size() && isMark[layout.value]) {
            marks.push_back({points.time[i], i, points.name[i]});
        }
    }
    std::ranges::stable_sort(marks, {}, &RecordedMark::time);
    marks.resize(std::min(marks.size(), most));
    return marks;
}

} // namespace lanes
