// Asks the Python of recorded processes for the stacks of its threads, even while they hang. Python's own
// faulthandler answers a signal without the interpreter's lock, into a file in the recording's folder. A process is
// signalled only after its offer has been checked.
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
    std::string name;          // in faulthandler's words: "Thread 0x00007f12a4c0b740"
    std::vector<Frame> frames; // innermost first
};

// Parses the threads from faulthandler's output. Any text is safe.
[[nodiscard]] std::vector<PythonThread> parseFaulthandler(std::string_view text);

// One thread.
class HangStacks {
public:
    // From now on attaching processes offer their stacks in that folder.
    explicit HangStacks(std::string folder);

    // Signals every process that offers its stacks.
    void ask();
    // True if all have answered, or have had enough time.
    [[nodiscard]] bool ready() { return answers_.ready(); }
    // Returns the answers by process, without the probe's own threads; the next ask() starts anew.
    [[nodiscard]] std::map<pid_t, std::vector<PythonThread>> take();

private:
    std::string folder_;
    AwaitedFiles answers_;
};

} // namespace lanes::recorder
