// The Python programs with torch that run here.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace lanes::attach {

struct PythonProgram {
    pid_t process = 0;
    uid_t user = 0;
    std::vector<std::string> command; // not empty
    std::string refusal;              // why it cannot be attached to, and the remedy; empty: it may be tried
};

// By pid. Those of others only where the kernel lets us see what they have mapped; where it does not, all that are called python, with
// the reason. Reads every process's mappings, and what is asked of those found.
[[nodiscard]] std::vector<PythonProgram> pythonPrograms();

} // namespace lanes::attach
