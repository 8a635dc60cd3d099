// Decides which rows of a session are shown where, folded together, or hidden until the user asks for them. There is one rule
// for recordings and for other traces. The user's choices (RowSettings) have priority.
//
// - Devices stand directly below the main thread of the process that feeds them. Its other threads follow, the busiest first.
// - Workers, idle threads, pools of similar threads, streams of few events and rows of waits are one row for each kind.
// - Rows that repeat what others show are hidden.
// - A growing session moves no row: a row that once stood alone goes on to, in the order of appearance.
#pragma once

#include "model/lod/LodIndex.h"
#include "model/trace/ProcessRoles.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

// A kind of rows that are folded into one row.
enum class RowBundle : std::uint8_t {
    DataWorkers, // processes
    CompileWorkers,
    IdleProcesses,
    CompileThreads, // threads
    ThreadPool,
    IdleThreads,
    QuietStreams, // streams
    SyncRows,
};

struct RowPlan {
    // The rows of one process or device; each row once.
    struct Rows {
        struct Bundle {
            RowBundle kind = RowBundle::IdleThreads;
            std::string name; // name shared by the rows of a pool
            std::vector<TrackId> tracks;
        };
        ProcessId process;
        std::vector<TrackId> shown; // of a process: its main thread first
        std::vector<Bundle> bundles;
        std::vector<TrackId> hidden;
    };
    struct Section {
        Rows process;
        std::vector<Rows> devices;
    };
    struct Workers {
        RowBundle kind = RowBundle::IdleProcesses;
        std::vector<Rows> processes;
    };
    std::vector<Section> sections;
    std::vector<Workers> workers;
    std::vector<Rows> devices; // devices whose process is not in the session
    std::vector<Rows> profilers;
};

// `before` is the plan of an earlier snapshot of the same session, or null. O(processes x tracks + lanes log slices).
[[nodiscard]] RowPlan planRows(const LodIndex& lod, const ProcessRoles& roles,
                               const RowPlan* before = nullptr);

// Returns a line for each row, indented, for tests: "process 10", "  thread 10", "  idle threads: 12 13", "  hidden: 14".
[[nodiscard]] std::string textOf(const RowPlan& plan, const Trace& trace);

} // namespace lanes
