// The devices of a session. Ranks and hosts number theirs alike, so a number alone names no device.
#pragma once

#include "model/trace/Trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

struct Device {
    std::int32_t index = -1; // number within its host or rank; -1 not known
    std::int64_t rank = -1;  // -1: not known, or used by several ranks
    std::string host;        // empty: not known
    std::string uuid;        // empty: not recorded
    std::string key;         // "0"; if several have this number, with rank, host or UUID: "0 (rank 1)"
};

// Immutable; any thread. Two processes are on one device if their UUIDs are equal; without UUIDs if host, rank and number
// are equal.
class Devices {
public:
    explicit Devices(const Trace& trace); // O(processes log processes)

    // The devices of all processes, with or without events. A process of the host has a device of number -1. Sorted by
    // rank, host and number.
    [[nodiscard]] const std::vector<Device>& all() const { return devices_; }
    // Position of a process's device in all().
    [[nodiscard]] std::uint32_t of(ProcessId process) const { return ofProcess_[process.value]; }
    [[nodiscard]] const Device& at(ProcessId process) const { return devices_[of(process)]; }

private:
    void nameAll();

    std::vector<Device> devices_;
    std::vector<std::uint32_t> ofProcess_;
};

// The process of a track; none if the track is not known.
[[nodiscard]] ProcessId processOf(const Trace& trace, TrackId track);
// True if two processes belong to one rank, or to no rank of one host: they use the same numbers for devices.
[[nodiscard]] bool sameRank(const Process& a, const Process& b);

// Maps processes to the first process of their rank, for ids that the processes of a rank share (a program and its
// devices). Immutable.
class HomeProcesses {
public:
    explicit HomeProcesses(const Trace& trace);      // O(processes log processes)
    [[nodiscard]] ProcessId of(TrackId track) const; // none if the track is not known

private:
    const Trace& trace_;
    std::vector<ProcessId> homes_; // by process
};

} // namespace lanes
