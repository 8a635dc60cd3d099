// Keys that what has the focus does not want: they are those of the view in front, wherever in the window the focus was left.
#pragma once

class QKeyEvent;

namespace lanes {

class SessionView;

// Does what the key is for in the view - one of its commands, or a key that it takes by itself - and gives it the keyboard.
// False: it is none of its keys, or is meant for what has the focus. UI thread.
[[nodiscard]] bool giveToView(SessionView& view, const QKeyEvent& key);

} // namespace lanes
