#include "views/shared/panels/HeadRow.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Style.h"

#include <QToolButton>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kButton = 24;
constexpr int kTop = 5;

} // namespace

HeadRow::HeadRow(Appearance& appearance, int height, QWidget* parent)
    : PanelRow(appearance, height, parent) {
    connect(&appearance, &Appearance::changed, this, &HeadRow::tint);
}

QToolButton* HeadRow::addButton(const QString& icon, const QString& text) {
    auto* made = new QToolButton(this);
    made->setToolTip(text);
    made->setAccessibleName(text);
    made->setProperty(Style::kGhost, true);
    made->setFocusPolicy(Qt::TabFocus);
    buttons_.emplace_back(made, icon);
    tint();
    return made;
}

void HeadRow::tint() {
    const Theme& theme = look().theme();
    for (const auto& [button, icon] : buttons_) {
        button->setIconSize(QSize(px(14), px(14)));
        button->setIcon(look().icons().icon(icon, theme.text3, theme.line2, px(14)));
    }
    placeButtons();
}

void HeadRow::placeButtons() {
    int right = width() - px(kPanelPadding) + px(5);
    for (const auto& [button, icon] : buttons_) {
        button->setGeometry(right - px(kButton), px(kTop), px(kButton), px(kButton));
        if (!button->isHidden()) {
            right -= px(kButton);
        }
    }
}

int HeadRow::buttonsWidth() const {
    return px(kButton) * static_cast<int>(std::ranges::count_if(
                             buttons_, [](const auto& button) { return !button.first->isHidden(); }));
}

void HeadRow::resizeEvent(QResizeEvent* event) {
    PanelRow::resizeEvent(event);
    placeButtons();
}

} // namespace lanes
