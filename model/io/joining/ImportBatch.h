// What the reader of a format hands over, whatever the format: texts, kinds of events with their arguments, tracks and
// events in columns, numbered by each reading thread on its own. assembleTrace() makes a Trace of it.
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
    std::vector<std::unique_ptr<BatchWriter>>
        writers;                    // one per thread; a range's `worker` is a place in here
    std::vector<EventRange> ranges; // in file order
    SessionInfo info;
    ImportIssues issues;
    std::string damage;         // of the container; part of a sentence
    std::int64_t damageAt = -1; // how far into the container's own bytes
    bool guessed = false; // text was read as events that holds none: writers know more than the ranges hold
    bool cut = false;     // the memory that the trace may take was not enough for all of it
};

} // namespace lanes
