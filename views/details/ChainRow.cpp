#include "views/details/ChainRow.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QPainter>

#include <utility>

namespace lanes {
namespace {

constexpr int kHeight = 42;
constexpr int kBadge = 20;

} // namespace

ChainRow::ChainRow(Appearance& appearance, Content content, QWidget* parent)
    : PanelButton(appearance, kHeight, content.link, parent)
    , content_(std::move(content)) {
    setText(content_.title + QLatin1Char(' ') + content_.value);
    setAccessibleName(QString::number(content_.number) + QLatin1Char(' ') + text() +
                      (content_.detail.isEmpty() ? QString() : QStringLiteral(", ") + content_.detail));
    setToolTip(content_.title + QLatin1Char('\n') + content_.detail);
}

void ChainRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const Fonts& fonts = look().fonts();
    paintBack(painter);
    const QRectF badge(inner().left(), px(3), px(kBadge), px(kBadge));
    if (!content_.last) {
        verticalLine(painter, badge.center().x(), badge.bottom() + 2, height() - badge.bottom() - 1,
                     theme.line2);
    }
    const bool first = content_.number == 1;
    if (first) {
        fillRounded(painter, badge, badge.width() / 2, theme.select);
    } else {
        strokeRounded(painter, badge, badge.width() / 2, theme.line2, 1);
    }
    drawTextLine(painter, badge, QString::number(content_.number), fonts.sans(Fonts::kSmall, 600),
                 first ? theme.canvas : theme.text, Qt::AlignHCenter);
    QRectF upper(badge.right() + px(10), px(3), inner().right() - badge.right() - px(10), px(kBadge));
    QRectF lower = upper.translated(0, px(17));
    const qreal value = drawTextLine(painter, upper, content_.value, fonts.sans(Fonts::kBody, 600),
                                     theme.text, Qt::AlignRight);
    const qreal how =
        drawTextLine(painter, lower, content_.how, fonts.sans(Fonts::kSmall), theme.text3, Qt::AlignRight);
    upper.setRight(upper.right() - value - px(8));
    lower.setRight(lower.right() - how - px(8));
    drawTextLine(painter, upper, content_.title, fonts.sans(Fonts::kBody, 600),
                 content_.link ? theme.accent : theme.text, Qt::AlignLeft, Qt::ElideMiddle);
    drawTextLine(painter, lower, content_.detail, fonts.sans(Fonts::kSmall), theme.text2, Qt::AlignLeft,
                 Qt::ElideMiddle);
}

} // namespace lanes
