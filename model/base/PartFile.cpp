#include "model/base/PartFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

namespace lanes {
namespace {

constexpr int kMostParts = 1000; // that others may be writing beside the same file

std::string remedyOf(int problem) {
    switch (problem) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return "free some room there or choose another folder";
    case EACCES:
    case EPERM:
    case EROFS:
        return "choose a folder that you may write to";
    case ENOENT:
    case ENOTDIR:
        return "choose a folder that is there";
    default:
        return "choose another name or folder";
    }
}

} // namespace

Error writeError(const std::string& path, int problem) {
    return Error{path + " cannot be written: " + std::strerror(problem) + "; " + remedyOf(problem) + "."};
}

Result<PartFile> PartFile::create(const std::string& path) {
    struct stat info {};
    const bool there = ::stat(path.c_str(), &info) == 0;
    if (there && !S_ISREG(info.st_mode)) {
        const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) {
            return writeError(path, errno);
        }
        return PartFile(path, path, path, descriptor);
    }
    std::error_code unknown;
    const auto real = there ? std::filesystem::canonical(path, unknown) : std::filesystem::path(path);
    const std::string target = unknown ? path : real.string();
    for (int number = 0; number < kMostParts; ++number) {
        const std::string part = target + (number == 0 ? "" : "." + std::to_string(number)) + ".part";
        const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (descriptor >= 0) {
            if (there) { // where the rights cannot be given, those of a new file do
                std::ignore = ::fchmod(descriptor, info.st_mode & 07777U);
            }
            return PartFile(path, target, part, descriptor);
        }
        if (errno != EEXIST) {
            return writeError(path, errno);
        }
    }
    return writeError(path, EEXIST);
}

Result<PartFile> PartFile::over(int descriptor, const std::string& name) {
    const int own = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (own < 0) {
        return writeError(name, errno);
    }
    return PartFile(name, name, name, own);
}

PartFile::PartFile(std::string path, std::string target, std::string part, int descriptor)
    : path_(std::move(path))
    , target_(std::move(target))
    , part_(std::move(part))
    , descriptor_(descriptor) {}

PartFile::PartFile(PartFile&& other) noexcept
    : path_(std::move(other.path_))
    , target_(std::move(other.target_))
    , part_(std::move(other.part_))
    , descriptor_(std::exchange(other.descriptor_, -1)) {}

PartFile::~PartFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
        drop();
    }
}

void PartFile::drop() {
    if (part_ != target_) {
        ::unlink(part_.c_str());
    }
}

Result<void> PartFile::commit() {
    int problem =
        ::close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno; // what is far away may fail only now
    if (problem == 0 && part_ != target_ && std::rename(part_.c_str(), target_.c_str()) != 0) {
        problem = errno;
    }
    if (problem != 0) {
        drop();
        return writeError(path_, problem);
    }
    return {};
}

} // namespace lanes
