// The session's filter (`--where`): the modules and ranges below which a thread is recorded. The code that sees a
// range or a module begin or end evaluates the filter; all other sources read one flag of their thread. Backward work
// belongs to its forward operator. While no thread is inside, torch does not call our callback for operators.
#pragma once

#include "collector/probe/ThreadRecorder.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::probe::where {

// Functions of torch; null where there is no torch.
struct Torch {
    void (*watchOperators)(bool) = nullptr;    // turns our callback for operators on or off
    std::uint64_t (*nextSequence)() = nullptr; // at::sequence_number::peek of the calling thread
    std::uint64_t (*threadId)() = nullptr;     // the calling thread's logical id
};

// Starts the filter of a session that the process has joined (WhereFilter.h). Empty: no filter. No thread is inside
// yet.
void begin(std::string_view filter);
// Records everything: operators arrive through a hook that cannot be filtered.
void giveUp();
void useTorch(const Torch& torch);
[[nodiscard]] std::string filter();

// True if there is a filter. Any thread, one load.
[[nodiscard]] bool on();
// True if the calling thread is to be recorded. Any thread, a few loads.
[[nodiscard]] bool isInside();
// True if the filter names a range of this name. While nothing has matched, the name is kept for the explanation.
[[nodiscard]] bool matchesRange(std::string_view name);
// Keeps the name of an existing module or range for the same explanation.
void noteSeen(std::string_view name);
// Counts a module that matches the filter.
void noteMatchingModule();

// The calling thread, which owns `recorder`, enters a matching module or range.
void enter(ThreadRecorder& recorder);
// A matching module or range ends, on any thread. `owner`: the recorder of the thread that entered it, or of that
// thread in a parent of this process.
void leave(ThreadRecorder& owner);
// A thread begins to record. A thread that was forked while inside starts inside.
void startThread(ThreadRecorder& recorder);
// True if the forward operator with this sequence number ran inside.
[[nodiscard]] bool wasInside(std::uint64_t forwardThread, std::int64_t sequence);
// Counts an operator that ran outside. After many in a row torch stops calling our callback.
void passOutside();
// A recorder, or its recording, ends; `wasInside`: its thread was inside.
void forgetInside(bool wasInside);

void beforeFork();
void afterFork(bool inChild);

} // namespace lanes::probe::where
