#include "model/anonymise/NameRules.h"

#include "model/anonymise/Signs.h"
#include "model/trace/KernelClasses.h"
#include "model/trace/ThreadRows.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace lanes {

namespace {

bool startsWithOneOf(std::string_view text, std::span<const std::string_view> heads) {
    return std::ranges::any_of(heads, [&](std::string_view head) { return text.starts_with(head); });
}

// How the kernels of known libraries begin, behind "void ".
constexpr std::array kLibraries = std::to_array<std::string_view>({"at::",
                                                                   "at_cuda",
                                                                   "c10",
                                                                   "(anonymous namespace)::",
                                                                   "cutlass",
                                                                   "cublas",
                                                                   "cudnn",
                                                                   "cask",
                                                                   "nvjet_",
                                                                   "ampere_",
                                                                   "volta_",
                                                                   "turing_",
                                                                   "hopper_",
                                                                   "sm70_",
                                                                   "sm75_",
                                                                   "sm80_",
                                                                   "sm86_",
                                                                   "sm89_",
                                                                   "sm90_",
                                                                   "sm100_",
                                                                   "sm120_",
                                                                   "nccl",
                                                                   "rccl",
                                                                   "oneccl",
                                                                   "msccl",
                                                                   "nvshmem",
                                                                   "rocshmem",
                                                                   "flash",
                                                                   "pytorch_flash",
                                                                   "fmha_",
                                                                   "triton_poi_fused",
                                                                   "triton_red_fused",
                                                                   "triton_per_fused",
                                                                   "triton_tem_fused",
                                                                   "triton_mm",
                                                                   "cub::",
                                                                   "thrust::",
                                                                   "Cijk_",
                                                                   "igemm_",
                                                                   "miopen",
                                                                   "MIOpen",
                                                                   "rocprim::",
                                                                   "deep_gemm",
                                                                   "deep_ep",
                                                                   "gemv",
                                                                   "gemm",
                                                                   "dot_kernel",
                                                                   "reduce_1Block_kernel",
                                                                   "scal_kernel",
                                                                   "splitKreduce",
                                                                   "__amd_rocclr",
                                                                   "xmma",
                                                                   "cunn_",
                                                                   "softmax_warp",
                                                                   "multi_tensor_apply",
                                                                   "batched_transpose",
                                                                   "indexSelect",
                                                                   "fbgemm_gpu::",
                                                                   "vllm::",
                                                                   "marlin::",
                                                                   "Memcpy ",
                                                                   "Memset "});

// How ranges of PyTorch, of serving engines and of collectives begin.
constexpr std::array kRanges =
    std::to_array<std::string_view>({"nccl", "gloo:", "mpi:", "ucc:", "execute_", "step[",
                                     "Torch-Compiled Region", "XlaModule:", "Iteration Start", "Compiles "});

constexpr std::array kFused =
    std::to_array<std::string_view>({"triton_poi_fused", "triton_red_fused", "triton_per_fused",
                                     "triton_tem_fused", "graph_", "Torch-Compiled Region: "});

// Splits "batch 32" into "batch" and "32". Longer numbers are no counts of steps.
std::pair<std::string_view, std::string_view> counted(std::string_view name) {
    constexpr std::size_t kLongest = 6;
    std::size_t at = name.size();
    while (at > 0 && isDigit(name[at - 1])) {
        --at;
    }
    const std::size_t digits = name.size() - at;
    if (digits == 0 || digits > kLongest || at == 0) {
        return {name, {}};
    }
    const bool apart =
        !isDigit(name[at - 1]) && std::string_view(" #_-").find(name[at - 1]) != std::string_view::npos;
    return {name.substr(0, apart ? at - 1 : at), name.substr(at)};
}

// What makes a replacement have the hue of the name that it replaces.
std::string alike(EventKind kind, std::string_view name, std::string made) {
    static constexpr std::array<std::string_view, 5> kSigns{"Backward", " (dataloader)", " (Synchronize)",
                                                            " (nccl:)", " (nccl)"};
    const auto isAlike = [&](const std::string& text) {
        return hueOf(kind, text) == hueOf(kind, name) && isCollective(kind, text) == isCollective(kind, name);
    };
    if (kind == EventKind::Operator && lowerOf(name).find("compile") != std::string::npos &&
        lowerOf(made).find("compile") == std::string::npos) {
        made += " (compile)"; // time that went into torch.compile
    }
    if (isAlike(made)) {
        return made;
    }
    const auto* const sign =
        std::ranges::find_if(kSigns, [&](std::string_view s) { return isAlike(made + std::string(s)); });
    return sign == kSigns.end() ? made : made + std::string(*sign);
}

// The closing quote of the JSON string that begins at `begin`, or a place behind the text.
std::size_t endOfString(std::string_view text, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < text.size() && text[end] != '"') {
        end += text[end] == '\\' ? 2 : 1;
    }
    return end;
}

