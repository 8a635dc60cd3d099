#include "views/timeline/painting/LivePainter.h"

#include "views/shared/look/Shapes.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanes {

namespace {

void paintEnd(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools, int end) {
    const int hair = tools.metrics.hairline();
    painter.fillRect(QRect(end + hair, geometry.ruler, geometry.width - end - hair, geometry.rowsHeight()),
                     tools.theme.groupBg);
    painter.fillRect(QRect(end, geometry.ruler - tools.px(6), hair, geometry.height), tools.theme.bad);
    const double head = tools.px(6);
    fillRounded(painter, QRectF(end + hair / 2. - head / 2, geometry.ruler - tools.px(12), head, head),
                head / 2, tools.theme.bad);
}

} // namespace

QRect paintLive(QPainter& painter, const TimelineGeometry& geometry, PaintTools& tools,
                const TimeScale& scale, const LiveState& live) {
    const int end = geometry.head + scale.toPixel(live.end);
    const bool seen = end >= geometry.head && end < geometry.width;
    if (seen) {
        paintEnd(painter, geometry, tools, end);
    }
    const TimeNs ahead = std::max<TimeNs>(0, live.end - scale.range().end);
    const QString text =
        live.following ? QCoreApplication::translate("LivePainter", "Following")
        : ahead > 0 ? QCoreApplication::translate("LivePainter", "End %1 ahead").arg(durationText(ahead, 3))
                    : QCoreApplication::translate("LivePainter", "Follow the end");
    const QColor ink = live.following ? tools.theme.accentText : tools.theme.text;
    const TextLook look{Fonts::kSmall, 600, ink};
    const int width = textWidth(tools, text, look) + tools.px(34);
    const int right = (seen ? end : geometry.width) - tools.px(8);
    const QRect pill(std::max(geometry.head, right - width), tools.px(3), width, tools.px(22));
    const double radius = pill.height() / 2.;
    fillRounded(painter, pill, radius, live.following ? tools.theme.accent : tools.theme.overlay);
    if (!live.following) {
        strokeRounded(painter, pill, radius, tools.theme.line2, tools.metrics.hairline());
    }
    paintIcon(painter, tools, pill.left() + tools.px(8), pill.top() + tools.px(4), QStringLiteral("follow"),
              14, ink);
    paintText(painter, tools, pill.adjusted(tools.px(26), 0, 0, 0), text, look);
    return pill;
}

} // namespace lanes
