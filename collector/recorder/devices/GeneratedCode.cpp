#include "collector/recorder/devices/GeneratedCode.h"

#include "collector/recorder/host/ForeignFile.h"
#include "model/base/Utf8.h"

#include <algorithm>

namespace lanes::recorder {

namespace {

constexpr std::size_t kMostCodeBytes = std::size_t{16} << 20;
constexpr std::size_t kMostKernels = 16 * 1024;
constexpr std::size_t kMaxCodeText = 2048;

constexpr std::string_view kFirstLine = "# AOT ID:"; // its first line
constexpr std::string_view kDefinition = " = async_compile.triton('";
constexpr std::string_view kRun = ".run(";

std::string clipped(std::string_view text) {
    return repairUtf8(text.substr(0, kMaxCodeText));
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of(" \t\r"), text.size());
    const std::size_t last = text.find_last_not_of(" \t\r");
    return last == text.npos ? std::string_view() : text.substr(first, last + 1 - first);
}

// What stands between the two, the first time; empty if they are not there.
std::string_view textBetween(std::string_view text, std::string_view begin, std::string_view end) {
    const std::size_t from = text.find(begin);
    const std::size_t to = from != text.npos ? text.find(end, from + begin.size()) : text.npos;
    return to != text.npos ? text.substr(from + begin.size(), to - from - begin.size()) : std::string_view();
}

std::vector<std::string> listed(std::string_view list) {
    std::vector<std::string> parts;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        if (const std::string_view part = trimmed(list.substr(0, end)); !part.empty()) {
            parts.push_back(clipped(part));
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return parts;
}

} // namespace

bool GeneratedCode::mayBe(std::string_view path) {
    const std::size_t name = path.rfind('/');
    if (name == path.npos || name < 2 || !path.ends_with(".py")) {
        return false;
    }
    const std::string_view folder = path.substr(name - 2, 2); // two letters, with which the name goes on
    return path.substr(name + 1).starts_with("c" + std::string(folder));
}

std::optional<GeneratedCode> GeneratedCode::read(const std::string& path) {
    return parse(readForeignFile(path, 0, kMostCodeBytes));
}

std::optional<GeneratedCode> GeneratedCode::parse(std::string_view text) {
    if (!text.starts_with(kFirstLine)) {
        return {};
    }
    GeneratedCode code;
    code.backward_ = text.substr(0, text.find('\n')).find("_backward'") != text.npos;
    while (!text.empty() && code.kernels_.size() < kMostKernels && code.launches_.size() < kMostKernels) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        code.addLine(trimmed(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    code.defined_ = nullptr;
    return code;
}

void GeneratedCode::addLine(std::string_view line) {
    ++line_;
    if (line.starts_with("# ")) {
        return addComment(line.substr(2));
    }
    if (const std::size_t name = line.find(kDefinition); name != line.npos && name > 0) {
        defined_ = &(kernels_[std::string(line.substr(0, name))] = std::move(said_));
    } else if (defined_ != nullptr && line.starts_with("'''")) {
        defined_ = nullptr;
    } else if (defined_ != nullptr) {
        std::string arguments(textBetween(line, "'signature': {", "}"));
        std::erase(arguments, '\'');
        defined_->arguments = arguments.empty() ? defined_->arguments : clipped(arguments);
    } else if (line.find(kRun) != line.npos) {
        launches_[line_] = clipped(line);
    }
    said_ = {};
}

void GeneratedCode::addComment(std::string_view comment) {
    constexpr std::string_view kPath = "kernel path: ";
    if (comment.starts_with(kPath)) {
        said_.file = clipped(comment.substr(kPath.size()));
    }
    if (comment.find("Source Nodes: [") != comment.npos) {
        said_.nodes = listed(textBetween(comment, "Source Nodes: [", "]"));
        said_.operators = clipped(textBetween(comment, "Original ATen: [", "]"));
        namesNodes_ = !said_.nodes.empty();
    }
    // torch 2.9 names no nodes of a backward pass but in the graph: "%mul : Tensor ... = call_function[target=...".
    const std::string_view node = trimmed(comment);
    if (!namesNodes_ && node.starts_with('%') && node.find(" = call_function[") != node.npos) {
        said_.nodes.push_back(clipped(node.substr(1, std::min(node.find(' '), node.size()) - 1)));
    }
}

const GeneratedKernel* GeneratedCode::kernel(std::string_view name) const {
    const auto known = kernels_.find(name);
    return known != kernels_.end() ? &known->second : nullptr;
}

std::string_view GeneratedCode::launch(std::string_view name, std::int32_t line) const {
    const auto known = launches_.find(line);
    const bool its =
        known != launches_.end() && known->second.starts_with(std::string(name) + std::string(kRun));
    return its ? std::string_view(known->second) : std::string_view();
}

} // namespace lanes::recorder
