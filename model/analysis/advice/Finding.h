// A thing that could be changed in the program: what was seen, where, what to do, and what that would save.
#pragma once

#include "model/analysis/time/IntervalSet.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// Per step; of the range where there are no steps.
struct Saving {
    TimeNs low = 0;
    TimeNs best = 0; // low <= best <= high
    TimeNs high = 0;
};

struct Finding {
    std::string_view rule; // key of the rule
    std::string title;
    Saving saves;
    double share = 0;                       // of the step, 0 to 1, that `saves.best` is
    double confidence = 0;                  // 0 to 1
    std::string seen;                       // the figures
    std::string remedy;                     // line of code or setting
    std::vector<SliceId> where;             // what costs most first
    IntervalSet time;                       // that the saving is a part of
    std::vector<std::string_view> overlaps; // rules whose savings are parts of the same time
};

} // namespace lanes
