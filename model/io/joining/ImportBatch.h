// The output of a format's reader, whatever the format: texts, kinds of events with their arguments, tracks, and events
// in columns. Each reading thread numbers its own. assembleTrace() makes a Trace from it.
#pragma once

#include "model/io/joining/BatchWriter.h"
#include "model/io/joining/EventRange.h"
#include "model/io/joining/ImportIssues.h"
#include "model/trace/Trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanes {

struct ImportBatch {
    std::vector<std::unique_ptr<BatchWriter>> writers; // one per thread; a range's `worker` is an index here
    std::vector<EventRange> ranges;                    // in file order
    SessionInfo info;
    ImportIssues issues;
    std::string damage;         // damage of the container; part of a sentence
    std::int64_t damageAt = -1; // offset in the container's own bytes
    bool guessed = false; // parsed text without events as events: writers then know more than ranges hold
    bool cut = false;     // the memory limit of the trace was too small for all events
};

} // namespace lanes
