// Reads the facts of a session's file within bounds: what a page of many files can afford.
#pragma once

#include "app/sessions/SessionFacts.h"

#include <chrono>
#include <stop_token>

namespace lanes {

// Blocks for little more than `patience`; call it from a worker thread. A session with an overview is not read further than
// that; of a file that takes longer, only the head is known then. Whatever is wrong stands in the facts' trouble. Nothing
// that it says counts once `stop` has been asked for.
[[nodiscard]] SessionFacts readFacts(const QString& path, const std::stop_token& stop,
                                     std::chrono::milliseconds patience = std::chrono::seconds(2));

} // namespace lanes
