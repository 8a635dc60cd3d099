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

// A process group has been made, or was there already (`fromBirth` is false then: its collectives are not numbered). With the
// interpreter's lock.
void nameProcessGroup(std::uint64_t address, const char* name, std::int32_t rank, std::int32_t size,
                      bool fromBirth);

// Whether there is any process group; one load.
[[nodiscard]] bool hasProcessGroups();

// Within the callback of an operator or a range whose name has a role: notes a call, or writes what is known of it before its
// begin. `text`: that name, where it is no call's. `key`: of the begin.
void noteCollective(ThreadRecorder& recorder, const std::byte* record, CollectiveName name,
                    std::string_view text, std::uint32_t key);
// An operator has not been seen: it may have been a call. Any thread, one store.
void missCollective();

// What the fork of a process does to the lock, and a new session to numbers.
extern const RecordSource kCollectiveSource;

} // namespace lanes::probe
