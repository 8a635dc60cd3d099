// Samples the stacks of Python threads from a thread of the probe, without the interpreter's lock and without
// stopping any thread.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/cpython/PythonThreads.h"

#include <cstdint>
#include <string_view>

namespace lanes::probe {

// Sets the layout of Python's threads, with the interpreter's lock, before the source starts. `hookState().python`
// must be known by then.
void usePythonThreads(const PythonThreadLayout& layout);
// Sets Python's name of a thread, for rows that have only samples. Any thread.
void nameSampledThread(std::uint32_t kernelId, std::string_view name);

// Takes samples while the session wants them, at the rate that its page sets. In the child after fork it must be
// started again.
extern const RecordSource kSampleSource;

} // namespace lanes::probe
