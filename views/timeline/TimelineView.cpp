#include "views/timeline/TimelineView.h"

#include "views/timeline/Related.h"
#include "views/timeline/Sidecar.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <array>

namespace lanes {

TimelineView::TimelineView(ViewState& state, Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , state_(state)
    , appearance_(appearance)
    , canvas_(new TimelineCanvas(state, appearance, this))
    , filter_(new QLineEdit(canvas_)) {
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
    connect(canvas_, &TimelineCanvas::foldToggled, this,
            [this](int row) { setChoice(row, [](RowSettings::Choice& c) { c.folded = !c.folded; }); });
    connect(canvas_, &TimelineCanvas::rowContextRequested, this, &TimelineView::showRowMenu);
    connect(canvas_, &TimelineCanvas::sliceContextRequested, this, &TimelineView::sliceContextRequested);
    connect(&appearance_, &Appearance::changed, this, &TimelineView::placeFilter);
    addCommands();
}

TimelineView::~TimelineView() = default;

void TimelineView::resizeEvent(QResizeEvent* event) {
    Q_UNUSED(event);
    canvas_->setGeometry(rect());
    placeFilter();
}

void TimelineView::placeFilter() {
    const Fonts& fonts = appearance_.fonts();
    filter_->setFont(fonts.sans());
    const int head = std::min(fonts.scaled(static_cast<int>(TimelineGeometry::kHeadWidth)), width() / 2);
    filter_->setGeometry(fonts.scaled(8), fonts.scaled(3), head - 2 * fonts.scaled(8), fonts.scaled(22));
}

// --- commands ---

QAction* TimelineView::addCommand(const char* name, const QString& text, const QList<QKeySequence>& keys,
                                  void (TimelineView::*slot)()) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, slot);
    canvas_->addAction(action); // the filter field keeps its letters: it is a child, but accepts them first
    addAction(action);
    return action;
}

void TimelineView::addCommands() {
    using K = QKeySequence;
    addCommand("fit-all", tr("Show everything"), {K(Qt::Key_0)}, &TimelineView::fitAll);
    addCommand("fit-selection", tr("Go to selection, then fit it"), {K(Qt::Key_F)},
               &TimelineView::focusOrFit);
    addCommand("fit-step", tr("Fit the step"), {K(Qt::SHIFT | Qt::Key_F)}, &TimelineView::fitStep);
    addCommand("fit-range", tr("Fit the selected range"), {K(Qt::CTRL | Qt::Key_E)}, &TimelineView::fitBrush);
    addCommand("zoom-in", tr("Zoom in"), {K(Qt::Key_Plus), K(Qt::Key_Equal)}, &TimelineView::zoomIn);
    addCommand("zoom-out", tr("Zoom out"), {K(Qt::Key_Minus)}, &TimelineView::zoomOut);
    addCommand("back", tr("Back"), {K(Qt::ALT | Qt::Key_Left), K(Qt::Key_Backspace)}, &TimelineView::back);
    addCommand("forward", tr("Forward"), {K(Qt::ALT | Qt::Key_Right)}, &TimelineView::forward);
    addCommand("previous", tr("Previous event"), {K(Qt::Key_Comma), K(Qt::Key_Left)},
               &TimelineView::previous);
    addCommand("next", tr("Next event"), {K(Qt::Key_Period), K(Qt::Key_Right)}, &TimelineView::next);
    addCommand("parent", tr("Event around"), {K(Qt::Key_Up)}, &TimelineView::around);
    addCommand("first-child", tr("First event inside"), {K(Qt::Key_Down)}, &TimelineView::firstChild);
    addCommand("follow-back", tr("To launch or forward"), {K(Qt::Key_BracketLeft)},
               &TimelineView::followBack);
    addCommand("follow-forward", tr("To kernel or backward"), {K(Qt::Key_BracketRight)},
               &TimelineView::followForward);
    addCommand("mark", tr("Mark"), {K(Qt::Key_M)}, &TimelineView::mark);
    addCommand("mark-range", tr("Keep range as mark"), {K(Qt::SHIFT | Qt::Key_M)}, &TimelineView::markRange);
    addCommand("range-from-selection", tr("Range from selection"), {K(Qt::Key_R)},
               &TimelineView::rangeFromSelection);
    addCommand("find-row", tr("Find row"), {K(Qt::CTRL | Qt::Key_P)}, &TimelineView::findRow);
    addCommand("pin-row", tr("Pin row"), {K(Qt::SHIFT | Qt::Key_P)}, &TimelineView::pinRow);
    addCommand("follow-end", tr("Follow the end"), {K(Qt::Key_End)}, &TimelineView::followEnd);
    addCommand("clear", tr("Clear selection"), {K(Qt::Key_Escape)}, &TimelineView::clear);
    addCommand("next-match", tr("Next match"), {K(Qt::Key_N)}, &TimelineView::nextMatch);
    addCommand("previous-match", tr("Previous match"), {K(Qt::SHIFT | Qt::Key_N)},
               &TimelineView::previousMatch);
    addCommand("search", tr("Search events"), {K(Qt::Key_Slash), K(Qt::CTRL | Qt::Key_F)},
               &TimelineView::searchRequested);
}

