// Passes keys that the focused widget does not want to the view in front, wherever in the window the focus is.
#pragma once

class QKeyEvent;

namespace lanes {

class SessionView;

// Carries out the key in the view and gives the view the keyboard. The key triggers one of the view's commands, or is one that
// the view handles itself. Returns false if it is neither, or is meant for the focused widget. UI thread.
[[nodiscard]] bool giveToView(SessionView& view, const QKeyEvent& key);

} // namespace lanes
