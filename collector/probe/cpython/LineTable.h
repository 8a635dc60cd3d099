// Line numbers of CPython's code objects, from their compressed tables.
#pragma once

#include "collector/probe/cpython/PythonLayout.h"

#include <cstdint>
#include <span>

namespace lanes::probe {

// Returns the line of the instruction at byte offset `instruction`, 0 if the table has none for it. `table` may hold
// arbitrary bytes.
[[nodiscard]] std::uint32_t lineOf(LineTableKind kind, std::span<const std::uint8_t> table,
                                   std::uint32_t firstLine, std::uint32_t instruction);

} // namespace lanes::probe
