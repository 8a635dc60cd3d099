#include "views/range/RangeRow.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kHeight = 30;
constexpr int kValue = 68;
constexpr int kCount = 60;

} // namespace

RangeRow::RangeRow(Appearance& appearance, Content content, QWidget* parent)
    : PanelRow(appearance, kHeight, parent)
    , content_(std::move(content)) {
    setToolTip(content_.tip);
    setAccessibleName(content_.name + QLatin1Char(' ') + content_.count + QLatin1Char(' ') + content_.value);
}

void RangeRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const QFont body = look().fonts().sans();
    const QRectF line(inner().left() + px(16), 0, inner().width() - px(16), px(20));
    fillRounded(painter, {inner().left(), qreal(px(6)), qreal(px(8)), qreal(px(8))}, 2, content_.color);
    drawTextLine(painter, line.adjusted(0, 0, -px(kValue + kCount), 0), content_.name, body, theme.text,
                 Qt::AlignLeft, Qt::ElideMiddle);
    drawTextLine(painter, line.adjusted(0, 0, -px(kValue), 0), content_.count,
                 look().fonts().sans(Fonts::kSmall), theme.text3, Qt::AlignRight);
    drawTextLine(painter, line, content_.value, look().fonts().sans(Fonts::kBody, 500), theme.text,
                 Qt::AlignRight);
    const QRectF track(line.left(), px(21), line.width(), px(3));
    fillSnapped(painter, track, theme.track);
    if (content_.share > 0) {
        const double width = std::max(1., track.width() * std::min(1., content_.share));
        fillSnapped(painter, {track.left(), track.top(), width, track.height()}, content_.color);
    }
}

} // namespace lanes
