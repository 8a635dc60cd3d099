// Determines the group of a collective of torch.distributed, and its number in the group. The range that executes the
// call, perhaps on another thread, does not state them. Active only in programs whose process groups are known; calls
// are few, so they share one lock.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/ThreadRecorder.h"
#include "collector/probe/torch/CollectiveName.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanes::probe {

// A process group as Python describes it.
struct NamedGroup {
    std::uint64_t address = 0;
    const char* name = "";
    std::int32_t rank = -1;
    std::int32_t size = -1;
    std::uint64_t backend = 0; // executes its collectives on the host; 0: none that counts them
    std::int64_t told = -1;    // sequence number of its last collective as torch reports it; -1: none
    bool fromBirth = false;    // it has just been created
};

// These need the interpreter's lock.
void nameProcessGroup(const NamedGroup& group);
void endProcessGroup(std::uint64_t address);

// True if there is any process group; one load.
[[nodiscard]] bool hasProcessGroups();

// Called within the callback of an operator or a range whose name has a role. Notes a call, or writes the known facts
// of the collective before its begin. `text`: that name, unless it is a call. `key`: that of the begin.
void noteCollective(ThreadRecorder& recorder, const std::byte* record, CollectiveName name,
                    std::string_view text, std::uint32_t key);
// True if a range of this name executes a call that was noted, on any thread.
[[nodiscard]] bool carriesOutNoted(const std::byte* record, std::string_view name);
// Notes that an operator has not been seen, which may have been a call. Any thread, one store.
void missCollective();

// Resets the lock after a fork, and the numbers in a new session.
extern const RecordSource kCollectiveSource;

} // namespace lanes::probe
