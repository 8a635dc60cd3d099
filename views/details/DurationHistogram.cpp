#include "views/details/DurationHistogram.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QPainter>

#include <algorithm>

namespace lanes {

DurationHistogram::DurationHistogram(Appearance& appearance, Hue hue, QWidget* parent)
    : PanelRow(appearance, 40, parent)
    , hue_(hue) {}

void DurationHistogram::setSiblings(const Siblings& siblings) {
    siblings_ = siblings;
    setToolTip(tr("%1 events of this name, %2 to %3, median %4", nullptr, pluralOf(siblings.count))
                   .arg(countText(siblings.count), durationText(siblings.shortest),
                        durationText(siblings.longest), durationText(siblings.median)));
    setAccessibleName(toolTip());
    update();
}

void DurationHistogram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const QRectF box = inner();
    const qreal base = px(20);
    horizontalLine(painter, box.left(), base, box.width(), theme.line2);
    if (siblings_.count == 0) {
        return;
    }
    const double most = *std::ranges::max_element(siblings_.histogram);
    const qreal bin = box.width() / Siblings::kBins;
    for (int i = 0; i < Siblings::kBins; ++i) {
        const std::uint32_t here = siblings_.histogram[static_cast<std::size_t>(i)];
        if (here == 0) {
            continue;
        }
        const qreal height = std::max(2.0, px(18) * here / most);
        const QColor color = i == siblings_.ownBin ? theme.select : theme.hueColor(hue_);
        fillSnapped(painter, {box.left() + i * bin, base - height, std::max(1.0, bin - 1), height}, color);
    }
    const QRectF labels(box.left(), base + px(1), box.width(), px(16));
    const QFont font = look().fonts().sans(Fonts::kAxis);
    drawTextLine(painter, labels, durationText(siblings_.shortest), font, theme.text3);
    drawTextLine(painter, labels, durationText(siblings_.longest), font, theme.text3, Qt::AlignRight);
}

} // namespace lanes
