#include "app/capture/sheet/CaptureField.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"
#include "views/shared/painting/TextLine.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace lanes {
namespace {

constexpr int kLabel = 112;
constexpr int kHint = 24;
constexpr int kIcon = 14;
constexpr int kCommandBox = 28;
constexpr int kCommandInset = 8;
constexpr double kCommandRadius = 5;

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

QString CaptureField::hint() const {
    QString whole = hint_;
    for (const QString& more : {remedy_, command_}) {
        whole += more.isEmpty() ? QString() : QLatin1Char(' ') + more;
    }
    return whole;
}

void CaptureField::say(Tone tone, const QString& hint, const QString& remedy, const QString& command) {
    tone_ = tone;
    hint_ = hint;
    remedy_ = remedy;
    command_ = command;
    fit();
    trouble_->setVisible(tone == Tone::Bad);
    edit_->setProperty(Style::kInvalid, tone == Tone::Bad);
    edit_->setAccessibleDescription(this->hint());
    setToolTip(this->hint());
    edit_->update();
    update();
}

void CaptureField::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    symbol_->setIcon(appearance_.icons().icon(icon_, theme.text3, theme.text3));
    trouble_->setIcon(appearance_.icons().icon(QStringLiteral("warning"), theme.bad, theme.bad));
    layout()->setContentsMargins(fonts.scaled(kLabel), 0, 0, 0);
    fit();
}

void CaptureField::makeCopy() {
    copy_ = new QPushButton(this);
    copy_->setProperty(Style::kGhost, true);
    copy_->setToolTip(tr("Copies the command"));
    copy_->setAccessibleName(tr("Copy the command"));
    connect(copy_, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(command_); });
    setTabOrder(edit_, copy_);
}

// The hint's line, one of what helps, and the command in a box of its own.
void CaptureField::fit() {
    const auto px = [this](int at100) { return appearance_.fonts().scaled(at100); };
    const int lines = 1 + (remedy_.isEmpty() ? 0 : 1);
    const int top = edit_->sizeHint().height() + px(kHint) * lines;
    setFixedHeight(top + (command_.isEmpty() ? 0 : px(kCommandBox + kHint / 4)));
    if (!command_.isEmpty() && copy_ == nullptr) {
        makeCopy();
    }
    if (copy_ != nullptr) {
        const QColor color = appearance_.theme().text2;
        copy_->setIcon(appearance_.icons().icon(QStringLiteral("copy"), color, color));
        copy_->setVisible(!command_.isEmpty());
        copy_->setGeometry(width() - px(kCommandBox), top, px(kCommandBox), px(kCommandBox));
    }
    update();
}

void CaptureField::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void CaptureField::paintRemedy(QPainter& painter, qreal left, qreal top) const {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const QRectF line(left, top, width() - left, fonts.scaled(kHint));
    if (!remedy_.isEmpty()) {
        drawTextLine(painter, line, remedy_, fonts.sans(Fonts::kSmall), theme.text2);
        top = line.bottom();
    }
    if (!command_.isEmpty()) {
        const QRectF box(left, top, width() - left, fonts.scaled(kCommandBox));
        fillRounded(painter, box, kCommandRadius, theme.canvas);
        strokeRounded(painter, box, kCommandRadius, theme.line);
        const int inset = fonts.scaled(kCommandInset);
        drawTextLine(painter, box.adjusted(inset, 0, -box.height() - inset, 0), command_,
                     fonts.mono(Fonts::kSmall), theme.text);
    }
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
    paintRemedy(painter, x, line.bottom());
}

} // namespace lanes
