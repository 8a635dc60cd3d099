#include "model/analysis/text/KernelName.h"

#include "model/analysis/text/Words.h"
#include "model/base/CxxName.h"
#include "model/trace/KernelClasses.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
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

// What PyTorch's generic kernels compute. One template runs hundreds of operations, and which one stands
// deep in its arguments: as a functor, or as the function whose lambda is called for each element.
// "elementwise<direct_copy>", "reduce<Mean>", "multi_tensor_apply<Adam>" for a demangled kernel name; nothing
// for names of other kernels. Cost linear in the name.
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

constexpr std::size_t kLongestName = std::size_t{64} << 10; // that is looked at
constexpr std::size_t kLongestArguments = 40;

void replaceAll(std::string& text, std::string_view what, std::string_view with) {
    std::string out;
    std::size_t from = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, from)) {
        out.append(text, from, at - from).append(with);
        from = at + what.size();
    }
    text = std::move(out) + text.substr(from);
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

// Without the parameter list and with template arguments one level deep.
std::string withoutDepth(std::string_view name) {
    std::string out;
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const bool isOperator = name.substr(0, i).ends_with("operator");
        if (c == '(' && depth == 0 && !isOperator && i > 0) {
            break;
        }
        if (c == '<' && !isOperator) {
            ++depth;
        }
        if (depth <= 1) {
            out += c;
        }
        if (c == '>' && depth > 0 && !isOperator) {
            --depth;
        }
    }
    return out;
}

std::string withoutReturnType(std::string name) {
    int depth = 0;
    std::size_t cut = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
        if (name[i] == ' ' && depth == 0) {
            cut = i + 1;
        }
    }
    return cut < name.size() ? name.substr(cut) : name;
}

void shortenTypes(std::string& name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kShort{{
        {"__nv_bfloat16", "bf16"},
        {"__hip_bfloat16", "bf16"},
        {"BFloat16", "bf16"},
        {"__half", "f16"},
        {"Half", "f16"},
        {"float", "f32"},
        {"double", "f64"},
        {"unsigned int", "u32"},
        {"GenericPackedTensorAccessor", "acc"},
    }};
    for (const auto& [from, to] : kShort) {
        const std::size_t open = name.find('<');
        if (open == std::string::npos) {
            return;
        }
        std::string arguments = name.substr(open);
        replaceAll(arguments, from, to);
        name = name.substr(0, open) + arguments;
    }
}

std::string tidied(std::string name) {
    static constexpr std::array<std::string_view, 8> kNoise{
        "(anonymous namespace)::", "at::native::", "at::cuda::detail::", "at::cuda::",
        "at_cuda_detail::",        "c10::",        "detail::",           "internal::"};
    for (const std::string_view noise : kNoise) {
        replaceAll(name, noise, "");
    }
    name = withoutReturnType(withoutDepth(name));
    shortenTypes(name);
    replaceAll(name, " >", ">");
    while (!name.empty() && name.back() == ' ') {
        name.pop_back();
    }
    const std::size_t open = name.find('<');
    if (open != std::string::npos && name.size() - open > kLongestArguments) {
        name = name.substr(0, open) + "<\u2026>";
    }
    return name;
}

// "128x128x64" or "128x64": the tile that gemm libraries write into their names.
std::string tileOf(std::string_view name) {
    const std::size_t marked = name.find("tilesize");
    const std::size_t tensile = name.find("_MT");
    std::size_t from = marked != std::string_view::npos    ? marked + 8
                       : tensile != std::string_view::npos ? tensile + 3
                                                           : 0;
    for (; from < name.size(); ++from) {
        if (std::isdigit(static_cast<unsigned char>(name[from])) == 0) {
            continue;
        }
        std::size_t end = from;
        int crosses = 0;
        while (end < name.size() &&
               (std::isdigit(static_cast<unsigned char>(name[end])) != 0 ||
                (name[end] == 'x' && end + 1 < name.size() &&
                 std::isdigit(static_cast<unsigned char>(name[end + 1])) != 0 && crosses < 2))) {
            crosses += name[end] == 'x' ? 1 : 0;
            ++end;
        }
        if (crosses > 0) {
            return std::string(name.substr(from, end - from));
        }
        from = end;
    }
    return {};
}

void addStage(std::vector<std::string>& stages, std::string stage) {
    if (!stage.empty() && stage.size() < stages.back().size()) {
        stages.push_back(std::move(stage));
    }
}

std::string withoutNamespace(const std::string& name) {
    const std::size_t open = name.find('<');
    const std::size_t at = name.rfind("::", open);
    return at == std::string::npos ? name : name.substr(at + 2);
}

