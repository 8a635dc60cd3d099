// Numbers as text to integers, never through a double.
#pragma once

#include "model/base/Time.h"

#include <cstdint>
#include <string_view>

namespace lanes::json {

// A number starts here? ('-' must be followed by a digit.)
[[nodiscard]] bool startsNumber(const char* p);
// One past the number that starts at `p`, by JSON's grammar (leading zeros allowed), or null.
[[nodiscard]] const char* numberEnd(const char* p, const char* end);

// A number that a cell of arguments can hold exactly and that is written as JSON would write it again:
// an integer, or a decimal of up to 31 digits behind the point. `cell` is ArgValue's encoding. Returns one
// past it, or null: then the text itself has to be kept. Reads up to 20 bytes behind the number.
[[nodiscard]] const char* parseCell(const char* p, std::int64_t& cell);

// Microseconds to nanoseconds where nothing is rounded: up to three digits behind the point, or more that are
// zero. Returns one past the number, or null when it is none, is rounded, has an exponent or is beyond 2^61 ns.
[[nodiscard]] const char* parseExactTime(const char* p, TimeNs& time);
// Microseconds of any spelling ("1e3", " 12.5", "-0.0004"): half to even, at most +-2^61 ns. False: not a
// number.
[[nodiscard]] bool parseAnyTime(std::string_view text, TimeNs& time);

// "123", "-7": an integer exactly as std::to_string would write it.
[[nodiscard]] bool isPlainInteger(std::string_view text);

} // namespace lanes::json
