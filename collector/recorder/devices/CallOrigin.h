// The position of a thread at its call into a device's API.
#pragma once

#include "collector/recorder/sink/SliceHandle.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"

namespace lanes::recorder {

struct CallOrigin {
    TimeNs time = 0;
    SliceHandle op; // the innermost open operator; of no slice: none was open
    TimeNs opStart = 0;
    StackId stack;      // the Python stack; none: no Python ran on the thread
    StringId arguments; // those of the kernel: "n=1000, scale=2.5"; none: not known
};

} // namespace lanes::recorder
