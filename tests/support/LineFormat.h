// A trace format of a few lines that no program writes: what a reader of a new format takes, and that it takes no more.
#pragma once

#include "model/io/OpenTrace.h"

namespace lanes::test {

// Behind the line "lines", one event each:
//     slice THREAD START DURATION SIZE NAME
//     instant THREAD TIME NAME
// Times in nanoseconds. Other lines are counted as skipped.
[[nodiscard]] TraceFormat lineFormat();

} // namespace lanes::test
