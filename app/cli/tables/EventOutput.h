// One event as JSON: what the details of the window say of it.
#pragma once

#include "model/analysis/operators/EventDetails.h"
#include "model/trace/args/JsonWriter.h"

namespace lanes::cli {

// Its members, into the open object: where and when it ran, what it is linked to, its inputs, stack and recorded fields.
void writeDetails(JsonWriter& json, const Trace& trace, const EventDetails& details);

} // namespace lanes::cli
