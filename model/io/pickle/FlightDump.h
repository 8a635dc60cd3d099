// A dump of torch.distributed's flight recorder, of NCCL or gloo: the last collectives of one rank.
#pragma once

#include "model/io/pickle/Values.h"

#include <string>

namespace lanes::pickle {

[[nodiscard]] bool isFlightDump(const Values& values, Value root);
// Puts the dump into the builder. `path`: the rank stands in the file's name only ("nccl_trace_rank_3").
void buildFlightDump(ImportBuilder& builder, const Values& values, Value root, const std::string& path);

} // namespace lanes::pickle
