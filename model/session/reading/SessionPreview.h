// What the end of a finished session tells about all of it, before anything in front of it has been read.
#pragma once

#include "model/trace/Trace.h"

#include <memory>
#include <string>

namespace lanes::session {

// A Trace without slices, but with processes, tracks, coarse lanes, and whatever else costs next to nothing. Null if
// the session has not ended well or is too short to need this, or if anything about it is damaged. O(overview).
[[nodiscard]] std::shared_ptr<const Trace> previewOf(const std::string& path);

} // namespace lanes::session