QAction* TimelineView::command(const QString& name) const {
    const auto all = actions();
    const auto found = std::ranges::find(all, name, &QObject::objectName);
    return found != all.end() ? *found : nullptr;
}

void TimelineView::fitAll() {
    state_.showAll();
}

void TimelineView::zoomIn() {
    canvas_->zoomBy(HeldKeys::kTapZoom);
}

void TimelineView::zoomOut() {
    canvas_->zoomBy(1 / HeldKeys::kTapZoom);
}

void TimelineView::focusOrFit() {
    const auto& trace = state_.trace();
    if (!trace || !trace->has(state_.selection())) {
        fitBrush();
        return;
    }
    const Trace::Slice slice = trace->slice(state_.selection());
    const TimeRange visible = state_.visible();
    if (slice.start >= visible.begin && slice.end() <= visible.end) {
        state_.setVisible(
            zoomed({slice.start, slice.end()}, slice.start + slice.duration / 2, 1.2, ViewState::kShortest));
    } else {
        canvas_->bringIntoView(state_.selection());
    }
}

void TimelineView::fitStep() {
    const auto& rows = canvas_->rows();
    const auto& trace = state_.trace();
    if (!rows || !trace) {
        return;
    }
    const TimeRange visible = state_.visible();
    const TimeNs at = trace->has(state_.selection())
                          ? trace->slice(state_.selection()).start
                          : state_.cursor().value_or(visible.begin + visible.length() / 2);
    if (const Step* step = stepAt(rows->steps(), at)) {
        state_.setVisible(step->range);
    }
}

void TimelineView::fitBrush() {
    if (state_.brush()) {
        state_.setVisible(*state_.brush());
    }
}

void TimelineView::back() {
    state_.goBack();
}

void TimelineView::forward() {
    state_.goForward();
}

void TimelineView::next() {
    const auto& trace = state_.trace();
    if (trace && trace->has(state_.selection())) {
        if (const SliceId next = trace->nextInLane(state_.selection()); next.valid()) {
            state_.reveal(next);
        }
    } else {
        canvas_->panBy(HeldKeys::kTapPan);
    }
}

void TimelineView::previous() {
    const auto& trace = state_.trace();
    if (trace && trace->has(state_.selection())) {
        if (const SliceId previous = trace->previousInLane(state_.selection()); previous.valid()) {
            state_.reveal(previous);
        }
    } else {
        canvas_->panBy(-HeldKeys::kTapPan);
    }
}

void TimelineView::around() {
    const auto& trace = state_.trace();
    if (trace && trace->has(state_.selection())) {
        if (const SliceId around = trace->slice(state_.selection()).parent; around.valid()) {
            state_.reveal(around);
        }
    } else {
        canvas_->scrollBy(-60);
    }
}

void TimelineView::firstChild() {
    const auto& trace = state_.trace();
    if (trace && trace->has(state_.selection())) {
        if (const auto inside = trace->children(state_.selection()); !inside.empty()) {
            state_.reveal(inside.front());
        }
    } else {
        canvas_->scrollBy(60);
    }
}

void TimelineView::followForward() {
    if (const auto& trace = state_.trace()) {
        if (const SliceId to = followLink(*trace, state_.selection(), true); to.valid()) {
            state_.reveal(to);
        }
    }
}

void TimelineView::followBack() {
    if (const auto& trace = state_.trace()) {
        if (const SliceId to = followLink(*trace, state_.selection(), false); to.valid()) {
            state_.reveal(to);
        }
    }
}

