#include "views/timeline/commands/TimelineCommands.h"

#include "views/timeline/commands/EventWalk.h"
#include "views/timeline/commands/MarkDesk.h"
#include "views/timeline/commands/RowDesk.h"
#include "views/timeline/commands/TimelineLooks.h"
#include "views/timeline/commands/TimelineMoves.h"

namespace lanes {

void TimelineCommands::addMoves(TimelineMoves& moves) {
    add(viewCommand("fit-all"), moves, &TimelineMoves::fitAll);
    add(viewCommand("fit-selection"), moves, &TimelineMoves::focusOrFit);
    add(viewCommand("fit-step"), moves, &TimelineMoves::fitStep);
    add(viewCommand("fit-name"), moves, &TimelineMoves::fitName);
    add(viewCommand("fit-range"), moves, &TimelineMoves::fitBrush);
    add(viewCommand("go-to-time"), moves, &TimelineMoves::goToTime);
    add(viewCommand("go-to-step"), moves, &TimelineMoves::goToStep);
    add(viewCommand("zoom-in"), moves, &TimelineMoves::zoomIn);
    add(viewCommand("zoom-out"), moves, &TimelineMoves::zoomOut);
    add(viewCommand("follow-end"), moves, &TimelineMoves::followEnd);
    add(viewCommand("range-from-selection"), moves, &TimelineMoves::rangeFromSelection);
}

void TimelineCommands::addWalks(EventWalk& walk) {
    add(viewCommand("previous"), walk, &EventWalk::previous);
    add(viewCommand("next"), walk, &EventWalk::next);
    add(viewCommand("parent"), walk, &EventWalk::around);
    add(viewCommand("first-child"), walk, &EventWalk::firstChild);
    add(viewCommand("follow-back"), walk, &EventWalk::followBack);
    add(viewCommand("follow-forward"), walk, &EventWalk::followForward);
    add(viewCommand("next-match"), walk, &EventWalk::nextMatch);
    add(viewCommand("previous-match"), walk, &EventWalk::previousMatch);
}

void TimelineCommands::addMarks(MarkDesk& marks) {
    add(viewCommand("mark"), marks, &MarkDesk::mark);
    add(viewCommand("mark-range"), marks, &MarkDesk::markRange);
    add(viewCommand("name-mark"), marks, &MarkDesk::nameMark);
    add(viewCommand("remove-mark"), marks, &MarkDesk::removeMark);
    add(viewCommand("next-mark"), marks, &MarkDesk::nextMark);
    add(viewCommand("previous-mark"), marks, &MarkDesk::previousMark);
}

void TimelineCommands::addRows(RowDesk& rows) {
    add(viewCommand("pin-row"), rows, &RowDesk::pin);
    add(viewCommand("hide-row"), rows, &RowDesk::hide);
    add(viewCommand("show-rows"), rows, &RowDesk::showAll);
    add(viewCommand("row-up"), rows, &RowDesk::moveUp);
    add(viewCommand("row-down"), rows, &RowDesk::moveDown);
    add(viewCommand("row-taller"), rows, &RowDesk::makeTaller);
    add(viewCommand("row-lower"), rows, &RowDesk::makeLower);
    add(viewCommand("row-height"), rows, &RowDesk::resetHeight);
}

void TimelineCommands::addLooks(TimelineLooks& looks) {
    add(viewCommand("color-category"), looks, &TimelineLooks::colorByCategory);
    add(viewCommand("color-name"), looks, &TimelineLooks::colorByName);
    add(viewCommand("color-module"), looks, &TimelineLooks::colorByModule);
    add(viewCommand("color-duration"), looks, &TimelineLooks::colorByDuration);
    add(viewCommand("flows"), looks, &TimelineLooks::toggleFlows);
    add(viewCommand("path"), looks, &TimelineLooks::togglePath);
    add(viewCommand("same-name"), looks, &TimelineLooks::toggleSameName);
    add(viewCommand("ruler"), looks, &TimelineLooks::nextRuler);
    add(viewCommand("copy-picture"), looks, &TimelineLooks::copyPicture);
    add(viewCommand("export-svg"), looks, &TimelineLooks::exportSvg);
    add(viewCommand("copy-reference"), looks, &TimelineLooks::copyReference);
}

} // namespace lanes
