// What events of one make have in common, as one importing thread knows it.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/trace/args/ArgTable.h"
#include "model/trace/tables/StringTable.h"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace lanes {

// More values than any profiler writes to an event: 64 were fewer than hardware counters are.
inline constexpr std::size_t kMaxColumns = 512;

// The time or duration of an event that has one which says nothing ("soon", []).
inline constexpr TimeNs kNoTime = std::numeric_limits<TimeNs>::min();

// What was read from one event. Cells are ArgValue's encoding, with text ids of the thread's TextPool.
struct EventValues {
    StringId name;
    StringInterner::Sought soughtName; // the name while its id is still to be asked for; no text: it is known
    std::int64_t pid = 0;              // an integer, or the text of a place that has a name
    std::int64_t tid = 0;
    TimeNs time = 0;
    TimeNs duration = 0;
    std::array<std::int64_t, kMaxColumns> cells{};
};

// What the model does with an event.
enum class EventRole : std::uint8_t { Slice, Boundary, Flow, Point };

struct EventShape {
    char phase = 0;
    StringId category; // none: the event has no "cat"
    std::vector<ArgColumn> columns;
    std::int16_t correlation = -1; // columns with a meaning for links
    std::int16_t id = -1;
    bool hasTime = true;
    bool hasDuration = false;
    bool empty = false;   // the event has no field at all
    bool rawArgs = false; // too many keys: the arguments are one text
    std::uint32_t nonFinite = 0;
    EventRole role = EventRole::Point; // BatchWriter knows it, by phase and time

    // Rows of arguments: sealed ones, and those of the block that is being filled.
    std::vector<std::int64_t> pending;
    std::vector<std::shared_ptr<const ArgBlock>> blocks;
    std::uint32_t rows = 0;
    std::size_t blockBytes = 0;

    // Blocks that are full get their memory of `arena`.
    std::uint32_t addRow(const EventValues& values, ColumnArena& arena);
    void seal(ColumnArena* arena = nullptr);
    // The cell of a row below `rows`.
    [[nodiscard]] std::int64_t cell(std::uint32_t row, std::uint32_t column) const;
};

} // namespace lanes
