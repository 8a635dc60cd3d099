#include "views/shared/controls/TimeRuler.h"

#include "model/base/TimeScale.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/painting/Ticks.h"
#include "views/shared/text/Text.h"

#include <QPainter>

namespace lanes {
namespace {

constexpr int kTickDistance = 120; // px

} // namespace

void paintTimeRuler(QPainter& painter, const Appearance& look, const QRectF& ruler, qreal bottom,
                    TimeRange range, TimeNs zero) {
    const Theme& theme = look.theme();
    const QFont font = look.fonts().sans(Fonts::kSmall);
    const TimeScale scale(range, static_cast<int>(ruler.width()));
    const TimeNs step = niceStep(double(range.length()) * kTickDistance / ruler.width());
    for (const TimeNs t : ticksIn({range.begin - zero, range.end - zero + 1}, step)) {
        const double x = ruler.left() + scale.toPixelExact(t + zero);
        const QString text = momentText(t, step, range.length());
        if (x < ruler.left() || x + 4 + textWidth(text, font) > ruler.right()) {
            continue; // whole or not at all
        }
        verticalLine(painter, x, ruler.bottom() - 5, 5, theme.line2);
        verticalLine(painter, x, ruler.bottom(), bottom - ruler.bottom(), theme.grid);
        drawTextLine(painter, {x + 4, ruler.top(), kTickDistance, ruler.height()}, text, font, theme.text2);
    }
}

} // namespace lanes
