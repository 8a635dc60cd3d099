#include "app/window/page/ViewBar.h"

#include "app/window/Views.h"
#include "app/window/commands/Actions.h"
#include "app/window/parts/SearchField.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/look/Style.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace lanes {
namespace {

constexpr int kViewBarHeight = 40;
constexpr int kControl = 28;
constexpr int kWideSearchFrom = 1200; // below, search shrinks
constexpr int kGap = 8;
constexpr int kBeforeSearch = 20;
constexpr std::array kGoButtons{ActionId::Back, ActionId::Forward, ActionId::ShowAll};
constexpr int kWideSearch = 236;
constexpr int kNarrowSearch = 150;
constexpr int kRangeDigits = 3;

} // namespace

ViewTab::ViewTab(Appearance& appearance, QString icon, const QString& name, QWidget* parent)
    : QAbstractButton(parent)
    , appearance_(appearance)
    , icon_(std::move(icon)) {
    setText(name);
    setToolTip(name);
    setCheckable(true);
    setAutoExclusive(true);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize ViewTab::sizeHint() const {
    const Fonts& fonts = appearance_.fonts();
    const int name = static_cast<int>(textWidth(text(), fonts.sans(Fonts::kBody, 500)));
    return {name + fonts.scaled(42), fonts.scaled(kControl)};
}

void ViewTab::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const bool on = isChecked();
    if (on) {
        fillRounded(painter, rect(), 5, theme.dark ? theme.pressed : theme.canvas);
        strokeRounded(painter, rect(), 5, theme.line2);
    } else if (underMouse()) {
        fillRounded(painter, rect(), 5, theme.hover);
    }
    if (hasFocus()) {
        strokeRounded(painter, rect(), 5, theme.accent, 2);
    }
    const int icon = fonts.scaled(16);
    appearance_.icons().paint(painter, QPointF(fonts.scaled(9), (height() - icon) / 2.0), icon_, icon,
                              on ? theme.text : theme.text3);
    drawTextLine(painter, QRectF(rect()).adjusted(fonts.scaled(31), 0, 0, 0), text(),
                 fonts.sans(Fonts::kBody, on ? 500 : 400), on ? theme.text : theme.text2, Qt::AlignLeft,
                 Qt::ElideNone);
}

RangeChip::RangeChip(Appearance& appearance, QWidget* parent)
    : QAbstractButton(parent)
    , appearance_(appearance) {
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, [this] {
        if (!state_) {
            return;
        }
        if (brushed_) {
            state_->setBrush({});
        } else {
            state_->showAll();
        }
    });
}

void RangeChip::setState(ViewState* state) {
    if (state_) {
        disconnect(state_, nullptr, this, nullptr);
    }
    state_ = state;
    if (state_) {
        connect(state_, &ViewState::visibleChanged, this, &RangeChip::refresh);
        connect(state_, &ViewState::brushChanged, this, &RangeChip::refresh);
        connect(state_, &ViewState::traceChanged, this, &RangeChip::refresh);
    }
    refresh();
}

void RangeChip::refresh() {
    setVisible(state_ && state_->trace());
    if (!isVisibleTo(parentWidget())) {
        return;
    }
    const TimeRange all = state_->bounds();
    const TimeRange shown = state_->brush().value_or(state_->visible());
    brushed_ = state_->brush().has_value();
    const auto moment = [origin = state_->origin()](TimeNs time, TimeNs step) {
        return momentText(time - origin, std::max<TimeNs>(1, step),
                          std::max<TimeNs>(1, std::abs(time - origin)));
    };
    QString text;
    length_ = durationText(shown.length(), kRangeDigits);
    if (brushed_) {
        const TimeNs step = shown.length() / 100;
        text = tr("%1 to %2  %3")
                   .arg(moment(shown.begin, step), moment(shown.end, step), durationText(shown.length()));
    } else if (const TimeRange span = state_->trace()->span(); shown == all || shown == span) {
        // As long as the details, the tables and the commands say: without what the profiler says of itself.
        const TimeNs length = state_->trace()->work().length();
        text = tr("Whole session  %1").arg(durationText(length));
        length_ = durationText(length, kRangeDigits);
    } else {
        const TimeNs step = shown.length() / 100;
        text = tr("%1 to %2  %3")
                   .arg(moment(shown.begin, step), moment(shown.end, step),
                        durationText(shown.length(), kRangeDigits));
    }
    if (text != this->text()) {
        setText(text);
        updateGeometry();
        update();
    }
    explain();
}

void RangeChip::explain() {
    const QString does = brushed_ ? tr("Let the range go") : tr("Show the whole session");
    setToolTip(brief_ ? text() + QLatin1Char('\n') + does : does);
}

void RangeChip::setBrief(bool brief) {
    if (std::exchange(brief_, brief) != brief) {
        explain();
        updateGeometry();
        update();
    }
}

