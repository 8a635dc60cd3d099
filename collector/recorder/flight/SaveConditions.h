// When a recording that keeps only its newest stretch saves it by itself.
#pragma once

#include "collector/recorder/flight/StepWatch.h"
#include "model/base/Time.h"

#include <string>

namespace lanes::recorder {

// 0: never.
struct SaveConditions {
    TimeNs hang = 0;          // nothing comes from the program for so long
    TimeNs stepLonger = 0;    // a step takes longer
    double stepTimes = 0;     // a step takes longer than so many times the usual
    bool outOfMemory = false; // torch could not allocate
};

// Why a step is to be saved, as a part of a sentence: "step 57 took 1.2 s, 2.4 times the usual 0.5 s"; empty if it is not.
[[nodiscard]] std::string tooSlow(const SaveConditions& conditions, const SeenStep& step);

} // namespace lanes::recorder
