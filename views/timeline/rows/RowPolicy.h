// Which rows of a session stand where, which are folded together and which are hidden until the user asks for them. One rule
// for recordings and traces of others; what the user chose (RowSettings) goes before it.
//
// - Devices stand directly below the main thread of the process that feeds them, then its other threads, those that work most
//   first.
// - Workers, idle threads, pools of threads that are alike, streams of few events and rows of waits are one row for each kind.
// - Rows that tell again what others tell are hidden.
// - A session that grows moves no row: what once stood by itself goes on to, in the order in which it came.
#pragma once

#include "model/lod/LodIndex.h"
#include "model/trace/ProcessRoles.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

// A kind of rows that are folded into one.
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
    // Of one process or device; each row once.
    struct Rows {
        struct Bundle {
            RowBundle kind = RowBundle::IdleThreads;
            std::string name; // that the rows of a pool share
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
    std::vector<Rows> devices; // of no process that is there
    std::vector<Rows> profilers;
};

// `before`: of an earlier snapshot of the same session. O(processes x tracks + lanes log slices).
[[nodiscard]] RowPlan planRows(const LodIndex& lod, const ProcessRoles& roles,
                               const RowPlan* before = nullptr);

// A line for each row, indented, for tests: "process 10", "  thread 10", "  idle threads: 12 13", "  hidden: 14".
[[nodiscard]] std::string textOf(const RowPlan& plan, const Trace& trace);

} // namespace lanes
