#include "model/analysis/operators/Reproducer.h"

#include "model/analysis/operators/OperatorInputs.h"
#include "model/base/Format.h"
#include "model/trace/args/ArgTable.h"

#include <algorithm>
#include <iterator>

namespace lanes {

extern const std::string_view kReproducerText; // reproducer.py, as CMake puts it into the library

namespace {

// A text as Python writes it, on one line.
std::string quoted(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 0xf];
        } else {
            out += c;
        }
    }
    return out + "\"";
}

// Text that may stand in a comment or docstring: what would end it is left out.
std::string plain(std::string_view text) {
    std::string out;
    std::ranges::copy_if(text, std::back_inserter(out), [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
    });
    return out;
}

bool isNumbers(std::string_view text) {
    return text.find_first_not_of("0123456789-, ") == std::string_view::npos;
}

// "[16, 64]" of "16, 64"; "[[64]] * 4 + [[32]]" of the list "[64] × 4, [32]". "[]" of what is no list of numbers.
std::string listText(const InputRow& row, std::string_view sizes) {
    if (row.kind != InputRow::Kind::List) {
        return isNumbers(sizes) ? "[" + std::string(sizes) + "]" : "[]";
    }
    constexpr std::string_view kTimes = " × ";
    std::string out;
    while (!sizes.empty()) {
        const std::size_t close = sizes.find(']');
        if (sizes.front() != '[' || close == std::string_view::npos ||
            !isNumbers(sizes.substr(1, close - 1))) {
            return "[]";
        }
        out += (out.empty() ? "[" : " + [") + std::string(sizes.substr(0, close + 1)) + "]";
        sizes.remove_prefix(close + 1);
        if (sizes.starts_with(kTimes)) {
            sizes.remove_prefix(kTimes.size());
            const std::size_t digits = std::min(sizes.find_first_not_of("0123456789"), sizes.size());
            out += " * " + std::string(sizes.substr(0, digits));
            sizes.remove_prefix(digits);
        }
        sizes.remove_prefix(std::min(sizes.size(), sizes.starts_with(", ") ? std::size_t{2} : sizes.size()));
    }
    return out.empty() ? "[]" : out;
}

std::string inputText(const InputRow& row) {
    const bool isTensor = row.kind == InputRow::Kind::Tensor || row.kind == InputRow::Kind::List;
    return "    (" + quoted(row.name) + ", " +
           quoted(row.kind == InputRow::Kind::List ? "tensors" : row.type) + ", " +
           (isTensor ? listText(row, row.shape) + ", " + listText(row, row.strides) : "None, None") + ", " +
           quoted(row.value) + "),\n";
}

std::string argument(const Trace& trace, SliceId slice, ArgKey key) {
    const auto value = trace.arg(slice, key);
    return value ? argText(*value, trace.strings()) : std::string();
}

} // namespace

bool isReproducible(const Trace& trace, SliceId slice) {
    if (trace.slice(slice).kind != EventKind::Operator) {
        return false;
    }
    const std::string_view name = trace.text(trace.slice(slice).name);
    const std::size_t colons = name.find("::");
    return colons != std::string_view::npos && colons > 0 && name.find(' ') == std::string_view::npos &&
           name.find("::", colons + 2) == std::string_view::npos && !inputsOf(trace, slice).empty();
}

std::string reproducerOf(const Trace& trace, SliceId op, std::string_view source) {
    const Trace::Slice slice = trace.slice(op);
    const std::string_view name = trace.text(slice.name);
    std::string device = argument(trace, op, "Device");
    const bool onGpu = device.starts_with("cuda") || device.starts_with("hip");
    std::string text =
        "\"\"\"" + plain(name) + ", as Lanescope recorded it in " + plain(source) + ": it took " +
        formatDuration(slice.duration) +
        " on the host.\n\n"
        "Tensors have the recorded shapes, strides and types. Sessions do not hold their values: they are "
        "random "
        "here.\n\"\"\"\n"
        "import ast\nimport math\nimport statistics\nimport sys\nimport time\n\nimport torch\n\n";
    text += "NAME = " + quoted(name) + "\n";
    text +=
        "OVERLOAD = " + quoted(argument(trace, op, "Overload")) + "  # empty: not recorded, or the default\n";
    text += "RECORDED_NS = " + std::to_string(slice.duration) + "  # of the call on the host\n";
    text += "RECORDED_DEVICE = " + quoted(device.empty() ? "an unknown device" : device) + "\n";
    text += device.empty() || onGpu ? "DEVICE = \"cuda\" if torch.cuda.is_available() else \"cpu\"\n"
                                    : "DEVICE = \"cpu\"\n";
    text += "INPUTS = [  # name, type, shape, strides, value\n";
    for (const InputRow& row : inputsOf(trace, op)) {
        text += inputText(row);
    }
    text += "]\n";
    return text + std::string(kReproducerText);
}

} // namespace lanes
