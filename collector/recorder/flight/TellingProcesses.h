// Asks recorded processes to tell what torch knows of what has been, also while they hang (telling.py): what its flight recorders hold
// of collectives, what its allocator of CUDA memory did. Each offers a named pipe in the recording's folder, at which a thread waits.
#pragma once

#include "collector/recorder/flight/AwaitedFiles.h"

#include <string>

namespace lanes::recorder {

// One thread.
class TellingProcesses {
public:
    // From here on processes that attach offer it in that folder.
    explicit TellingProcesses(std::string folder);

    void ask();
    // Whether all have told, or have had time enough: one whose Python hangs tells nothing.
    [[nodiscard]] bool ready() { return told_.ready(); }

private:
    std::string folder_;
    AwaitedFiles told_;
};

} // namespace lanes::recorder
