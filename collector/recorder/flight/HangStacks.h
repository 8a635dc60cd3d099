// Asks the Python of recorded processes where its threads are, also while they hang: Python's own faulthandler answers a
// signal without its lock, into a file in the recording's folder. What a process offers is checked before it is signalled.
#pragma once

#include "collector/recorder/flight/AwaitedFiles.h"

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

struct PythonThread {
    struct Frame {
        std::string file;
        std::string function;
        std::int64_t line = 0;
    };
    std::string name;          // as faulthandler calls it: "Thread 0x00007f12a4c0b740"
    std::vector<Frame> frames; // innermost first
};

// The threads in what faulthandler writes. Any text is safe.
[[nodiscard]] std::vector<PythonThread> parseFaulthandler(std::string_view text);

// One thread.
class HangStacks {
public:
    // From here on processes that attach offer their stacks in that folder.
    explicit HangStacks(std::string folder);

    // Signals every process that offers its stacks.
    void ask();
    // Whether all have answered, or have had time enough.
    [[nodiscard]] bool ready() { return answers_.ready(); }
    // What came, by process, without our own threads; the next ask() begins anew.
    [[nodiscard]] std::map<pid_t, std::vector<PythonThread>> take();

private:
    std::string folder_;
    AwaitedFiles answers_;
};

} // namespace lanes::recorder