std::string_view wordAt(std::string_view text, std::size_t begin) {
    std::size_t end = begin;
    while (end < text.size() && isNameSign(text[end])) {
        ++end;
    }
    return text.substr(begin, end - begin);
}

// True for a constant of JSON and Python, and for an exponent behind a digit.
bool isKeptWord(std::string_view word, bool isBehindDigit) {
    static constexpr std::array<std::string_view, 6> kConstants{"true", "false",    "null",
                                                                "nan",  "infinity", "inf"};
    const std::string lower = lowerOf(word);
    const bool exponent =
        isBehindDigit && lower[0] == 'e' && (lower.size() == 1 || isDigits(lower.substr(1)));
    return exponent || std::ranges::find(kConstants, lower) != kConstants.end();
}

} // namespace

std::string NameRules::pseudonym(std::string_view kind, std::string_view text) {
    return text.empty() ? std::string() : names_.of(kind, text);
}

std::string NameRules::operation(std::string_view name) {
    constexpr std::string_view kEvaluate = "autograd::engine::evaluate_function: ";
    constexpr std::string_view kTimed = " (dynamo_timed)";
    if (name.starts_with(kEvaluate)) {
        return std::string(kEvaluate) + operation(name.substr(kEvaluate.size()));
    }
    if (name.ends_with(kTimed)) {
        const std::string_view inner = name.substr(0, name.size() - kTimed.size());
        return (known_.isPublic(inner) ? std::string(inner) : pseudonym("operator", inner)) +
               std::string(kTimed);
    }
    if (known_.isOperator(name) || known_.isNode(name) || known_.has(PublicName::Name, name)) {
        return std::string(name);
    }
    const std::size_t colon = name.find(':');
    const bool space =
        colon != std::string_view::npos && known_.has(PublicName::Namespace, name.substr(0, colon));
    if ((space || startsWithOneOf(name, kFused)) && known_.isPublic(name)) {
        return std::string(name);
    }
    // A function of autograd and its backward share a name.
    constexpr std::string_view kBackward = "Backward";
    const bool backward = name.ends_with(kBackward) && name.size() > kBackward.size();
    return pseudonym("operator", name.substr(0, name.size() - (backward ? kBackward.size() : 0))) +
           std::string(backward ? kBackward : "");
}

std::string NameRules::kernel(std::string_view name) {
    constexpr std::string_view kVoid = "void ";
    const std::string_view plain = name.starts_with(kVoid) ? name.substr(kVoid.size()) : name;
    if (startsWithOneOf(plain, kLibraries) && known_.isPublic(name)) {
        return std::string(name);
    }
    std::string made = pseudonym("kernel", name);
    const KernelClass* const found = kernelClassOf(name);
    if (found == nullptr || kernelClassOf(made) == found) {
        return made;
    }
    // The words that tell the class, so that readers find it again.
    std::string words(found->words.substr(found->words.starts_with('^') ? 1 : 0));
    std::ranges::replace(words, '*', '_');
    made = found->words.starts_with('^') ? words + "_" + made : made + "_" + words;
    return kernelClassOf(made) == found ? made : pseudonym("kernel", name);
}

