// What the timeline can be told to do: every command with its name, its keys and its deed.
#include "model/analysis/operators/Related.h"
#include "model/analysis/text/NameSpan.h"
#include "views/shared/controls/NameField.h"
#include "views/shared/controls/SaveText.h"
#include "views/shared/text/SessionReference.h"
#include "views/shared/text/Text.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/tools/GoToField.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMimeData>

#include <algorithm>

namespace lanes {

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
    addMoves();
    addWalks();
    addRowCommands();
    addLooks();
}

void TimelineView::addMoves() {
    using K = QKeySequence;
    addCommand("fit-all", tr("Show everything"), {K(Qt::Key_0)}, &TimelineView::fitAll);
    addCommand("fit-selection", tr("Go to selection, then fit it"), {K(Qt::Key_F)},
               &TimelineView::focusOrFit);
    addCommand("fit-step", tr("Fit the step"), {K(Qt::SHIFT | Qt::Key_F)}, &TimelineView::fitStep);
    addCommand("fit-name", tr("Fit all events of this name"), {K(Qt::CTRL | Qt::SHIFT | Qt::Key_F)},
               &TimelineView::fitName);
    addCommand("fit-range", tr("Fit the selected range"), {K(Qt::CTRL | Qt::Key_E)}, &TimelineView::fitBrush);
    addCommand("go-to-time", tr("Go to time"), {K(Qt::CTRL | Qt::Key_G)}, &TimelineView::goToTime);
    addCommand("go-to-step", tr("Go to step"), {K(Qt::CTRL | Qt::SHIFT | Qt::Key_G)},
               &TimelineView::goToStep);
    addCommand("zoom-in", tr("Zoom in"), {K(Qt::Key_Plus), K(Qt::Key_Equal)}, &TimelineView::zoomIn);
    addCommand("zoom-out", tr("Zoom out"), {K(Qt::Key_Minus)}, &TimelineView::zoomOut);
    addCommand("back", tr("Back"), {K(Qt::ALT | Qt::Key_Left), K(Qt::Key_Backspace)}, &TimelineView::back);
    addCommand("forward", tr("Forward"), {K(Qt::ALT | Qt::Key_Right)}, &TimelineView::forward);
    addCommand("follow-end", tr("Follow the end"), {K(Qt::Key_End)}, &TimelineView::followEnd);
}

void TimelineView::addWalks() {
    using K = QKeySequence;
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
    addCommand("name-mark", tr("Name the mark"), {K(Qt::Key_F2)}, &TimelineView::nameMark);
    addCommand("remove-mark", tr("Remove the mark"), {K(Qt::Key_Delete)}, &TimelineView::removeMark);
    addCommand("next-mark", tr("Next mark"), {K(Qt::ALT | Qt::Key_M)}, &TimelineView::nextMark);
    addCommand("previous-mark", tr("Previous mark"), {K(Qt::ALT | Qt::SHIFT | Qt::Key_M)},
               &TimelineView::previousMark);
    addCommand("range-from-selection", tr("Range from selection"), {K(Qt::Key_R)},
               &TimelineView::rangeFromSelection);
    addCommand("clear", tr("Clear selection"), {K(Qt::Key_Escape)}, &TimelineView::clear);
    addCommand("next-match", tr("Next match"), {K(Qt::Key_N)}, &TimelineView::nextMatch);
    addCommand("previous-match", tr("Previous match"), {K(Qt::SHIFT | Qt::Key_N)},
               &TimelineView::previousMatch);
    addCommand("search", tr("Search events"), {K(Qt::Key_Slash), K(Qt::CTRL | Qt::Key_F)},
               &TimelineView::searchRequested);
}

void TimelineView::addRowCommands() {
    using K = QKeySequence;
    addCommand("find-row", tr("Find row"), {K(Qt::CTRL | Qt::Key_P)}, &TimelineView::findRow);
    addCommand("open-row", tr("Fold row or select in it"), {K(Qt::Key_Enter), K(Qt::Key_Return)},
               &TimelineView::openRow);
    addCommand("pin-row", tr("Pin row"), {K(Qt::SHIFT | Qt::Key_P)}, &TimelineView::pinRow);
    addCommand("hide-row", tr("Hide row"), {K(Qt::SHIFT | Qt::Key_H)}, &TimelineView::hideRow);
    addCommand("show-rows", tr("Show hidden rows"), {K(Qt::CTRL | Qt::SHIFT | Qt::Key_H)},
               &TimelineView::showAllRows);
    addCommand("row-up", tr("Move row up"), {K(Qt::ALT | Qt::Key_Up)}, &TimelineView::moveRowUp);
    addCommand("row-down", tr("Move row down"), {K(Qt::ALT | Qt::Key_Down)}, &TimelineView::moveRowDown);
    addCommand("row-taller", tr("Make row taller"), {K(Qt::ALT | Qt::Key_Plus), K(Qt::ALT | Qt::Key_Equal)},
               &TimelineView::makeRowTaller);
    addCommand("row-lower", tr("Make row lower"), {K(Qt::ALT | Qt::Key_Minus)}, &TimelineView::makeRowLower);
    addCommand("row-height", tr("Row's own height"), {K(Qt::ALT | Qt::Key_0)}, &TimelineView::resetRowHeight);
}

