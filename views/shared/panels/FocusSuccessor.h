// Keeps the keyboard focus where rows are rebuilt while the user walks them.
#pragma once

class QWidget;

namespace lanes {

// `after` replaces `before`, and `focused` within `before` has the focus. Returns the widget within `after` that takes the
// focus over: the one with the same accessible name, else the one at the same position among the focusable widgets. Null if
// none is focusable.
[[nodiscard]] QWidget* successorOf(const QWidget& focused, const QWidget& before, const QWidget& after);

// Returns the first focusable widget within `rows`; null if there is none.
[[nodiscard]] QWidget* firstStopOf(const QWidget& rows);

} // namespace lanes
