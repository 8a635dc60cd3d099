#include "model/analysis/text/TorchTemplate.h"

#include "model/analysis/text/Words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace lanes {

namespace {

// Where the bracket opens that `text` ends with; npos where it does not end with one.
std::size_t openingOfLast(std::string_view text) {
    if (text.empty() || (text.back() != ')' && text.back() != '>')) {
        return std::string_view::npos;
    }
    const char close = text.back();
    const char open = close == ')' ? '(' : '<';
    int depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        depth += text[i] == close ? 1 : text[i] == open ? -1 : 0;
        if (depth == 0) {
            return i;
        }
    }
    return std::string_view::npos;
}

std::string_view withoutLastBracket(std::string_view text) {
    const std::size_t open = openingOfLast(text);
    return open == std::string_view::npos ? text : text.substr(0, open);
}

// Between the brackets that begin at `open`, split at the commas that stand in no further bracket.
std::vector<std::string_view> templateArguments(std::string_view name, std::size_t open) {
    std::vector<std::string_view> arguments;
    int depth = 0;
    std::size_t begin = open + 1;
    for (std::size_t i = open; i < name.size(); ++i) {
        const char c = name[i];
        depth += c == '<' || c == '(' || c == '{' ? 1 : c == '>' || c == ')' || c == '}' ? -1 : 0;
        if (depth == 0 || (depth == 1 && c == ',')) {
            arguments.push_back(name.substr(begin, i - begin));
            begin = i + 1;
        }
        if (depth == 0) {
            break;
        }
    }
    return arguments;
}

// "BinaryFunctor" of "at::native::BinaryFunctor<float, ...>".
std::string_view headOf(std::string_view argument) {
    return wordBefore(argument, std::min(argument.find('<'), argument.size()));
}

// What is left of a function's or functor's name when the words that all of them share are gone.
std::string operationIn(std::string_view word) {
    static constexpr std::array<std::string_view, 4> kPrefixes{"CUDAFunctorOnSelf_", "CUDAFunctorOnOther_",
                                                               "CUDAFunctor_", "launch_"};
    static constexpr std::array<std::string_view, 12> kSuffixes{
        "_kernel_cuda",       "_cuda_kernel", "_kernel_impl", "CUDAKernelImpl", "_cuda_out", "_kernel",
        "KernelImplInternal", "KernelImpl",   "_cuda",        "_functor",       "Functor",   "Ops"};
    for (const std::string_view prefix : kPrefixes) {
        if (word.starts_with(prefix)) {
            word.remove_prefix(prefix.size());
        }
    }
    for (const std::string_view suffix : kSuffixes) {
        if (word.ends_with(suffix) && word.size() > suffix.size()) {
            word.remove_suffix(suffix.size());
        }
    }
    return std::string(word);
}

// The function around a lambda: "neg_kernel_cuda" of "...neg_kernel_cuda(at::TensorIteratorBase&)"; of a call
// operator its class.
std::string_view functionBefore(std::string_view text) {
    static constexpr std::string_view kCall = "::operator()";
    static constexpr std::string_view kConst = " const";
    if (text.ends_with(kConst)) {
        text.remove_suffix(kConst.size());
    }
    text = withoutLastBracket(text);
    if (text.ends_with(kCall)) {
        text.remove_suffix(kCall.size());
    }
    if (text.ends_with('>')) {
        text = withoutLastBracket(text);
    }
    return wordBefore(text, text.size());
}

std::optional<std::string> lambdaOperation(std::string_view arguments) {
    static constexpr std::string_view kLambda = "::{lambda";
    constexpr int kMostTried = 64; // each is a walk back through the name
    std::size_t at = arguments.find(kLambda);
    for (int tried = 0; at != std::string_view::npos && tried < kMostTried; ++tried) {
        const std::string_view function = functionBefore(arguments.substr(0, at));
        if (!function.empty() && !function.starts_with("gpu_kernel_impl")) {
            return operationIn(function);
        }
        at = arguments.find(kLambda, at + 1);
    }
    return std::nullopt;
}

// Wrappers that hold another functor.
bool isAdapter(std::string_view word) {
    static constexpr std::array<std::string_view, 4> kAdapters{"BinaryFunctor", "AUnaryFunctor",
                                                               "BUnaryFunctor", "UnaryFunctor"};
    return std::ranges::find(kAdapters, word) != kAdapters.end();
}

std::optional<std::string> functorOperation(std::string_view arguments) {
    for (std::size_t at = arguments.find('<'); at != std::string_view::npos;
         at = arguments.find('<', at + 1)) {
        const std::string_view word = wordBefore(arguments, at);
        const bool functor = word.ends_with("Functor") || word.ends_with("_functor") ||
                             word.ends_with("Ops") || word.starts_with("CUDAFunctor");
        if (functor && !isAdapter(word)) {
            return operationIn(word);
        }
    }
    return std::nullopt;
}

// apply<metadata, functor, ...>; PyTorch's list functors take what they do to each element as the next one.
std::optional<std::string> listOperation(std::string_view name, std::size_t open) {
    const std::vector<std::string_view> arguments = templateArguments(name, open);
    if (arguments.size() < 2) {
        return std::nullopt;
    }
    static constexpr std::array<std::string_view, 4> kGeneric{"UnaryOp", "BinaryOp", "TernaryOp",
                                                              "PointwiseOp"};
    const std::string_view functor = headOf(arguments[1]);
    const bool generic =
        std::ranges::any_of(kGeneric, [&](std::string_view word) { return functor.starts_with(word); });
    const std::string_view chosen = generic && arguments.size() > 2 ? headOf(arguments[2]) : functor;
    return chosen.empty() ? std::nullopt : std::optional(operationIn(chosen));
}

} // namespace

std::optional<std::string> foldedTorchTemplate(std::string_view name) {
    static constexpr std::string_view kKernel = "_kernel";
    const std::size_t open = name.find('<');
    if (open == std::string_view::npos) {
        return std::nullopt;
    }
    std::string head(wordBefore(name, open));
    std::optional<std::string> operation;
    if (head == "multi_tensor_apply_kernel") {
        operation = listOperation(name, open);
    } else if (head == "reduce_kernel" || head.find("elementwise_kernel") != std::string::npos) {
        operation = lambdaOperation(name.substr(open));
        operation = operation ? operation : functorOperation(name.substr(open));
    } else {
        return std::nullopt;
    }
    head.erase(head.find(kKernel), kKernel.size());
    return operation ? head + "<" + *operation + ">" : head;
}

} // namespace lanes
