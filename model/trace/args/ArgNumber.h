// The one reader of numbers in arguments, in every spelling of a file: integers, decimals, with an exponent, in quotes.
#pragma once

#include "model/trace/args/ArgTable.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanes {

// The number in a value. `text` is the value's text if it is one. Nothing for any value that is no finite number.
[[nodiscard]] std::optional<double> numberOf(const ArgValue& value, std::string_view text);
// The number in a value without a fraction ("3", 3.0, 1.5e6); nothing otherwise. Exact up to 64 bits where it is written
// as an integer, to 53 bits where it has a point or an exponent.
[[nodiscard]] std::optional<std::int64_t> wholeNumberOf(const ArgValue& value, std::string_view text);

} // namespace lanes
