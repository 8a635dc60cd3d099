// The processes that import torch or have imported it: one that has recorded nothing yet is known only from here.
#pragma once

#include "model/base/Time.h"

#include <cstdint>
#include <map>
#include <string_view>

namespace lanes::recorder {

// When a process that lives was started, in the kernel's ticks; 0 if there is none.
[[nodiscard]] std::uint64_t startOfProcess(std::uint32_t pid);

class TorchImports {
public:
    // A file of the ring folder; names that say nothing about imports are ignored.
    void note(std::string_view file, TimeNs now);
    // Whether one of them lives.
    [[nodiscard]] bool alive() const;
    // Whether one of them is in the middle of it; bounded, so that one that hangs is not waited for.
    [[nodiscard]] bool busy(TimeNs now) const;

private:
    struct Import {
        TimeNs since = 0;
        bool done = false;
        std::uint64_t started = 0; // tells the process from a later one with its pid
    };
    std::map<std::uint32_t, Import> imports_;
};

} // namespace lanes::recorder
