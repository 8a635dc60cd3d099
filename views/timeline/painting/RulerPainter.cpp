#include "views/timeline/painting/RulerPainter.h"

#include "views/shared/painting/Ticks.h"
#include "views/shared/text/Text.h"
#include "views/timeline/painting/LanePainter.h"

namespace lanes {

namespace {

constexpr double kApart = 96; // logical pixels between marks, at least

} // namespace

TimeNs rulerStep(const TimeScale& scale, const Metrics& metrics) {
    return niceStep(scale.nsPerPixel() * metrics.px(kApart));
}

void paintRuler(QImage& image, const TimelineGeometry& geometry, PaintTools& tools, const TimeScale& scale,
                const RulerTime& time) {
    const Theme& theme = tools.theme;
    const int hair = tools.metrics.hairline();
    const int head = geometry.head;
    const int height = geometry.ruler;
    fillRect(image, {0, 0, geometry.width, height}, opaque(theme.panel));
    const TimeRange view = scale.range();
    const TimeNs origin = time.origin;
    const TimeNs step = rulerStep(scale, tools.metrics);
    const TimeNs minor = std::max<TimeNs>(1, step / 5);
    const auto mark = [&](TimeNs t, int length, const QColor& color) {
        fillRect(image, {head + scale.toPixel(t), height - length, hair, length}, opaque(color));
    };
    const TimeRange fromOrigin{view.begin - origin, view.end - origin};
    for (const TimeNs t : ticksIn(fromOrigin, minor)) {
        mark(t + origin, tools.px(4), theme.line2);
    }
    QPainter painter(&image);
    painter.setClipRect(head, 0, geometry.lanesWidth(), height);
    const TextLook look{Fonts::kSmall, 400, theme.text2};
    // One unit all along, that of the far end: the cursor, the range and the details say times in it, too.
    const TimeNs far = std::max(std::abs(view.begin - origin), std::abs(view.end - origin));
    for (const TimeNs tick : ticksIn(fromOrigin, step)) {
        const TimeNs t = tick + origin;
        const int x = head + scale.toPixel(t);
        const QString text = time.text(t, step, std::max<TimeNs>(far, 1));
        fillRect(image, {x, height - tools.px(8), hair, tools.px(8)}, opaque(theme.text3));
        if (x + tools.px(8) + textWidth(tools, text, look) < geometry.width) {
            paintText(painter, tools,
                      {x + tools.px(4), tools.px(2), geometry.width - x, height - tools.px(6)}, text, look);
        }
    }
    painter.end();
    fillRect(image, {0, height - hair, geometry.width, hair}, opaque(theme.line));
    fillRect(image, {head - hair, 0, hair, height}, opaque(theme.line2));
}

void paintFoundTicks(QImage& image, const TimelineGeometry& geometry, PaintTools& tools, const DrawList& list,
                     const TimeScale& scale) {
    const Stretch stretch = stretchOf(list.scale, scale);
    const int tall = tools.px(4);
    const int top = geometry.ruler - tools.metrics.hairline() - tall;
    for (const std::uint16_t column : list.foundColumns) {
        const int x = geometry.head + stretch.map(column, geometry.lanesWidth() - 1);
        fillRect(image, {x, top, tools.px(2), tall}, opaque(tools.theme.match));
    }
}

} // namespace lanes
