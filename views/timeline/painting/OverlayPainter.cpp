#include "views/timeline/painting/OverlayPainter.h"

#include "model/analysis/path/CriticalPath.h"
#include "model/base/TimeScale.h"
#include "model/trace/RecordingKey.h"
#include "model/trace/Trace.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/PaintTools.h"
#include "views/shared/text/Text.h"
#include "views/timeline/painting/DrawList.h"
#include "views/timeline/painting/FlowPainter.h"
#include "views/timeline/painting/LanePainter.h"
#include "views/timeline/painting/RulerPainter.h"
#include "views/timeline/painting/TimelineGeometry.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace lanes {

namespace {

// The lane of that row of the recording's; nothing if there is none.
std::optional<LaneId> laneOf(const Trace& trace, std::string_view key) {
    for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.tracks()[t];
        if (track.key != key || track.process.value >= trace.processes().size()) {
            continue;
        }
        const Process& process = trace.processes()[track.process.value];
        if (process.key == kRecordingKey && process.kind == Process::Kind::Other) {
            const auto [first, last] = trace.lanesOf(TrackId{t});
            return first < last ? std::optional(LaneId{first}) : std::nullopt;
        }
    }
    return std::nullopt;
}

void paintPause(QPainter& painter, const QRect& box, PaintTools& tools, const QString& text) {
    QColor ink = tools.theme.text3;
    ink.setAlphaF(.28F);
    painter.fillRect(box, QBrush(ink, Qt::BDiagPattern));
    const TextLook look{Fonts::kSmall, 500, tools.theme.text2, TextAlign::Center};
    const int wide = textWidth(tools, text, look) + tools.px(16);
    if (wide < box.width()) {
        const QRect sign(box.center().x() - wide / 2, box.top() + tools.px(6), wide, tools.px(20));
        painter.fillRect(sign, tools.theme.overlay);
        paintText(painter, tools, sign, text, look);
    }
}

// `words`: with a place for the length.
void paintLane(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools, const TimeScale& scale,
               const Trace& trace, std::optional<LaneId> lane, const QString& words) {
    if (!lane) {
        return;
    }
    const TimeRange shown = scale.range();
    int painted = -1; // the last pixel that is part of a pause
    for (SliceId id = trace.firstEndingAfter(*lane, shown.begin); id.valid();) {
        const Trace::Slice pause = trace.slice(id);
        if (pause.start >= shown.end) {
            return;
        }
        const int begin = std::max(painted + 1, std::max(0, scale.toPixel(pause.start)));
        const int end = std::min(geometry.lanesWidth(), scale.toPixel(pause.end()));
        if (end > begin) {
            paintPause(painter, {geometry.head + begin, geometry.ruler, end - begin, geometry.rowsHeight()},
                       tools, words.arg(durationText(pause.duration, 3)));
        }
        painted = std::max(begin, end);
        id = trace.firstEndingAfter(*lane, std::max(pause.end(), scale.toTime(painted)));
    }
}

// Stretches in which the recorder was told to record nothing: hatched over all rows, so that nobody takes them for idle time.
// O(pixels x log pauses + tracks).
void paintPauses(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                 const TimeScale& scale, const Trace& trace) {
    paintLane(painter, geometry, tools, scale, trace, laneOf(trace, kRecordingKey),
              QCoreApplication::translate("PausePainter", "Recording paused, %1"));
    paintLane(painter, geometry, tools, scale, trace, laneOf(trace, kOutsideKey),
              QCoreApplication::translate("PausePainter", "Outside of the filter, %1"));
}

constexpr int kLine = 2;     // px at 100 %
constexpr int kJoinFrom = 3; // narrower segments are not joined: the joins would be all that one sees

// The critical path over the rows: a line under each slice that it goes through, and where it leaves one for another.
// O(pixels x log segments), however many there are.
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

QColor faded(QColor color, double alpha) {
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

// The row that shows a lane, or the nearest one above it that is not folded away.
const DrawRow* rowShowing(const DrawList& list, int row) {
    for (int r = row; r >= 0; r = list.request.rows->rows()[static_cast<std::size_t>(r)].parent) {
        const auto found = std::ranges::find_if(
            list.rows, [r](const DrawRow& drawn) { return drawn.row == r && drawn.outerFrames.empty(); });
        if (found != list.rows.end()) {
            return &*found;
        }
    }
    return nullptr;
}

// The line that names the functions around the view, if that of the lane is one of them.
const DrawRow* outerFramesWith(const DrawList& list, const DrawRow& row, std::uint32_t lane) {
    const std::uint32_t level = lane - list.request.rows->rows()[static_cast<std::size_t>(row.row)].firstLane;
    const auto found = std::ranges::find_if(list.rows, [&](const DrawRow& drawn) {
        return drawn.row == row.row && level < drawn.outerFrames.size();
    });
    return found == list.rows.end() ? nullptr : &*found;
}

} // namespace

