// Where a thread was when it called into a device's API.
#pragma once

#include "collector/recorder/sink/SliceHandle.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"

namespace lanes::recorder {

struct CallOrigin {
    TimeNs time = 0;
    SliceHandle op; // the innermost operator that was open; of none: no operator was
    TimeNs opStart = 0;
    StackId stack;      // Python's; none: no Python ran on the thread
    StringId arguments; // of the kernel: "n=1000, scale=2.5"; none: not known
};

} // namespace lanes::recorder
