#include "views/shared/controls/EmptyState.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/painting/TextLine.h"

#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace lanes {

EmptyState::EmptyState(Appearance& appearance, QString icon, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , icon_(std::move(icon)) {
    connect(&appearance_, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

void EmptyState::setText(const QString& title, const QString& remedy) {
    title_ = title;
    remedy_ = remedy;
    setAccessibleName(title + QLatin1Char(' ') + remedy);
    offer({}, {});
    update();
}

void EmptyState::offer(const QStringList& texts, const std::function<void(int)>& chosen) {
    for (QPushButton* before : std::exchange(offers_, {})) {
        before->hide();
        before->deleteLater(); // perhaps it is what was pressed
    }
    for (const QString& text : texts) {
        auto* button = new QPushButton(text, this);
        connect(button, &QPushButton::clicked, this,
                [chosen, place = static_cast<int>(offers_.size())] { chosen(place); });
        offers_ << button;
        button->show();
    }
    placeOffers();
}

void EmptyState::placeOffers() {
    const Fonts& fonts = appearance_.fonts();
    int y = static_cast<int>(height() * .42) + fonts.scaled(80); // below the text
    for (QPushButton* button : offers_) {
        const QSize size = button->sizeHint().boundedTo({width(), height()});
        button->setGeometry((width() - size.width()) / 2, y, size.width(), size.height());
        y += size.height() + fonts.scaled(8);
    }
}

void EmptyState::resizeEvent(QResizeEvent*) {
    placeOffers();
}

void EmptyState::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    painter.fillRect(rect(), theme.canvas);
    const int side = fonts.scaled(32);
    qreal y = height() * .42 - side - fonts.scaled(20);
    appearance_.icons().paint(painter, {(width() - side) / 2., y}, icon_, side, theme.text3);
    y += side + fonts.scaled(12);
    const QRectF line(fonts.scaled(24), y, width() - fonts.scaled(48), fonts.scaled(20));
    drawTextLine(painter, line, title_, fonts.sans(Fonts::kTitle, 600), theme.text, Qt::AlignHCenter);
    painter.setFont(fonts.sans());
    painter.setPen(theme.text2);
    const qreal width = std::min(line.width(), qreal(fonts.scaled(460)));
    painter.drawText(
        QRectF((this->width() - width) / 2, line.bottom() + fonts.scaled(6), width, fonts.scaled(80)),
        Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, remedy_);
}

} // namespace lanes
