#include "views/shared/controls/ControlBar.h"

#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace lanes {
namespace {

constexpr int kBarHeight = 40;
constexpr int kControl = 26;
constexpr int kEdge = 12;

// Its text shows whole or not at all.
class WholeLabel : public QLabel {
public:
    using QLabel::QLabel;

protected:
    void paintEvent(QPaintEvent* event) override {
        if (sizeHint().width() <= width()) {
            QLabel::paintEvent(event);
        }
    }
};

} // namespace

ControlBar::ControlBar(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    auto* row = new QHBoxLayout(this);
    const int edge = appearance_.fonts().scaled(kEdge);
    row->setContentsMargins(edge, 0, edge, 1);
    row->setSpacing(0);
    left_ = new QHBoxLayout();
    right_ = new QHBoxLayout();
    row->addLayout(left_, 1);
    row->addLayout(right_);
    left_->addStretch();
    connect(&appearance_, &Appearance::changed, this, &ControlBar::restyle);
    restyle();
}

void ControlBar::restyle() {
    setFixedHeight(appearance_.fonts().scaled(kBarHeight));
    const Theme& theme = appearance_.theme();
    for (const auto& [button, icon] : buttons_) {
        button->setIcon(appearance_.icons().icon(icon, theme.text, theme.text3));
        button->setFont(appearance_.fonts().sans(Fonts::kBody, 500));
        button->setFixedHeight(appearance_.fonts().scaled(kControl + 2));
    }
    for (QLabel* hint : hints_) {
        QPalette palette = hint->palette();
        palette.setColor(QPalette::WindowText, theme.text3);
        hint->setPalette(palette);
        hint->setFont(appearance_.fonts().sans(Fonts::kSmall));
    }
    update();
}

void ControlBar::add(QWidget* control, int gap, int stretch) {
    const int at = left_->count() - 1;
    if (at > 0) {
        left_->insertSpacing(at, appearance_.fonts().scaled(gap));
    }
    left_->insertWidget(left_->count() - 1, control, stretch);
}

void ControlBar::insert(int index, QWidget* control) {
    left_->insertWidget(2 * index, control);
    left_->insertSpacing(2 * index + 1, appearance_.fonts().scaled(8));
}

void ControlBar::addRight(QWidget* control, int gap) {
    right_->addSpacing(appearance_.fonts().scaled(gap));
    right_->addWidget(control);
}

QPushButton* ControlBar::makeButton(const QString& icon, const QString& text) {
    auto* button = new QPushButton(text, this);
    buttons_.emplace_back(button, icon);
    restyle();
    return button;
}

QLabel* ControlBar::makeHint() {
    auto* hint = new WholeLabel(this);
    hint->setMinimumWidth(0);
    hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    hints_.push_back(hint);
    restyle();
    return hint;
}

QList<ChoiceButton*> ControlBar::choices() const {
    QList<ChoiceButton*> shown;
    for (ChoiceButton* one : findChildren<ChoiceButton*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!one->isHidden()) {
            shown << one;
        }
    }
    return shown;
}

int ControlBar::widthWith(bool labels) const {
    int needed = layout()->totalMinimumSize().width();
    for (const ChoiceButton* choice : choices()) {
        needed += (int(labels) - int(!choice->isTerse())) * choice->labelWidth();
    }
    return needed;
}

// All choices with their labels, or none.
void ControlBar::fit() {
    const bool terse = widthWith(true) > width();
    for (ChoiceButton* choice : choices()) {
        choice->setTerse(terse);
    }
}

QSize ControlBar::minimumSizeHint() const {
    return {widthWith(false), height()};
}

void ControlBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

// What it holds has changed its size.
bool ControlBar::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        fit();
    }
    return QWidget::event(event);
}

void ControlBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    painter.fillRect(rect(), theme.panel);
    horizontalLine(painter, 0, height() - hairline(devicePixelRatioF()), width(), theme.line);
}

} // namespace lanes
