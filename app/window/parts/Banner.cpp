#include "app/window/parts/Banner.h"

#include "app/window/parts/IconLabel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace lanes {

Banner::Banner(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , icon_(new IconLabel(appearance, this))
    , text_(new QLabel(this))
    , layout_(new QHBoxLayout(this))
    , close_(new QToolButton(this)) {
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    close_->setProperty(Style::kGhost, true);
    close_->setToolTip(tr("Close"));
    close_->setAccessibleName(tr("Close"));
    layout_->setContentsMargins(12, 6, 8, 7);
    layout_->setSpacing(8);
    layout_->addWidget(icon_);
    layout_->addWidget(text_, 1);
    layout_->addWidget(close_);
    connect(close_, &QToolButton::clicked, this, &QWidget::hide);
    connect(&appearance_, &Appearance::changed, this, &Banner::tint);
    hide();
    tint();
}

void Banner::say(Tone tone, const QString& text) {
    if (button_ != nullptr) {
        button_->hide();
        button_->deleteLater(); // it may be its own click that brought us here
        button_ = nullptr;
    }
    tone_ = tone;
    text_->setText(text);
    setAccessibleName(text);
    tint();
    show();
}

void Banner::say(Tone tone, const QString& text, const QString& button,
                 const std::function<void()>& pressed) {
    pressed_ = pressed;
    // A text that only counts on keeps its button, or nobody could press it. The button does what the newest text says.
    if (isVisibleTo(parentWidget()) && button_ != nullptr && button_->text() == button && tone == tone_) {
        text_->setText(text);
        setAccessibleName(text);
        return;
    }
    say(tone, text);
    button_ = new QPushButton(button, this);
    connect(button_, &QPushButton::clicked, this, [this] {
        const auto act = pressed_; // it may say something else here
        act();
    });
    layout_->insertWidget(2, button_);
}

QString Banner::text() const {
    return text_->text();
}

void Banner::tint() {
    const Theme& theme = appearance_.theme();
    const QColor color = tone_ == Tone::Error ? theme.bad : tone_ == Tone::Warning ? theme.warn : theme.text2;
    const QString name = tone_ == Tone::Info ? QStringLiteral("info") : QStringLiteral("warning");
    icon_->setIcon(name, appearance_.fonts().scaled(16), color);
    close_->setIcon(appearance_.icons().icon(QStringLiteral("close"), theme.text3, theme.text3, 14));
    text_->setFont(appearance_.fonts().sans());
    QPalette palette = text_->palette();
    palette.setColor(QPalette::WindowText, theme.text);
    text_->setPalette(palette);
    update();
}

void Banner::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const QColor fill = tone_ == Tone::Error     ? theme.badSoft
                        : tone_ == Tone::Warning ? theme.warnSoft
                                                 : theme.raised;
    fillSnapped(painter, rect(), fill);
    horizontalLine(painter, 0, height() - hairline(devicePixelRatioF()), width(), theme.line);
}

} // namespace lanes
