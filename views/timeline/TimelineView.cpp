#include "views/timeline/TimelineView.h"

#include "views/shared/controls/NameField.h"
#include "views/shared/text/Text.h"
#include "views/timeline/rows/RowLayout.h"
#include "views/timeline/rows/ShownRows.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <array>

namespace lanes {

namespace {

constexpr double kTaller = 1.25; // of a row, per key press

} // namespace

TimelineView::TimelineView(ViewState& state, Appearance& appearance, QWidget* parent)
    : SessionView(appearance, parent)
    , state_(state)
    , appearance_(appearance)
    , canvas_(new TimelineCanvas(state, appearance, this))
    , filter_(new QLineEdit(canvas_))
    , goTo_(new GoToField(appearance, canvas_))
    , name_(new NameField(appearance, tr("Name of the mark"), canvas_))
    , keys_(new KeyBar(appearance, this)) {
    setState(&state);
    setFocusProxy(canvas_);
    filter_->setPlaceholderText(tr("Filter rows"));
    filter_->setAccessibleName(tr("Filter rows by name"));
    filter_->setObjectName(QStringLiteral("rowFilter"));
    filter_->setFont(appearance_.fonts().sans());
    auto* icon = new QAction(filter_);
    icon->setIcon(appearance_.icons().icon(QStringLiteral("filter"), appearance_.theme().text3,
                                           appearance_.theme().text3));
    filter_->addAction(icon, QLineEdit::LeadingPosition);
    connect(filter_, &QLineEdit::textChanged, this,
            [this](const QString& text) { changeSettings([&](RowSettings& s) { s.filter = text; }); });
    connect(&state_.choices(), &SessionChoices::changed, this, &TimelineView::takeChoices);
    connect(canvas_, &TimelineCanvas::foldToggled, this,
            [this](int row) { setChoice(row, [](RowSettings::Choice& c) { c.folded = !c.folded; }); });
    connect(canvas_, &TimelineCanvas::rowContextRequested, this, &TimelineView::showRowMenu);
    connect(canvas_, &TimelineCanvas::sliceContextRequested, this, &TimelineView::showSliceMenu);
    connect(canvas_, &TimelineCanvas::rowMoved, this, [this](int row, int before) {
        changeSettings([&](RowSettings& s) { moveRow(*canvas_->rows(), s, row, before); });
    });
    connect(canvas_, &TimelineCanvas::rowResized, this, [this](int row, double pitch) {
        setChoice(row, [pitch](RowSettings::Choice& c) {
            c.pitch = pitch;
            c.height = pitch > 0 ? c.height : RowSettings::Height::Auto;
        });
    });
    connect(goTo_, &GoToField::chosen, this, &TimelineView::goTo);
    connect(goTo_, &GoToField::closed, canvas_, qOverload<>(&QWidget::setFocus));
    connect(&appearance_, &Appearance::changed, this, &TimelineView::placeCanvas);
    connect(canvas_, &TimelineCanvas::ledRowChanged, this, &TimelineView::showKeys);
    connect(&state_, &ViewState::selectionChanged, this, [this] { // a followed link leads to another row
        if (const int row = rowOf(state_.selection()); row >= 0 && canvas_->ledRow() >= 0) {
            canvas_->leadRow(row);
        }
    });
    connect(canvas_, &TimelineCanvas::markNameRequested, this, &TimelineView::nameMark);
    connect(&state_.marks(), &SessionMarks::changed, canvas_, qOverload<>(&QWidget::update));
    connect(&state_.marks(), &SessionMarks::currentChanged, canvas_, qOverload<>(&QWidget::update));
    takeChoices();
    addCommands();
    keys_->hide();
}

TimelineView::~TimelineView() = default;

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

// --- rows ---

int TimelineView::rowOfSelection() const {
    if (canvas_->ledRow() >= 0) {
        return canvas_->ledRow();
    }
    return canvas_->hoveredRow() >= 0 ? canvas_->hoveredRow() : rowOf(state_.selection());
}

int TimelineView::rowOf(SliceId slice) const {
    const auto& rows = canvas_->rows();
    const auto lane = rows && rows->trace().has(slice) ? rows->lod()->laneOf(slice) : std::nullopt;
    return lane ? rows->rowOfLane(*lane) : -1;
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
    const bool holds = canvas_->rows()->rows()[static_cast<std::size_t>(row)].hasChildren;
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

void TimelineView::pinRow() {
    setChoice(rowOfSelection(), [](RowSettings::Choice& c) { c.pinned = !c.pinned; });
}

void TimelineView::hideRow() {
    setChoice(rowOfSelection(), [](RowSettings::Choice& c) { c.hidden = true; });
}

// Enter on what the keyboard leads: a group folds, in a row of events the first one in view is selected; while it leads no
// row, the current mark gets a name.
void TimelineView::openRow() {
    const int row = canvas_->ledRow();
    if (row < 0) {
        nameMark();
        return;
    }
    if (canvas_->rows()->rows()[static_cast<std::size_t>(row)].hasChildren) {
        setChoice(row, [](RowSettings::Choice& c) { c.folded = !c.folded; });
    } else if (!enterLedRow()) {
        canvas_->bringIntoView(state_.selection());
    }
}

bool TimelineView::enterLedRow() {
    const int row = canvas_->ledRow();
    if (row < 0 || rowOf(state_.selection()) == row) {
        return false;
    }
    if (const auto spot = canvas_->firstInstantInLedRow()) {
        const auto selected = state_.spot() ? placeOf(*canvas_->rows(), *state_.spot()) : std::nullopt;
        const bool isIn = selected && selected->row == row;
        if (!isIn) {
            state_.revealSpot(*spot);
        }
        return !isIn;
    }
    const SliceId first = canvas_->firstInLedRow();
    if (first.valid()) {
        state_.reveal(first);
    }
    return first.valid();
}

void TimelineView::showAllRows() {
    changeSettings([](RowSettings& s) {
        for (RowSettings::Choice& c : s.choices) {
            c.hidden = false;
        }
    });
}

void TimelineView::moveRowUp() {
    moveRowBy(-1);
}

void TimelineView::moveRowDown() {
    moveRowBy(1);
}

// Past the next sibling that is shown.
void TimelineView::moveRowBy(int places) {
    const int row = rowOfSelection();
    if (row < 0) {
        return;
    }
    changeSettings([&](RowSettings& settings) {
        const TimelineRows& rows = *canvas_->rows();
        std::vector<int> siblings = siblingsOf(rows, settings, row);
        std::erase_if(siblings,
                      [&](int r) { return choiceOf(settings, rows.rows()[std::size_t(r)]).hidden; });
        const auto at = std::ranges::find(siblings, row) - siblings.begin();
        const auto size = static_cast<std::ptrdiff_t>(siblings.size());
        const auto before = places < 0 ? at - 1 : at + 2;
        if (before >= 0 && at + places < size) {
            moveRow(rows, settings, row, before < size ? siblings[static_cast<std::size_t>(before)] : -1);
        }
    });
}

void TimelineView::makeRowTaller() {
    canvas_->changeHeight(rowOfSelection(), kTaller);
}

void TimelineView::makeRowLower() {
    canvas_->changeHeight(rowOfSelection(), 1 / kTaller);
}

void TimelineView::resetRowHeight() {
    setChoice(rowOfSelection(), [](RowSettings::Choice& c) {
        c.height = RowSettings::Height::Auto;
        c.pitch = 0;
    });
}

void TimelineView::changeSettings(const std::function<void(RowSettings&)>& change) {
    RowSettings settings = canvas_->settings();
    change(settings);
    canvas_->setSettings(settings);
    state_.choices().setRows(settings.choices);
}

// What was kept, or what another timeline of the session was told.
void TimelineView::takeChoices() {
    RowSettings settings = canvas_->settings();
    settings.choices = state_.choices().rows();
    canvas_->setSettings(std::move(settings));
    canvas_->setColoring(state_.choices().coloring());
}

void TimelineView::setChoice(int row, const std::function<void(RowSettings::Choice&)>& change) {
    const auto& rows = canvas_->rows();
    if (!rows || row < 0 || row >= static_cast<int>(rows->rows().size())) {
        return;
    }
    const TimelineRow& r = rows->rows()[static_cast<std::size_t>(row)];
    changeSettings([&](RowSettings& settings) {
        RowSettings::Choice choice = choiceOf(settings, r);
        change(choice);
        settings.choices.insert(r.key, choice);
    });
}

void TimelineView::showRowMenu(int row, QPoint global) {
    const auto& rows = canvas_->rows();
    if (!rows || row < 0) {
        return;
    }
    const TimelineRow& r = rows->rows()[static_cast<std::size_t>(row)];
    const RowSettings::Choice choice = choiceOf(canvas_->settings(), r);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto toggle = [&](const QString& text, bool on, bool RowSettings::Choice::*member) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(on);
        connect(action, &QAction::triggered, this, [this, row, member] {
            setChoice(row, [member](RowSettings::Choice& c) { c.*member = !(c.*member); });
        });
    };
    if (r.hasChildren) {
        toggle(tr("Folded"), choice.folded, &RowSettings::Choice::folded);
    }
    toggle(tr("Pinned on top"), choice.pinned, &RowSettings::Choice::pinned);
    toggle(tr("Hidden"), choice.hidden, &RowSettings::Choice::hidden);
    QMenu* heights = menu->addMenu(tr("Height"));
    const std::array<QString, 5> names{tr("Automatic"), tr("Compact"), tr("Small"), tr("Medium"),
                                       tr("Large")};
    for (int h = 0; h < 5; ++h) {
        QAction* action = heights->addAction(names[static_cast<std::size_t>(h)]);
        action->setCheckable(true);
        action->setChecked(choice.pitch == 0 && static_cast<int>(choice.height) == h);
        connect(action, &QAction::triggered, this, [this, row, h] {
            setChoice(row, [h](RowSettings::Choice& c) {
                c.height = static_cast<RowSettings::Height>(h);
                c.pitch = 0;
            });
        });
    }
    heights->setEnabled(isResizable(r));
    menu->addSeparator();
    connect(menu->addAction(tr("Show hidden rows")), &QAction::triggered, this, &TimelineView::showAllRows);
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

} // namespace lanes
