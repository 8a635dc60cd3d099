// Where values stand in the text of an event, and what they are read into.
#pragma once

#include "model/io/joining/EventShape.h"

#include <cstdint>

namespace lanes {

// The fields of an event that have a place of their own in the model.
enum class Core : std::uint8_t { None, Name, Pid, Tid, Time, Duration };

// A place in an event's text where a value stands. A core value that the model does not hold exactly as written (a
// time as a string, a rounded one, a pid in quotes that reads like a number) also has a column: exporting writes
// that one. End: the event's closing brace.
struct Slot {
    enum class Kind : std::uint8_t { Number, Text, Raw, End };
    Kind kind = Kind::End;
    Core core = Core::None;
    std::int16_t column = -1;
    friend bool operator==(const Slot&, const Slot&) = default;
};

// The number that stood at a place the last time, as the bytes of its text with the one behind it: most events stand where
// the one before them did.
struct UsualPlace {
    std::uint64_t bytes = 1; // of an unknown one: it is no text's
    std::uint64_t mask = 0;
    unsigned length = 0;
    std::int64_t cell = 0;
};

struct SlotValues : EventValues {
    UsualPlace usualPid;
    UsualPlace usualTid;
};

} // namespace lanes
