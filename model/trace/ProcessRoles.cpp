#include "model/trace/ProcessRoles.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace lanes {

namespace {

std::string_view withoutFolder(std::string_view path) {
    return path.substr(path.find_last_of("/\\") + 1); // npos + 1 is 0
}

bool isPython(std::string_view program) {
    return withoutFolder(program).starts_with("python");
}

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) {
            words.push_back(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

// What Python is asked to run: a file, a module, or nothing that has a name.
template<class Words>
std::string scriptIn(const Words& words) {
    if (words.empty() || !isPython(words[0])) {
        return {};
    }
    static constexpr std::array<std::string_view, 2> kWithValue{"-W", "-X"};
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == "-m" && i + 1 < words.size()) {
            return std::string(words[i + 1]);
        }
        if (word == "-c" || word == "-") {
            return {};
        }
        if (std::ranges::find(kWithValue, word) != kWithValue.end()) {
            ++i;
        } else if (!word.starts_with('-')) {
            return std::string(withoutFolder(word));
        }
    }
    return {};
}

// "Process-3", "ForkProcess-3": as multiprocessing calls what it starts. Nothing (0) else.
std::uint32_t multiprocessingNumber(std::string_view label) {
    const std::size_t dash = label.rfind("Process-");
    std::uint32_t number = 0;
    if (dash != std::string_view::npos) {
        const std::string_view digits = label.substr(dash + 8);
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    }
    return number;
}

constexpr std::string_view kLoads = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__";

} // namespace

ProcessRoles::ProcessRoles(const Trace& trace)
    : parts_(trace.processes().size()) {
    readArguments(trace);
    findDataWorkers(trace);
    numberThem(trace);
}

void ProcessRoles::readArguments(const Trace& trace) {
    constexpr std::string_view kBefore = "process.";
    constexpr std::string_view kBehind = ".arguments";
    std::map<std::string_view, std::string_view> arguments;
    for (const auto& [key, value] : trace.info().properties) {
        const std::string_view name = key;
        if (name.starts_with(kBefore) && name.ends_with(kBehind)) {
            arguments[name.substr(kBefore.size(), name.size() - kBefore.size() - kBehind.size())] = value;
        }
    }
    const std::string command = scriptIn(trace.info().command);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Process& process = trace.processes()[i];
        const auto own = arguments.find(process.key);
        if (process.kind != Process::Kind::Host || process.isProfiler()) {
            continue;
        }
        if (own != arguments.end() &&
            own->second.find("_inductor/compile_worker") != std::string_view::npos) {
            parts_[i].role = ProcessRole::CompileWorker;
            continue;
        }
        parts_[i].script = own != arguments.end() ? scriptIn(wordsOf(own->second)) : std::string();
        if (parts_[i].script.empty() && (own != arguments.end() || parts_.size() == 1)) {
            parts_[i].script = command;
        }
    }
}

// A worker hands its batches to a queue, which a thread of its own feeds.
void ProcessRoles::findDataWorkers(const Trace& trace) {
    std::optional<bool> loads; // whether the program does, which all texts are searched for
    for (const Track& track : trace.tracks()) {
        Part& part = parts_[track.process.value];
        if (part.role != ProcessRole::Program) {
            continue;
        }
        const Process& process = trace.processes()[track.process.value];
        const bool feeds = track.name == "QueueFeederThread" && multiprocessingNumber(process.label) > 0;
        if (feeds && !loads) {
            loads = trace.strings().find(kLoads).valid();
        }
        if ((feeds && *loads) || track.name == "pt_data_worker") {
            part.role = ProcessRole::DataWorker;
        }
    }
}

void ProcessRoles::numberThem(const Trace& trace) {
    std::vector<std::uint32_t> order;
    order.reserve(parts_.size());
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
        order.push_back(i);
    }
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) {
        const Process& process = trace.processes()[i];
        return std::pair(multiprocessingNumber(process.label), process.sortIndex);
    });
    std::map<std::pair<std::int64_t, ProcessRole>, std::size_t> counts;
    for (const std::uint32_t i : order) {
        parts_[i].number = counts[{trace.processes()[i].rank, parts_[i].role}]++;
    }
}

} // namespace lanes
