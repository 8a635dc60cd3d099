#include "views/timeline/commands/TimelineCommands.h"

#include "views/timeline/commands/EventWalk.h"
#include "views/timeline/commands/MarkDesk.h"
#include "views/timeline/commands/RowDesk.h"
#include "views/timeline/commands/TimelineLooks.h"
#include "views/timeline/commands/TimelineMoves.h"

namespace lanes {

using K = QKeySequence;

void TimelineCommands::addMoves(TimelineMoves& moves) {
    add("fit-all", tr("Show everything"), {K(Qt::Key_0)}, moves, &TimelineMoves::fitAll);
    add("fit-selection", tr("Go to selection, then fit it"), {K(Qt::Key_F)}, moves,
        &TimelineMoves::focusOrFit);
    add("fit-step", tr("Fit the step"), {K(Qt::SHIFT | Qt::Key_F)}, moves, &TimelineMoves::fitStep);
    add("fit-name", tr("Fit all events of this name"), {K(Qt::CTRL | Qt::SHIFT | Qt::Key_F)}, moves,
        &TimelineMoves::fitName);
    add("fit-range", tr("Fit the selected range"), {K(Qt::CTRL | Qt::Key_E)}, moves,
        &TimelineMoves::fitBrush);
    add("go-to-time", tr("Go to time"), {K(Qt::CTRL | Qt::Key_G)}, moves, &TimelineMoves::goToTime);
    add("go-to-step", tr("Go to step"), {K(Qt::CTRL | Qt::SHIFT | Qt::Key_G)}, moves,
        &TimelineMoves::goToStep);
    add("zoom-in", tr("Zoom in"), {K(Qt::Key_Plus), K(Qt::Key_Equal)}, moves, &TimelineMoves::zoomIn);
    add("zoom-out", tr("Zoom out"), {K(Qt::Key_Minus)}, moves, &TimelineMoves::zoomOut);
    add("follow-end", tr("Follow the end"), {K(Qt::Key_End)}, moves, &TimelineMoves::followEnd);
    add("range-from-selection", tr("Range from selection"), {K(Qt::Key_R)}, moves,
        &TimelineMoves::rangeFromSelection);
}

void TimelineCommands::addWalks(EventWalk& walk) {
    add("previous", tr("Previous event"), {K(Qt::Key_Comma), K(Qt::Key_Left)}, walk, &EventWalk::previous);
    add("next", tr("Next event"), {K(Qt::Key_Period), K(Qt::Key_Right)}, walk, &EventWalk::next);
    add("parent", tr("Event around"), {K(Qt::Key_Up)}, walk, &EventWalk::around);
    add("first-child", tr("First event inside"), {K(Qt::Key_Down)}, walk, &EventWalk::firstChild);
    add("follow-back", tr("To launch or forward"), {K(Qt::Key_BracketLeft)}, walk, &EventWalk::followBack);
    add("follow-forward", tr("To kernel or backward"), {K(Qt::Key_BracketRight)}, walk,
        &EventWalk::followForward);
    add("next-match", tr("Next match"), {K(Qt::Key_N)}, walk, &EventWalk::nextMatch);
    add("previous-match", tr("Previous match"), {K(Qt::SHIFT | Qt::Key_N)}, walk, &EventWalk::previousMatch);
}

void TimelineCommands::addMarks(MarkDesk& marks) {
    add("mark", tr("Mark"), {K(Qt::Key_M)}, marks, &MarkDesk::mark);
    add("mark-range", tr("Keep range as mark"), {K(Qt::SHIFT | Qt::Key_M)}, marks, &MarkDesk::markRange);
    add("name-mark", tr("Name the mark"), {K(Qt::Key_F2)}, marks, &MarkDesk::nameMark);
    add("remove-mark", tr("Remove the mark"), {K(Qt::Key_Delete)}, marks, &MarkDesk::removeMark);
    add("next-mark", tr("Next mark"), {K(Qt::ALT | Qt::Key_M)}, marks, &MarkDesk::nextMark);
    add("previous-mark", tr("Previous mark"), {K(Qt::ALT | Qt::SHIFT | Qt::Key_M)}, marks,
        &MarkDesk::previousMark);
}

void TimelineCommands::addRows(RowDesk& rows) {
    add("pin-row", tr("Pin row"), {K(Qt::SHIFT | Qt::Key_P)}, rows, &RowDesk::pin);
    add("hide-row", tr("Hide row"), {K(Qt::SHIFT | Qt::Key_H)}, rows, &RowDesk::hide);
    add("show-rows", tr("Show hidden rows"), {K(Qt::CTRL | Qt::SHIFT | Qt::Key_H)}, rows, &RowDesk::showAll);
    add("row-up", tr("Move row up"), {K(Qt::ALT | Qt::Key_Up)}, rows, &RowDesk::moveUp);
    add("row-down", tr("Move row down"), {K(Qt::ALT | Qt::Key_Down)}, rows, &RowDesk::moveDown);
    add("row-taller", tr("Make row taller"), {K(Qt::ALT | Qt::Key_Plus), K(Qt::ALT | Qt::Key_Equal)}, rows,
        &RowDesk::makeTaller);
    add("row-lower", tr("Make row lower"), {K(Qt::ALT | Qt::Key_Minus)}, rows, &RowDesk::makeLower);
    add("row-height", tr("Row's own height"), {K(Qt::ALT | Qt::Key_0)}, rows, &RowDesk::resetHeight);
}

void TimelineCommands::addLooks(TimelineLooks& looks) {
    add("color-category", tr("Colour by category"), {K(Qt::ALT | Qt::Key_1)}, looks,
        &TimelineLooks::colorByCategory);
    add("color-name", tr("Colour by name"), {K(Qt::ALT | Qt::Key_2)}, looks, &TimelineLooks::colorByName);
    add("color-module", tr("Colour by module"), {K(Qt::ALT | Qt::Key_3)}, looks,
        &TimelineLooks::colorByModule);
    add("color-duration", tr("Colour by duration"), {K(Qt::ALT | Qt::Key_4)}, looks,
        &TimelineLooks::colorByDuration);
    add("flows", tr("Flows of all that is in view"), {K(Qt::Key_L)}, looks, &TimelineLooks::toggleFlows);
    add("path", tr("The critical path"), {K(Qt::Key_P)}, looks, &TimelineLooks::togglePath);
    add("same-name", tr("Mark the same name on hover"), {K(Qt::Key_H)}, looks,
        &TimelineLooks::toggleSameName);
    add("ruler", tr("Next kind of time on the ruler"), {K(Qt::Key_T)}, looks, &TimelineLooks::nextRuler);
    add("copy-picture", tr("Copy the picture"), {K(Qt::CTRL | Qt::ALT | Qt::Key_C)}, looks,
        &TimelineLooks::copyPicture);
    add("export-svg", tr("Export as SVG"), {K(Qt::CTRL | Qt::ALT | Qt::Key_E)}, looks,
        &TimelineLooks::exportSvg);
    add("copy-reference", tr("Copy a reference to this place"), {K(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, looks,
        &TimelineLooks::copyReference);
}

} // namespace lanes