void TimelineView::addLooks() {
    using K = QKeySequence;
    addCommand("color-category", tr("Colour by category"), {K(Qt::ALT | Qt::Key_1)},
               &TimelineView::colorByCategory);
    addCommand("color-name", tr("Colour by name"), {K(Qt::ALT | Qt::Key_2)}, &TimelineView::colorByName);
    addCommand("color-module", tr("Colour by module"), {K(Qt::ALT | Qt::Key_3)},
               &TimelineView::colorByModule);
    addCommand("color-duration", tr("Colour by duration"), {K(Qt::ALT | Qt::Key_4)},
               &TimelineView::colorByDuration);
    addCommand("flows", tr("Flows of all that is in view"), {K(Qt::Key_L)}, &TimelineView::toggleFlows);
    addCommand("path", tr("The critical path"), {K(Qt::Key_P)}, &TimelineView::togglePath);
    addCommand("same-name", tr("Mark the same name on hover"), {K(Qt::Key_H)}, &TimelineView::toggleSameName);
    addCommand("ruler", tr("Next kind of time on the ruler"), {K(Qt::Key_T)}, &TimelineView::nextRuler);
    addCommand("copy-picture", tr("Copy the picture"), {K(Qt::CTRL | Qt::ALT | Qt::Key_C)},
               &TimelineView::copyPicture);
    addCommand("export-svg", tr("Export as SVG"), {K(Qt::CTRL | Qt::ALT | Qt::Key_E)},
               &TimelineView::exportSvg);
    addCommand("copy-reference", tr("Copy a reference to this place"), {K(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
               &TimelineView::copyReference);
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
        fitSpot();
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

// A gap or a step fills the view; an instant comes into it. With nothing selected, the brushed range.
void TimelineView::fitSpot() {
    const auto& rows = canvas_->rows();
    const auto place = rows && state_.spot() ? placeOf(*rows, *state_.spot()) : std::nullopt;
    if (!place) {
        fitBrush();
    } else if (place->range.empty()) {
        canvas_->bringSpotIntoView(*state_.spot());
    } else {
        state_.setVisible(
            zoomed(place->range, place->range.begin + place->range.length() / 2, 1.2, ViewState::kShortest));
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

// From the first to the last event with the name of the selected one.
void TimelineView::fitName() {
    const auto& trace = state_.trace();
    if (!trace || !trace->has(state_.selection())) {
        return;
    }
    nameJob_.run([trace, name = trace->slice(state_.selection()).name](
                     const std::stop_token& stop) { return spanOfName(*trace, name, stop); },
                 [this](TimeRange span) {
                     if (!span.empty()) {
                         const TimeNs air = std::max<TimeNs>(span.length() / 20, 1);
                         state_.setVisible({span.begin - air, span.end + air});
                     }
                 });
}

void TimelineView::goToTime() {
    goTo_->ask({}, state_.origin(), canvas_->rows() ? canvas_->rows()->steps() : std::vector<Step>());
}

void TimelineView::goToStep() {
    goTo_->ask(QStringLiteral("step "), state_.origin(),
               canvas_->rows() ? canvas_->rows()->steps() : std::vector<Step>());
}

void TimelineView::goTo(const Destination& to) {
    if (to.range.empty()) {
        state_.goToMoment(to.range.begin);
    } else {
        state_.setVisible(to.range);
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
    if (enterLedRow() || stepInstant(true)) {
        return;
    }
    if (trace && trace->has(state_.selection())) {
        if (const SliceId next = trace->nextInLane(state_.selection()); next.valid()) {
            state_.reveal(next);
        }
    } else {
        canvas_->panBy(HeldKeys::kTapPan);
    }
}

// Whether an instant is selected; selects the next (or previous) one of its row.
bool TimelineView::stepInstant(bool forward) {
    const auto& rows = canvas_->rows();
    const auto place = rows && state_.spot() && state_.spot()->kind == Spot::Kind::Instant
                           ? placeOf(*rows, *state_.spot())
                           : std::nullopt;
    if (!place) {
        return false;
    }
    const TimelineRow& row = rows->rows()[static_cast<std::size_t>(place->row)];
    const InstantLane& lane = rows->instantsOf(row);
    const auto at = lane.ordinalOf(state_.spot()->index, state_.spot()->time);
    const std::uint32_t to =
        forward ? at.value_or(0) + 1 : at.value_or(0) - 1; // before the first: beyond all
    if (at && to < lane.count()) {
        state_.revealSpot(spotOf(*rows, row, to));
    }
    return true;
}

void TimelineView::previous() {
    const auto& trace = state_.trace();
    if (enterLedRow() || stepInstant(false)) {
        return;
    }
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
    if (enterLedRow()) {
        return;
    }
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
    } else if (!state_.cursor() && state_.spot()) {
        at = state_.spot()->time;
    }
    state_.marks().add({at, at});
}

void TimelineView::markRange() {
    if (state_.brush()) {
        state_.marks().add(*state_.brush());
    }
}

// Below its flag; one that is not in view comes into it first.
void TimelineView::nameMark() {
    const SessionMark* mark = state_.marks().find(state_.marks().current());
    if (mark == nullptr || !mark->isOwn()) {
        return;
    }
    if (!canvas_->flagOf(mark->id)) {
        state_.goToMark(*mark);
    }
    const QRect flag = canvas_->flagOf(mark->id).value_or(QRect());
    name_->ask(flag.bottomLeft() + QPoint(0, 1), mark->name,
               [this, id = mark->id](const QString& name) { state_.marks().rename(id, name); });
}

void TimelineView::removeMark() {
    state_.marks().remove(state_.marks().current());
}

void TimelineView::nextMark() {
    stepMark(true);
}

void TimelineView::previousMark() {
    stepMark(false);
}

void TimelineView::stepMark(bool forward) {
    const TimeRange visible = state_.visible();
    if (const SessionMark* mark = state_.marks().beside(forward, visible.begin + visible.length() / 2)) {
        state_.goToMark(*mark);
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
    if (state_.live()) {
        state_.setFollowing(true);
        return;
    }
    const TimeRange bounds = state_.bounds();
    state_.setVisible({bounds.end - state_.visible().length(), bounds.end});
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

void TimelineView::colorByCategory() {
    setColoring(ColorBy::Category);
}

void TimelineView::colorByName() {
    setColoring(ColorBy::Name);
}

void TimelineView::colorByModule() {
    setColoring(ColorBy::Module);
}

void TimelineView::colorByDuration() {
    setColoring(ColorBy::Duration);
}

void TimelineView::setColoring(ColorBy by) {
    state_.choices().setColoring(by);
}

void TimelineView::toggleFlows() {
    canvas_->setAllFlows(!canvas_->allFlows());
}

void TimelineView::togglePath() {
    canvas_->path().setShown(!canvas_->path().shown());
}

void TimelineView::toggleSameName() {
    canvas_->setSameNameLit(!canvas_->sameNameLit());
}

void TimelineView::nextRuler() {
    canvas_->setRulerMode(after(canvas_->rulerMode(), state_.trace() ? &state_.trace()->info() : nullptr,
                                canvas_->rows() && !canvas_->rows()->steps().empty()));
}

void TimelineView::copyPicture() {
    QGuiApplication::clipboard()->setImage(canvas_->grab().toImage());
}

void TimelineView::exportSvg() {
    const QString& session = state_.choices().session();
    const QString name =
        session.isEmpty() ? QStringLiteral("timeline") : QFileInfo(session).completeBaseName();
    saveWithDialog(this, tr("Export as SVG"), name + QStringLiteral(".svg"),
                   [this](QIODevice& file) { file.write(canvas_->svg()); });
}

void TimelineView::copyReference() {
    if (state_.trace()) {
        const QString& session = state_.choices().session();
        const TimeRange range = state_.brush().value_or(state_.visible());
        QGuiApplication::clipboard()->setText(
            referenceText(session.isEmpty() ? toQString(state_.trace()->info().source) : session,
                          {range.begin - state_.origin(), range.end - state_.origin()}));
    }
}

} // namespace lanes
