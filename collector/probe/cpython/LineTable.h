// Line numbers of CPython's code objects, from their compressed tables.
#pragma once

#include "collector/probe/cpython/PythonLayout.h"

#include <cstdint>
#include <span>

namespace lanes::probe {

// The line of the instruction at byte offset `instruction`, 0 if the table does not say. `table` may be
// anything.
[[nodiscard]] std::uint32_t lineOf(LineTableKind kind, std::span<const std::uint8_t> table,
                                   std::uint32_t firstLine, std::uint32_t instruction);

} // namespace lanes::probe
