// Finds the figures of a session that an entry of its ledger changes, so that views can show the entry beside them.
#pragma once

#include "model/analysis/trust/Ledger.h"

#include <cstdint>
#include <vector>

namespace lanes {

// Operators: counts and times of operators with their callers, modules and lines. Kernels: device work with its launches.
// Memory: bytes. Overview: the use of the session's time.
enum class FigureKind : std::uint8_t { Operators, Kernels, Memory, Overview };
inline constexpr int kFigureKinds = 4;

[[nodiscard]] bool touches(const LedgerEntry& entry, FigureKind figures);
// Entries in the ledger's order; they point into it.
[[nodiscard]] std::vector<const LedgerEntry*> touching(const Ledger& ledger, FigureKind figures);

} // namespace lanes
