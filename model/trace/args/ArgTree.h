// The nested lists in which a trace keeps shapes, types and scalar inputs: '[[16, 559], []]', '["float", ""]'.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

struct ArgNode {
    enum class Kind { List, Text, Atom }; // Text was in quotes; Atom is a number, true, nan ... as written
    Kind kind = Kind::Atom;
    std::string text;
    std::vector<ArgNode> items; // of a List
};

// Reads one JSON value as traces write them (bare nan and inf included; objects stay one Atom). Nothing if the text is no
// such value, nests deeper than 16, or holds more than 4096 values. Callers then show the text raw.
[[nodiscard]] std::optional<ArgNode> parseArgTree(std::string_view json);

// Writes the value back as "[2, [3, 4]]", for values that have no better form. O(values).
[[nodiscard]] std::string textOf(const ArgNode& node);

} // namespace lanes
