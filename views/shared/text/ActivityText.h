// Names and colours of the parts of a time split, the same wherever they are shown.
#pragma once

#include "model/analysis/time/TimeSplit.h"
#include "model/trace/Category.h"

#include <QString>

namespace lanes {

[[nodiscard]] QString activityText(Activity activity);
[[nodiscard]] Hue hueOfActivity(Activity activity);
// Nothing that ran: such parts have no color.
[[nodiscard]] constexpr bool isEmpty(Activity activity) {
    return activity == Activity::NotRecorded || activity == Activity::Idle;
}

} // namespace lanes
