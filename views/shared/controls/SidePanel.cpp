#include "views/shared/controls/SidePanel.h"

#include "views/shared/controls/KeptScroll.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/panels/PanelParts.h"

#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kWideView = 1400;
constexpr int kWidestPanel = 600;

// Px at 100 %, of a panel in a view so wide.
int panelWidth(int view) {
    constexpr int kNarrow = 300;
    constexpr int kUsual = 340;
    return view < kWideView ? kNarrow : std::clamp(view * 3 / 20, kUsual, kWidestPanel);
}

QString titleOf(const QWidget& content) {
    const auto* title = content.findChild<const PanelTitle*>(QString(), Qt::FindDirectChildrenOnly);
    return title != nullptr ? title->content().title : QString();
}

QList<PanelButton*> buttonsOf(const QWidget& content) {
    return content.findChildren<PanelButton*>(QString(), Qt::FindDirectChildrenOnly);
}

} // namespace

SidePanel::SidePanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , outer_(new QVBoxLayout(this))
    , scroll_(new QScrollArea(this)) {
    outer_->setContentsMargins(1, 0, 0, 0); // the line at the left
    outer_->setSpacing(0);
    outer_->addWidget(scroll_, 1);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    begin();
    end();
    connect(&appearance_, &Appearance::changed, this, &SidePanel::restyle);
    restyle();
}

void SidePanel::restyle() {
    setFixedWidth(appearance_.fonts().scaled(panelWidth(view_)));
    QPalette panel = appearance_.theme().palette();
    panel.setColor(QPalette::Window, appearance_.theme().panel);
    scroll_->setPalette(panel);
    update();
}

void SidePanel::fitTo(int viewWidth) {
    const auto view = static_cast<int>(viewWidth / appearance_.fonts().scale());
    if (std::exchange(view_, view) != view) {
        setFixedWidth(appearance_.fonts().scaled(panelWidth(view_)));
    }
}

void SidePanel::begin() {
    delete content_;
    content_ = new QWidget();
    content_->setAutoFillBackground(true);
    rows_ = new QVBoxLayout(content_);
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setSpacing(0);
    rows_->addStretch(1);
    setFoot(nullptr);
}

void SidePanel::end() {
    QScrollBar& bar = *scroll_->verticalScrollBar();
    const int scrolled = bar.value();
    const QList<PanelButton*> before =
        scroll_->widget() != nullptr ? buttonsOf(*scroll_->widget()) : QList<PanelButton*>();
    const auto focused = std::ranges::find_if(before, &QWidget::hasFocus) - before.begin();
    const QString title = titleOf(*content_);
    const bool same = std::exchange(title_, title) == title && !title.isEmpty();
    delete kept_;
    scroll_->setWidget(std::exchange(content_, nullptr)); // and the old one goes
    if (!same) {
        return;
    }
    kept_ = new KeptScroll(bar, scrolled);
    const QList<PanelButton*> buttons = buttonsOf(*scroll_->widget());
    if (focused < before.size() && focused < buttons.size()) {
        buttons[focused]->setFocus();
    }
}

void SidePanel::addRow(QWidget* row) {
    rows_->insertWidget(rows_->count() - 1, row);
}

void SidePanel::addRule(int above, int below) {
    addRow(new PanelRule(appearance_, above, below));
}

void SidePanel::setFoot(QWidget* row) {
    delete foot_;
    foot_ = row;
    if (row != nullptr) {
        outer_->addWidget(row);
    }
}

void SidePanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), appearance_.theme().panel);
    verticalLine(painter, 0, 0, height(), appearance_.theme().line2);
}

} // namespace lanes