QSize RangeChip::sizeOf(const QString& text) const {
    const Fonts& fonts = appearance_.fonts();
    const int width = static_cast<int>(textWidth(text, fonts.sans(Fonts::kBody, 500))) + 1;
    return {width + fonts.scaled(brushed_ ? 54 : 36), fonts.scaled(kControl)};
}

void RangeChip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    fillRounded(painter, rect(), 5, brushed_ ? theme.accentSoft : underMouse() ? theme.hover : theme.raised);
    if (hasFocus()) {
        strokeRounded(painter, rect(), 5, theme.accent, 2);
    } else if (!brushed_) {
        strokeRounded(painter, rect(), 5, theme.line2);
    }
    const int icon = fonts.scaled(16);
    appearance_.icons().paint(painter, QPointF(fonts.scaled(8), (height() - icon) / 2.0),
                              QStringLiteral("range"), icon, brushed_ ? theme.accent : theme.text3);
    drawTextLine(painter, QRectF(rect()).adjusted(fonts.scaled(28), 0, -fonts.scaled(4), 0),
                 brief_ ? length_ : text(), fonts.sans(Fonts::kBody, 500), theme.text);
    if (brushed_) {
        const int cross = fonts.scaled(12);
        appearance_.icons().paint(painter, QPointF(width() - fonts.scaled(18), (height() - cross) / 2.0),
                                  QStringLiteral("close"), cross, theme.text2);
    }
}

ViewBar::ViewBar(Appearance& appearance, const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , actions_(actions)
    , layout_(new QHBoxLayout(this))
    , tabsLayout_(new QHBoxLayout)
    , more_(new QToolButton(this))
    , chip_(new RangeChip(appearance, this))
    , search_(new SearchField(this))
    , searchIcon_(search_->addAction(QIcon(), QLineEdit::LeadingPosition))
    , capture_(new QPushButton(this)) {
    layout_->setContentsMargins(8, 0, 8, 1);
    layout_->setSpacing(0);
    tabsLayout_->setSpacing(2);
    layout_->addLayout(tabsLayout_);
    makeMore();
    layout_->addStretch(1);
    layout_->addWidget(chip_);
    layout_->addSpacing(kGap);
    for (const ActionId id : kGoButtons) {
        layout_->addWidget(toolButton(actions[id]));
    }
    layout_->addSpacing(kBeforeSearch);
    layout_->addWidget(search_);
    layout_->addSpacing(kGap);
    layout_->addWidget(capture_);
    capture_->setText(tr("Capture"));
    capture_->setToolTip(tr("Run a program and record what it does"));
    connect(capture_, &QPushButton::clicked, actions[ActionId::Capture], &QAction::trigger);
    search_->setAccessibleName(tr("Search"));
    search_->setClearButtonEnabled(true);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (state_) {
            state_->setFilter(text);
        }
    });
    connect(search_, &SearchField::stepRequested, this, [this](bool forward) {
        if (state_) {
            state_->search().step(forward);
        }
    });
    connect(&appearance_, &Appearance::changed, this, &ViewBar::tint);
    tint();
    setState(nullptr);
}

QWidget& ViewBar::captureButton() {
    return *capture_;
}

QRect ViewBar::tabsRect() const {
    return tabsLayout_->geometry();
}

QString ViewBar::rangeText() const {
    return chip_->text();
}

QToolButton* ViewBar::toolButton(QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAccessibleName(action->toolTip());
    button->setProperty(Style::kGhost, true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setFixedSize(appearance_.fonts().scaled(kControl), appearance_.fonts().scaled(kControl));
    return button;
}

void ViewBar::makeMore() {
    layout_->addWidget(more_);
    more_->setObjectName(QStringLiteral("moreViews"));
    more_->setToolTip(tr("More views"));
    more_->setAccessibleName(tr("More views"));
    more_->setProperty(Style::kGhost, true);
    more_->setFocusPolicy(Qt::TabFocus);
    connect(more_, &QToolButton::clicked, this, &ViewBar::showMore);
    more_->hide();
}

void ViewBar::showMore() {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const Tab& tab : tabs_) {
        if (tab.wanted && tab.button->isHidden()) {
            connect(menu->addAction(tab.button->text()), &QAction::triggered, this,
                    [this, key = tab.key] { setCurrentView(key); });
        }
    }
    menu->popup(more_->mapToGlobal(more_->rect().bottomLeft()));
}

ViewBar::Tab* ViewBar::tabOf(const QString& key) {
    const auto found = std::ranges::find(tabs_, key, &Tab::key);
    return found != tabs_.end() ? &*found : nullptr;
}

void ViewBar::addView(const ViewSpec& view) {
    const QString key = QString::fromLatin1(view.key);
    auto* tab = new ViewTab(appearance_, QString::fromLatin1(view.icon), viewName(view), this);
    connect(tab, &ViewTab::clicked, this, [this, key] { setCurrentView(key); });
    tabsLayout_->addWidget(tab);
    tabs_.push_back({key, tab, view.tab == ViewSpec::Tab::Always});
    if (current_.isEmpty()) {
        current_ = key;
        tab->setChecked(true);
    }
    adapt();
}

