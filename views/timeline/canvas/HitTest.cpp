#include "views/timeline/canvas/HitTest.h"

#include "views/timeline/painting/HeaderPainter.h"
#include "views/timeline/rows/RowLayout.h"

#include <algorithm>

namespace lanes {

namespace {

constexpr std::uint32_t kMostPerPixel = 256; // slices of one pixel that are looked at

// The slice of a lane at pixel `x`: the box there, else the longest of what shares the pixel.
SliceId sliceAt(const Band& band, const LodLane& lane, const TimeScale& scale, int x) {
    const auto box =
        std::ranges::partition_point(band.pixels.boxes, [x](const SliceBox& b) { return b.x1 <= x; });
    if (box != band.pixels.boxes.end() && box->x0 <= x) {
        return box->slice;
    }
    for (const int reach : {0, 1, 2}) { // lone nanoseconds need a little mercy
        const TimeRange range{scale.toTime(x - reach), scale.toTime(x + reach + 1)};
        auto [begin, end] = lane.slicesIn({range.begin, std::max(range.end, range.begin + 1)});
        end = std::min(end, begin + kMostPerPixel);
        SliceId longest;
        TimeNs most = -1;
        for (std::uint32_t i = begin; i < end; ++i) {
            const TimeNs duration = lane.end(i) - lane.start(i);
            if (duration > most) {
                most = duration;
                longest = lane.id(i);
            }
        }
        if (longest.valid()) {
            return longest;
        }
    }
    return {};
}

// The mark nearest to pixel `x`; knobs are wider than the column they stand for.
std::optional<InstantMark> instantAt(const DrawRow& row, const TimeScale& list, const TimeScale& scale, int x,
                                     int reach) {
    std::optional<InstantMark> nearest;
    for (const InstantKnob& knob : row.instants) {
        const int away = std::abs(scale.toPixel(list.toTime(knob.mark.x)) - x);
        if (away <= reach) {
            reach = away - 1;
            nearest = knob.mark;
        }
    }
    return nearest;
}

// The row whose lower edge is within reach of `y` (of the rows' area); null if its height is not to be chosen.
const DrawRow* edgeAt(const DrawList& list, const Metrics& metrics, int scroll, int y) {
    constexpr double kReach = 3;
    const int reach = metrics.px(kReach);
    for (const int at : {y, y - reach}) { // a little above its edge, or below
        const DrawRow* row = at >= 0 ? list.rowAt(at, scroll) : nullptr;
        if (row == nullptr || !row->outerFrames.empty()) {
            continue;
        }
        const int away = list.screenTop(*row, scroll) + row->height - y;
        if (std::abs(away) <= reach &&
            isResizable(list.request.rows->rows()[static_cast<std::size_t>(row->row)])) {
            return row;
        }
    }
    return nullptr;
}

} // namespace

Hit hitTest(const DrawList& list, const TimelineGeometry& geometry, const Metrics& metrics,
            const TimeScale& scale, int scroll, QPoint at) {
    Hit hit;
    const int x = std::clamp(at.x() - geometry.head, 0, scale.width() - 1);
    hit.time = scale.toTime(x);
    if (at.y() < geometry.ruler) {
        hit.part = at.x() >= geometry.head ? Hit::Part::Ruler : Hit::Part::Nothing;
        return hit;
    }
    if (const DrawRow* above =
            at.x() < geometry.head ? edgeAt(list, metrics, scroll, at.y() - geometry.ruler) : nullptr) {
        hit.part = Hit::Part::HeaderEdge;
        hit.row = above->row;
        return hit;
    }
    const DrawRow* row = list.rowAt(at.y() - geometry.ruler, scroll);
    if (row == nullptr) {
        return hit;
    }
    hit.row = row->row;
    const int top = geometry.ruler + list.screenTop(*row, scroll);
    const TimelineRow& r = list.request.rows->rows()[static_cast<std::size_t>(row->row)];
    if (at.x() < geometry.head) {
        hit.part = chevronRect(r, top, metrics).contains(at) ? Hit::Part::Chevron : Hit::Part::Header;
        return hit;
    }
    hit.part = Hit::Part::Row;
    constexpr double kReach = 6;
    hit.instant = instantAt(*row, list.scale, scale, x, metrics.px(kReach));
    const auto& lanes = list.request.rows->lod()->lanes();
    for (const Band& band : row->bands) {
        const int y = at.y() - top - band.y;
        if (band.paint != Band::Paint::Busy && y >= 0 && y <= band.height) {
            hit.slice = sliceAt(band, lanes[band.lane], scale, x);
        }
    }
    return hit;
}

namespace {

// The nearest edge of a row's boxes to pixel `x`; `reach` shrinks to how near it is.
void findEdge(const DrawList& list, const DrawRow& row, const TimeScale& scale, int x, int& reach,
              std::optional<Snap>& best) {
    const auto take = [&](TimeNs edge, StringId name, Snap::Edge kind) {
        const int away = std::abs(scale.toPixel(edge) - x);
        if (away < reach) {
            reach = away;
            best = Snap{edge, name, kind};
        }
    };
    const Trace& trace = list.request.rows->trace();
    for (const InstantKnob& knob : row.instants) {
        const Instant& first =
            list.request.rows->instantsOf(list.request.rows->rows()[static_cast<std::size_t>(row.row)])
                .at(knob.mark.first);
        take(first.time, trace.points().name[first.point], Snap::Edge::Instant);
    }
    for (const Band& band : row.bands) {
        if (band.paint != Band::Paint::Boxes) {
            continue;
        }
        auto box = std::ranges::partition_point(band.pixels.boxes,
                                                [&](const SliceBox& b) { return b.x1 + reach < x; });
        for (; box != band.pixels.boxes.end() && box->x0 <= x + reach; ++box) {
            const Trace::Slice slice = trace.slice(box->slice);
            take(slice.start, slice.name, Snap::Edge::Begin);
            take(slice.end(), slice.name, Snap::Edge::End);
        }
    }
}

} // namespace

std::optional<Snap> snapEdge(const DrawList& list, const TimelineGeometry& geometry, const TimeScale& scale,
                             int scroll, QPoint at, int reach) {
    const int x = at.x() - geometry.head;
    std::optional<Snap> best;
    int nearest = reach + 1;
    if (const DrawRow* under = list.rowAt(at.y() - geometry.ruler, scroll)) {
        findEdge(list, *under, scale, x, nearest, best);
    }
    for (auto row = list.rows.begin(); !best && row != list.rows.end(); ++row) {
        findEdge(list, *row, scale, x, nearest, best);
    }
    return best;
}

} // namespace lanes
