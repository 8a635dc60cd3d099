// Copies and fills of device memory.
#pragma once

#include "model/report/Answers.h"

namespace lanes::report {

// A row for each direction and kind of memory ("Memcpy HtoD (Pageable -> Device)") with number, bytes and speed. The
// bytes are unknown if a copy of the row has no recorded size. Nothing if asked to stop. O(device work).
[[nodiscard]] std::optional<Table> copies(TraceAnalyses& analyses, const Asked& asked,
                                          const std::stop_token& stop);

} // namespace lanes::report
