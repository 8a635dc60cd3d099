// The common properties of events of one kind, as one importing thread numbers them.
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

// Upper bound of an event's values, more than any profiler writes. 64 was too few for hardware counters.
inline constexpr std::size_t kMaxColumns = 512;

// Stands for a time or duration in the event that is no number ("soon", []).
inline constexpr TimeNs kNoTime = std::numeric_limits<TimeNs>::min();

// The values read from one event. Cells use ArgValue's encoding, with text ids of the thread's TextPool.
struct EventValues {
    StringId name;
    StringInterner::Sought soughtName; // the name while its id is not known yet; empty text: the id is known
    std::int64_t pid = 0;              // an integer, or the text of a named place
    std::int64_t tid = 0;
    TimeNs time = 0;
    TimeNs duration = 0;
    std::array<std::int64_t, kMaxColumns> cells{};
};

// The treatment of an event by the model.
enum class EventRole : std::uint8_t { Slice, Boundary, Flow, Point };

struct EventShape {
    char phase = 0;
    StringId category; // none: the event has no "cat"
    std::vector<ArgColumn> columns;
    std::int16_t correlation = -1; // columns with a meaning for links
    std::int16_t id = -1;
    bool hasTime = true;
    bool hasDuration = false;
    bool empty = false;   // the event has no fields
    bool rawArgs = false; // too many keys: the arguments are one text
    std::uint32_t nonFinite = 0;
    EventRole role = EventRole::Point; // set by BatchWriter, by phase and time

    // Rows of arguments: sealed blocks, and the block that is being filled.
    std::vector<std::int64_t> pending;
    std::vector<std::shared_ptr<const ArgBlock>> blocks;
    std::uint32_t rows = 0;
    std::size_t blockBytes = 0;

    // Adds a row. Full blocks take their memory from `arena`.
    std::uint32_t addRow(const EventValues& values, ColumnArena& arena);
    void seal(ColumnArena* arena = nullptr);
    // The cell of a row below `rows`.
    [[nodiscard]] std::int64_t cell(std::uint32_t row, std::uint32_t column) const;
};

} // namespace lanes