void ViewBar::setCurrentView(const QString& key) {
    Tab* tab = tabOf(key);
    if (tab == nullptr) {
        return;
    }
    const bool changes = std::exchange(current_, key) != key;
    tab->button->setChecked(true);
    tab->wanted = true;
    adapt();
    if (changes) {
        Q_EMIT viewChanged(key);
    }
}

void ViewBar::setState(ViewState* state) {
    if (state_) {
        disconnect(state_, nullptr, this, nullptr);
    }
    state_ = state;
    chip_->setState(state);
    const auto showFilter = [this] { search_->setText(state_ ? state_->filter() : QString()); };
    showFilter();
    if (state_) {
        connect(state_, &ViewState::historyChanged, this, &ViewBar::refreshHistory);
        connect(state_, &ViewState::filterChanged, this, showFilter); // which others set and end, too
    }
    refreshHistory();
}

void ViewBar::refreshHistory() {
    actions_[ActionId::Back]->setEnabled(state_ && state_->canGoBack());
    actions_[ActionId::Forward]->setEnabled(state_ && state_->canGoForward());
}

void ViewBar::tint() {
    const Theme& theme = appearance_.theme();
    searchIcon_->setIcon(appearance_.icons().icon(QStringLiteral("search"), theme.text3, theme.text3));
    more_->setIcon(appearance_.icons().icon(QStringLiteral("more"), theme.text2, theme.text3));
    capture_->setIcon(appearance_.icons().icon(QStringLiteral("record"), theme.text, theme.text3));
    setFixedHeight(appearance_.fonts().scaled(kViewBarHeight));
    adapt();
}

void ViewBar::adapt() {
    const bool wide = width() >= appearance_.fonts().scaled(kWideSearchFrom);
    search_->setFixedWidth(appearance_.fonts().scaled(wide ? kWideSearch : kNarrowSearch));
    search_->setPlaceholderText(wide ? tr("Search events") : tr("Search"));
    const int whole = width() - widthBesideTabs(false);
    const bool brief = shownWithin(whole) < 0;
    chip_->setBrief(brief);
    const int room = brief ? width() - widthBesideTabs(true) : whole;
    const int shown = shownWithin(room);
    int left = shown;
    for (const Tab& tab : tabs_) {
        if (!tab.wanted) {
            tab.button->hide();
            continue;
        }
        const bool current = tab.key == current_;
        const bool fits = current || shown < 0 || left >= widthOf(*tab.button);
        left -= fits && !current ? widthOf(*tab.button) : 0;
        left = fits ? left : 0; // what comes after one that has no room has none either
        tab.button->setVisible(fits);
    }
    more_->setVisible(shown >= 0);
}

int ViewBar::widthOf(const ViewTab& tab) const {
    return tab.sizeHint().width() + tabsLayout_->spacing();
}

// How wide the tabs beside the current one may be where not all have room; -1 where all have.
int ViewBar::shownWithin(int room) const {
    int all = 0;
    int current = 0;
    for (const Tab& tab : tabs_) {
        const int width = tab.wanted ? widthOf(*tab.button) : 0;
        all += width;
        current = tab.key == current_ ? width : current;
    }
    return all <= room ? -1 : std::max(0, room - current - more_->sizeHint().width());
}

// What the bar needs besides, so that nothing of it lies over another.
int ViewBar::widthBesideTabs(bool briefRange) const {
    const QMargins edges = layout_->contentsMargins();
    int needed = edges.left() + edges.right() + 2 * kGap + kBeforeSearch +
                 static_cast<int>(kGoButtons.size()) * appearance_.fonts().scaled(kControl) +
                 search_->minimumWidth() + capture_->sizeHint().width();
    if (!chip_->isHidden()) {
        needed += (briefRange ? chip_->briefSize() : chip_->wholeSize()).width();
    }
    return needed;
}

QSize ViewBar::minimumSizeHint() const {
    int widest = 0;
    for (const Tab& tab : tabs_) {
        widest = std::max(widest, widthOf(*tab.button));
    }
    return {widthBesideTabs(true) + widest + more_->sizeHint().width(), height()};
}

// What it holds has changed its size.
bool ViewBar::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        adapt();
    }
    return QWidget::event(event);
}

void ViewBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    fillSnapped(painter, rect(), theme.panel);
    horizontalLine(painter, 0, height() - hairline(devicePixelRatioF()), width(), theme.line);
    const int x = search_->x() - appearance_.fonts().scaled(12);
    verticalLine(painter, x, (height() - appearance_.fonts().scaled(16)) / 2.0,
                 appearance_.fonts().scaled(16), theme.line2);
}

void ViewBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    adapt();
}

} // namespace lanes
