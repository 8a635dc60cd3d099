// Collectives of torch.distributed: which group a call is of, and its number there, which what carries the call out, on another
// thread perhaps, does not say. Only in programs whose process groups are known; they are few, so a lock is shared.
#pragma once

#include "collector/probe/RecordSource.h"
#include "collector/probe/ThreadRecorder.h"
#include "collector/probe/torch/CollectiveName.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanes::probe {

// A process group as Python knows it.
struct NamedGroup {
    std::uint64_t address = 0;
    const char* name = "";
    std::int32_t rank = -1;
    std::int32_t size = -1;
    std::uint64_t backend = 0; // what carries its collectives out on the host; 0: nothing that counts them
    std::int64_t told = -1;    // the number that torch tells of its last collective; -1: none
    bool fromBirth = false;    // it has just been made
};

// With the interpreter's lock.
void nameProcessGroup(const NamedGroup& group);
void endProcessGroup(std::uint64_t address);

// Whether there is any process group; one load.
[[nodiscard]] bool hasProcessGroups();

// Within the callback of an operator or a range whose name has a role: notes a call, or writes what is known of it before its
// begin. `text`: that name, where it is no call's. `key`: of the begin.
void noteCollective(ThreadRecorder& recorder, const std::byte* record, CollectiveName name,
                    std::string_view text, std::uint32_t key);
// Whether a range of this name carries out a call that was noted, on whatever thread.
[[nodiscard]] bool carriesOutNoted(const std::byte* record, std::string_view name);
// An operator has not been seen: it may have been a call. Any thread, one store.
void missCollective();

// What the fork of a process does to the lock, and a new session to numbers.
extern const RecordSource kCollectiveSource;

} // namespace lanes::probe