void TimelineView::mark() {
    const auto& trace = state_.trace();
    const TimeRange visible = state_.visible();
    TimeNs at = state_.cursor().value_or(visible.begin + visible.length() / 2);
    if (!state_.cursor() && trace && trace->has(state_.selection())) {
        at = trace->slice(state_.selection()).start;
    }
    marks_.push_back({{at, at}, {}});
    canvas_->setMarks(marks_);
    save();
}

void TimelineView::markRange() {
    if (state_.brush()) {
        marks_.push_back({*state_.brush(), {}});
        canvas_->setMarks(marks_);
        save();
    }
}

void TimelineView::rangeFromSelection() {
    const auto& trace = state_.trace();
    if (trace && trace->has(state_.selection())) {
        const Trace::Slice slice = trace->slice(state_.selection());
        state_.setBrush(TimeRange{slice.start, slice.end()});
    }
}

void TimelineView::findRow() {
    filter_->setFocus(Qt::ShortcutFocusReason);
    filter_->selectAll();
}

void TimelineView::followEnd() {
    const TimeRange bounds = state_.bounds();
    state_.setVisible({bounds.end - state_.visible().length(), bounds.end});
    state_.setFollowing(true);
}

void TimelineView::nextMatch() {
    state_.search().step(true);
}

void TimelineView::previousMatch() {
    state_.search().step(false);
}

void TimelineView::clear() {
    if (filter_->hasFocus() || !filter_->text().isEmpty()) {
        filter_->clear();
        canvas_->setFocus();
    }
    state_.select({});
    state_.setBrush({});
}

// --- rows ---

int TimelineView::rowOfSelection() const {
    const auto& rows = canvas_->rows();
    if (canvas_->hoveredRow() >= 0 || !rows) {
        return canvas_->hoveredRow();
    }
    const auto lane = rows->lod()->laneOf(state_.selection());
    return lane ? rows->rowOfLane(*lane) : -1;
}

void TimelineView::pinRow() {
    setChoice(rowOfSelection(), [](RowSettings::Choice& c) { c.pinned = !c.pinned; });
}

void TimelineView::changeSettings(const std::function<void(RowSettings&)>& change) {
    RowSettings settings = canvas_->settings();
    change(settings);
    canvas_->setSettings(settings);
}

void TimelineView::setChoice(int row, const std::function<void(RowSettings::Choice&)>& change) {
    const auto& rows = canvas_->rows();
    if (!rows || row < 0 || row >= static_cast<int>(rows->rows().size())) {
        return;
    }
    const TimelineRow& r = rows->rows()[static_cast<std::size_t>(row)];
    changeSettings([&](RowSettings& settings) {
        RowSettings::Choice choice = settings.of(r);
        change(choice);
        settings.choices.insert(r.key, choice);
    });
    save();
}

void TimelineView::showRowMenu(int row, QPoint global) {
    const auto& rows = canvas_->rows();
    if (!rows || row < 0) {
        return;
    }
    const TimelineRow& r = rows->rows()[static_cast<std::size_t>(row)];
    const RowSettings::Choice choice = canvas_->settings().of(r);
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
        action->setChecked(static_cast<int>(choice.height) == h);
        connect(action, &QAction::triggered, this, [this, row, h] {
            setChoice(row, [h](RowSettings::Choice& c) { c.height = static_cast<RowSettings::Height>(h); });
        });
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Show hidden rows")), &QAction::triggered, this, [this] {
        changeSettings([](RowSettings& s) {
            for (RowSettings::Choice& c : s.choices) {
                c.hidden = false;
            }
        });
        save();
    });
    menu->popup(global);
}

// --- what is kept ---

void TimelineView::setSessionFile(const QString& path) {
    sidecar_ = path.isEmpty() ? QString() : sidecarPath(path);
    const Sidecar kept = sidecar_.isEmpty() ? Sidecar{} : readSidecar(sidecar_);
    marks_ = kept.marks;
    canvas_->setMarks(marks_);
    changeSettings([&](RowSettings& s) { s.choices = kept.settings.choices; });
}

void TimelineView::save() {
    if (!sidecar_.isEmpty()) {
        // A folder that cannot be written to is no reason to disturb: the view works on, and the next change tries again.
        [[maybe_unused]] const auto written = writeSidecar(sidecar_, {canvas_->settings(), marks_});
    }
}

} // namespace lanes
