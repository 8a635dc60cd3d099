// Makes a first picture of a finished session from the end of its file, before anything in front of it has been read.
#pragma once

#include "model/trace/Trace.h"

#include <memory>
#include <string>

namespace lanes::session {

// A Trace without slices, but with processes, tracks, coarse lanes, and everything else that costs next to nothing. Null
// if the session has not ended well, is too short to need a preview, or is damaged there. O(overview).
[[nodiscard]] std::shared_ptr<const Trace> previewOf(const std::string& path);

} // namespace lanes::session
