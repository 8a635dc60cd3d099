// Counts the problems that an importing thread finds, without allocating.
#pragma once

#include "model/base/Diagnostics.h"

#include <array>
#include <cstdint>

namespace lanes {

enum class Issue : std::uint8_t {
    RepairedEvent,
    SkippedEvent,
    SkippedText,
    NonFinite,
    NegativeDuration,
    MissingDuration,
    AbsurdTime,
    MissingTime,
    UnknownPhase,
    ObjectEvent,
    RawArguments,
    MissingComma,
    TruncatedTail,
    RepairedMetadata,
    EndWithoutBegin,
    MissingEnd,
    KernelBeforeLaunch,
    DuplicateFlowId,
    MemoryLimit,
    EmptyEvent,
    FurtherEvents,
    TooDeep,
    UnshownEvent,
    CounterWithoutNumber,
    EventAtZero,
    BeyondWindow,
    KernelAroundKernels,
    Count,
};

class ImportIssues {
public:
    void hit(Issue issue, std::int64_t offset, std::uint64_t count = 1);
    void merge(const ImportIssues& other);
    [[nodiscard]] std::uint64_t count(Issue issue) const {
        return entries_[static_cast<std::size_t>(issue)].count;
    }
    // Adds them in the words of the session's diagnostics.
    void report(Diagnostics& diagnostics) const;

private:
    struct Entry {
        std::uint64_t count = 0;
        std::int64_t first = -1;
    };
    std::array<Entry, static_cast<std::size_t>(Issue::Count)> entries_{};
};

} // namespace lanes
