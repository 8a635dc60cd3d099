// The back end of all importers: joins what the threads read into one Trace.
#pragma once

#include "model/io/joining/ImportBatch.h"
#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>

namespace lanes {

// Uses up what the batch holds; null if asked to stop. O(n log n) in its events, O(n) where they are nearly sorted. What it
// takes beside the batch whoever fills that counts event by event: see EventReader.
[[nodiscard]] std::shared_ptr<const Trace> assembleTrace(ImportBatch batch, unsigned threads,
                                                         const std::stop_token& stop = {});

} // namespace lanes
