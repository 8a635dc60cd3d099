// Places of values in the text of an event, and the values read from them.
#pragma once

#include "model/io/joining/EventShape.h"

#include <cstdint>

namespace lanes {

// Fields of an event with a place of their own in the model.
enum class Core : std::uint8_t { None, Name, Pid, Tid, Time, Duration };

// A place of a value in an event's text. A core value that the model does not hold exactly as written also has a column,
// which exporting writes. Examples: a time as a string, a rounded time, a pid in quotes that looks like a number. End:
// the event's closing brace.
struct Slot {
    enum class Kind : std::uint8_t { Number, Text, Raw, End };
    Kind kind = Kind::End;
    Core core = Core::None;
    std::int16_t column = -1;
    friend bool operator==(const Slot&, const Slot&) = default;
};

// The number that was last read at a place, as the bytes of its text and the byte after it: most events have the same one
// as the event before.
struct UsualPlace {
    std::uint64_t bytes = 1; // default: unknown, equal to no text
    std::uint64_t mask = 0;
    unsigned length = 0;
    std::int64_t cell = 0;
};

struct SlotValues : EventValues {
    UsualPlace usualPid;
    UsualPlace usualTid;
};

} // namespace lanes
