// Places of events: processes (and devices, which traces number like processes) and their tracks.
//
// The hierarchy is host > rank > process > thread, and host > device > stream. Ids that a file gives its events
// (correlation, External id, addresses) mean something within one process only. A device's number means something within
// one host and rank only: ranks number their devices alike.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"

#include <cstdint>
#include <limits>
#include <string>

namespace lanes {

struct Process {
    enum class Kind : std::uint8_t { Host, Device, Other };
    std::string key;   // the pid as the file writes it ("19392", "GPU 0 Counters"); unique
    std::string name;  // "python3"; may be empty
    std::string label; // "CPU", "GPU 0", the device's model; may be empty
    Kind kind = Kind::Host;
    std::int64_t sortIndex = 0;
    std::int32_t deviceIndex = -1; // CUDA ordinal of a Device
    std::int64_t parentPid = -1;   // own captures: the process that started it; -1 not known
    std::string host;              // the machine that it runs on; empty: the session's host
    std::int64_t rank = -1;        // in a job of several; -1 not known or alone
    std::string deviceUuid;        // of a Device, as its driver writes it; empty: not known

    // True for a process that holds a profiler's own marks: Kineto's processes "Spans", "Traces" and the numbers below 0.
    [[nodiscard]] bool isProfiler() const {
        return kind == Kind::Other || key == "Spans" || key == "Traces" || key.starts_with('-');
    }
};

struct Track {
    enum class Kind : std::uint8_t { Thread, Stream, Counter, Async, Other };
    ProcessId process;
    std::string key;  // the tid as the file writes it; unique in its process
    std::string name; // "MainThread", "stream 7"; may be empty
    Kind kind = Kind::Thread;
    std::int64_t sortIndex = 0;
    bool incomplete = false; // records of this track are known to be lost; the diagnostics say how many
    // All slices that start before this have arrived. The smallest time: not known.
    TimeNs wholeUpTo = std::numeric_limits<TimeNs>::max();
};

} // namespace lanes
