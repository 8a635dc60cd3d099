#include "views/timeline/painting/PausePainter.h"

#include "model/trace/RecordingKey.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
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

} // namespace

void paintPauses(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                 const TimeScale& scale, const Trace& trace) {
    paintLane(painter, geometry, tools, scale, trace, laneOf(trace, kRecordingKey),
              QCoreApplication::translate("PausePainter", "Recording paused, %1"));
    paintLane(painter, geometry, tools, scale, trace, laneOf(trace, kOutsideKey),
              QCoreApplication::translate("PausePainter", "Outside of the filter, %1"));
}

} // namespace lanes
