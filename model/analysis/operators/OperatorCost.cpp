#include "model/analysis/operators/OperatorCost.h"

#include "model/analysis/operators/Shapes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace lanes {

namespace {

struct NamedFormula {
    std::string_view name;
    CostFormula formula;
};

constexpr CostFormula kProduct{CostRule::Product};
constexpr CostFormula kConvolution{CostRule::Convolution};
constexpr CostFormula kAttention{CostRule::Attention};
constexpr CostFormula kAttentionBackward{CostRule::AttentionBackward};
constexpr CostFormula kEach{CostRule::Elementwise};
constexpr CostFormula kReduce{CostRule::Reduction};
constexpr CostFormula kSoftmax{CostRule::Elementwise, 5};
constexpr CostFormula kSoftmaxBackward{CostRule::Elementwise, 4};
constexpr CostFormula kNorm{CostRule::Reduction, 8};
constexpr CostFormula kNormBackward{CostRule::Reduction, 14};
constexpr CostFormula kCopy{CostRule::Copy};

constexpr auto kFormulas = std::to_array<NamedFormula>({
    {"mm", kProduct},
    {"addmm", kProduct},
    {"addbmm", kProduct},
    {"bmm", kProduct},
    {"baddbmm", kProduct},
    {"matmul", kProduct},
    {"linear", kProduct},
    {"mv", kProduct},
    {"addmv", kProduct},
    {"dot", kProduct},
    {"vdot", kProduct},
    {"_addmm_activation", kProduct},
    {"mkldnn_linear", kProduct},
    {"conv1d", kConvolution},
    {"conv2d", kConvolution},
    {"conv3d", kConvolution},
    {"conv_transpose1d", kConvolution},
    {"conv_transpose2d", kConvolution},
    {"conv_transpose3d", kConvolution},
    {"convolution", kConvolution},
    {"_convolution", kConvolution},
    {"convolution_overrideable", kConvolution},
    {"cudnn_convolution", kConvolution},
    {"cudnn_convolution_transpose", kConvolution},
    {"miopen_convolution", kConvolution},
    {"miopen_convolution_transpose", kConvolution},
    {"mkldnn_convolution", kConvolution},
    {"convolution_backward", {CostRule::ConvolutionBackward}},
    {"scaled_dot_product_attention", kAttention},
    {"_scaled_dot_product_flash_attention", kAttention},
    {"_scaled_dot_product_flash_attention_for_cpu", kAttention},
    {"_scaled_dot_product_efficient_attention", kAttention},
    {"_scaled_dot_product_cudnn_attention", kAttention},
    {"_scaled_dot_product_attention_math", kAttention},
    {"_scaled_dot_product_flash_attention_backward", kAttentionBackward},
    {"_scaled_dot_product_flash_attention_for_cpu_backward", kAttentionBackward},
    {"_scaled_dot_product_efficient_attention_backward", kAttentionBackward},
    {"_scaled_dot_product_cudnn_attention_backward", kAttentionBackward},
    {"softmax", kSoftmax},
    {"_softmax", kSoftmax},
    {"log_softmax", kSoftmax},
    {"_log_softmax", kSoftmax},
    {"_softmax_backward_data", kSoftmaxBackward},
    {"_log_softmax_backward_data", kSoftmaxBackward},
    {"layer_norm", kNorm},
    {"native_layer_norm", kNorm},
    {"group_norm", kNorm},
    {"native_group_norm", kNorm},
    {"batch_norm", kNorm},
    {"native_batch_norm", kNorm},
    {"cudnn_batch_norm", kNorm},
    {"miopen_batch_norm", kNorm},
    {"rms_norm", kNorm},
    {"_fused_rms_norm", kNorm},
    {"native_layer_norm_backward", kNormBackward},
    {"native_group_norm_backward", kNormBackward},
    {"native_batch_norm_backward", kNormBackward},
    {"cudnn_batch_norm_backward", kNormBackward},
    {"miopen_batch_norm_backward", kNormBackward},
    {"sum", kReduce},
    {"mean", kReduce},
    {"prod", kReduce},
    {"amax", kReduce},
    {"amin", kReduce},
    {"max", kReduce},
    {"min", kReduce},
    {"argmax", kReduce},
    {"argmin", kReduce},
    {"norm", kReduce},
    {"linalg_vector_norm", kReduce},
    {"var", kReduce},
    {"std", kReduce},
    {"cumsum", kReduce},
    {"logsumexp", kReduce},
    {"copy", kCopy},
    {"clone", kCopy},
    {"contiguous", kCopy},
    {"cat", kCopy},
    {"_to_copy", kCopy},
});

constexpr auto kElementwise = std::to_array<std::string_view>({
    "abs",
    "add",
    "addcdiv",
    "addcmul",
    "atan",
    "bitwise_and",
    "bitwise_not",
    "ceil",
    "clamp",
    "clamp_min",
    "clamp_max",
    "cos",
    "div",
    "elu",
    "eq",
    "erf",
    "exp",
    "expm1",
    "fill",
    "floor",
    "fmod",
    "ge",
    "gelu",
    "gelu_backward",
    "gt",
    "hardswish",
    "hardtanh",
    "isnan",
    "le",
    "leaky_relu",
    "lerp",
    "log",
    "log1p",
    "log2",
    "logical_and",
    "logical_not",
    "lt",
    "masked_fill",
    "maximum",
    "minimum",
    "mul",
    "ne",
    "neg",
    "pow",
    "reciprocal",
    "relu",
    "relu6",
    "remainder",
    "round",
    "rsqrt",
    "rsub",
    "sigmoid",
    "sigmoid_backward",
    "sign",
    "silu",
    "silu_backward",
    "sin",
    "softplus",
    "sqrt",
    "square",
    "sub",
    "tanh",
    "tanh_backward",
    "threshold",
    "threshold_backward",
    "trunc",
    "where",
    "xlogy",
    "zero",
});

// "add" of "aten::add_.Tensor".
std::string_view plainName(std::string_view name) {
    if (!name.starts_with("aten::")) {
        return {};
    }
    name.remove_prefix(6);
    name = name.substr(0, name.find('.'));
    return name.size() > 1 && name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

// Products saturate: shapes come from files.
std::int64_t times(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::int64_t>::max() : product;
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

struct CostedCall {
    std::string_view name; // plain
    std::vector<InputShape> inputs;
    std::vector<std::string> types;
    std::vector<std::string> concrete;

    [[nodiscard]] const Dims* tensor(std::size_t i) const {
        return i < inputs.size() && !inputs[i].dims.empty() ? &inputs[i].dims : nullptr;
    }
    [[nodiscard]] std::int64_t elementBytes() const {
        for (std::size_t i = 0; i < inputs.size() && i < types.size(); ++i) {
            if (!inputs[i].dims.empty()) {
                return bytesPerElement(types[i]);
            }
        }
        for (const std::string& type : types) {
            if (type != "TensorList" && bytesPerElement(type) > 0) {
                return bytesPerElement(type);
            }
        }
        return 0;
    }
    [[nodiscard]] std::int64_t inputElements() const {
        std::int64_t sum = 0;
        for (const InputShape& input : inputs) {
            sum = plus(sum, input.dims.empty() ? 0 : elementsOf(input.dims));
            for (const Dims& member : input.list) {
                sum = plus(sum, member.empty() ? 0 : elementsOf(member));
            }
        }
        return sum;
    }
};

std::int64_t productOf(const Dims& dims, std::size_t from, std::size_t to) {
    std::int64_t product = 1;
    for (std::size_t i = from; i < to && i < dims.size(); ++i) {
        product = times(product, std::max<std::int64_t>(dims[i], 0));
    }
    return product;
}

// a [.., m, k] times b [.., k, n]; `transposed`: b is [n, k].
struct MatrixProduct {
    std::int64_t batch = 1;
    std::int64_t m = 1;
    std::int64_t k = 1;
    std::int64_t n = 1;
};

MatrixProduct productDims(const Dims& a, const Dims& b, bool transposed) {
    MatrixProduct p;
    p.k = a.back();
    p.m = a.size() > 1 ? a[a.size() - 2] : 1;
    if (b.size() > 1) {
        p.n = transposed ? b[b.size() - 2] : b.back();
    }
    const std::size_t batchDims = std::max(a.size(), b.size());
    for (std::size_t i = 3; i <= batchDims; ++i) { // from the right, broadcast
        const std::int64_t x = i <= a.size() ? a[a.size() - i] : 1;
        const std::int64_t y = i <= b.size() ? b[b.size() - i] : 1;
        p.batch = times(p.batch, std::max(x, y));
    }
    return p;
}

OperatorCost productCost(const CostedCall& call) {
    const bool hasBias =
        call.name.starts_with("add") || call.name == "baddbmm" || call.name == "_addmm_activation";
    const Dims* a = call.tensor(hasBias ? 1 : 0);
    const Dims* b = call.tensor(hasBias ? 2 : 1);
    if (a == nullptr || b == nullptr) {
        return {};
    }
    const MatrixProduct p = productDims(*a, *b, call.name.ends_with("linear"));
    const std::int64_t outputs = times(times(p.batch, p.m), p.n);
    const std::int64_t elements = plus(call.inputElements(), outputs);
    return {times(2, times(outputs, p.k)), times(elements, call.elementBytes())};
}

std::vector<std::int64_t> integers(const CostedCall& call, std::size_t i) {
    std::vector<std::int64_t> values;
    if (i < call.concrete.size()) {
        const std::vector<InputShape> list = parseInputDims("[" + call.concrete[i] + "]");
        if (!list.empty()) {
            values = list.front().dims;
        }
    }
    return values;
}

bool isTrue(const CostedCall& call, std::size_t i) {
    return i < call.concrete.size() &&
           (call.concrete[i] == "True" || call.concrete[i] == "true" || call.concrete[i] == "1");
}

// Where stride, padding and dilation stand in the arguments of each form.
struct ConvolutionArguments {
    std::size_t stride = 3;
    std::size_t padding = 4;
    std::size_t dilation = 5;
};

ConvolutionArguments argumentsOf(std::string_view name) {
    if (name.starts_with("cudnn_")) {
        return {3, 2, 4};
    }
    if (name.starts_with("miopen_") || name.starts_with("mkldnn_")) {
        return {4, 3, 5};
    }
    return {};
}

std::int64_t at(const std::vector<std::int64_t>& values, std::size_t i, std::int64_t otherwise) {
    return values.empty() ? otherwise : values[std::min(i, values.size() - 1)];
}

std::int64_t outputPositions(const CostedCall& call, const Dims& input, const Dims& weight) {
    const ConvolutionArguments where = argumentsOf(call.name);
    const auto stride = integers(call, where.stride);
    const auto padding = integers(call, where.padding);
    const auto dilation = integers(call, where.dilation);
    const bool same = where.padding < call.concrete.size() && call.concrete[where.padding] == "same";
    std::int64_t positions = 1;
    for (std::size_t i = 2; i < input.size(); ++i) {
        const std::int64_t s = std::max<std::int64_t>(at(stride, i - 2, 1), 1);
        const std::int64_t reach =
            std::max<std::int64_t>(plus(times(at(dilation, i - 2, 1), plus(weight[i], -1)), 1), 0);
        const std::int64_t padded = plus(input[i], times(2, at(padding, i - 2, 0)));
        const std::int64_t out = same ? plus(input[i], s - 1) / s : plus(plus(padded, -reach) / s, 1);
        positions = times(positions, std::max<std::int64_t>(out, 0));
    }
    return positions;
}

OperatorCost convolutionCost(const CostedCall& call) {
    const Dims* input = call.tensor(0);
    const Dims* weight = call.tensor(1);
    if (input == nullptr || weight == nullptr || input->size() != weight->size() || input->size() < 3) {
        return {};
    }
    const bool hasFlag = call.name.ends_with("convolution") && !call.name.starts_with("cudnn") &&
                         !call.name.starts_with("miopen") && !call.name.starts_with("mkldnn");
    const bool transposed =
        call.name.find("transpose") != std::string_view::npos || (hasFlag && isTrue(call, 6));
    const std::int64_t perPosition = times((*weight)[1], productOf(*weight, 2, weight->size()));
    const std::int64_t positions =
        transposed ? productOf(*input, 2, input->size()) : outputPositions(call, *input, *weight);
    const std::int64_t channels = (*weight)[0]; // Cout; Cin when transposed
    const std::int64_t outputs = times(times((*input)[0], channels), positions);
    const std::int64_t flops = times(2, times(outputs, perPosition));
    const std::int64_t elements = plus(call.inputElements(), transposed ? 0 : outputs);
    return {flops, times(elements, call.elementBytes())};
}

OperatorCost convolutionBackwardCost(const CostedCall& call) {
    const Dims* gradient = call.tensor(0);
    const Dims* input = call.tensor(1);
    const Dims* weight = call.tensor(2);
    if (gradient == nullptr || input == nullptr || weight == nullptr || weight->size() < 3) {
        return {};
    }
    const bool transposed = isTrue(call, 7);
    const Dims& many = transposed ? *input : *gradient;
    const std::int64_t perPosition = times((*weight)[1], productOf(*weight, 2, weight->size()));
    const std::int64_t one = times(2, times(productOf(many, 0, many.size()), perPosition));
    const std::string mask = call.concrete.size() > 10 ? call.concrete[10] : "[True, True, True]";
    const std::int64_t first = mask.starts_with("[True") || mask.starts_with("[1") ? 1 : 0;
    const std::size_t comma = mask.find(", ");
    const std::string_view second =
        comma == std::string::npos ? "" : std::string_view(mask).substr(comma + 2);
    const std::int64_t gradients = first + (second.starts_with("True") || second.starts_with('1') ? 1 : 0);
    const std::int64_t written =
        plus(first > 0 ? elementsOf(*input) : 0, gradients > first ? elementsOf(*weight) : 0);
    return {times(one, gradients), times(plus(call.inputElements(), written), call.elementBytes())};
}

OperatorCost attentionCost(const CostedCall& call, bool backward) {
    const std::size_t first = backward ? 1 : 0; // the gradient comes first
    const Dims* q = call.tensor(first);
    const Dims* k = call.tensor(first + 1);
    const Dims* v = call.tensor(first + 2);
    if (q == nullptr || k == nullptr || v == nullptr || q->size() < 3 || k->size() < 2 || v->size() < 2) {
        return {};
    }
    const std::size_t n = q->size();
    const std::int64_t pairs = times(times(productOf(*q, 0, n - 2), (*q)[n - 2]), (*k)[k->size() - 2]);
    const std::int64_t forward = times(2, times(pairs, plus(q->back(), v->back())));
    const std::int64_t result = times(productOf(*q, 0, n - 1), v->back());
    const std::int64_t written =
        backward ? plus(plus(elementsOf(*q), elementsOf(*k)), elementsOf(*v)) : result;
    return {backward ? plus(times(2, forward), forward / 2) : forward,
            times(plus(call.inputElements(), written), call.elementBytes())};
}

Dims broadcast(const std::vector<InputShape>& inputs) {
    Dims result;
    for (const InputShape& input : inputs) {
        if (input.dims.size() > result.size()) {
            result.insert(result.begin(), input.dims.size() - result.size(), 1);
        }
        for (std::size_t i = 1; i <= input.dims.size(); ++i) {
            std::int64_t& d = result[result.size() - i];
            d = d == 1 ? input.dims[input.dims.size() - i] : d;
        }
    }
    return result;
}

OperatorCost elementwiseCost(const CostedCall& call, std::int64_t factor) {
    const Dims result = broadcast(call.inputs);
    if (result.empty()) {
        return {};
    }
    const std::int64_t elements = elementsOf(result);
    return {times(factor, elements), times(plus(call.inputElements(), elements), call.elementBytes())};
}

OperatorCost reductionCost(const CostedCall& call, std::int64_t factor) {
    const bool backward = call.name.ends_with("_backward");
    const Dims* input = call.tensor(0);
    if (input == nullptr) {
        return {};
    }
    const std::int64_t elements = elementsOf(*input);
    const std::int64_t written = factor > 1 ? elements : 0; // the normalised values; a sum's result is small
    return {times(factor, elements),
            times(plus(call.inputElements(), backward ? elements : written), call.elementBytes())};
}

OperatorCost copyCost(const CostedCall& call) {
    const bool inPlace =
        call.name == "copy" && call.inputs.size() > 1; // destination and source are both inputs
    const std::int64_t elements =
        inPlace ? times(2, elementsOf(call.inputs.front().dims)) : times(2, call.inputElements());
    return {0, times(elements, call.elementBytes())};
}

} // namespace

CostFormula costFormula(std::string_view operatorName) {
    const std::string_view name = plainName(operatorName);
    if (name.empty()) {
        return {};
    }
    for (const NamedFormula& f : kFormulas) {
        if (f.name == name) {
            return f.formula;
        }
    }
    return std::ranges::find(kElementwise, name) != kElementwise.end() ? kEach : CostFormula{};
}

OperatorCost operatorCost(std::string_view operatorName, std::string_view inputDims,
                          std::string_view inputTypes, std::string_view concreteInputs) {
    const CostFormula formula = costFormula(operatorName);
    if (formula.rule == CostRule::None || inputDims.empty()) {
        return {};
    }
    const CostedCall call{plainName(operatorName), parseInputDims(inputDims), parseInputTypes(inputTypes),
                          parseInputTypes(concreteInputs)};
    switch (formula.rule) {
    case CostRule::Product:
        return productCost(call);
    case CostRule::Convolution:
        return convolutionCost(call);
    case CostRule::ConvolutionBackward:
        return convolutionBackwardCost(call);
    case CostRule::Attention:
    case CostRule::AttentionBackward:
        return attentionCost(call, formula.rule == CostRule::AttentionBackward);
    case CostRule::Elementwise:
        return elementwiseCost(call, formula.factor);
    case CostRule::Reduction:
        return reductionCost(call, formula.factor);
    case CostRule::Copy:
        return copyCost(call);
    case CostRule::None:
        break;
    }
    return {};
}

} // namespace lanes
