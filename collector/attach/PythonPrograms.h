// The Python programs with torch that run here.
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
    std::string userName;             // of /etc/passwd, else the number
    std::vector<std::string> command; // not empty
    std::string refusal;              // why it cannot be attached to, and the remedy; empty: it may be tried
    std::int64_t gpuBytes = -1;       // of all GPUs; -1: not known
};

// By pid. Those of others only where the kernel lets us see what they have mapped; where it does not, all that are called python, with
// the reason. Reads every process's mappings, and what is asked of those found; nvidia-smi, where there is one, is asked for their
// GPU memory. Asked to stop it returns those that it has, without their memory.
[[nodiscard]] std::vector<PythonProgram> pythonPrograms(const std::stop_token& stop = {});

} // namespace lanes::attach
