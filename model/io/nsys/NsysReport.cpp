#include "model/io/nsys/NsysReport.h"

#include "model/io/nsys/NsysReader.h"
#include "model/io/sqlite/SqliteFile.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <thread>

namespace lanes {

namespace {

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::error_code missing;
        std::string name = (std::filesystem::temp_directory_path(missing) / "lanescope-nsys-XXXXXX").native();
        path_ = !missing && ::mkdtemp(name.data()) != nullptr ? name : std::string();
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) {
            std::filesystem::remove_all(path_, ignored);
        }
    }
    [[nodiscard]] const std::string& path() const { return path_; } // empty: it could not be made

private:
    std::string path_;
};

enum class Outcome : std::uint8_t { Exported, Failed, Missing, Stopped };

// In a process group of its own, so that a stop reaches what nsys starts.
Outcome runExport(const std::string& report, const std::string& target, const std::stop_token& stop) {
    std::array<std::string, 8> words{"nsys",     "export", "--type", "sqlite", "--force-overwrite=true",
                                     "--output", target,   report};
    std::array<char*, 9> arguments{};
    std::ranges::transform(words, arguments.begin(), [](std::string& word) { return word.data(); });
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = -1;
    const int fault = posix_spawnp(&child, words[0].c_str(), &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (fault != 0) {
        return fault == ENOENT ? Outcome::Missing : Outcome::Failed;
    }
    constexpr std::chrono::milliseconds kBetweenLooks{20};
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (stop.stop_requested()) {
            ::kill(-child, SIGKILL);
            ::waitpid(child, &status, 0);
            return Outcome::Stopped;
        }
        std::this_thread::sleep_for(kBetweenLooks);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Outcome::Exported : Outcome::Failed;
}

} // namespace

bool recognisesNsysReport(const TraceHead& head) {
    return head.path.ends_with(".nsys-rep") || head.path.ends_with(".qdrep");
}

Result<std::shared_ptr<const Trace>> readNsysReport(const std::string& path, const OpenOptions& options) {
    const TemporaryFolder folder;
    const std::string target = folder.path() + "/export.sqlite";
    const Outcome outcome = folder.path().empty()
                                ? Outcome::Failed
                                : runExport(std::filesystem::absolute(path).native(), target, options.stop);
    if (outcome == Outcome::Stopped) {
        return Error{std::string(kCancelled)};
    }
    if (outcome != Outcome::Exported) {
        return Error{path + " is a report of Nsight Systems. " +
                     (outcome == Outcome::Missing ? "Its program nsys is not installed here; "
                                                  : "Its program nsys could not export it; ") +
                     "export it with: nsys export --type sqlite FILE, and open the .sqlite file."};
    }
    const Result<SqliteFile> file = SqliteFile::open(target, options);
    if (!file) {
        return file.error();
    }
    return readNsysExport(file.value(), options);
}

} // namespace lanes
