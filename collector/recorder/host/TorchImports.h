// The processes that are importing torch or have imported it. Until a process records something, the recorder knows
// it only from here.
#pragma once

#include "model/base/Time.h"

#include <cstdint>
#include <map>
#include <string_view>

namespace lanes::recorder {

// Returns the start time of a living process, in the kernel's ticks; 0 if there is none.
[[nodiscard]] std::uint64_t startOfProcess(std::uint32_t pid);

class TorchImports {
public:
    // Notes a file of the ring folder; other names than those of imports are ignored.
    void note(std::string_view file, TimeNs now);
    // True if one of the processes is alive.
    [[nodiscard]] bool alive() const;
    // True if one of them is in the middle of its import. Bounded in time, so that a hanging import is not waited
    // for.
    [[nodiscard]] bool busy(TimeNs now) const;

private:
    struct Import {
        TimeNs since = 0;
        bool done = false;
        std::uint64_t started = 0; // distinguishes the process from a later one with its pid
    };
    std::map<std::uint32_t, Import> imports_;
};

} // namespace lanes::recorder
