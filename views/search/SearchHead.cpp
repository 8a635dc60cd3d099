#include "views/search/SearchHead.h"

#include "views/shared/Appearance.h"
#include "views/shared/Style.h"
#include "views/shared/TextLine.h"

#include <QPainter>
#include <QToolButton>

namespace lanes {
namespace {

constexpr int kHeight = 54;
constexpr int kButton = 24;

} // namespace

SearchHead::SearchHead(Appearance& appearance, QWidget* parent)
    : PanelRow(appearance, kHeight, parent) {
    connect(makeButton(QStringLiteral("close"), tr("End the search (Esc)")), &QToolButton::clicked, this,
            &SearchHead::closeRequested);
    connect(makeButton(QStringLiteral("forward"), tr("Next match (N)")), &QToolButton::clicked, this,
            [this] { Q_EMIT stepRequested(true); });
    connect(makeButton(QStringLiteral("back"), tr("Previous match (Shift+N)")), &QToolButton::clicked, this,
            [this] { Q_EMIT stepRequested(false); });
    connect(&appearance, &Appearance::changed, this, &SearchHead::tint);
    tint();
}

QToolButton* SearchHead::makeButton(const QString& icon, const QString& text) {
    auto* made = new QToolButton(this);
    made->setToolTip(text);
    made->setAccessibleName(text);
    made->setProperty(Style::kGhost, true);
    made->setFocusPolicy(Qt::TabFocus);
    buttons_.emplace_back(made, icon);
    return made;
}

void SearchHead::tint() {
    const Theme& theme = look().theme();
    for (const auto& [button, icon] : buttons_) {
        button->setIconSize(QSize(px(14), px(14)));
        button->setIcon(look().icons().icon(icon, theme.text3, theme.line2, px(14)));
    }
    resizeEvent(nullptr);
}

void SearchHead::resizeEvent(QResizeEvent* event) {
    Q_UNUSED(event);
    int right = width() - px(kPanelPadding) + px(5);
    for (const auto& [button, icon] : buttons_) {
        button->setGeometry(right - px(kButton), px(6), px(kButton), px(kButton));
        right -= px(kButton);
    }
}

void SearchHead::setTexts(const QString& search, const QString& summary, bool wrong) {
    search_ = search;
    summary_ = summary;
    wrong_ = wrong;
    setAccessibleName(search_ + QStringLiteral(": ") + summary_);
    setToolTip(summary_);
    update();
}

void SearchHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = look().theme();
    const Fonts& fonts = look().fonts();
    const auto buttons = static_cast<int>(buttons_.size()) * px(kButton);
    drawTextLine(painter, {inner().left(), qreal(px(8)), inner().width() - buttons, qreal(px(20))}, search_,
                 fonts.sans(Fonts::kTitle, 600), theme.text, Qt::AlignLeft, Qt::ElideMiddle);
    drawTextLine(painter, {inner().left(), qreal(px(28)), inner().width(), qreal(px(18))}, summary_,
                 fonts.sans(Fonts::kSmall), wrong_ ? theme.warn : theme.text2);
}

} // namespace lanes
