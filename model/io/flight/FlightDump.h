// A dump of torch.distributed's flight recorder, of NCCL or gloo: the last collectives of one rank.
#pragma once

#include "model/io/plain/Values.h"

#include <string>

namespace lanes::flight {

[[nodiscard]] bool isFlightDump(const plain::Values& values, plain::Value root);
// Puts the dump into the builder. `path`: the rank stands in the file's name only ("nccl_trace_rank_3").
void buildFlightDump(ImportBuilder& builder, const plain::Values& values, plain::Value root,
                     const std::string& path);

} // namespace lanes::flight
