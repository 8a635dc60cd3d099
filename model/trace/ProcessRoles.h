// The role of each process in a recorded program, found by its arguments, its name and its threads.
#pragma once

#include "model/trace/Trace.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanes {

enum class ProcessRole : std::uint8_t {
    Program,       // runs the user's code
    DataWorker,    // a worker of torch's DataLoader
    CompileWorker, // of the pool in which torch.compile builds kernels
};

// Immutable; any thread.
class ProcessRoles {
public:
    explicit ProcessRoles(const Trace& trace); // O(properties + tracks + processes log processes)

    [[nodiscard]] ProcessRole of(ProcessId process) const { return parts_[process.value].role; }
    // Position among the processes of its role and rank, from 0, in the order in which they were started.
    [[nodiscard]] std::size_t numberOf(ProcessId process) const { return parts_[process.value].number; }
    // The file or module that the process runs, without its folder: "train.py". Empty: not recorded.
    [[nodiscard]] const std::string& scriptOf(ProcessId process) const {
        return parts_[process.value].script;
    }

private:
    struct Part {
        ProcessRole role = ProcessRole::Program;
        std::size_t number = 0;
        std::string script;
    };
    void readArguments(const Trace& trace);
    void findDataWorkers(const Trace& trace);
    void numberThem(const Trace& trace);

    std::vector<Part> parts_; // by process
};

} // namespace lanes
