// JSON texts as Values, by nlohmann's SAX parser, which needs no recursion.
#pragma once

#include "model/io/containers/ByteStream.h"
#include "model/io/plain/Values.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace lanes::plain {

struct JsonRead {
    bool whole = false;        // false: it ends in the middle, or is no JSON from some place on
    std::size_t errorAt = 0;   // byte of that place
    std::optional<Value> root; // of a text that is not whole, what had come of it (Values::closed)
};

// One text. O(bytes). Throws Fault where the text is hostile, and Stopped.
[[nodiscard]] JsonRead readJson(ByteStream& bytes, Values& values, const StopLook& look);
// What is done with the text of one line. The values are those of this line only.
using JsonLine = std::function<void(const Values& values, Value root)>;
// Several texts, a line each, in their order. Answers how many lines are no JSON; a last one that is cut is told instead.
// O(bytes). Throws Fault and Stopped.
[[nodiscard]] std::uint64_t readJsonLines(ByteStream& bytes, ImportBuilder& builder, const JsonLine& body);

// The first key of the object that a file begins with, as it is written; empty where it begins with no object.
[[nodiscard]] std::string_view firstJsonKey(std::string_view head);

} // namespace lanes::plain