std::vector<std::string> kernelStages(std::string_view recorded) {
    std::vector<std::string> stages{foldedKernelName(recorded)};
    const std::string folded = stages.front();
    const std::size_t open = folded.find('<');
    const std::string bare = folded.substr(0, open);
    if (open != std::string::npos && foldedTorchTemplate(cxxName(recorded))) {
        addStage(stages, folded.substr(open + 1, folded.size() - open - 2));
        return stages;
    }
    addStage(stages, bare);
    addStage(stages, withoutNamespace(bare));
    if (hueOf(EventKind::Kernel, recorded) == Hue::Gemm) {
        const std::string tile = tileOf(recorded);
        if (!tile.empty()) {
            addStage(stages, "gemm " + tile);
        }
        addStage(stages, "gemm");
    }
    return stages;
}

bool hasMmaShape(std::string_view name) {
    static constexpr std::array<std::string_view, 5> kShapes{"16816", "16832", "1688", "8832", "884"};
    for (const std::string_view shape : kShapes) {
        for (std::size_t at = name.find(shape); at != std::string_view::npos; at = name.find(shape, at + 1)) {
            const char before = at > 0 ? name[at - 1] : ' ';
            if (before == 's' || before == 'h' || before == 'i' || before == 'd') {
                return true;
            }
        }
    }
    return false;
}

bool usesMatrixCores(std::string_view name) {
    const std::size_t at = name.find("_mi");
    if (at == std::string_view::npos || name.find("cijk_") == std::string_view::npos) {
        return name.find("mfma") != std::string_view::npos;
    }
    const std::string_view digits = wordAfter(name, at + 3);
    return !digits.empty() && digits.front() >= '1' && digits.front() <= '9';
}

template<std::size_t N>
bool containsAny(std::string_view text, const std::array<std::string_view, N>& words) {
    return std::ranges::any_of(words,
                               [&](std::string_view w) { return text.find(w) != std::string_view::npos; });
}

// cuBLAS's letters of what a product reads, computes in and writes: "tst" reads and writes bfloat16 and adds up in single.
std::string_view cublasPrecision(std::string_view types) {
    static constexpr std::array<std::pair<char, std::string_view>, 7> kReads{{{'t', "bf16"},
                                                                              {'h', "fp16"},
                                                                              {'s', "tf32"},
                                                                              {'q', "fp8"},
                                                                              {'r', "fp8"},
                                                                              {'o', "fp4"},
                                                                              {'d', "fp64"}}};
    const auto found = std::ranges::find(kReads, types.empty() ? ' ' : types.front(),
                                         &std::pair<char, std::string_view>::first);
    return found == kReads.end() ? std::string_view() : found->second;
}

// What the table of classes says of a name in which no instruction stands.
TensorCoreVerdict useOfClass(const KernelClass* known) {
    switch (known == nullptr ? MatrixUnits::None : known->units) {
    case MatrixUnits::No:
        return {TensorCoreUse::No, 4, "a variant for the vector units"};
    case MatrixUnits::Yes:
        return known->hue == Hue::Attention
                   ? TensorCoreVerdict{TensorCoreUse::Yes, 6, "a fused attention kernel"}
                   : TensorCoreVerdict{TensorCoreUse::Yes, 7, "a library whose products use nothing else"};
    case MatrixUnits::Unknown:
        return {TensorCoreUse::Unknown, 8, "a matrix product whose name does not say how"};
    case MatrixUnits::None:
        break;
    }
    return {};
}

// Of the ranges that torch itself opens: "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "Optimizer.step#AdamW.step".
std::string rangeLabel(std::string_view recorded) {
    if (recorded.starts_with("enumerate(DataLoader)#") && recorded.ends_with(".__next__")) {
        return "DataLoader next";
    }
    return std::string(recorded.substr(recorded.starts_with("Optimizer.") ? recorded.find('#') + 1 : 0));
}

} // namespace

std::string foldedKernelName(std::string_view recorded) {
    if (recorded.starts_with("Memcpy ") || recorded.starts_with("Memset ")) {
        return std::string(recorded.substr(0, kLongestName));
    }
    const std::string whole = cxxName(recorded.substr(0, kLongestName));
    std::string_view name = whole;
    if (name.starts_with(
            "_ZN")) { // a suffix (".kd") or a dialect the demangler does not know: the last words
        std::string_view rest = name.substr(3);
        std::string last;
        while (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest.front())) != 0) {
            const std::size_t length = std::strtoul(std::string(rest.substr(0, 6)).c_str(), nullptr, 10);
            rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of("0123456789")));
            last = std::string(rest.substr(0, length));
            rest.remove_prefix(std::min(rest.size(), length));
        }
        return last.empty() ? whole : last;
    }
    if (const std::optional<std::string> folded = foldedTorchTemplate(name)) {
        return *folded;
    }
    if (name.starts_with("void ")) {
        name.remove_prefix(5);
    }
    for (const std::string_view wrapper : {"cutlass::Kernel2<", "cutlass::Kernel<"}) {
        if (name.starts_with(wrapper) && !wordAfter(name, wrapper.size()).empty()) {
            return std::string(wordAfter(name, wrapper.size()));
        }
    }
    std::string folded = tidied(std::string(name));
    return folded.empty() ? whole : folded;
}

