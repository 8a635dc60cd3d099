#include "collector/recorder/host/OutputFile.h"

#include "collector/recorder/host/BoundedFile.h"
#include "collector/recorder/host/NumberedName.h"
#include "model/session/SessionFormat.h"
#include "model/session/writing/FileOutput.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

constexpr int kMostFileNumbers = 1000;

bool isBeingWritten(const std::string& path) {
    return ring::FileLock::holderOf(path) == ring::FileLock::Holder::Somebody;
}

// Whether a regular file may be replaced: an empty one or a session.
bool isSession(const std::string& path) {
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    std::array<char, session::kFileMagic.size()> head{};
    const ssize_t got = file ? pread(file.get(), head.data(), head.size(), 0) : -1;
    return got == 0 || (got == static_cast<ssize_t>(head.size()) &&
                        std::string_view(head.data(), head.size()) == session::kFileMagic);
}

Result<void> mayBecomeASession(const std::string& path) {
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0) {
        return {}; // nothing there, or a reason that creating a file will name
    }
    if (!S_ISREG(facts.st_mode)) {
        return Error{path + " is no regular file; choose another place with -o."};
    }
    if (!isSession(path)) {
        return Error{path +
                     " is no Lanescope session and would be overwritten; choose another place with -o."};
    }
    if (access(path.c_str(), W_OK) != 0) {
        return Error{path + " cannot be written: " + std::strerror(errno)};
    }
    if (isBeingWritten(path)) {
        return Error{path + " is just being recorded into; choose another place with -o."};
    }
    return {};
}

} // namespace

bool OutputFile::mayReplace(const std::string& path) {
    return static_cast<bool>(mayBecomeASession(path));
}

Result<OutputFile> OutputFile::create(const std::string& path, bool fresh, const session::Bounds& bounds) {
    if (auto allowed = fresh ? Result<void>() : mayBecomeASession(path); !allowed) {
        return allowed.error();
    }
    OutputFile made;
    std::error_code problem;
    // A link stays a link: what it leads to is replaced.
    const fs::path real =
        fs::is_symlink(path, problem) ? fs::weakly_canonical(path, problem) : fs::path(path);
    made.path_ = real.string();
    std::string unfinished = (real.parent_path() / ("." + real.filename().string() + ".XXXXXX")).string();
    File file(mkostemp(unfinished.data(), O_CLOEXEC)); // 0600
    if (!file) {
        return Error{path + " cannot be written: " + std::strerror(errno)};
    }
    made.unfinished_ = unfinished;
    ring::FileLock lock = ring::FileLock::take(unfinished);
    if (bounds.any()) {
        made.output_ = std::make_unique<BoundedFile>(path, std::move(file), std::move(lock), bounds.bytes);
    } else {
        made.output_ = std::make_unique<session::FileOutput>(path, std::move(file));
        made.lock_ = std::move(lock);
    }
    return made;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_))
    , unfinished_(std::exchange(other.unfinished_, {}))
    , output_(std::move(other.output_))
    , lock_(std::move(other.lock_)) {}

OutputFile::~OutputFile() {
    if (!unfinished_.empty()) {
        unlink(unfinished_.c_str());
    }
}

Result<void> OutputFile::publish(bool fresh) {
    for (int number = 1; number <= kMostFileNumbers; ++number) {
        const std::string path = number == 1 ? path_ : numbered(path_, number);
        const bool newName = fresh || number > 1;
        const bool reserved = newName && reserve(path);
        if (newName ? !reserved && errno == EEXIST : isBeingWritten(path)) {
            continue;
        }
        if (std::rename(unfinished_.c_str(), path.c_str()) != 0) {
            const std::string reason = std::strerror(errno);
            if (reserved) {
                unlink(path.c_str());
            }
            return Error{path + " cannot be written: " + reason};
        }
        path_ = path;
        unfinished_.clear();
        return {};
    }
    return Error{path_ + " and the same name with a number are taken; choose another place with -o."};
}

} // namespace lanes::recorder
