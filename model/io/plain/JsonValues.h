// Reads JSON texts as Values, with nlohmann's SAX parser, which needs no recursion.
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
    std::size_t errorAt = 0;   // byte offset of that place
    std::optional<Value> root; // for an incomplete text, its complete part (Values::closed)
};

// Exact: numbers with a point or an exponent, or beyond 64 bits, become texts as written; a double cannot hold all of them.
// MessagePack is the same data in another encoding, and is read as exactly.
enum class JsonForm : std::uint8_t { Text, Exact, MessagePack };

// Reads one text. O(bytes). Throws Fault if the text is hostile, and Stopped.
[[nodiscard]] JsonRead readJson(ByteStream& bytes, Values& values, const StopLook& look,
                                JsonForm form = JsonForm::Text);
// Handles the text of one line. The values are those of this line only.
using JsonLine = std::function<void(const Values& values, Value root)>;
// Reads several texts, one per line, in order. Returns the number of lines that are no JSON. A last line that is cut is
// reported instead. O(bytes). Throws Fault and Stopped.
[[nodiscard]] std::uint64_t readJsonLines(ByteStream& bytes, ImportBuilder& builder, const JsonLine& body);

// The first key of the object at the begin of a file, as written; empty if there is no object.
[[nodiscard]] std::string_view firstJsonKey(std::string_view head);

} // namespace lanes::plain
