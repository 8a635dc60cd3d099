// The minimum of computation and memory traffic of an operator, derived from its input shapes.
//
// FLOPs (a multiplication and an addition are two), for the call itself, whichever call inside it does the work:
//   mm, addmm, addbmm, bmm, baddbmm, matmul, linear, mv, addmv, dot   2 x batch x m x k x n
//   conv1d/2d/3d, convolution and its cudnn, miopen, mkldnn forms     2 x N x Cout x outputs x Cin/groups x kernel
//     transposed                                                      2 x N x Cin x inputs x Cout/groups x kernel
//   convolution_backward                                              that for each of input and weight gradient
//   scaled dot product attention, flash, efficient, cudnn             2 x batch x heads x Sq x Sk x (E + Ev)
//     backward                                                        2.5 times that (five products for two)
//   elementwise (add, mul, relu, gelu, exp, where ...)                1 per element of the broadcast result
//   sum, mean, prod, amax, amin, argmax, norm, var, std, cumsum       1 per input element
//   softmax, log_softmax                                              5 per element; backward 4
//   layer_norm, group_norm, batch_norm, rms_norm                      8 per element; backward 14
// Bytes: every input tensor is read once and the result written once, in the first input's element type. Copies (copy_,
// clone, contiguous, cat) count too. This is a whole-number model of the least traffic, not a measurement. Other
// operators, and calls without recorded shapes, have 0: not known.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanes {

struct OperatorCost {
    std::int64_t flops = 0; // saturates at the type's maximum
    std::int64_t bytes = 0;
};

// The formula of a name; None: the shapes are not needed.
enum class CostRule : std::uint8_t {
    None,
    Product,
    Convolution,
    ConvolutionBackward,
    Attention,
    AttentionBackward,
    Elementwise,
    Reduction,
    Copy,
};
struct CostFormula {
    CostRule rule = CostRule::None;
    std::int64_t factor = 1; // operations per element, for Elementwise and Reduction
};

// "aten::add_", "aten::add.Tensor" and "aten::add" share one formula. O(log rules).
[[nodiscard]] CostFormula costFormula(std::string_view operatorName);

// Takes the recorded JSON texts of "Input Dims", "Input type" and "Concrete Inputs". O(their length).
[[nodiscard]] OperatorCost operatorCost(std::string_view operatorName, std::string_view inputDims,
                                        std::string_view inputTypes, std::string_view concreteInputs);

} // namespace lanes
