// What the recorded name of a kernel says, made readable: demangled, folded, cut down for narrow boxes; and
// whether it names tensor cores. All by rules on the text alone; cost is linear in it, so call once per
// distinct name.
#pragma once

#include "model/trace/Category.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// The name without return type, parameter list, library namespaces and template noise:
// "elementwise<direct_copy>", "vectorized_layer_norm_kernel<bf16, f32>", "cutlass_75_tensorop_...", never
// empty. Names of copies and fills stay as they are.
[[nodiscard]] std::string foldedKernelName(std::string_view recorded);

// What a box may show, longest first, each shorter than the one before: the readable name; without template
// arguments or "aten::"; without namespace; the family ("gemm 128x128x64", "gemm", "Mul"); of torch's own ranges what they are about. At least one.
[[nodiscard]] std::vector<std::string> labelStages(EventKind kind, std::string_view recorded);

enum class TensorCoreUse : std::uint8_t { No, Yes, Unknown };

// `rule` counts from 1 in the order of the table; 0: no rule spoke. `reason` is for the user, in English.
struct TensorCoreVerdict {
    TensorCoreUse use = TensorCoreUse::No;
    int rule = 0;
    std::string_view reason;
};

// Rules, first match wins, on the lower-case name:
//  1 "tensorop"                                          yes  CUTLASS says so
//  2 an MMA shape: "884", "1688", "16816" ... after s, h, i, d  yes
//  3 "wgmma", "gmma", "wmma", "hmma", "imma", "utcmma"      yes
//  4 "simt", "sgemm", "dgemm", "gemv", "gcgemm", "scudnn"   no   the variants for the vector units
//    "ffma", "dfma"                                      no
//  5 "mfma", or "_MI<m>x" with m > 0 in a Tensile name      yes  AMD's matrix cores
//  6 attention that uses nothing else: the table of kernelClasses()  yes
//  7 products that use nothing else ("nvjet", "xmma", Marlin)        yes
//  8 another product or attention                        unknown
//  else                                                  no
[[nodiscard]] TensorCoreVerdict tensorCoreUse(std::string_view recorded);
inline constexpr int kTensorCoreRules = 8;

// "bf16", "fp16", "tf32", "fp32", "fp64", "fp8", "fp4" or "int8": what a product reads, as far as the name says. Linear.
[[nodiscard]] std::string_view kernelPrecision(std::string_view recorded);

} // namespace lanes
