// The session's filter (`--where`): below which modules and ranges a thread is recorded. It is judged where a range or a module
// begins and ends, by whoever sees that; all other sources ask one flag of their thread. Work of backward belongs to its forward
// operator. While no thread is inside, torch does not call us for operators.
#pragma once

#include "collector/probe/ThreadRecorder.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::probe::where {

// Of torch's; null functions where there is no torch.
struct Torch {
    void (*watchOperators)(bool) = nullptr;    // our callback is called for operators, or is not
    std::uint64_t (*nextSequence)() = nullptr; // at::sequence_number::peek of the calling thread
    std::uint64_t (*threadId)() = nullptr;     // the calling thread's logical id
};

// The process has joined a session with this filter (WhereFilter.h), empty for none: no thread is inside.
void begin(std::string_view filter);
// Everything is recorded: operators come by a way that cannot be filtered.
void giveUp();
void useTorch(const Torch& torch);
[[nodiscard]] std::string filter();

// Any thread, one load.
[[nodiscard]] bool on();
// Whether the calling thread is to be recorded. Any thread, a few loads.
[[nodiscard]] bool isInside();
// Whether a range of that name is one of the filter's. While nothing has matched, its name is kept for the explanation.
[[nodiscard]] bool matchesRange(std::string_view name);
// A module or a range that there is, for the same.
void noteSeen(std::string_view name);
// A module of that name matches.
void noteMatchingModule();

// The calling thread, whose recorder it is, enters something that matches.
void enter(ThreadRecorder& recorder);
// It ends, on whatever thread. `owner`: of the thread that entered it, or that thread's in a parent of this process.
void leave(ThreadRecorder& owner);
// A thread begins to record: one that has been forked inside is inside.
void startThread(ThreadRecorder& recorder);
// Whether that forward operator was inside.
[[nodiscard]] bool wasInside(std::uint64_t forwardThread, std::int64_t sequence);
// An operator came by outside: after many in a row torch is told to leave us alone.
void passOutside();
// A recorder whose thread was inside ends, or its recording.
void forgetInside(bool wasInside);

void beforeFork();
void afterFork(bool inChild);

} // namespace lanes::probe::where
