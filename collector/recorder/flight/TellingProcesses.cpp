#include "collector/recorder/flight/TellingProcesses.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

// attach.py and telling.py have the same.
constexpr const char* kTellingWanted = "telling-wanted";
constexpr std::string_view kPipe = ".ask";
constexpr const char* kToldFile = ".told";

// Whether somebody waits at that pipe, who hears it. Never blocks; anything may stand there.
bool knock(const std::string& path) {
    struct stat what {};
    if (lstat(path.c_str(), &what) != 0 || !S_ISFIFO(what.st_mode)) {
        return false;
    }
    const int pipe = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (pipe < 0) {
        return false;
    }
    close(pipe);
    return true;
}

} // namespace

TellingProcesses::TellingProcesses(std::string folder)
    : folder_(std::move(folder)) {
    std::ofstream(folder_ + "/" + kTellingWanted).flush();
}

void TellingProcesses::ask() {
    told_ = {};
    std::error_code problem;
    for (fs::directory_iterator at(folder_, problem); !problem && at != fs::directory_iterator();
         at.increment(problem)) {
        const std::string name = at->path().filename().string();
        pid_t process = 0;
        const auto [end, bad] = std::from_chars(name.data(), name.data() + name.size(), process);
        if (bad == std::errc() && std::string_view(end) == kPipe && process > 0) {
            told_.expect(process, folder_ + "/" + std::to_string(process) + kToldFile);
            if (!knock(at->path().string())) {
                told_.forget(process);
            }
        }
    }
}

} // namespace lanes::recorder
