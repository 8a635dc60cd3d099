// Watches the program and its children from outside. It can thus name a process that the probe never reached, with
// the reason.
#pragma once

#include "model/base/Time.h"

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lanes::recorder {

// One thread. Sees processes that run for longer than the time between two looks, and the program itself in any case.
class ProgramWatch {
public:
    // `environment`: the variables that the recorder has set for the program. `rings`: the folder of the buffers.
    ProgramWatch(pid_t program, std::vector<std::pair<std::string, std::string>> environment,
                 std::string rings)
        : program_(program)
        , environment_(std::move(environment))
        , rings_(std::move(rings)) {}

    // Looks if it is due: often at first, then every second. O(processes and their threads).
    void look(TimeNs now);

    // Returns sentences. With `nothing`: why nothing was recorded. Otherwise: the processes that have torch and
    // cannot be recorded.
    [[nodiscard]] std::vector<std::string> reasons(bool nothing) const;

private:
    struct Seen {
        std::string arguments; // they change when the process becomes another program by exec
        std::string obstacle;  // a sentence; empty: none
        bool python = false;
        bool torch = false;
    };
    void lookAt(pid_t process, Seen& seen) const;
    [[nodiscard]] std::string obstacleOf(pid_t process, const std::string& arguments) const;

    pid_t program_;
    std::vector<std::pair<std::string, std::string>> environment_;
    std::string rings_;
    std::map<pid_t, Seen> seen_;
    TimeNs next_ = 0;
    TimeNs pause_ = 0;
};

} // namespace lanes::recorder
