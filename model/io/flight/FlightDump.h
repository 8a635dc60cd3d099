// A dump of torch.distributed's flight recorder, of NCCL or gloo: the last collectives of one rank.
#pragma once

#include "model/io/plain/Values.h"

#include <string>

namespace lanes::flight {

[[nodiscard]] bool isFlightDump(const plain::Values& values, plain::Value root);
// Adds the dump to the builder. `path`: its file name is the only place of the rank ("nccl_trace_rank_3").
void buildFlightDump(ImportBuilder& builder, const plain::Values& values, plain::Value root,
                     const std::string& path);

} // namespace lanes::flight