std::string NameRules::range(std::string_view name) {
    constexpr std::string_view kStep = "ProfilerStep#";
    constexpr std::string_view kOptimizer = "Optimizer.";
    if (known_.has(PublicName::Name, name) ||
        (name.starts_with(kStep) && isDigits(name.substr(kStep.size()))) ||
        (startsWithOneOf(name, kRanges) && known_.isPublic(name))) {
        return std::string(name);
    }
    for (const std::string_view call : {std::string_view("step"), std::string_view("zero_grad")}) {
        const std::string head = std::string(kOptimizer) + std::string(call) + "#";
        const std::string tail = "." + std::string(call);
        if (name.starts_with(head) && name.ends_with(tail) && name.size() > head.size() + tail.size()) {
            const std::string_view type = name.substr(head.size(), name.size() - head.size() - tail.size());
            return head +
                   (known_.has(PublicName::Optimizer, type) ? std::string(type) : pseudonym("class", type)) +
                   tail;
        }
    }
    const auto [text, count] = counted(name);
    return count.empty() ? pseudonym("range", name) : pseudonym("range", text) + " " + std::string(count);
}

std::string NameRules::plain(EventKind kind, std::string_view name) {
    constexpr std::string_view kBreak = "Graph break at ";
    if (name.starts_with(kBreak)) {
        return std::string(kBreak) + pseudonym("place", name.substr(kBreak.size()));
    }
    if (known_.has(PublicName::Name, name) || known_.isPublic(name)) {
        return std::string(name);
    }
    return pseudonym(kind == EventKind::Runtime ? "call" : "event", name);
}

std::string NameRules::event(EventKind kind, std::string_view name) {
    if (name.empty()) {
        return {};
    }
    switch (kind) {
    case EventKind::Operator:
        return alike(kind, name, operation(name));
    case EventKind::UserRange:
    case EventKind::DeviceRange:
    case EventKind::Communication:
        return alike(kind, name, range(name));
    case EventKind::PythonFunction:
    case EventKind::GarbageCollection:
        return alike(kind, name, frames_.frame(name));
    case EventKind::Kernel:
    case EventKind::Memcpy:
    case EventKind::Memset:
        return kernel(name);
    case EventKind::Runtime:
    case EventKind::DeviceSync:
    case EventKind::Overhead:
    case EventKind::Other:
        break;
    }
    return alike(kind, name, plain(kind, name));
}

std::string NameRules::category(std::string_view text) {
    std::string one = lowerOf(text);
    std::ranges::replace(one, ' ', '_');
    const bool known = known_.has(PublicName::Category, text) || known_.has(PublicName::Category, one);
    return text.empty() || known ? std::string(text) : pseudonym("category", text);
}

std::string NameRules::key(std::string_view text) {
    return text.empty() || known_.keyRule(text) != nullptr ? std::string(text) : pseudonym("argument", text);
}

std::string NameRules::place(std::string_view kind, std::string_view text) {
    return known_.isPublic(text) ? std::string(text) : pseudonym(kind, text);
}

std::string NameRules::trackKey(std::string_view text) {
    if (text.starts_with(kFlightRecorderKey)) {
        return std::string(kFlightRecorderKey) + literal(text.substr(kFlightRecorderKey.size()));
    }
    for (const std::string_view ending : {kSampledSuffix, kStateSuffix, std::string_view(" late")}) {
        if (const std::size_t at = text.rfind(ending);
            at != std::string_view::npos && at > 0 && known_.isPublic(text.substr(at))) {
            return place("track", text.substr(0, at)) + std::string(text.substr(at));
        }
    }
    return place("track", text);
}

std::string NameRules::literal(std::string_view text) {
    return known_.isPublic(text) ? std::string(text) : pseudonym("text", text);
}

std::string NameRules::words(std::string_view text) {
    if (PublicNames::isAddress(text)) {
        return pseudonym("text", text);
    }
    std::string made;
    while (!text.empty()) {
        const bool word = isNameSign(text[0]);
        const auto end = std::ranges::find_if(text, [&](char c) { return isNameSign(c) != word; });
        const std::string_view run = text.substr(0, static_cast<std::size_t>(end - text.begin()));
        text.remove_prefix(run.size());
        const bool kept = known_.isPublic(run);
        made += kept ? std::string(run) : word ? pseudonym("name", run) : "?";
    }
    return made;
}

