#include "views/details/PanelHead.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QPainter>
#include <QToolButton>

namespace lanes {
namespace {

constexpr int kHeadHeight = 58;

} // namespace

PanelHead::PanelHead(Appearance& appearance, QWidget* parent)
    : HeadRow(appearance, kHeadHeight, parent) {
    connect(addButton(QStringLiteral("close"), tr("Close the panel")), &QToolButton::clicked, this,
            &PanelHead::closeRequested);
    copy_ = addButton(QStringLiteral("copy"), tr("Copy as text"));
    connect(copy_, &QToolButton::clicked, this, &PanelHead::copyRequested);
    fit_ = addButton(QStringLiteral("fit"), tr("Zoom to this event"));
    connect(fit_, &QToolButton::clicked, this, &PanelHead::fitRequested);
}

// The same again costs nothing: while a session grows its details are told with every snapshot.
void PanelHead::show(std::optional<std::pair<Hue, int>> dot, const QString& first, const QString& second,
                     const QString& tip, Buttons buttons) {
    if (dot_ == dot && first_ == first && second_ == second && toolTip() == tip && shown_ == buttons) {
        return;
    }
    dot_ = std::move(dot);
    first_ = first;
    second_ = second;
    shown_ = buttons;
    setToolTip(tip);
    setAccessibleName(first + QStringLiteral(": ") + second);
    copy_->setVisible(buttons.testFlag(Copy));
    fit_->setVisible(buttons.testFlag(Fit));
    placeButtons();
    update();
}

void PanelHead::showSlice(Hue hue, int shade, const QString& kind, const QString& name,
                          const QString& recorded) {
    show(std::pair(hue, shade), kind, name, recorded, Buttons(Copy) | Fit);
}

void PanelHead::showTitle(const QString& title, const QString& sentence, Buttons buttons) {
    show({}, title, sentence, {}, buttons);
}

void PanelHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const Fonts& fonts = look().fonts();
    const QRectF upper(inner().left(), px(8), inner().width() - buttonsWidth(), px(20));
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
