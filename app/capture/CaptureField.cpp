#include "app/capture/CaptureField.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Style.h"
#include "views/shared/painting/TextLine.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>

#include <utility>

namespace lanes {
namespace {

constexpr int kLabel = 112;
constexpr int kHint = 24;
constexpr int kIcon = 14;

} // namespace

CaptureField::CaptureField(Appearance& appearance, const QString& label, QString icon, const QString& name,
                           QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , label_(label)
    , icon_(std::move(icon))
    , edit_(new QLineEdit(this))
    , symbol_(edit_->addAction(QIcon(), QLineEdit::LeadingPosition))
    , trouble_(edit_->addAction(QIcon(), QLineEdit::TrailingPosition))
    , line_(new QHBoxLayout) {
    auto* column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->addLayout(line_);
    column->addStretch(1);
    line_->setSpacing(8);
    line_->addWidget(edit_, 1);
    edit_->setObjectName(name);
    edit_->setAccessibleName(label);
    trouble_->setVisible(false);
    setFocusProxy(edit_);
    connect(&appearance_, &Appearance::changed, this, &CaptureField::tint);
    tint();
}

QString CaptureField::text() const {
    return edit_->text().trimmed();
}

void CaptureField::addButton(QWidget* button) {
    line_->addWidget(button);
}

void CaptureField::say(Tone tone, const QString& hint) {
    tone_ = tone;
    hint_ = hint;
    trouble_->setVisible(tone == Tone::Bad);
    edit_->setProperty(Style::kInvalid, tone == Tone::Bad);
    edit_->setAccessibleDescription(hint);
    setToolTip(hint);
    edit_->update();
    update();
}

void CaptureField::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    symbol_->setIcon(appearance_.icons().icon(icon_, theme.text3, theme.text3));
    trouble_->setIcon(appearance_.icons().icon(QStringLiteral("warning"), theme.bad, theme.bad));
    layout()->setContentsMargins(fonts.scaled(kLabel), 0, 0, 0);
    setFixedHeight(edit_->sizeHint().height() + fonts.scaled(kHint));
    update();
}

void CaptureField::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    drawTextLine(painter, {0, 0, qreal(edit_->x()), qreal(edit_->height())}, label_, fonts.sans(),
                 theme.text2);
    if (hint_.isEmpty()) {
        return;
    }
    const QRectF line(edit_->x(), edit_->geometry().bottom() + 1, width() - edit_->x(), fonts.scaled(kHint));
    QColor color = theme.text3;
    const char* icon = nullptr;
    switch (tone_) {
    case Tone::Quiet:
        break;
    case Tone::Good:
        color = theme.good;
        icon = "check";
        break;
    case Tone::Warning:
        color = theme.warn;
        icon = "warning";
        break;
    case Tone::Bad:
        color = theme.bad;
        icon = "warning";
        break;
    }
    qreal x = line.left();
    if (icon != nullptr) {
        const int size = fonts.scaled(kIcon);
        appearance_.icons().paint(painter, {x, line.center().y() - size / 2.0}, QString::fromLatin1(icon),
                                  size, color);
        x += fonts.scaled(kIcon + 6);
    }
    const bool spoken = tone_ == Tone::Bad || tone_ == Tone::Warning;
    drawTextLine(painter, {x, line.top(), line.right() - x, line.height()}, hint_,
                 fonts.sans(Fonts::kSmall, spoken ? 500 : 400), spoken ? color : theme.text2, Qt::AlignLeft,
                 tone_ == Tone::Quiet ? Qt::ElideMiddle : Qt::ElideRight);
}

} // namespace lanes
