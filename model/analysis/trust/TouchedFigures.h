// Which figures of a session an entry of its ledger changes: what a view has to say beside its own.
#pragma once

#include "model/analysis/trust/Ledger.h"

#include <cstdint>
#include <vector>

namespace lanes {

// Counts and times of operators with their callers, modules and lines; of work on devices with its launches; bytes; and where
// the time of the session went.
enum class FigureKind : std::uint8_t { Operators, Kernels, Memory, Overview };
inline constexpr int kFigureKinds = 4;

[[nodiscard]] bool touches(const LedgerEntry& entry, FigureKind figures);
// In the ledger's order; they point into it.
[[nodiscard]] std::vector<const LedgerEntry*> touching(const Ledger& ledger, FigureKind figures);

} // namespace lanes
