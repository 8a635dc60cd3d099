#include "collector/probe/cpython/RunningModules.h"

#include "collector/probe/cpython/PythonFrames.h"
#include "collector/probe/torch/OperatorHook.h"

namespace lanes::probe {

namespace {

constexpr unsigned kMostSteps = 100'000; // damaged links must not go in circles

bool listModulesOf(const RunningModulesInterface& python, const void* thread, void* list) {
    const PythonLayout& layout = hookState().python;
    const std::byte* frame = innermostFrame<GuardedMemory>(layout, thread);
    for (unsigned steps = 0; frame != nullptr && steps < kMostSteps; ++steps) {
        PythonFrame found{};
        if (readFrame<GuardedMemory>(layout, frame, found) && found.module != 0 &&
            python.append(list, reinterpret_cast<void*>(found.module)) != 0) {
            return false;
        }
        frame = GuardedMemory::load<const std::byte*>(frame, layout.framePrevious);
    }
    return python.append(list, python.none) == 0;
}

} // namespace

bool listRunningModules(const RunningModulesInterface& python, void* list, bool everyThread) {
    if (hookState().python.moduleCode == 0) {
        return true;
    }
    if (!everyThread) {
        return listModulesOf(python, python.thisThread(), list);
    }
    for (void* thread = python.firstThread(reinterpret_cast<void*>(python.interpreter)); thread != nullptr;
         thread = python.nextThread(thread)) {
        if (!listModulesOf(python, thread, list)) {
            return false;
        }
    }
    return true;
}

} // namespace lanes::probe
