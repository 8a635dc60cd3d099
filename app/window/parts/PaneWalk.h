// Moves the keyboard from one part of the window to the next, skipping the widgets inside.
#pragma once

#include <QList>

class QWidget;

namespace lanes {

// Gives the focus to the first field of the next (or previous) pane, in a circle. Panes that are hidden or take no keys are
// skipped. `panes` are in the order of the walk.
void focusPaneBeside(const QList<QWidget*>& panes, bool forward);

} // namespace lanes
