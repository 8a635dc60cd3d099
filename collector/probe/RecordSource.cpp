#include "collector/probe/RecordSource.h"

#include "collector/probe/Where.h"
#include "collector/probe/cpython/CodeKeeper.h"
#include "collector/probe/cpython/FunctionTracer.h"
#include "collector/probe/cpython/ModuleNames.h"
#include "collector/probe/cpython/PythonSampler.h"
#include "collector/probe/cupti/CuptiSource.h"
#include "collector/probe/nvtx/NvtxSource.h"
#include "collector/probe/torch/AllocationHook.h"
#include "collector/probe/torch/Collectives.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/probe/torch/ProfilerSwitch.h"
#include "collector/probe/torch/ShimHook.h"

#include <atomic>

namespace lanes::probe {

namespace {

constexpr const RecordSource* kSources[] = {
    &kOperatorSource, &kShimSource,  &kProfilerSource,   &kStackSource,  &kModuleSource,  &kAllocationSource,
    &kDeviceSource,   &kRangeSource, &kCollectiveSource, &kSampleSource, &kFunctionSource};

std::atomic<bool> stopped{false};
std::atomic<bool> takenOut{false}; // or will be: the interpreter has been asked

void takeAllOut() {
    for (const RecordSource* source : kSources) {
        source->stop();
    }
}

// Asked for before the process left one session and joined another, it may come later.
int takeOut(void*) {
    if (stopped) {
        takeAllOut();
    }
    return 0;
}

void closeGates() {
    for (const RecordSource* source : kSources) {
        if (source->gate != nullptr) {
            source->gate->close();
        }
    }
}

void askToTakeOut() {
    if (takenOut.exchange(true)) {
        return;
    }
    const AddPendingCall addPendingCall = hookState().addPendingCall;
    if (addPendingCall == nullptr || addPendingCall(&takeOut, nullptr) != 0) {
        takenOut = false; // the interpreter's queue is full: the next event asks again
    }
}

} // namespace

std::span<const RecordSource* const> recordSources() {
    return kSources;
}

const RecordSource* recordSource(std::string_view name) {
    for (const RecordSource* source : kSources) {
        if (name == source->name) {
            return source;
        }
    }
    return nullptr;
}

void stopAll(std::string_view reason) {
    closeGates();
    if (!stopped.exchange(true)) {
        probeProcess().publishEnd(reason);
    }
    askToTakeOut();
}

void leaveSession() {
    closeGates();
    if (!stopped.exchange(true)) {
        probeProcess().markEnded();
    }
    takenOut = true;
    takeAllOut();
    probeProcess().leave();
}

void beginAgain() {
    takenOut = false;
    stopped = false;
}

bool allStopped() {
    return stopped.load(std::memory_order_relaxed);
}

void noteShut() {
    if (stopped.load(std::memory_order_relaxed)) {
        askToTakeOut();
    } else if (probeProcess().closed()) {
        stopAll("Recording has ended here: the recorder has finished");
    }
}

void checkReader() {
    if (probeProcess().readerIsGone()) {
        stopAll("Recording has ended here: the recorder is gone");
    }
}

void beforeFork() {
    where::beforeFork();
    for (const RecordSource* source : kSources) {
        if (source->beforeFork != nullptr) {
            source->beforeFork();
        }
    }
    probeProcess().beforeFork();
}

void afterFork(bool inChild) {
    where::afterFork(inChild);
    if (inChild) {
        probeProcess().afterForkInChild();
        takenOut = false; // what the parent's interpreter has been asked for, nobody does here
    } else {
        probeProcess().afterForkInParent();
    }
    for (const RecordSource* source : kSources) {
        if (source->afterFork != nullptr) {
            source->afterFork(inChild);
        }
    }
}

} // namespace lanes::probe
