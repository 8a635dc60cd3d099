// torch's operators through at::addGlobalCallback, without torch's headers.
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

// Ids of names in a thread's ring, by what the names say: an address may be another operator's later.
constexpr std::size_t kMostNameBytes = 1024;

// The id of a name in the recorder's ring, defined there if it is new; 0 if there was no room.
[[nodiscard]] std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text);

// The same of a text that comes again and again, which is not read each time: `key` is keyOfText(text).
[[nodiscard]] std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text, std::uint64_t key);

[[nodiscard]] std::uint64_t keyOfText(std::string_view text);

// The same of an operator that has a schema.
[[nodiscard]] std::uint32_t nameOfOperator(ThreadRecorder& recorder, std::string_view name,
                                           std::string_view overload);

// What a callback of torch does while operators are not recorded through it.
enum class HookMode : std::uint32_t { Off, Calibrate, Count };

struct HookState {
    std::atomic<HookMode> mode{HookMode::Off};
    TorchLayout torch;
    PythonLayout python;
    // PyGILState_GetThisThreadState; nullptr: no stacks. Whoever reads it sees the layout above.
    std::atomic<void* (*)()> threadState{nullptr};
    AddPendingCall addPendingCall = nullptr;
    bool arguments = true; // torch is to hand them over
    bool outputs = false;  // the same
    // For Count: `counted` is called on this thread by that many operators later. Written by that thread.
    pthread_t countedThread{};
    std::int32_t countdown = 0;
    void (*counted)() = nullptr;
};

// Finds torch's entry points in the library at `path`, which must be loaded already. Returns an empty string
// or why not.
[[nodiscard]] std::string bindTorch(const char* path);
// Registers the callbacks with torch; they record while the gate of kOperatorSource is open, and else do what
// `hookState().mode` says. Nothing if torch is not bound.
void addHook();
void removeHook();
extern const RecordSource kOperatorSource;
[[nodiscard]] HookState& hookState();
[[nodiscard]] ProbeProcess& probeProcess();
// The logical thread id of torch for this thread, 0 if this torch has none.
[[nodiscard]] std::uint64_t torchThreadId();

// The calling thread's recorder, made on first use; nullptr while it cannot be made.
[[nodiscard]] ThreadRecorder* readyRecorder();

// For all ways of hooking.

struct KnownStack {
    std::uint32_t id;
    bool complete;               // false: there was no room to define it
    const void* frame = nullptr; // the innermost one; nullptr: the stack is that of an operator that runs
};
// The calling thread's Python stack in its ring, without its `inner` innermost frames; none if stacks are not among what is
// `wanted` or cannot be read.
[[nodiscard]] KnownStack stackHere(ThreadRecorder& recorder, std::uint32_t wanted, unsigned inner = 0);

// Pairs begin and end of an operator.
[[nodiscard]] std::uint32_t keyOf(const void* record);
// An operator begins; its arguments are in the recorder's buffer. `wanted`: what its gate said. Returns what the end
// callback is to get, nullptr if there was no room.
[[nodiscard]] void* recordBegin(ThreadRecorder& recorder, const OperatorFacts& facts, std::uint32_t name,
                                std::uint32_t wanted);
void recordEnd(const void* record, void* mark);
// After a record that found no room: is there still a recorder?
void noteLoss(const ThreadRecorder& recorder);

} // namespace lanes::probe
