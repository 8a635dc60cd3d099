#include "collector/recorder/flight/AwaitedFiles.h"

#include "collector/recorder/host/ForeignFile.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

constexpr auto kMostPatience = std::chrono::seconds(3);
constexpr auto kQuiet = std::chrono::milliseconds(200); // all of an answer comes at once

std::uintmax_t sizeOf(const std::string& path) {
    std::error_code problem;
    const std::uintmax_t size = fs::file_size(path, problem);
    return problem ? 0 : size;
}

} // namespace

void AwaitedFiles::expect(pid_t process, std::string path) {
    const std::uintmax_t size = sizeOf(path);
    const Clock::time_point now = Clock::now();
    files_[process] = {std::move(path), size, size, now, now};
}

bool AwaitedFiles::ready() {
    const Clock::time_point now = Clock::now();
    bool all = true;
    for (auto& [process, file] : files_) {
        if (const std::uintmax_t size = sizeOf(file.path); size != file.size) {
            file.size = size;
            file.grew = now;
        }
        all =
            all && ((file.size > file.from && now - file.grew > kQuiet) || now - file.asked > kMostPatience);
    }
    return all;
}

std::map<pid_t, std::string> AwaitedFiles::take(std::size_t most) {
    std::map<pid_t, std::string> found;
    for (const auto& [process, file] : std::exchange(files_, {})) {
        const auto came = static_cast<std::size_t>(std::max(file.size, file.from) - file.from);
        found[process] = readForeignFile(file.path, file.from, std::min(came, most));
    }
    return found;
}

} // namespace lanes::recorder
