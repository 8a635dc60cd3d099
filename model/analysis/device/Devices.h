// The devices of a session. Ranks and hosts number theirs alike, so a number alone names no device.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

struct Device {
    std::int32_t index = -1; // as its host or rank numbers it; -1 not known
    std::int64_t rank = -1;  // -1: not known, or used by several
    std::string host;        // empty: not known
    std::string uuid;        // empty: not recorded
    std::string key;         // "0"; where several have this number, with rank, host or UUID: "0 (rank 1)"
};

// Immutable; any thread. Processes are on one device if its UUID says so, else if host, rank and number are the same.
class Devices {
public:
    explicit Devices(const Trace& trace); // O(processes log processes)

    // Those of all processes, whether they did anything or not; a process of the host has one of number -1. By rank, host
    // and number.
    [[nodiscard]] const std::vector<Device>& all() const { return devices_; }
    // Position in all().
    [[nodiscard]] std::uint32_t of(ProcessId process) const { return ofProcess_[process.value]; }
    [[nodiscard]] const Device& at(ProcessId process) const { return devices_[of(process)]; }

private:
    void nameAll();

    std::vector<Device> devices_;
    std::vector<std::uint32_t> ofProcess_;
};

// The process of a track; none where the track is not known.
[[nodiscard]] ProcessId processOf(const Trace& trace, TrackId track);
// Whether two processes belong to one rank, or to none of a host: they see the same devices under the same numbers.
[[nodiscard]] bool sameRank(const Process& a, const Process& b);

// For ids that the processes of a rank share, as a program does with its devices: the first process of each rank. Immutable.
class HomeProcesses {
public:
    explicit HomeProcesses(const Trace& trace);      // O(processes log processes)
    [[nodiscard]] ProcessId of(TrackId track) const; // none where the track is not known

private:
    const Trace& trace_;
    std::vector<ProcessId> homes_; // by process
};

} // namespace lanes
