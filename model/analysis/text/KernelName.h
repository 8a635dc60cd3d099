// Makes recorded kernel names readable: demangled, folded, shortened for narrow boxes. Also tells if a name implies
// tensor cores. All rules depend on the text alone. Cost is linear in the name: call once per distinct name.
#pragma once

#include "model/trace/Category.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// The name without return type, parameter list, library namespaces and template noise; never empty. Examples:
// "elementwise<direct_copy>", "vectorized_layer_norm_kernel<bf16, f32>", "cutlass_75_tensorop_...". Names of copies and
// fills stay as they are.
[[nodiscard]] std::string foldedKernelName(std::string_view recorded);

// The texts that a box may show, each shorter than the one before; at least one. First the readable name. Then the name
// without template arguments or "aten::", then without namespace, then the family ("gemm 128x128x64", "gemm", "Mul"). For
// torch's own ranges, their subject.
[[nodiscard]] std::vector<std::string> labelStages(EventKind kind, std::string_view recorded);

enum class TensorCoreUse : std::uint8_t { No, Yes, Unknown };

// `rule` counts from 1 in the order of the table; 0: no rule matched. `reason` is for the user, in English.
struct TensorCoreVerdict {
    TensorCoreUse use = TensorCoreUse::No;
    int rule = 0;
    std::string_view reason;
};

// Rules, first match wins, on the lower-case name:
//   1 "tensorop"                                          yes  CUTLASS says so
//   2 an MMA shape: "884", "1688", "16816" ... after s, h, i, d  yes
//   3 "wgmma", "gmma", "wmma", "hmma", "imma", "utcmma"      yes
//   4 "simt", "sgemm", "dgemm", "gemv", "gcgemm", "scudnn"   no   the variants for the vector units
//     "ffma", "dfma"                                      no
//   5 "mfma", or "_MI<m>x" with m > 0 in a Tensile name      yes  AMD's matrix cores
//   6 attention that uses nothing else: the table of kernelClasses()  yes
//   7 products that use nothing else ("nvjet", "xmma", Marlin)        yes
//   8 another product or attention                        unknown
//   else                                                  no
[[nodiscard]] TensorCoreVerdict tensorCoreUse(std::string_view recorded);
inline constexpr int kTensorCoreRules = 8;

// The element type that a product reads, as far as the name tells: "bf16", "fp16", "tf32", "fp32", "fp64", "fp8", "fp4"
// or "int8". Linear in the name.
[[nodiscard]] std::string_view kernelPrecision(std::string_view recorded);

} // namespace lanes
