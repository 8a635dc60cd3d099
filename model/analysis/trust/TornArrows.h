// Which arrows of torch with one end only have lost the other one.
#pragma once

#include "model/trace/FileId.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanes {

// Torch leaves arrows to devices open where a call started no work that it recorded, and ends them at calls that have none. It
// draws each one whole where it has both ends: so it does from forward to backward, and from a CUDA call to its work. ROCm's
// calls often lack the start. One thread; of one trace.
class TornArrows {
public:
    explicit TornArrows(const Trace& trace)
        : trace_(trace) {}

    // An arrow of this category and id (cell, with its home process) of which the file has only starts, or only ends. The first
    // question costs O(slices), others O(log slices).
    [[nodiscard]] bool isTorn(StringId category, const FileId& id, bool isStart);

private:
    struct Numbers {               // sorted; with home processes
        std::vector<FileId> calls; // of CUDA
        std::vector<FileId> work;
    };
    [[nodiscard]] static Numbers numbersOf(const Trace& trace);

    const Trace& trace_;
    std::optional<Numbers> numbers_;
};

} // namespace lanes
