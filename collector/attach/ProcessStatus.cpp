#include "collector/attach/ProcessStatus.h"

#include "model/base/WholeFile.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <sstream>

namespace lanes::attach {

std::string procPath(pid_t process, std::string_view rest) {
    return "/proc/" + std::to_string(process) + "/" + std::string(rest);
}

std::string valueOf(std::string_view status, std::string_view key) {
    while (!status.empty()) {
        const std::string_view line = status.substr(0, status.find('\n'));
        status.remove_prefix(std::min(line.size() + 1, status.size()));
        if (line.starts_with(key) && line.size() > key.size() && line[key.size()] == ':') {
            const std::size_t at = line.find_first_not_of(" \t", key.size() + 1);
            return std::string(at == std::string_view::npos ? std::string_view() : line.substr(at));
        }
    }
    return {};
}

std::vector<pid_t> threadsOf(pid_t process) {
    std::vector<pid_t> found;
    std::error_code problem;
    for (std::filesystem::directory_iterator at(procPath(process, "task"), problem);
         !problem && at != std::filesystem::directory_iterator(); at.increment(problem)) {
        const std::string name = at->path().filename().string();
        pid_t thread = 0;
        std::from_chars(name.data(), name.data() + name.size(), thread);
        found.push_back(thread);
    }
    return found;
}

ThreadFacts threadFacts(pid_t process, pid_t thread) {
    ThreadFacts facts;
    facts.id = thread;
    const std::string folder = "task/" + std::to_string(thread) + "/";
    const std::string status = wholeFile(procPath(process, folder + "status"));
    if (const std::string state = valueOf(status, "State"); !state.empty()) {
        facts.state = state.front();
    }
    const auto number = [&](std::string_view key) {
        const std::string text = valueOf(status, key);
        std::uint64_t value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return value;
    };
    facts.switches = number("voluntary_ctxt_switches") + number("nonvoluntary_ctxt_switches");
    // "7 0x1 0x2 ... SP PC", or "running".
    std::istringstream call(wholeFile(procPath(process, folder + "syscall")));
    if (call >> facts.call) {
        facts.blocked = facts.call >= 0;
        call >> std::hex;
        for (std::uint64_t& argument : facts.arguments) {
            call >> argument;
        }
        call >> facts.stackPointer;
        facts.blocked = facts.blocked && !call.fail();
    }
    return facts;
}

} // namespace lanes::attach