std::optional<QRect> sliceRect(const DrawList& list, const TimelineGeometry& geometry, const TimeScale& scale,
                               int scroll, SliceId slice) {
    const TimelineRows& rows = *list.request.rows;
    const auto lane = rows.lod()->laneOf(slice);
    if (!lane) {
        return {};
    }
    const DrawRow* row = rowShowing(list, rows.rowOfLane(*lane));
    if (row == nullptr) {
        return {};
    }
    const Trace::Slice s = rows.trace().slice(slice);
    const int x0 = scale.toPixel(s.start);
    const int x1 = std::max(scale.toPixel(s.end()), x0 + 2);
    const int top = geometry.ruler + list.screenTop(*row, scroll);
    const auto band = std::ranges::find_if(
        row->bands, [&](const Band& b) { return b.paint != Band::Paint::Busy && b.lane == *lane; });
    if (band != row->bands.end()) {
        return QRect(geometry.head + x0, top + band->y, x1 - x0, band->height);
    }
    if (const DrawRow* frames = outerFramesWith(list, *row, *lane)) {
        return QRect(geometry.head + x0, geometry.ruler + list.screenTop(*frames, scroll), x1 - x0,
                     frames->height);
    }
    return QRect(geometry.head + x0, top + row->height / 4, x1 - x0, row->height / 2);
}

namespace {

class Overlay {
public:
    Overlay(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
            const TimeScale& scale, int scroll, const OverlayState& state)
        : painter_(painter)
        , geometry_(geometry)
        , tools_(tools)
        , theme_(tools.theme)
        , list_(list)
        , scale_(scale)
        , scroll_(scroll)
        , state_(state)
        , hair_(tools.metrics.hairline()) {}

    void paint() {
        painter_.save();
        painter_.setClipRect(geometry_.rows());
        if (state_.trace) {
            paintPauses(painter_, geometry_, tools_, scale_, *state_.trace);
        }
        paintSameName();
        paintHover();
        paintMarkLines(painter_, state_.marks, geometry_, tools_);
        if (state_.path) {
            paintPath(painter_, geometry_, tools_, list_, scale_, scroll_, *state_.path);
        }
        for (const SliceId slice : state_.related.slices) {
            outline(slice, false);
        }
        FlowPainter flows(painter_, geometry_, tools_, list_, scale_, scroll_);
        for (const Flow& flow : state_.related.flows) {
            flows.paint(flow, state_.related.selected);
        }
        for (const Flow& flow : list_.flows) {
            flows.paintQuiet(flow);
        }
        outline(state_.related.selected, true);
        paintSpot();
        flows.paintChips();
        paintSteps();
        painter_.setClipRect(geometry_.head, 0, geometry_.lanesWidth(), geometry_.height);
        paintMarkFlags(painter_, state_.marks, tools_);
        painter_.restore();
        paintBrush();
        paintCursor();
    }

private:
    [[nodiscard]] int x(TimeNs t) const { return geometry_.head + scale_.toPixel(t); }
    [[nodiscard]] std::optional<QRect> rectOf(SliceId slice) const {
        auto rect = sliceRect(list_, geometry_, scale_, scroll_, slice);
        if (rect) { // frames of slices that reach far out would leave the painter's range
            const int left = std::max(rect->left(), geometry_.head - tools_.px(8));
            const int right = std::min(rect->right(), geometry_.width + tools_.px(8));
            rect->setLeft(left);
            rect->setRight(right);
        }
        return rect && rect->width() > 0 ? rect : std::nullopt;
    }

    void paintHover() {
        const auto rect = state_.hovered.valid() ? rectOf(state_.hovered) : std::nullopt;
        const QColor light = theme_.dark ? faded(Qt::white, .18) : faded(Qt::black, .10);
        if (rect) {
            painter_.fillRect(*rect, light);
        }
        if (const auto spot = state_.hoveredSpot ? spotRect(*state_.hoveredSpot) : std::nullopt) {
            painter_.fillRect(*spot, light);
        }
    }

    void paintSameName() {
        if (!state_.sameName || !state_.hovered.valid()) {
            return;
        }
        const StringId name = list_.request.rows->trace().slice(state_.hovered).name;
        const Stretch stretch = stretchOf(list_.scale, scale_);
        for (const DrawRow& row : list_.rows) {
            const int top = geometry_.ruler + list_.screenTop(row, scroll_);
            if (top > geometry_.height || top + row.height < geometry_.ruler) {
                continue;
            }
            for (const Band& band : row.bands) {
                if (band.paint != Band::Paint::Boxes) {
                    continue;
                }
                for (const SliceBox& box : band.pixels.boxes) {
                    if (box.name == name) {
                        const int x0 = stretch.map(box.x0, geometry_.lanesWidth());
                        const int x1 = stretch.map(box.x1, geometry_.lanesWidth());
                        painter_.fillRect(geometry_.head + x0, top + band.y, std::max(1, x1 - x0 - hair_),
                                          tools_.px(2), theme_.select);
                    }
                }
            }
        }
    }

