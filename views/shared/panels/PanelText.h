// What a panel says, to be copied: the words that its rows give a screen reader.
#pragma once

#include <QString>

class QWidget;

namespace lanes {

// A line for each row of a panel's column, an empty one before each section. UI thread.
[[nodiscard]] QString panelText(const QWidget& column);

} // namespace lanes