std::vector<std::string> labelStages(EventKind kind, std::string_view recorded) {
    if (kind == EventKind::Kernel) {
        return kernelStages(recorded);
    }
    std::vector<std::string> stages{std::string(recorded)};
    if (kind == EventKind::UserRange) {
        addStage(stages, rangeLabel(recorded));
    } else if (kind == EventKind::Operator) {
        static constexpr std::string_view kEvaluate = "autograd::engine::evaluate_function: ";
        if (recorded.starts_with(kEvaluate)) {
            addStage(stages, "evaluate " + std::string(recorded.substr(kEvaluate.size())));
            addStage(stages, std::string(recorded.substr(kEvaluate.size())));
            return stages;
        }
        addStage(stages, withoutNamespace(stages.front()));
        const std::size_t letters = stages.back().find_first_not_of('_');
        if (letters != std::string::npos) {
            addStage(stages, stages.back().substr(letters));
        }
    }
    return stages;
}

TensorCoreVerdict tensorCoreUse(std::string_view recorded) {
    static constexpr std::array<std::string_view, 8> kVector{"simt",   "sgemm",  "dgemm", "gemv",
                                                             "gcgemm", "scudnn", "_ffma", "_dfma"};
    // not MIOpen's SubTensorOpWithScalar1d, which adds on vector units
    static constexpr std::array<std::string_view, 2> kCutlass{"_tensorop", "opclasstensorop"};
    static constexpr std::array<std::string_view, 6> kMma{"wgmma", "gmma", "wmma", "hmma", "imma", "utcmma"};
    std::string name = lower(recorded);
    replaceAll(name, "fbgemm", ""); // a library's name, before kernels of every kind
    if (containsAny(name, kCutlass)) {
        return {TensorCoreUse::Yes, 1, "\"tensorop\" in a CUTLASS name"};
    }
    if (hasMmaShape(name)) {
        return {TensorCoreUse::Yes, 2, "an MMA instruction shape in the name"};
    }
    if (containsAny(name, kMma)) {
        return {TensorCoreUse::Yes, 3, "an MMA instruction in the name"};
    }
    if (containsAny(name, kVector)) {
        return {TensorCoreUse::No, 4, "a variant for the vector units"};
    }
    if (usesMatrixCores(name)) {
        return {TensorCoreUse::Yes, 5, "an AMD matrix instruction in the name"};
    }
    return useOfClass(kernelClassOf(recorded));
}

std::string_view kernelPrecision(std::string_view recorded) {
    const std::string name = lower(recorded);
    if (const std::size_t at = name.find("nvjet_"); at != std::string::npos) {
        std::string_view rest =
            std::string_view(name).substr(at + 6); // "sm90_tst_128x64...", or without the first
        rest.remove_prefix(rest.starts_with("sm") ? std::min(rest.find('_'), rest.size() - 1) + 1 : 0);
        return cublasPrecision(rest.substr(0, rest.find('_')));
    }
    // The narrowest of those that are named, as inputs are; longer marks before those that they hold.
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 26> kMarks{{
        {"mxfp4", "fp4"},        {"nvfp4", "fp4"},         {"_fp4", "fp4"},      {"e2m1", "fp4"},
        {"e4m3", "fp8"},         {"e5m2", "fp8"},          {"fp8", "fp8"},       {"f8f8", "fp8"},
        {"hfp8", "fp8"},         {"imma", "int8"},         {"_i8i8", "int8"},    {"igemm_int8", "int8"},
        {"nv_bfloat16", "bf16"}, {"hip_bfloat16", "bf16"}, {"bfloat16", "bf16"}, {"bf16", "bf16"},
        {"_bbs_", "bf16"},       {"__half", "fp16"},       {"::half", "fp16"},   {"fp16", "fp16"},
        {"f16f16", "fp16"},      {"_hhs_", "fp16"},        {"h16816", "fp16"},   {"tf32", "tf32"},
        {"sgemm", "fp32"},       {"f32f32", "fp32"},
    }};
    const auto found = std::ranges::find_if(
        kMarks, [&](const auto& mark) { return name.find(mark.first) != std::string::npos; });
    return found == kMarks.end() ? std::string_view() : found->second;
}

} // namespace lanes
