#include "collector/attach/PythonPrograms.h"

#include "collector/attach/GpuProcesses.h"
#include "collector/attach/ProcessStatus.h"
#include "collector/attach/Refusals.h"
#include "collector/attach/TargetImage.h"
#include "model/base/WholeFile.h"

#include <pwd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

namespace lanes::attach {

namespace {

enum class Torch { Loaded, Absent, Unseen };

Torch torchOf(pid_t process) {
    std::ifstream maps(procPath(process, "maps"));
    bool any = false;
    for (std::string line; std::getline(maps, line); any = true) {
        if (line.find("/libtorch_cpu.so") != std::string::npos) {
            return Torch::Loaded;
        }
    }
    return any || maps.is_open() ? Torch::Absent : Torch::Unseen;
}

std::vector<std::string> commandOf(pid_t process) {
    std::istringstream text(wholeFile(procPath(process, "cmdline")));
    std::vector<std::string> words;
    for (std::string word; std::getline(text, word, '\0');) {
        words.push_back(word);
    }
    return words;
}

bool isCalledPython(const std::vector<std::string>& command) {
    return std::filesystem::path(command.front()).filename().string().starts_with("python");
}

// Without libraries that a static program would have to load.
std::string userName(uid_t user) {
    const std::unique_ptr<FILE, int (*)(FILE*)> file(
        std::fopen("/etc/passwd", "re"), [](FILE* open) { return open != nullptr ? std::fclose(open) : 0; });
    const passwd* entry = file ? fgetpwent(file.get()) : nullptr;
    while (entry != nullptr && entry->pw_uid != user) {
        entry = fgetpwent(file.get());
    }
    return entry != nullptr ? entry->pw_name : std::to_string(user);
}

std::string refusalOf(pid_t process) {
    if (const auto refused = refusal(process)) {
        return refused->message;
    }
    const auto image = TargetImage::open(process);
    return image ? std::string() : image.error().message;
}

std::optional<PythonProgram> programOf(pid_t process) {
    PythonProgram program;
    program.process = process;
    program.command = commandOf(process);
    const Torch torch = torchOf(process);
    if (program.command.empty() || torch == Torch::Absent ||
        (torch == Torch::Unseen && !isCalledPython(program.command))) {
        return {};
    }
    const std::string ids = valueOf(wholeFile(procPath(process, "status")), "Uid");
    std::from_chars(ids.data(), ids.data() + ids.size(), program.user);
    program.userName = userName(program.user);
    program.refusal = refusalOf(process);
    return program;
}

} // namespace

std::vector<PythonProgram> pythonPrograms(const std::stop_token& stop) {
    std::vector<PythonProgram> found;
    std::error_code problem;
    for (std::filesystem::directory_iterator at("/proc", problem);
         !problem && !stop.stop_requested() && at != std::filesystem::directory_iterator();
         at.increment(problem)) {
        const std::string name = at->path().filename().string();
        pid_t process = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), process).ec != std::errc()) {
            continue;
        }
        if (auto program = programOf(process)) {
            found.push_back(*std::move(program));
        }
    }
    if (!found.empty() && !stop.stop_requested()) {
        const std::map<pid_t, std::int64_t> memory = gpuMemoryByProcess();
        for (PythonProgram& program : found) {
            const auto known = memory.find(program.process);
            program.gpuBytes = known != memory.end() ? known->second : -1;
        }
    }
    std::ranges::sort(found, {}, &PythonProgram::process);
    return found;
}

} // namespace lanes::attach
