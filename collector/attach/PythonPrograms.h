// Lists the Python programs with torch that run on this machine.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace lanes::attach {

struct PythonProgram {
    pid_t process = 0;
    uid_t user = 0;
    std::string userName;             // from /etc/passwd, else the number
    std::vector<std::string> command; // not empty
    std::string refusal;              // why it cannot be attached to, with the remedy; empty: it may be
    std::int64_t gpuBytes = -1;       // of all GPUs; -1: not known
};

// Returns the programs by pid. Other users' programs are listed only if the kernel shows their mappings. If it does
// not, all processes called python are listed, with the reason.
// Reads the mappings of every process, and more facts of those found. Asks nvidia-smi, if there is one, for their GPU
// memory. When stopped, returns those found so far, without their memory.
[[nodiscard]] std::vector<PythonProgram> pythonPrograms(const std::stop_token& stop = {});

} // namespace lanes::attach
