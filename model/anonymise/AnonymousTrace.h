// Makes a trace that does not show whose program it was.
#pragma once

#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>
#include <string>

namespace lanes {

// A copy of the trace in which every text is allowed by public_names.txt or replaced (README.md here). Ids, figures,
// times and shapes stay. `key`: a name has the same replacement in all traces made with this key; empty: only within this
// trace. Null if asked to stop. O(size of the trace).
[[nodiscard]] std::shared_ptr<const Trace> anonymousTrace(const Trace& trace, const std::string& key,
                                                          const std::stop_token& stop = {});

} // namespace lanes
