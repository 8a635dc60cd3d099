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
    std::vector<std::string> command; // argv, not empty; of a program that joins, what the session says of it
    std::string output;               // path of the session
    bool freshName = false;           // `output` gets a number where there is a file already
    std::string counterHelper;        // lanescope-nvml; where it is not, devices' counters are not recorded
    std::string bootFolder;           // the folder that holds sitecustomize.py and the probe
    ring::DeviceSharing sharing = ring::DeviceSharing::Share;
    std::uint32_t sources = ring::kAllSources; // what is to be recorded, ring::Source bits
    std::uint32_t samplesPerSecond = 0;        // of Python, with ring::kPython
    std::string metrics;                       // file of figures, for scrapers; empty: none
    std::string filter;                        // ring/WhereFilter.h; empty: everything is recorded
    RecordingTimes times;
    session::Bounds bounds; // of the session
    FlightPlan flight;      // with one the session itself is gone afterwards, if all was saved
    bool children = true;   // of the program, too
    std::function<void(const std::string& line)> tell; // while it runs; to the user
};

// What did not get into the session.
struct Losses {
    std::uint64_t records = 0;
    std::uint64_t threads = 0;   // without a buffer when they began to record
    std::uint64_t processes = 0; // that could not be recorded at all
    [[nodiscard]] bool any() const { return records + threads + processes > 0; }
};

struct RecordOutcome {
    ExitStatus status;        // of the program
    std::string output;       // where the session is
    std::uint64_t events = 0; // operators, ranges, allocations in the session
    Losses lost;
    std::vector<std::string> reasons; // why processes were not recorded, one sentence each
    std::vector<std::string> notes;   // what processes say of themselves, a line each
    std::optional<Error> writeError;  // why the session ends early
    bool kept = true;                 // the session is there; a flight recorder's goes
    std::string saved;                // what a flight recorder has saved last; empty: nothing
};

// Why nothing was recorded.
enum class StartFailure : std::uint8_t { None, Output, Program, NoSuchProgram };

// Runs the program to its end and records it and its children. The program's input, output, terminal and signals are
// its own. An error means that the program was not started; `failure` then says whose fault it is.
[[nodiscard]] Result<RecordOutcome> record(const RecordOptions& options, StartFailure& failure);

// Records a process that runs already and joins by itself (`import lanescope`), and its children, until it has ended, says
// so or somebody ends us (JoiningProcess). `ready` is told the folder to join. An error means that nothing was recorded.
[[nodiscard]] Result<RecordOutcome>
recordJoining(const RecordOptions& options, pid_t process,
              const std::function<void(const std::string& folder)>& ready);

// How a process that knows nothing of us is made to join a recording, and to leave it. Errors say why it cannot be.
struct Attaching {
    std::function<Result<void>(const std::string& folder)> join;
    std::function<Result<void>()> leave;
    std::function<void(const std::string& session)> begun;
};

// Records a process that runs already, until it has ended, a command or Ctrl-C asks for it, or its duration is over; it runs on. An
// error means that nothing was recorded.
[[nodiscard]] Result<RecordOutcome> recordAttached(const RecordOptions& options, pid_t process,
                                                   const Attaching& attaching);

} // namespace lanes::recorder
