#include "views/timeline/painting/PathPainter.h"

#include "views/timeline/painting/OverlayPainter.h"

#include <algorithm>
#include <optional>

namespace lanes {
namespace {

constexpr int kLine = 2;     // px at 100 %
constexpr int kJoinFrom = 3; // narrower segments are not joined: the joins would be all that one sees

} // namespace

void paintPath(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
               const TimeScale& scale, int scroll, const CriticalPath& path) {
    const int left = geometry.head;
    const int right = geometry.head + geometry.lanesWidth();
    const int hair = tools.metrics.hairline();
    QColor join = tools.theme.select;
    join.setAlphaF(.6F);
    std::optional<QRect> before; // the line of the segment before
    const auto endingAfter = [&](auto from, int pixel) {
        const TimeNs time = scale.toTime(pixel);
        return std::partition_point(from, path.segments.end(),
                                    [time](const PathSegment& s) { return s.range.end <= time; });
    };
    for (auto at = endingAfter(path.segments.begin(), 0); at != path.segments.end();) {
        const int x0 = std::max(geometry.head + scale.toPixel(at->range.begin), left);
        const int x1 = std::min(std::max(geometry.head + scale.toPixel(at->range.end), x0 + hair), right);
        if (x0 >= right) {
            break;
        }
        const auto slice =
            at->slice.valid() ? sliceRect(list, geometry, scale, scroll, at->slice) : std::nullopt;
        if (slice) {
            const int height = tools.px(kLine);
            const QRect line(x0, slice->bottom() + 1 - height, x1 - x0, height);
            const bool wide = line.width() >= tools.px(kJoinFrom);
            if (before && wide && before->top() != line.top()) {
                const int top = std::min(before->top(), line.top());
                painter.fillRect(x0, top, hair, std::max(before->bottom(), line.bottom()) + 1 - top, join);
            }
            painter.fillRect(line, tools.theme.select);
            before = wide ? std::optional(line) : std::nullopt;
        }
        at = std::max(at + 1, endingAfter(at, x1 - geometry.head)); // at most one for each pixel
    }
}

} // namespace lanes
