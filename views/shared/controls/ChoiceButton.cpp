#include "views/shared/controls/ChoiceButton.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <cmath>
#include <utility>

namespace lanes {
namespace {

constexpr int kHeight = 26;
constexpr int kRoom = 36; // padding and arrow together
constexpr int kGap = 6;   // between label and choice

} // namespace

ChoiceButton::ChoiceButton(Appearance& appearance, QString label, QStringList choices, QWidget* parent)
    : QAbstractButton(parent)
    , appearance_(appearance)
    , label_(std::move(label))
    , choices_(std::move(choices)) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::clicked, this, &ChoiceButton::popUp);
    connect(&appearance_, &Appearance::changed, this, &ChoiceButton::refit);
    makeMenu_ = [this] { return choiceMenu(); };
    setCurrent(0);
}

void ChoiceButton::setCurrent(int index) {
    current_ = index;
    value_ = choices_.value(index);
    refit();
}

void ChoiceButton::setChoices(const QStringList& choices) {
    if (choices != choices_) {
        choices_ = choices;
        setCurrent(0);
    }
}

void ChoiceButton::setMenu(const QString& value, std::function<QMenu*()> makeMenu) {
    value_ = value;
    makeMenu_ = std::move(makeMenu);
    refit();
}

void ChoiceButton::setTerse(bool terse) {
    if (std::exchange(terse_, terse) != terse) {
        refit();
    }
}

int ChoiceButton::labelWidth() const {
    const Fonts& fonts = appearance_.fonts();
    return static_cast<int>(std::ceil(textWidth(label_, fonts.sans()))) + fonts.scaled(kGap);
}

void ChoiceButton::refit() {
    setText(label_ + QLatin1Char(' ') + value_);
    setAccessibleName(text());
    setToolTip(terse_ ? label_ : QString());
    setFixedSize(sizeHint());
    update();
}

QSize ChoiceButton::sizeHint() const {
    const Fonts& fonts = appearance_.fonts();
    const auto value = static_cast<int>(std::ceil(textWidth(value_, fonts.sans(Fonts::kBody, 500))));
    return {(terse_ ? 0 : labelWidth()) + value + fonts.scaled(kRoom), fonts.scaled(kHeight)};
}

QMenu* ChoiceButton::choiceMenu() {
    auto* menu = new QMenu(this);
    for (int i = 0; i < choices_.size(); ++i) {
        QAction* entry = menu->addAction(choices_[i]);
        entry->setCheckable(true);
        entry->setChecked(i == current_);
        connect(entry, &QAction::triggered, this, [this, i] {
            if (i != current_) {
                setCurrent(i);
                Q_EMIT chosen(i);
            }
        });
        if (i == current_) {
            menu->setActiveAction(entry);
        }
    }
    return menu;
}

void ChoiceButton::popUp() {
    QMenu* menu = makeMenu_();
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(mapToGlobal(QPoint(0, height() + 2)));
}

void ChoiceButton::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
        popUp();
    } else {
        QAbstractButton::keyPressEvent(event);
    }
}

void ChoiceButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    fillRounded(painter, rect(), 5, isDown() ? theme.pressed : underMouse() ? theme.hover : theme.raised);
    strokeRounded(painter, rect(), 5, hasFocus() ? theme.accent : theme.line2, hasFocus() ? 2 : 0);
    QRectF text = QRectF(rect()).adjusted(fonts.scaled(10), 0, 0, 0);
    if (!terse_) {
        const qreal used = drawTextLine(painter, text, label_, fonts.sans(), theme.text2);
        text.setLeft(text.left() + used + fonts.scaled(kGap));
    }
    drawTextLine(painter, text, value_, fonts.sans(Fonts::kBody, 500), theme.text);
    const int arrow = fonts.scaled(10);
    appearance_.icons().paint(painter, {width() - fonts.scaled(20) * 1., (height() - arrow) / 2.},
                              QStringLiteral("down"), arrow, theme.text2);
}

} // namespace lanes
