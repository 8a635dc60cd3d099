// An operator's inputs in readable form: one row per argument, from the four parallel lists that torch.profiler and
// Lanescope's own probe record.
#pragma once

#include "model/trace/Trace.h"

#include <string>
#include <vector>

namespace lanes {

struct InputRow {
    enum class Kind { Tensor, List, Scalar, Absent };
    Kind kind = Kind::Absent;
    std::string name;    // "mat1", the name in PyTorch; empty if it is not known
    std::string shape;   // "16, 559, 16, 64"; a list of tensors: "[4096, 64] × 3"; empty for scalars
    std::string type;    // "bf16", "f32", "i64" for tensors; "Scalar", "ScalarList" as recorded otherwise
    std::string strides; // "572416, 64, 35776, 1"; empty where not recorded
    std::string value;   // scalars: "0.125", "[1, 1]", "False"; empty where not recorded
    friend bool operator==(const InputRow&, const InputRow&) = default;
};

// Rows of the operator's inputs in order; empty if its trace was recorded without shapes. O(arguments).
[[nodiscard]] std::vector<InputRow> inputsOf(const Trace& trace, SliceId slice);

// "c10::BFloat16" -> "bf16", "long int" -> "i64"; unknown types stay as they are.
[[nodiscard]] std::string shortType(std::string_view recorded);

} // namespace lanes
