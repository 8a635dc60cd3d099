// A trace that says nothing about whose program it was.
#pragma once

#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>
#include <string>

namespace lanes {

// The same trace with texts that public_names.txt allows or replacements (README.md here). Ids, figures, times and shapes
// stay. `key`: the same name has the same replacement in all traces that are made with this key; empty: in this one. Null if
// asked to stop. O(what the trace holds).
[[nodiscard]] std::shared_ptr<const Trace> anonymousTrace(const Trace& trace, const std::string& key,
                                                          const std::stop_token& stop = {});

} // namespace lanes
