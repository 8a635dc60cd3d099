// An id that a file gives its events: a correlation, an External id, the number of a graph, the address of a block.
// Processes use the same numbers, so an id means something within one process only. A FileId is a key of process and
// number together.
#pragma once

#include "model/base/Ids.h"

#include <compare>
#include <cstdint>

namespace lanes {

class FileId {
public:
    constexpr FileId(ProcessId process, std::int64_t number)
        : process_(process)
        , number_(number) {}

    [[nodiscard]] constexpr ProcessId process() const { return process_; }
    // For display only; the number alone is no key.
    [[nodiscard]] constexpr std::int64_t number() const { return number_; }
    friend constexpr auto operator<=>(const FileId&, const FileId&) = default;

private:
    ProcessId process_;
    std::int64_t number_;
};

} // namespace lanes
