// Asks the Python of recorded processes where its threads are, also while they hang: Python's own faulthandler answers a
// signal without its lock, into a file in the recording's folder. What a process offers is checked before it is signalled.
#pragma once

#include <sys/types.h>

#include <chrono>
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
    [[nodiscard]] bool asked() const { return !waiting_.empty(); }
    // Whether all have answered, or have had time enough.
    [[nodiscard]] bool ready();
    // What came, by process; the next ask() begins anew.
    [[nodiscard]] std::map<pid_t, std::vector<PythonThread>> take();

private:
    using Clock = std::chrono::steady_clock;
    struct Answer {
        std::string path;
        std::uintmax_t from = 0; // bytes of earlier answers
        std::uintmax_t size = 0;
        Clock::time_point grew;
    };

    std::string folder_;
    std::map<pid_t, Answer> waiting_;
    Clock::time_point asked_;
};

} // namespace lanes::recorder
