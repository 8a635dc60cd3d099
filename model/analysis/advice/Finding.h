// A possible change to the program: the observation, its place, the remedy, and the saving.
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// Per step; for the whole range if there are no steps.
struct Saving {
    TimeNs low = 0;
    TimeNs best = 0; // low <= best <= high
    TimeNs high = 0;
};

struct Finding {
    std::string_view rule; // key of the rule
    std::string title;
    Saving saves;
    double share = 0;                       // `saves.best` as a part of the step, 0 to 1
    double confidence = 0;                  // 0 to 1
    std::string seen;                       // the measured figures
    std::string remedy;                     // the line of code or setting to change
    std::vector<SliceId> where;             // the most expensive first
    IntervalSet time;                       // the time that the saving is a part of
    std::vector<std::string_view> overlaps; // rules whose savings are parts of the same time
};

} // namespace lanes
