// The conditions under which a recording that keeps only its newest stretch saves it automatically.
#pragma once

#include "collector/recorder/flight/StepWatch.h"
#include "model/base/Time.h"

#include <string>

namespace lanes::recorder {

// 0 turns a condition off.
struct SaveConditions {
    TimeNs hang = 0;          // the program sends nothing for this long
    TimeNs stepLonger = 0;    // a step takes longer than this
    double stepTimes = 0;     // a step takes longer than this many times the usual
    bool outOfMemory = false; // torch could not allocate
};

// Returns why a step must be saved, as a part of a sentence: "step 57 took 1.2 s, 2.4 times the usual 0.5 s". Empty
// if it need not be.
[[nodiscard]] std::string tooSlow(const SaveConditions& conditions, const SeenStep& step);

} // namespace lanes::recorder