std::string NameRules::value(KeyRule rule, std::string_view key, std::string_view text) {
    switch (rule) {
    case KeyRule::Text:
        return literal(text);
    case KeyRule::Frames:
        return frames_.frames(text, key == "stack" ? "\\n" : ";"); // '\n' as JSON has it
    case KeyRule::Path:
        return frames_.place(text);
    case KeyRule::Kernel:
        return text.empty() ? std::string() : kernel(text);
    case KeyRule::Place:
        return place("place", text);
    case KeyRule::Words:
        return words(text);
    }
    return literal(text);
}

std::string NameRules::json(KeyRule rule, std::string_view key, std::string_view text) {
    std::string made;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '"') {
            const std::size_t end = endOfString(text, i);
            const std::string_view inside = text.substr(i + 1, std::min(end, text.size()) - i - 1);
            made += '"' + value(rule, key, inside) + '"';
            i = std::min(end + 1, text.size());
        } else if (isNameSign(text[i]) && !isDigit(text[i])) {
            const std::string_view word = wordAt(text, i);
            made += isKeptWord(word, i > 0 && isDigit(text[i - 1])) ? word : std::string_view("null");
            i += word.size();
        } else {
            const bool kept =
                isDigit(text[i]) || std::string_view("[]{}:,.+- \n").find(text[i]) != std::string_view::npos;
            made += kept ? text[i] : ' ';
            ++i;
        }
    }
    return made;
}

std::string NameRules::argument(std::string_view key, std::string_view text, bool isJson) {
    const KeyRule* const rule = known_.keyRule(key);
    if (rule == nullptr && !isJson) {
        return pseudonym("text", text);
    }
    if (rule == nullptr) { // figures stay, every text of an unknown argument goes
        return text.find('"') == std::string_view::npos ? json(KeyRule::Text, key, text)
                                                        : '"' + pseudonym("text", text) + '"';
    }
    return isJson ? json(*rule, key, text) : value(*rule, key, text);
}

std::string NameRules::command(std::string_view text) {
    if (text.find("_inductor/compile_worker") != std::string_view::npos) {
        return "python3 torch/_inductor/compile_worker/__main__.py"; // tells what the process does
    }
    const std::size_t end = text.find(".py");
    if (end == std::string_view::npos || text.find("python") == std::string_view::npos) {
        return pseudonym("program", text);
    }
    const std::string_view path = text.substr(0, end);
    const std::size_t begin = path.find_last_of(" /\\");
    return "python3 " + pseudonym("program", path.substr(begin + 1)) + ".py"; // npos + 1 is 0
}

std::string NameRules::producer(std::string_view text) {
    return known_.isPublic(text) ? std::string(text) : std::string("another program");
}

std::optional<std::string> NameRules::property(std::string_view key, std::string_view value) {
    constexpr std::string_view kProcess = "process.";
    if (key.starts_with(kProcess)) {
        const std::size_t dot = key.rfind('.');
        const std::string_view what = key.substr(dot + 1);
        if (dot <= kProcess.size() || !known_.isPublic(key.substr(0, dot)) ||
            !known_.has(PublicName::ProcessProperty, what)) {
            return std::nullopt;
        }
        return what == "arguments" ? command(value)
               : what == "name"    ? place("process", value)
                                   : literal(value);
    }
    constexpr std::string_view kOfRank = ".rank";
    const std::size_t rank = key.rfind(kOfRank);
    const bool ranked = rank != std::string_view::npos && isDigits(key.substr(rank + kOfRank.size()));
    if (!known_.has(PublicName::Property, ranked ? key.substr(0, rank) : key)) {
        return std::nullopt;
    }
    const bool isJson =
        !value.empty() &&
        (std::string_view("[{\"-").find(value[0]) != std::string_view::npos || isDigit(value[0]));
    return isJson ? json(KeyRule::Text, key, value) : literal(value);
}

} // namespace lanes
