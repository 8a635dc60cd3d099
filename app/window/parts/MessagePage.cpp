#include "app/window/parts/MessagePage.h"

#include "app/window/parts/IconLabel.h"
#include "app/window/parts/ProgressLine.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanes {
namespace {

constexpr int kMessageWidth = 520;
constexpr int kIconSize = 24;
constexpr int kStretches = 2; // before and after the buttons

} // namespace

MessagePage::MessagePage(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , icon_(new IconLabel(appearance, this))
    , title_(new QLabel(this))
    , text_(new QLabel(this))
    , bar_(new ProgressLine(appearance, this))
    , buttons_(new QHBoxLayout) {
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text_->setAlignment(Qt::AlignHCenter);
    title_->setAlignment(Qt::AlignHCenter);
    for (QWidget* widget : {static_cast<QWidget*>(icon_), static_cast<QWidget*>(title_),
                            static_cast<QWidget*>(text_), static_cast<QWidget*>(bar_)}) {
        widget->setFixedWidth(kMessageWidth);
    }
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addStretch(2);
    column->addWidget(icon_, 0, Qt::AlignHCenter);
    column->addWidget(title_, 0, Qt::AlignHCenter);
    column->addWidget(text_, 0, Qt::AlignHCenter);
    column->addSpacing(4);
    column->addWidget(bar_, 0, Qt::AlignHCenter);
    column->addSpacing(8);
    buttons_->setSpacing(8);
    buttons_->addStretch(1);
    buttons_->addStretch(1);
    column->addLayout(buttons_);
    column->addStretch(3);
    connect(&appearance_, &Appearance::changed, this, &MessagePage::tint);
    tint();
}

void MessagePage::setMessage(const QString& icon, const QString& title, const QString& text,
                             double progress) {
    iconName_ = icon;
    progress_ = progress;
    title_->setText(title);
    text_->setText(text);
    bar_->setVisible(progress >= 0);
    bar_->setShare(progress);
    setAccessibleName(title + QStringLiteral(". ") + text);
    tint();
}

QString MessagePage::text() const {
    return text_->text();
}

void MessagePage::addButton(const QString& text, const std::function<void()>& pressed) {
    auto* button = new QPushButton(text, this);
    button->setProperty(Style::kPrimary, !hasButtons());
    connect(button, &QPushButton::clicked, this, pressed);
    buttons_->insertWidget(buttons_->count() - 1, button);
}

bool MessagePage::hasButtons() const {
    return buttons_->count() > kStretches;
}

void MessagePage::clearButtons() {
    while (hasButtons()) {
        QLayoutItem* item = buttons_->takeAt(1);
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
}

void MessagePage::tint() {
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto label = [](QLabel* one, const QFont& font, const QColor& color) {
        QPalette palette = one->palette();
        palette.setColor(QPalette::WindowText, color);
        one->setPalette(palette);
        one->setFont(font);
    };
    label(title_, fonts.sans(16, 600), theme.text);
    label(text_, fonts.sans(), theme.text2);
    const QColor color = iconName_ == QLatin1String("warning") ? theme.bad : theme.text3;
    icon_->setIcon(iconName_, fonts.scaled(kIconSize), color);
    update();
}

void MessagePage::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    fillSnapped(painter, rect(), appearance_.theme().canvas);
}

} // namespace lanes
