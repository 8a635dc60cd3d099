// Finds events in damaged text, and repairs single events.
#pragma once

#include <cstdint>
#include <string>

namespace lanes {

// The first place at or after `p` that can only be the start of an event, or `end`. It is a '{', then a key that events
// start with, then ':'. Any other key counts in an object with a phase. In JSON no string can hold that unescaped, so
// only nesting can fool it.
[[nodiscard]] const char* findEvent(const char* p, const char* end);
// The last such place in [p, end), or null.
[[nodiscard]] const char* findLastEvent(const char* p, const char* end);

// True if the object at `brace` has a key "ph" of its own with a text, within 1024 bytes. Reads json::kPadding bytes
// after `end`.
[[nodiscard]] bool hasPhase(const char* brace, const char* end);

// Rules for invalid JSON in strings. A string that crosses a line counts as cut off there, or not. A backslash escapes
// the next character, or is plain text.
enum class Reading : std::uint8_t { EndsWithLine, CrossesLines, PlainBackslashes };
// Writes the event at `p` into `out`, with raw quotes inside its strings escaped: a quote ends a string only if the
// following text fits. Keys and values without quotes that are no numbers (pointers, names of enumerators) get quotes.
// Missing values become null; commas before a closing bracket are removed. Returns one past the event in the source, or
// null. Reads at most 8 MiB; `seen` is how far it read.
[[nodiscard]] const char* repairEvent(const char* p, const char* end, Reading reading, std::string& out,
                                      const char*& seen);

// The first place in [p, end) that is no white space, comma or closing bracket, or `end`.
[[nodiscard]] const char* findRubbish(const char* p, const char* end);

// True if a ']' between events closes the array: only if plausible text follows.
[[nodiscard]] bool closesEvents(const char* bracket, const char* end);

} // namespace lanes
