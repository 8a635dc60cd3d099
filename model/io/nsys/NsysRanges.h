// NVTX: ranges, marks and domains. Ranges that torch wrote (torch.autograd.profiler.emit_nvtx) become its operators.
#pragma once

#include "model/io/nsys/NsysPlaces.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanes::nsys {

// "aten::mm, seq = 5, op_id = 9, sizes = [[4, 5], [5, 6]]" in its parts. Source: getNvtxStr() of torch's
// torch/csrc/profiler/util.cpp.
struct TorchRange {
    std::string_view name;
    std::optional<std::int64_t> sequence;
    std::optional<std::int64_t> operatorId;
    std::string_view sizes; // JSON; empty: none
    bool isOperator = false;
};
[[nodiscard]] TorchRange torchRange(std::string_view text);

void readRanges(NsysFile& file, NsysPlaces& places);

} // namespace lanes::nsys
