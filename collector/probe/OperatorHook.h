// torch's operators through at::addGlobalCallback, without torch's headers.
#pragma once

#include "collector/probe/CodeKeeper.h"
#include "collector/probe/ProbeProcess.h"
#include "collector/probe/PythonLayout.h"
#include "collector/probe/TorchLayout.h"

#include <pthread.h>

#include <cstdint>
#include <string>

namespace lanes::probe {

// What one callback of torch does: nothing, copies images for the calibration, records, or counts down.
enum class HookMode : std::uint32_t { Off, Calibrate, Record, Count };

// All that a callback needs. One per process: torch's callbacks carry no user data.
struct HookState {
    std::atomic<HookMode> mode{HookMode::Off};
    TorchLayout torch;
    PythonLayout python;
    void* (*threadState)() = nullptr; // PyGILState_GetThisThreadState; nullptr: no stacks
    AddPendingCall addPendingCall = nullptr;
    bool arguments = true;
    // For Count: `counted` is called on this thread by that many operators later. Written by that thread.
    pthread_t countedThread{};
    std::int32_t countdown = 0;
    void (*counted)() = nullptr;
};

// Finds torch's entry points in the library at `path`, which must be loaded already. Returns an empty string
// or why not.
[[nodiscard]] std::string bindTorch(const char* path);
// Registers the callbacks with torch; they do what `hookState().mode` says. Nothing if torch is not bound.
void addHook();
void removeHook();
[[nodiscard]] HookState& hookState();
[[nodiscard]] ProbeProcess& probeProcess();
// The logical thread id of torch for this thread, 0 if this torch has none.
[[nodiscard]] std::uint64_t torchThreadId();
// What the compiled fallback knows of an operator; its arguments are in the buffer that openArguments() gave.
struct ShimOperator {
    const void* record; // the at::RecordFunction
    const char* name;
    const char* overload;  // "" for what has no schema
    std::uint64_t nameKey; // address of the schema's name, 0 for what has none
    std::uint64_t forwardThread;
    std::int64_t sequence;
    std::uint32_t scope;
};
// The id of a name in the recorder's ring, defined there if it is new; 0 if there was no room.
[[nodiscard]] std::uint32_t nameOfText(ThreadRecorder& recorder, const char* text);
// For both ways of hooking: what to do at the end of an operator.
void recordEnd(const void* record, void* mark);
[[nodiscard]] ArgumentBuffer* openArguments();
[[nodiscard]] void* recordShimBegin(const ShimOperator& shim);

// The calling thread's recorder, made on first use; nullptr if nothing is to be recorded, because it could not be made or
// because the recorder reads no more.
[[nodiscard]] ThreadRecorder* readyRecorder();

// Stops recording for good and asks the interpreter to take the callbacks out.
void stopRecording();

} // namespace lanes::probe
