// What kind of GPU a device is, as the session says it.
#pragma once

#include "model/trace/Trace.h"

#include <QString>

namespace lanes {

// "H100 80GB HBM3" of device `index`; empty if the session does not say.
[[nodiscard]] QString deviceName(const Trace& trace, int index);

} // namespace lanes
