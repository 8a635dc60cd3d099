// What reading or recording a session has noted, as entries of its ledger.
#pragma once

#include "model/analysis/trust/Ledger.h"

namespace lanes {

// One per kind of diagnostic, and one if the session was not finished.
[[nodiscard]] std::vector<LedgerEntry> notedEntries(const Trace& trace);

} // namespace lanes
