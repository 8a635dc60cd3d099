// Hooks torch's operators through at::addGlobalCallback, without torch's headers.
#pragma once

#include "collector/probe/ProbeProcess.h"
#include "collector/probe/RecordSource.h"
#include "collector/probe/ThreadRecorder.h"
#include "collector/probe/cpython/CodeKeeper.h"
#include "collector/probe/cpython/PythonLayout.h"
#include "collector/probe/torch/TorchLayout.h"

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::probe {

// Ids of names in a thread's ring are found by the text of the name: an address may be another operator's later.
constexpr std::size_t kMostNameBytes = 1024;

// Returns the id of a name in the recorder's ring, and defines it if it is new; 0 if there was no room.
[[nodiscard]] std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text);

// As above, for a text that recurs and is not read each time: `key` is keyOfText(text).
[[nodiscard]] std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text, std::uint64_t key);

[[nodiscard]] std::uint64_t keyOfText(std::string_view text);

// As nameOfText(), for an operator that has a schema.
[[nodiscard]] std::uint32_t nameOfOperator(ThreadRecorder& recorder, std::string_view name,
                                           std::string_view overload);

// The job of torch's callback while operators are not recorded through it.
enum class HookMode : std::uint32_t { Off, Calibrate, Count };

struct HookState {
    std::atomic<HookMode> mode{HookMode::Off};
    TorchLayout torch;
    PythonLayout python;
    // PyGILState_GetThisThreadState; nullptr: no stacks. A thread that reads it also sees the layouts above.
    std::atomic<void* (*)()> threadState{nullptr};
    AddPendingCall addPendingCall = nullptr;
    bool arguments = true; // torch must pass the arguments
    bool outputs = false;  // torch must pass the outputs
    // For Count: `counted` is called on this thread after that many more operators. That thread alone writes it.
    pthread_t countedThread{};
    std::int32_t countdown = 0;
    void (*counted)() = nullptr;
};

// Finds torch's entry points in the library at `path`, which must be loaded already. Returns an empty string
// or why not.
[[nodiscard]] std::string bindTorch(const char* path);
// Registers the callbacks with torch. They record while the gate of kOperatorSource is open, and otherwise act by
// `hookState().mode`. Does nothing if torch is not bound.
void addHook();
void removeHook();
extern const RecordSource kOperatorSource;
[[nodiscard]] HookState& hookState();
[[nodiscard]] ProbeProcess& probeProcess();
// Returns torch's logical id of this thread, 0 if this torch has none.
[[nodiscard]] std::uint64_t torchThreadId();

// Returns the calling thread's recorder, made on first use; nullptr while it cannot be made.
[[nodiscard]] ThreadRecorder* readyRecorder();

// For all ways of hooking:

struct KnownStack {
    std::uint32_t id;
    bool complete;               // false: there was no room to define it
    const void* frame = nullptr; // the innermost one; nullptr: the stack is that of the running operator
};
// Returns the calling thread's Python stack in its ring, without its `inner` innermost frames. None if `wanted` does
// not include stacks, or if the stack cannot be read.
[[nodiscard]] KnownStack stackHere(ThreadRecorder& recorder, std::uint32_t wanted, unsigned inner = 0);

// Returns the key that pairs begin and end of an operator.
[[nodiscard]] std::uint32_t keyOf(const void* record);
// Records the begin of an operator whose arguments are in the recorder's buffer. `wanted`: the sources that its gate
// returned. Returns the mark for the end callback, nullptr if there was no room.
[[nodiscard]] void* recordBegin(ThreadRecorder& recorder, const OperatorFacts& facts, std::uint32_t name,
                                std::uint32_t wanted);
void recordEnd(const void* record, void* mark);
// Call it after a record that found no room: now and then it checks that the recorder is alive (checkReader()).
void noteLoss(const ThreadRecorder& recorder);

} // namespace lanes::probe