    void outline(SliceId slice, bool selected) {
        if (const auto rect = slice.valid() ? rectOf(slice) : std::nullopt) {
            frameAround(*rect, selected);
        }
    }

    // Of the gap, the step, the sample or the instant: at least as wide as one can see.
    [[nodiscard]] std::optional<QRect> spotRect(const SpotPlace& spot) const {
        const DrawRow* row = rowShowing(list_, spot.row);
        if (row == nullptr) {
            return std::nullopt;
        }
        int left = std::max(x(spot.range.begin), geometry_.head - tools_.px(8));
        int right = std::min(x(spot.range.end), geometry_.width + tools_.px(8));
        const int least = tools_.px(row->instants.empty() ? 6 : 14) + 1;
        if (right - left < least) {
            left = (left + right - least) / 2 + 1;
            right = left + least;
        }
        const int inset = tools_.px(row->instants.empty() ? 3 : 2);
        const int top = geometry_.ruler + list_.screenTop(*row, scroll_) + inset;
        return QRect(left, top, right - left, row->height - 2 * inset);
    }

    // What was clicked on, as a selected slice is framed.
    void paintSpot() {
        const auto rect = state_.spot ? spotRect(*state_.spot) : std::nullopt;
        if (rect && state_.spot->idle) {
            paintIdle(*rect, state_.spot->range.length());
        } else if (rect) {
            frameAround(*rect, true);
        }
    }

    // Waiting is hatched, and its frame is dashed: nothing stands there.
    void paintIdle(const QRect& box, TimeNs length) {
        painter_.fillRect(box, theme_.raised);
        paintHatch(painter_, box, theme_.text3, .45, tools_.px(7));
        const int width = tools_.px(2);
        painter_.setRenderHint(QPainter::Antialiasing, false);
        QPen pen(theme_.select, width, Qt::CustomDashLine, Qt::FlatCap, Qt::MiterJoin);
        pen.setDashPattern({3, 2});
        painter_.setPen(pen);
        painter_.setBrush(Qt::NoBrush);
        const int half = width / 2;
        painter_.drawRect(box.adjusted(half, half, -half, -half));
        const QString text =
            QCoreApplication::translate("lanes::Timeline", "idle %1").arg(durationText(length));
        const int wide = textWidth(tools_, text, {Fonts::kSmall, 500}) + tools_.px(16);
        const int high = tools_.px(22);
        if (wide + tools_.px(16) <= box.width() && high + tools_.px(8) <= box.height()) {
            paintChip(painter_, tools_,
                      {box.center().x() - wide / 2, box.center().y() - high / 2, wide, high}, text, false);
        }
    }

    // A number ties the gap, and each slice that led to it, to its line in the panel.
    void paintSteps() {
        const auto gap = state_.spot && !state_.steps.empty() ? spotRect(*state_.spot) : std::nullopt;
        if (!gap) {
            return;
        }
        std::vector<QRect> taken;
        paintBadge(gap->topLeft(), 1, taken);
        for (const GapStep& step : state_.steps) {
            if (const auto rect = rectOf(step.slice)) {
                paintBadge({rect->right() + 1, rect->center().y()}, step.number, taken);
            }
        }
    }

    // About `middle`, kept within the rows; beside those that stand there already.
    void paintBadge(QPoint middle, int number, std::vector<QRect>& taken) {
        const int size = tools_.px(14);
        const int halo = tools_.px(2);
        const QRect rows = geometry_.rows();
        QRect badge(middle.x() - size / 2, middle.y() - size / 2, size, size);
        badge.moveRight(std::min(badge.right(), rows.right() - halo));
        badge.moveLeft(std::max(badge.left(), rows.left() + halo));
        const auto hidden = [&badge](const QRect& other) { return other.intersects(badge); };
        for (std::size_t i = 0; i < taken.size() && std::ranges::any_of(taken, hidden); ++i) {
            badge.translate((badge.right() + size < rows.right() ? 1 : -1) * (size + halo), 0);
        }
        taken.push_back(badge);
        fillRounded(painter_, badge.adjusted(-halo, -halo, halo, halo), size / 2. + halo, theme_.canvas);
        fillRounded(painter_, badge, size / 2., theme_.select);
        paintText(painter_, tools_, badge, QString::number(number),
                  {Fonts::kAxis, 600, theme_.canvas, TextAlign::Center});
    }

