// Rows that are made anew while somebody walks them with the keys.
#pragma once

class QWidget;

namespace lanes {

// Which widget within `after`, that takes the place of `before`, goes on where `focused`, within `before`, was: the one with
// the same accessible name, else the one in the same place among those that take the focus; null if none does.
[[nodiscard]] QWidget* successorOf(const QWidget& focused, const QWidget& before, const QWidget& after);

// The first within `rows` that takes the focus; null if none does.
[[nodiscard]] QWidget* firstStopOf(const QWidget& rows);

} // namespace lanes
