// Finding events in damaged text, and mending one.
#pragma once

#include <cstdint>
#include <string>

namespace lanes {

// The first place at or behind `p` that can only be the start of an event, or `end`: '{', then one of the keys that
// events start with, then ':', or any other key of an object with a phase. In JSON no string can hold that unescaped, so
// only nesting can fool it.
[[nodiscard]] const char* findEvent(const char* p, const char* end);
// The last such place in [p, end), or null.
[[nodiscard]] const char* findLastEvent(const char* p, const char* end);

// Has the object at `brace` a key "ph" of its own with a text, within 1024 bytes? json::kPadding bytes behind `end` are
// read.
[[nodiscard]] bool hasPhase(const char* brace, const char* end);

// How to read what is no JSON in a string: whether a string that crosses a line counts as cut off there, and whether a
// backslash escapes what follows it, or is text as everything else.
enum class Reading : std::uint8_t { EndsWithLine, CrossesLines, PlainBackslashes };
// Writes the event at `p` into `out` with the raw quotes inside its strings escaped: a quote is the end of a string
// only if what follows fits. Quotes come
// around keys and values that have none and are no numbers (pointers, names of enumerators), null for a value that is
// missing, and commas in front of a closing bracket go.
// Returns one past the event in the source, or null. Looks at no more than 8 MiB; `seen` is how far it looked.
[[nodiscard]] const char* repairEvent(const char* p, const char* end, Reading reading, std::string& out,
                                      const char*& seen);

// The first place in [p, end) that is no white space, comma or closing bracket, or `end`.
[[nodiscard]] const char* findRubbish(const char* p, const char* end);

// A ']' between events closes the array only where something plausible follows.
[[nodiscard]] bool closesEvents(const char* bracket, const char* end);

} // namespace lanes
