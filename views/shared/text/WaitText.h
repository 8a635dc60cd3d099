// Names and colours of the causes of gaps, the same wherever they are shown.
#pragma once

#include "model/analysis/gaps/WaitCause.h"
#include "views/shared/look/Theme.h"

#include <QColor>
#include <QString>

namespace lanes {

[[nodiscard]] QString waitText(WaitCause cause);
// The colour of the chart of the launching thread. For an unknown cause it is invalid, and the chart is hatched.
[[nodiscard]] QColor waitColor(const Theme& theme, WaitCause cause);

} // namespace lanes
