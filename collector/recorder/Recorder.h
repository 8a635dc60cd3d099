// Records one run of a program into a session file.
#pragma once

#include "collector/recorder/RecordingPlan.h"
#include "collector/recorder/flight/FlightRecorder.h"
#include "collector/recorder/host/TargetProcess.h"
#include "collector/ring/RingLayout.h"
#include "model/base/Result.h"
#include "model/session/writing/ChunkRing.h"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lanes::recorder {

struct RecordOptions {
    std::vector<std::string> command; // argv, not empty; for a program that joins, as the session shows it
    std::string output;               // path of the session
    bool freshName = false;           // `output` gets a number if the file exists already
    std::string counterHelper;        // lanescope-nvml; if it is missing, device counters are not recorded
    std::string bootFolder;           // the folder that holds sitecustomize.py and the probe
    ring::DeviceSharing sharing = ring::DeviceSharing::Share;
    std::uint32_t sources = ring::kAllSources; // sources to record, ring::Source bits
    std::uint32_t samplesPerSecond = 0;        // of Python stacks, with ring::kPython
    std::string metrics;                       // file of live figures for scrapers; empty: none
    std::string filter;                        // ring/WhereFilter.h; empty: everything is recorded
    RecordingTimes times;
    session::Bounds bounds;                            // of the session
    FlightPlan flight;                                 // the session is removed at the end if all was saved
    bool children = true;                              // also records the program's children
    std::function<void(const std::string& line)> tell; // messages to the user while it runs
};

// The losses of a recording: what did not get into the session.
struct Losses {
    std::uint64_t records = 0;
    std::uint64_t threads = 0;   // without a buffer when they began to record
    std::uint64_t processes = 0; // those that could not be recorded at all
    [[nodiscard]] bool any() const { return records + threads + processes > 0; }
};

struct RecordOutcome {
    ExitStatus status;        // of the program
    std::string output;       // path of the session
    std::uint64_t events = 0; // operators, ranges, allocations in the session
    Losses lost;
    std::vector<std::string> reasons; // why processes were not recorded, one sentence each
    std::vector<std::string> notes;   // notes of processes about themselves, one line each
    std::optional<Error> writeError;  // why the session ends early
    bool kept = true;                 // false if the session was removed, as a flight recorder does
    std::string saved;                // the last session that a flight recorder has saved; empty: none
};

// The cause if nothing was recorded.
enum class StartFailure : std::uint8_t { None, Output, Program, NoSuchProgram };

// Runs the program to its end and records it and its children. The program keeps its own input, output, terminal and
// signals. An error means that the program was not started; `failure` is then the cause.
[[nodiscard]] Result<RecordOutcome> record(const RecordOptions& options, StartFailure& failure);

// Records a running process that joins by itself (`import lanescope`), and its children. It ends when the process
// ends or leaves, or when the recorder is told to end (JoiningProcess). `ready` gets the folder to join. An error
// means that nothing was recorded.
[[nodiscard]] Result<RecordOutcome>
recordJoining(const RecordOptions& options, pid_t process,
              const std::function<void(const std::string& folder)>& ready);

// The ways to make a process that does not know the recorder join a recording, and leave it. An error is why that is
// impossible.
struct Attaching {
    std::function<Result<void>(const std::string& folder)> join;
    std::function<Result<void>()> leave;
    std::function<void(const std::string& session)> begun;
};

// Records a running process until it ends, a command or Ctrl-C ends the recording, or the duration is over. The
// process runs on. An error means that nothing was recorded.
[[nodiscard]] Result<RecordOutcome> recordAttached(const RecordOptions& options, pid_t process,
                                                   const Attaching& attaching);

} // namespace lanes::recorder
