// The text of a panel, for the clipboard: the words that its rows give to screen readers.
#pragma once

#include <QString>

class QWidget;

namespace lanes {

// Returns one line for each row of a panel's column, and an empty line before each section. UI thread.
[[nodiscard]] QString panelText(const QWidget& column);

} // namespace lanes
