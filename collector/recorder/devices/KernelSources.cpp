#include "collector/recorder/devices/KernelSources.h"

#include "model/base/Utf8.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace lanes::recorder {

namespace {

constexpr std::size_t kMostCompiled = 16 * 1024;
constexpr std::size_t kMostGraphNodes = 64 * 1024;
constexpr std::size_t kMostCodes = 4096;
constexpr std::size_t kMostKnown = 64 * 1024;
constexpr std::size_t kMostLines = 16; // of one kernel
constexpr int kMostFrames = 256;
constexpr std::string_view kGenerated = "triton_"; // how torch.compile calls its kernels

template<class Number>
Number parsed(std::string_view text) {
    Number number{};
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

} // namespace

void KernelSources::refresh() {
    if (told_.read([this](std::string_view line) { take(line); })) {
        may_.clear();
        known_.clear();
    }
}

void KernelSources::forgetNames() {
    may_.clear();
    known_.clear();
    codes_.clear();
}

void KernelSources::take(std::string_view line) {
    const auto fields = ForeignLines::fieldsOf<7>(line);
    if (fields[0] == "kernel" && compiled_.size() < kMostCompiled) {
        std::vector<Compiled>& all = compiled_[std::string(fields[1])];
        if (all.size() < kMostCompiled) {
            all.push_back({repairUtf8(fields[2]) + ":" + std::to_string(parsed<std::uint32_t>(fields[3])),
                           repairUtf8(fields[4]), repairUtf8(fields[5]), parsed<std::uint64_t>(fields[6])});
        }
    } else if ((fields[0] == "node" || fields[0] == "backward") && nodes_ < kMostGraphNodes) {
        ++nodes_;
        Graphs& graphs = fields[0] == "node" ? graphs_ : backwardGraphs_;
        graphs[parsed<std::uint64_t>(fields[1])][std::string(fields[2])] = {
            repairUtf8(fields[3]), repairUtf8(fields[5]), parsed<std::int32_t>(fields[4])};
    }
}

StringId KernelSources::text(const std::string& text) const {
    return text.empty() ? StringId() : writer_.string(text);
}

const KernelSource* KernelSources::find(StringId name, std::uint64_t threads, StackId stack) {
    const auto [may, isNew] = may_.try_emplace(name, false);
    if (isNew) {
        const std::string_view text = writer_.text(name);
        may->second = text.starts_with(kGenerated) || compiled_.contains(text);
    }
    if (!may->second) {
        return nullptr;
    }
    if (known_.size() >= kMostKnown) {
        known_.clear();
    }
    const auto [known, isFirst] = known_.try_emplace({name, threads, stack});
    if (isFirst) {
        const std::string text(writer_.text(name)); // new texts move the others
        addCompiled(known->second, text, threads);
        addGenerated(known->second, text, stack);
    }
    return &known->second;
}

// One that was compiled several times is known by its block; what still differs is not told.
void KernelSources::addCompiled(KernelSource& source, std::string_view name, std::uint64_t threads) const {
    const auto all = compiled_.find(name);
    if (all == compiled_.end()) {
        return;
    }
    std::set<std::string> files, arguments, constants;
    for (const Compiled& one : all->second) {
        if (one.threads == threads) {
            files.insert(one.file);
            arguments.insert(one.arguments);
            constants.insert(one.constants);
        }
    }
    const auto only = [this](const std::set<std::string>& texts) {
        return texts.size() == 1 ? text(*texts.begin()) : StringId();
    };
    source.file = only(files);
    source.arguments = only(arguments);
    source.constants = only(constants);
}

void KernelSources::addGenerated(KernelSource& source, std::string_view name, StackId stack) {
    for (int frames = 0; stack.valid() && frames < kMostFrames; ++frames) {
        const StackTable::Node node = writer_.stackNode(stack);
        const GeneratedCode* code = codeOf(node.frame.file);
        const GeneratedKernel* kernel = code != nullptr ? code->kernel(name) : nullptr;
        if (kernel != nullptr) {
            source.file = kernel->file.empty() ? source.file : text(kernel->file);
            source.arguments = kernel->arguments.empty() ? source.arguments : text(kernel->arguments);
            source.operators = text(kernel->operators);
            source.generated =
                text(std::string(writer_.text(node.frame.file)) + ":" + std::to_string(node.frame.line));
            source.launch = text(std::string(code->launch(name, node.frame.line)));
            source.lines = text(linesOf(kernel->nodes, code->isBackward() ? backwardGraphs_ : graphs_));
            return;
        }
        stack = node.parent;
    }
}

const GeneratedCode* KernelSources::codeOf(StringId file) {
    if (!file.valid() || codes_.size() >= kMostCodes) {
        return nullptr;
    }
    const auto [known, isNew] = codes_.try_emplace(file);
    if (isNew && GeneratedCode::mayBe(writer_.text(file))) {
        known->second = GeneratedCode::read(std::string(writer_.text(file)));
    }
    return known->second ? &*known->second : nullptr;
}

std::string KernelSources::linesOf(const std::vector<std::string>& nodes, const Graphs& graphs) {
    std::string lines;
    for (const auto& [number, graph] : graphs) {
        std::set<std::tuple<std::string, std::int32_t, std::string>> of; // file, line, function
        const bool all = !nodes.empty() && std::ranges::all_of(nodes, [&](const std::string& node) {
            const auto at = graph.find(node);
            if (at != graph.end()) {
                of.emplace(at->second.file, at->second.line, at->second.function);
            }
            return at != graph.end();
        });
        std::string here;
        for (const auto& [file, line, function] : of) {
            here += file + "(" + std::to_string(line) + "): " + function + ";";
        }
        if (!all || of.size() > kMostLines) {
            continue;
        }
        if (!lines.empty() && lines != here) {
            return {};
        }
        lines = std::move(here);
    }
    return lines;
}

void KernelSources::forget() {
    compiled_ = {};
    graphs_ = {};
    backwardGraphs_ = {};
    codes_ = {};
    may_ = {};
    known_ = {};
}

} // namespace lanes::recorder
