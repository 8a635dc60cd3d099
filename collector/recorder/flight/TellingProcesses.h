// Asks recorded processes to tell what torch knows of the past, even while they hang (telling.py): the collectives in
// its flight recorders, and the actions of its CUDA allocator. Each process offers a named pipe in the recording's
// folder, at which one of its threads waits.
#pragma once

#include "collector/recorder/flight/AwaitedFiles.h"

#include <string>

namespace lanes::recorder {

// One thread.
class TellingProcesses {
public:
    // From now on attaching processes offer their pipe in that folder.
    explicit TellingProcesses(std::string folder);

    void ask();
    // True if all have told, or have had enough time: a process whose Python hangs tells nothing.
    [[nodiscard]] bool ready() { return told_.ready(); }

private:
    std::string folder_;
    AwaitedFiles told_;
};

} // namespace lanes::recorder
