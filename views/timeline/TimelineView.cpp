#include "views/timeline/TimelineView.h"

#include "views/shared/text/Text.h"
#include "views/timeline/commands/MarkDesk.h"
#include "views/timeline/commands/RowDesk.h"
#include "views/timeline/commands/TimelineCommands.h"
#include "views/timeline/commands/TimelineMoves.h"
#include "views/timeline/tools/KeyBar.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <utility>
#include <vector>

namespace lanes {

TimelineView::TimelineView(ViewState& state, Appearance& appearance, QWidget* parent)
    : SessionView(appearance, parent)
    , state_(state)
    , appearance_(appearance)
    , canvas_(new TimelineCanvas(state, appearance, this))
    , walk_(*canvas_)
    , looks_(*canvas_)
    , moves_(new TimelineMoves(*canvas_, appearance, this))
    , marks_(new MarkDesk(*canvas_, appearance, this))
    , rows_(new RowDesk(*canvas_, walk_, this))
    , filter_(new QLineEdit(canvas_))
    , keys_(new KeyBar(appearance, this)) {
    setState(&state);
    setFocusProxy(canvas_);
    makeFilter();
    connect(canvas_, &TimelineCanvas::rowContextRequested, this, &TimelineView::showRowMenu);
    connect(canvas_, &TimelineCanvas::sliceContextRequested, this, &TimelineView::showSliceMenu);
    connect(canvas_, &TimelineCanvas::ledRowChanged, this, &TimelineView::showKeys);
    connect(&appearance_, &Appearance::changed, this, &TimelineView::placeCanvas);
    connect(&state_, &ViewState::selectionChanged, this, [this] { // a followed link leads to another row
        if (const int row = walk_.rowOf(state_.selection()); row >= 0 && canvas_->ledRow() >= 0) {
            canvas_->leadRow(row);
        }
    });
    addCommands();
    keys_->hide();
}

TimelineView::~TimelineView() {
    marks_->finishName();
    // A window that goes while a row leads takes the focus from the canvas, which tells so after this is no more.
    canvas_->disconnect(this);
}

void TimelineView::makeFilter() {
    filter_->setPlaceholderText(tr("Filter rows"));
    filter_->setAccessibleName(tr("Filter rows by name"));
    filter_->setObjectName(QStringLiteral("rowFilter"));
    filter_->setFont(appearance_.fonts().sans());
    auto* icon = new QAction(filter_);
    icon->setIcon(appearance_.icons().icon(QStringLiteral("filter"), appearance_.theme().text3,
                                           appearance_.theme().text3));
    filter_->addAction(icon, QLineEdit::LeadingPosition);
    connect(filter_, &QLineEdit::textChanged, rows_, &RowDesk::setFilter);
}

void TimelineView::addCommands() {
    TimelineCommands commands(*this, *canvas_);
    commands.addMoves(*moves_);
    commands.add(viewCommand("back"), *this, &TimelineView::back);
    commands.add(viewCommand("forward"), *this, &TimelineView::forward);
    commands.addWalks(walk_);
    commands.addMarks(*marks_);
    commands.add(viewCommand("clear"), *this, &TimelineView::clear);
    commands.add(viewCommand("search"), *this, &TimelineView::searchRequested);
    commands.add(viewCommand("find-row"), *this, &TimelineView::findRow);
    commands.add(viewCommand("open-row"), *this, &TimelineView::openRow);
    commands.addRows(*rows_);
    commands.addLooks(looks_);
}

QAction* TimelineView::command(const QString& name) const {
    const auto all = actions();
    const auto found = std::ranges::find(all, name, &QObject::objectName);
    return found != all.end() ? *found : nullptr;
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    Q_UNUSED(event);
    placeCanvas();
}

void TimelineView::placeCanvas() {
    const int below = keys_->isHidden() ? 0 : std::min(keys_->wantedHeight(), height() / 2);
    canvas_->setGeometry(0, 0, width(), height() - below);
    keys_->setGeometry(0, height() - below, width(), below);
    placeFilter();
}

void TimelineView::placeFilter() {
    const Fonts& fonts = appearance_.fonts();
    filter_->setFont(fonts.sans());
    const int head = std::min(fonts.scaled(static_cast<int>(TimelineGeometry::kHeadWidth)), width() / 2);
    filter_->setGeometry(fonts.scaled(8), fonts.scaled(3), head - 2 * fonts.scaled(8), fonts.scaled(22));
}

void TimelineView::showKeys() {
    const int row = canvas_->ledRow();
    keys_->setVisible(row >= 0);
    placeCanvas();
    if (row < 0) {
        return;
    }
    const auto cap = [this](const char* name) {
        const QList<QKeySequence> keys = command(QLatin1String(name))->shortcuts();
        return keys.isEmpty() ? QString() : keyCapText(keys.back());
    };
    const bool holds = canvas_->scene().row(row).hasChildren;
    std::vector<KeyBar::Entry> entries{{cap("previous"), tr("before")},
                                       {cap("next"), tr("after")},
                                       {cap("parent"), tr("around")},
                                       {cap("first-child"), tr("inside")},
                                       {cap("follow-forward"), tr("kernel, backward")},
                                       {cap("open-row"), holds ? tr("fold") : tr("select")},
                                       {cap("fit-selection"), tr("fit")},
                                       {QStringLiteral("Tab"), tr("next row")}};
    std::erase_if(entries, [](const KeyBar::Entry& entry) { return entry.key.isEmpty(); });
    keys_->setEntries(std::move(entries));
}

void TimelineView::showRowMenu(int row, QPoint global) {
    QMenu* menu = rows_->menuOf(row, this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(global);
}

void TimelineView::showSliceMenu(SliceId slice, QPoint global) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QString name = toQString(state_.trace()->text(state_.trace()->slice(slice).name));
    for (const char* key : {"fit-selection", "fit-name", "range-from-selection", "", "follow-back",
                            "follow-forward", "parent", "first-child", ""}) {
        if (*key == '\0') {
            menu->addSeparator();
        } else {
            menu->addAction(command(QLatin1String(key)));
        }
    }
    connect(menu->addAction(tr("Search for this name")), &QAction::triggered, this,
            [this, name] { state_.setFilter(QLatin1Char('"') + name + QLatin1Char('"')); });
    connect(menu->addAction(tr("Copy the name")), &QAction::triggered, this,
            [name] { QGuiApplication::clipboard()->setText(name); });
    menu->addAction(command(QStringLiteral("copy-reference")));
    menu->popup(global);
}

void TimelineView::back() {
    state_.goBack();
}

void TimelineView::forward() {
    state_.goForward();
}

void TimelineView::clear() {
    if (filter_->hasFocus() || !filter_->text().isEmpty()) {
        filter_->clear();
        canvas_->setFocus();
    }
    if (!state_.filter().isEmpty()) { // first the search, as the window says; then what it has chosen
        state_.setFilter({});
        return;
    }
    state_.select({});
    state_.setBrush({});
}

void TimelineView::findRow() {
    filter_->setFocus(Qt::ShortcutFocusReason);
    filter_->selectAll();
}

// Enter on what the keyboard leads: a group folds, in a row of events the first one in view is selected; while it leads no
// row, the current mark gets a name.
void TimelineView::openRow() {
    const int row = canvas_->ledRow();
    if (row < 0) {
        marks_->nameMark();
        return;
    }
    if (canvas_->scene().row(row).hasChildren) {
        rows_->toggleFold(row);
    } else if (!walk_.enterLedRow()) {
        canvas_->scene().bringIntoView(state_.selection());
    }
}

} // namespace lanes
