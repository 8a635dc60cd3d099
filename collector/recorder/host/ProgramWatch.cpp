#include "collector/recorder/host/ProgramWatch.h"

#include "model/base/Utf8.h"
#include "model/base/WholeFile.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

constexpr TimeNs kFirstPause = 10'000'000;
constexpr TimeNs kLongestWatchPause = 1'000'000'000;
constexpr std::size_t kMostProcesses = 4096;
constexpr std::size_t kMostReasons = 5;

std::string fileOf(pid_t process, const char* name) {
    return "/proc/" + std::to_string(process) + "/" + name;
}

std::string programOf(pid_t process) {
    std::error_code problem;
    return fs::read_symlink(fileOf(process, "exe"), problem).filename().string();
}

std::vector<pid_t> childrenOf(pid_t process) {
    std::vector<pid_t> children;
    std::error_code problem;
    for (fs::directory_iterator at(fileOf(process, "task"), problem);
         !problem && at != fs::directory_iterator(); at.increment(problem)) {
        std::ifstream file(at->path() / "children");
        std::copy(std::istream_iterator<pid_t>(file), {}, std::back_inserter(children));
    }
    return children;
}

// Texts that end with NUL each.
std::vector<std::string_view> split(std::string_view texts) {
    std::vector<std::string_view> parts;
    while (!texts.empty()) {
        const std::size_t end = std::min(texts.find('\0'), texts.size());
        parts.push_back(texts.substr(0, end));
        texts.remove_prefix(std::min(end + 1, texts.size()));
    }
    return parts;
}

// Whether a folder that is there for us is there for the process as well. Where the kernel does not say, it is.
bool sees(pid_t process, const std::string& folder) {
    const std::string root = fileOf(process, "root");
    std::error_code problem;
    return fs::exists(root + folder, problem) || problem || !fs::exists(root + "/", problem);
}

// Whether a list of paths has this one, in any place: torch.compile gives its workers all of sys.path.
bool hasEntry(std::string_view list, std::string_view entry) {
    while (true) {
        const std::size_t end = list.find(':');
        if (list.substr(0, end) == entry) {
            return true;
        }
        if (end == std::string_view::npos) {
            return false;
        }
        list.remove_prefix(end + 1);
    }
}

// The interpreter's option that keeps sitecustomize or the environment away; 0 if there is none.
char isolatingOption(const std::vector<std::string_view>& arguments) {
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string_view word = arguments[i];
        if (word.size() < 2 || word[0] != '-' || word[1] == '-') {
            return 0; // the script
        }
        for (const char option : word.substr(1)) {
            if (option == 'I' || option == 'E' || option == 'S') {
                return option;
            }
            if (option == 'c' || option == 'm') {
                return 0; // the rest is the program's
            }
            if (option == 'X' || option == 'W') {
                i += word.back() == option ? 1 : 0; // its value is the next word, or the rest of this one
                break;
            }
        }
    }
    return 0;
}

} // namespace

std::string ProgramWatch::obstacleOf(pid_t process, const std::string& arguments) const {
    struct stat facts {};
    if (stat(fileOf(process, "").c_str(), &facts) == 0 && facts.st_uid != geteuid()) {
        return "runs as another user, who cannot use the recorder's buffers: record as that user";
    }
    if (const char option = isolatingOption(split(arguments)); option != 0) {
        return "was started with -" + std::string(1, option) +
               ", which keeps the probe out: start it without";
    }
    if (access(fileOf(process, "environ").c_str(), R_OK) != 0) {
        return {};
    }
    const std::string environment = wholeFile(fileOf(process, "environ"));
    if (environment.empty() && wholeFile(fileOf(process, "cmdline")).empty()) {
        return {}; // it has ended meanwhile
    }
    const std::vector<std::string_view> variables = split(environment);
    for (const auto& [name, value] : environment_) {
        const auto found = std::ranges::find_if(
            variables, [&](std::string_view variable) { return variable.starts_with(name + "="); });
        if (found == variables.end()) {
            return "was started without " + name + ", its environment was cleared: pass it on";
        }
        if (!hasEntry(found->substr(name.size() + 1), value.substr(0, value.find(':')))) {
            return "was started with another " + name + ": keep what stands in it and add to its end";
        }
    }
    if (!sees(process, rings_)) {
        return "cannot see the recorder's buffers in " + rings_ +
               ", where another file system is mounted for it: record from where it runs";
    }
    return {};
}

void ProgramWatch::lookAt(pid_t process, Seen& seen) const {
    const std::string arguments = wholeFile(fileOf(process, "cmdline"));
    if (arguments.empty()) {
        return;
    }
    if (arguments != seen.arguments) {
        seen = {.arguments = arguments, .python = programOf(process).starts_with("python")};
        seen.obstacle = seen.python ? obstacleOf(process, arguments) : std::string();
    }
    if (!seen.obstacle.empty() && !seen.torch) {
        seen.torch = wholeFile(fileOf(process, "maps")).find("/libtorch_cpu.so") != std::string::npos;
    }
}

void ProgramWatch::look(TimeNs now) {
    if (now < next_) {
        return;
    }
    std::vector<pid_t> found{program_};
    for (std::size_t i = 0; i < found.size() && i < kMostProcesses; ++i) {
        std::ranges::copy(childrenOf(found[i]), std::back_inserter(found));
        if (seen_.size() < kMostProcesses || seen_.contains(found[i])) {
            lookAt(found[i], seen_[found[i]]);
        }
    }
    const bool begun = !seen_[program_].arguments.empty(); // not so in the first moment behind exec
    pause_ = begun ? std::clamp(pause_ * 2, kFirstPause, kLongestWatchPause) : 0;
    next_ = now + pause_;
}

std::vector<std::string> ProgramWatch::reasons(bool nothing) const {
    std::vector<std::string> result;
    bool python = false;
    for (const auto& [process, seen] : seen_) {
        python = python || seen.python;
        if (!seen.obstacle.empty() && (nothing || seen.torch) && result.size() < kMostReasons) {
            const std::vector<std::string_view> arguments = split(seen.arguments);
            const std::string name = fs::path(arguments.front()).filename().string();
            result.push_back("Process " + std::to_string(process) + " (" + repairUtf8(name) + ") " +
                             seen.obstacle + ".");
        }
    }
    if (nothing && result.empty()) {
        result.emplace_back(python ? "No process of the program ran an operator of torch."
                                   : "The program is no Python program and has started none.");
    }
    return result;
}

} // namespace lanes::recorder
