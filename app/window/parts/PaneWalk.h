// Walking by keyboard from one part of the window to the next, past everything inside it.
#pragma once

#include <QList>

class QWidget;

namespace lanes {

// Gives the focus to the first field of the pane behind (or before) the one that has it, in a circle. Panes that are
// not visible or take no keys are passed over. `panes` in the order of the walk.
void focusPaneBeside(const QList<QWidget*>& panes, bool forward);

} // namespace lanes
