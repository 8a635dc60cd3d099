// Where Python's threads are, by samples that a thread of ours takes: without the interpreter's lock, without stopping anyone.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/cpython/PythonThreads.h"

#include <cstdint>
#include <string_view>

namespace lanes::probe {

// Before the source starts, with the interpreter's lock: where its threads stand. `hookState().python` must be known by then.
void usePythonThreads(const PythonThreadLayout& layout);
// What Python calls a thread, for rows that have nothing but samples. Any thread.
void nameSampledThread(std::uint32_t kernelId, std::string_view name);

// Takes samples while the session wants them, as often as its page says. In the child after fork it has to be started again.
extern const RecordSource kSampleSource;

} // namespace lanes::probe
