#include "collector/recorder/flight/HangStacks.h"

#include "collector/recorder/host/ProcessSignals.h"
#include "model/base/Utf8.h"

#include <signal.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

// hang_stacks.py has the same.
constexpr const char* kWanted = "stacks-wanted";
constexpr std::string_view kOffer = ".stacks";
constexpr int kSignal = 59;
constexpr std::string_view kOurThread = "/lanescope_probe/telling.py";

constexpr std::size_t kMostBytes = std::size_t{4} << 20;

// Whether the descriptor that the process writes answers to is still that file: a program may have closed it.
bool writesInto(pid_t process, const std::string& path) {
    std::ifstream file(path);
    int descriptor = -1;
    std::error_code problem;
    return file >> descriptor &&
           fs::equivalent("/proc/" + std::to_string(process) + "/fd/" + std::to_string(descriptor), path,
                          problem);
}

// `  File "/x/train.py", line 12 in step`
std::optional<PythonThread::Frame> frameOf(std::string_view line) {
    constexpr std::string_view kFile = "  File \"";
    constexpr std::string_view kLine = "\", line ";
    const std::size_t end = line.rfind(kLine);
    if (!line.starts_with(kFile) || end == std::string_view::npos || end < kFile.size()) {
        return {};
    }
    PythonThread::Frame frame;
    frame.file = repairUtf8(line.substr(kFile.size(), end - kFile.size()));
    const std::string_view rest = line.substr(end + kLine.size());
    std::from_chars(rest.data(), rest.data() + rest.size(), frame.line);
    const std::size_t in = rest.find(" in ");
    frame.function = in != std::string_view::npos ? repairUtf8(rest.substr(in + 4)) : "";
    return frame;
}

// Files of the probe's own, which the program's stacks are told without.
bool isOurs(std::string_view file) {
    return file.find("/lanescope_probe/") != std::string_view::npos;
}

} // namespace

std::vector<PythonThread> parseFaulthandler(std::string_view text) {
    std::vector<PythonThread> threads;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t order = line.find(" (most recent call first)");
        if (order != std::string::npos &&
            (line.starts_with("Thread ") || line.starts_with("Current thread "))) {
            threads.push_back({repairUtf8(line.substr(0, order)), {}});
        } else if (auto frame = frameOf(line); frame && !threads.empty() && !isOurs(frame->file)) {
            threads.back().frames.push_back(std::move(*frame));
        }
    }
    return threads;
}

HangStacks::HangStacks(std::string folder)
    : folder_(std::move(folder)) {
    std::ofstream(folder_ + "/" + kWanted) << kSignal << '\n';
}

void HangStacks::ask() {
    std::error_code problem;
    for (fs::directory_iterator at(folder_, problem); !problem && at != fs::directory_iterator();
         at.increment(problem)) {
        const std::string name = at->path().filename().string();
        pid_t process = 0;
        const auto [end, bad] = std::from_chars(name.data(), name.data() + name.size(), process);
        const bool offer = bad == std::errc() && std::string_view(end) == kOffer && process > 0;
        const std::string path = at->path().string();
        if (offer && isCaught(process, kSignal) && writesInto(process, path)) {
            answers_.expect(process, path);
            if (kill(process, kSignal) != 0) {
                answers_.forget(process);
            }
        }
    }
}

std::map<pid_t, std::vector<PythonThread>> HangStacks::take() {
    std::map<pid_t, std::vector<PythonThread>> found;
    for (const auto& [process, text] : answers_.take(kMostBytes)) {
        found[process] = parseFaulthandler(text);
        std::erase_if(found[process], [](const PythonThread& thread) {
            return !thread.frames.empty() && thread.frames.back().file.ends_with(kOurThread);
        });
    }
    return found;
}

} // namespace lanes::recorder
