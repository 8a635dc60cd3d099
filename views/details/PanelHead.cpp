#include "views/details/PanelHead.h"

#include "views/shared/Appearance.h"
#include "views/shared/Shapes.h"
#include "views/shared/Style.h"
#include "views/shared/TextLine.h"

#include <QPainter>
#include <QToolButton>

namespace lanes {
namespace {

constexpr int kHeight = 58;
constexpr int kButton = 24;

} // namespace

PanelHead::PanelHead(Appearance& appearance, QWidget* parent)
    : PanelRow(appearance, kHeight, parent) {
    connect(button(QStringLiteral("close"), tr("Close the panel")), &QToolButton::clicked, this,
            &PanelHead::closeRequested);
    connect(button(QStringLiteral("copy"), tr("Copy as text")), &QToolButton::clicked, this,
            &PanelHead::copyRequested);
    connect(button(QStringLiteral("fit"), tr("Zoom to this event")), &QToolButton::clicked, this,
            &PanelHead::fitRequested);
    connect(&appearance, &Appearance::changed, this, &PanelHead::tint);
    tint();
}

QToolButton* PanelHead::button(const QString& icon, const QString& text) {
    auto* made = new QToolButton(this);
    made->setToolTip(text);
    made->setAccessibleName(text);
    made->setProperty(Style::kGhost, true);
    made->setFocusPolicy(Qt::TabFocus);
    buttons_.emplace_back(made, icon);
    return made;
}

void PanelHead::tint() {
    const Theme& theme = look().theme();
    for (const auto& [made, icon] : buttons_) {
        made->setIconSize(QSize(px(14), px(14)));
        made->setIcon(look().icons().icon(icon, theme.text3, theme.line2, px(14)));
    }
    place();
}

void PanelHead::place() {
    int right = width() - px(kPanelPadding) + px(5);
    for (const auto& [made, icon] : buttons_) {
        made->setGeometry(right - px(kButton), px(5), px(kButton), px(kButton));
        if (!made->isHidden()) {
            right -= px(kButton);
        }
    }
}

void PanelHead::resizeEvent(QResizeEvent* event) {
    PanelRow::resizeEvent(event);
    place();
}

void PanelHead::showSlice(Hue hue, int shade, const QString& kind, const QString& name) {
    dot_ = {hue, shade};
    first_ = kind;
    second_ = name;
    setToolTip(name);
    setAccessibleName(kind + QStringLiteral(": ") + name);
    buttons_[1].first->setVisible(true);
    buttons_[2].first->setVisible(true);
    place();
    update();
}

void PanelHead::showTitle(const QString& title, const QString& sentence) {
    dot_.reset();
    first_ = title;
    second_ = sentence;
    setToolTip(QString());
    setAccessibleName(title + QStringLiteral(": ") + sentence);
    buttons_[1].first->setVisible(false);
    buttons_[2].first->setVisible(false);
    place();
    update();
}

void PanelHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const Fonts& fonts = look().fonts();
    const qreal shown = dot_ ? 3 : 1;
    const QRectF upper(inner().left(), px(8), inner().width() - shown * px(kButton), px(20));
    const QRectF lower(inner().left(), px(28), inner().width(), px(22));
    if (dot_) {
        fillRounded(painter, {upper.left(), upper.top() + px(6), qreal(px(8)), qreal(px(8))}, 2,
                    theme.hueColor(dot_->first, dot_->second));
        drawTextLine(painter, upper.adjusted(px(16), 0, 0, 0), first_, fonts.sans(Fonts::kSmall, 500),
                     theme.text2);
        drawTextLine(painter, lower, second_, fonts.sans(Fonts::kTitle, 600), theme.text, Qt::AlignLeft,
                     Qt::ElideMiddle);
    } else {
        drawTextLine(painter, upper, first_, fonts.sans(Fonts::kTitle, 600), theme.text);
        drawTextLine(painter, lower.adjusted(0, -px(2), 0, -px(2)), second_, fonts.sans(Fonts::kSmall),
                     theme.text2);
    }
}

} // namespace lanes
