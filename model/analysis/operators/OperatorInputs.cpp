#include "model/analysis/operators/OperatorInputs.h"

#include "model/analysis/operators/ArgumentNames.h"
#include "model/trace/args/ArgTree.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

std::vector<ArgNode> listOf(const Trace& trace, SliceId slice, ArgKey key) {
    const auto value = trace.arg(slice, key);
    if (!value) {
        return {};
    }
    auto tree = parseArgTree(argText(*value, trace.strings()));
    return tree && tree->kind == ArgNode::Kind::List ? std::move(tree->items) : std::vector<ArgNode>{};
}

bool isNested(const ArgNode& node) {
    return !node.items.empty() && node.items.front().kind == ArgNode::Kind::List;
}

// "16, 64" of a flat list; a list of lists folds equal neighbours: "[4096, 64] × 3".
std::string dimsText(const ArgNode& node) {
    std::string out;
    for (std::size_t i = 0; i < node.items.size();) {
        const std::string item = textOf(node.items[i]);
        std::size_t same = i + 1;
        while (isNested(node) && same < node.items.size() && textOf(node.items[same]) == item) {
            ++same;
        }
        out += (out.empty() ? "" : ", ") + item;
        if (same - i > 1) {
            out += " × " + std::to_string(same - i);
        }
        i = same;
    }
    return out;
}

const ArgNode* at(const std::vector<ArgNode>& list, std::size_t i) {
    return i < list.size() ? &list[i] : nullptr;
}

InputRow rowOf(const ArgNode* dims, const ArgNode* type, const ArgNode* strides, const ArgNode* value) {
    InputRow row;
    const std::string recorded = type ? textOf(*type) : "";
    row.type = shortType(recorded);
    row.shape = dims ? dimsText(*dims) : "";
    row.strides = strides ? dimsText(*strides) : "";
    row.value = value ? textOf(*value) : "";
    if (recorded == "TensorList" || (dims && isNested(*dims))) {
        row.kind = InputRow::Kind::List;
    } else if (recorded.starts_with("Scalar") || (!row.value.empty() && row.shape.empty())) {
        row.kind = InputRow::Kind::Scalar;
        row.shape.clear();
        row.strides.clear();
    } else if (recorded.empty() && row.shape.empty()) {
        row.kind = InputRow::Kind::Absent;
    } else {
        row.kind = InputRow::Kind::Tensor;
    }
    return row;
}

} // namespace

std::string shortType(std::string_view recorded) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kShort = {{
        {"float", "f32"},
        {"double", "f64"},
        {"c10::Half", "f16"},
        {"c10::BFloat16", "bf16"},
        {"long int", "i64"},
        {"long", "i64"},
        {"int", "i32"},
        {"short int", "i16"},
        {"short", "i16"},
        {"signed char", "i8"},
        {"unsigned char", "u8"},
        {"unsigned short", "u16"},
        {"unsigned int", "u32"},
        {"unsigned long", "u64"},
        {"c10::complex<float>", "c64"},
        {"c10::complex<double>", "c128"},
        {"c10::complex<c10::Half>", "c32"},
        {"c10::Float8_e4m3fn", "f8e4m3"},
        {"c10::Float8_e5m2", "f8e5m2"},
        {"TensorList", "tensors"},
    }};
    const auto* known =
        std::find_if(kShort.begin(), kShort.end(), [&](const auto& pair) { return pair.first == recorded; });
    return std::string(known == kShort.end() ? recorded : known->second);
}

std::vector<InputRow> inputsOf(const Trace& trace, SliceId slice) {
    const auto dims = listOf(trace, slice, "Input Dims");
    const auto types = listOf(trace, slice, "Input type");
    const auto strides = listOf(trace, slice, "Input Strides");
    const auto values = listOf(trace, slice, "Concrete Inputs");
    std::vector<InputRow> rows(std::max({dims.size(), types.size(), strides.size(), values.size()}));
    const auto names = argumentNames(trace.text(trace.slice(slice).name), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i] = rowOf(at(dims, i), at(types, i), at(strides, i), at(values, i));
        rows[i].name = names[i];
    }
    return rows;
}

} // namespace lanes
