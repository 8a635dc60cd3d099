// How the causes of gaps are called and coloured, wherever they are shown.
#pragma once

#include "model/analysis/gaps/WaitCause.h"
#include "views/shared/look/Theme.h"

#include <QColor>
#include <QString>

namespace lanes {

[[nodiscard]] QString waitText(WaitCause cause);
// As the chart of the launching thread has them; invalid, so hatched, of what is not known.
[[nodiscard]] QColor waitColor(const Theme& theme, WaitCause cause);

} // namespace lanes
