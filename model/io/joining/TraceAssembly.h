// The back end of all importers: merges the data of all reading threads into one Trace.
#pragma once

#include "model/io/joining/ImportBatch.h"
#include "model/trace/Trace.h"

#include <memory>
#include <stop_token>

namespace lanes {

// Uses up the batch; null if asked to stop. O(n log n) in its events, O(n) if they are nearly sorted. The batch's reader
// counts the memory that this takes beside the batch, event by event: see EventReader.
[[nodiscard]] std::shared_ptr<const Trace> assembleTrace(ImportBatch batch, unsigned threads,
                                                         const std::stop_token& stop = {});

} // namespace lanes
