// The back end of all importers: joins what the threads read into one Trace.
#pragma once

#include "model/io/joining/ImportBatch.h"
#include "model/trace/Trace.h"

#include <memory>

namespace lanes {

// Uses up what the batch holds. O(n log n) in its events, O(n) where they are nearly sorted.
[[nodiscard]] std::shared_ptr<const Trace> assembleTrace(ImportBatch batch, unsigned threads);

} // namespace lanes