    void frameAround(const QRect& rect, bool selected) {
        painter_.setRenderHint(QPainter::Antialiasing, false);
        const int out = selected ? tools_.px(1) : 0;
        const int width = tools_.px(selected ? 2 : 1);
        const auto frame = [&](QRect r, int w, const QColor& color) {
            painter_.fillRect(QRect(r.left(), r.top(), r.width(), w), color);
            painter_.fillRect(QRect(r.left(), r.bottom() + 1 - w, r.width(), w), color);
            painter_.fillRect(QRect(r.left(), r.top(), w, r.height()), color);
            painter_.fillRect(QRect(r.right() + 1 - w, r.top(), w, r.height()), color);
        };
        if (selected && rect.width() > 3 * width) {
            const int inner = width - out;
            frame(rect.adjusted(inner, inner, -inner, -inner), hair_, theme_.canvas);
        }
        frame(rect.adjusted(-out, -out, out, out), width, theme_.select);
    }

    void paintBrush() {
        if (!state_.brush) {
            return;
        }
        const int left = std::clamp(x(state_.brush->begin), geometry_.head, geometry_.width);
        const int right = std::clamp(x(state_.brush->end), geometry_.head, geometry_.width);
        const QRect rows = geometry_.rows();
        const QColor veil = faded(theme_.canvas, .62);
        painter_.fillRect(QRect(rows.left(), rows.top(), left - rows.left(), rows.height()), veil);
        painter_.fillRect(QRect(right, rows.top(), rows.right() + 1 - right, rows.height()), veil);
        painter_.fillRect(QRect(left, rows.top(), right - left, rows.height()), faded(theme_.accent, .05));
        const int top = geometry_.ruler - tools_.px(6);
        for (const auto& [time, edge] :
             {std::pair{state_.brush->begin, left}, std::pair{state_.brush->end, right}}) {
            if (x(time) != edge) {
                continue; // beyond the picture
            }
            painter_.fillRect(edge - (edge == right ? hair_ : 0), top, hair_, geometry_.height - top,
                              theme_.accent);
            const QRectF grip(edge - tools_.px(3), geometry_.ruler + tools_.px(12), tools_.px(6),
                              tools_.px(20));
            fillRounded(painter_, grip, tools_.px(3), theme_.accent);
        }
        const QString length = durationText(state_.brush->length());
        const TextLook look{Fonts::kBody, 600, theme_.accentText, TextAlign::Center};
        const int need = textWidth(tools_, length, look) + tools_.px(12);
        // The ruler stays to be read: its time is on either side of the length.
        painter_.fillRect(QRect(left, top, right - left, tools_.px(3)), theme_.accent);
        QRect pill(0, tools_.px(3), need, tools_.px(18));
        pill.moveLeft(std::clamp((left + right - need) / 2, geometry_.head,
                                 std::max(geometry_.head, geometry_.width - need)));
        fillRounded(painter_, pill, tools_.px(4), theme_.accent);
        paintText(painter_, tools_, pill, length, look);
        if (!state_.snappedTo.isEmpty()) {
            const int width =
                textWidth(tools_, state_.snappedTo, {Fonts::kSmall, 500, theme_.text}) + tools_.px(12);
            paintChip(painter_, tools_,
                      {left + tools_.px(10), geometry_.ruler + tools_.px(10), width, tools_.px(22)},
                      state_.snappedTo, true);
        }
    }

    void paintCursor() {
        if (!state_.cursor) {
            return;
        }
        const int at = x(*state_.cursor);
        if (at < geometry_.head || at >= geometry_.width) {
            return;
        }
        painter_.fillRect(at, geometry_.ruler, hair_, geometry_.rowsHeight(), faded(theme_.text3, .55));
        const TimeNs step = std::max<TimeNs>(1, rulerStep(scale_, tools_.metrics) / 100);
        const TimeNs t = *state_.cursor - state_.time.origin;
        const QString text = state_.time.text(*state_.cursor, step, std::max(std::abs(t), step));
        const TextLook look{Fonts::kSmall, 500, theme_.text};
        const int width = textWidth(tools_, text, look) + tools_.px(12);
        const int left =
            std::clamp(at - width / 2, geometry_.head, std::max(geometry_.head, geometry_.width - width));
        paintChip(painter_, tools_, {left, tools_.px(5), width, tools_.px(18)}, text, false);
    }

    QPainter& painter_;
    const TimelineGeometry& geometry_;
    PaintTools& tools_;
    const Theme& theme_;
    const DrawList& list_;
    const TimeScale& scale_;
    int scroll_;
    const OverlayState& state_;
    int hair_;
};

} // namespace

void paintOverlay(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                  const DrawList& list, const TimeScale& scale, int scroll, const OverlayState& state) {
    Overlay(painter, geometry, tools, list, scale, scroll, state).paint();
}

} // namespace lanes
