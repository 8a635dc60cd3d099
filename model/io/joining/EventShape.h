// What events of one make have in common, as one importing thread knows it.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/trace/ArgTable.h"
#include "model/trace/StringTable.h"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace lanes {

inline constexpr std::size_t kMaxColumns = 64;

// The fields of an event that have a place of their own in the model.
enum class Core : std::uint8_t { None, Name, Pid, Tid, Time, Duration };

// A place in an event's text where a value stands. A core value that the model does not hold exactly as written (a
// time as a string, a rounded one, a pid in quotes that reads like a number) also has a column: exporting writes
// that one. End: the event's closing brace.
struct Slot {
    enum class Kind : std::uint8_t { Number, Text, Raw, End };
    Kind kind = Kind::End;
    Core core = Core::None;
    std::int8_t column = -1;
    friend bool operator==(const Slot&, const Slot&) = default;
};

// The time of an event whose "ts" is there but says none ("soon", []).
inline constexpr TimeNs kNoTime = std::numeric_limits<TimeNs>::min();

// The number that stood at a place the last time, as the bytes of its text with the one behind it: most events stand where
// the one before them did.
struct UsualPlace {
    std::uint64_t bytes = 1; // of an unknown one: it is no text's
    std::uint64_t mask = 0;
    unsigned length = 0;
    std::int64_t cell = 0;
};

// What was read from one event. Cells are ArgValue's encoding, with text ids of the thread's TextPool.
struct EventValues {
    StringId name;
    StringInterner::Sought soughtName; // the name while its id is still to be asked for; no text: it is known
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    UsualPlace usualPid;
    UsualPlace usualTid;
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
    std::int8_t correlation = -1; // columns with a meaning for links
    std::int8_t id = -1;
    bool hasTime = true;
    bool hasDuration = false;
    bool hasName = true;
    bool oddPhase = false; // "ph" is not one character
    bool empty = false;    // the event has no field at all
    bool rawArgs = false;  // too many keys: the arguments are one text
    std::uint32_t nonFinite = 0;
    EventRole role = EventRole::Point;

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
