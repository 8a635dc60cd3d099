// Reads the facts of a session's file within bounds, so that a page can show many files.
#pragma once

#include "app/sessions/SessionFacts.h"

#include <chrono>
#include <stop_token>

namespace lanes {

// Blocks for little more than `patience`; call it on a worker thread. If the session has an overview, reading ends with that.
// If the file takes longer, the result is the head of the file only. An error is in the facts' `trouble`. After a stop request
// the result is meaningless.
[[nodiscard]] SessionFacts readFacts(const QString& path, const std::stop_token& stop,
                                     std::chrono::milliseconds patience = std::chrono::seconds(2));

} // namespace lanes
