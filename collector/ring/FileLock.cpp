#include "collector/ring/FileLock.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace lanes::ring {

namespace {

constexpr std::size_t kPageBytes = 1; // rounded up to one by the kernel

int openRegular(const std::string& path, int mode) {
    const int descriptor = ::open(path.c_str(), mode | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat facts {};
    if (descriptor >= 0 && (fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode))) {
        close(descriptor);
        errno = EINVAL;
        return -1;
    }
    return descriptor;
}

// The whole file. Locks of open files, not of processes: those would go with any descriptor that is closed.
struct flock wholeFile() {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

void* keepOpen(int descriptor) {
    void* page = mmap(nullptr, kPageBytes, PROT_NONE, MAP_PRIVATE, descriptor, 0);
    if (page == MAP_FAILED) {
        return nullptr;
    }
    if (madvise(page, kPageBytes, MADV_DONTFORK) != 0) {
        munmap(page, kPageBytes);
        return nullptr;
    }
    return page;
}

} // namespace

FileLock::~FileLock() {
    if (page_ != nullptr) {
        munmap(page_, kPageBytes);
    }
}

FileLock::FileLock(FileLock&& other) noexcept
    : page_(std::exchange(other.page_, nullptr)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    std::swap(page_, other.page_);
    return *this;
}

FileLock FileLock::take(const std::string& path) {
    FileLock lock;
    const int descriptor = openRegular(path, O_RDWR);
    if (descriptor < 0) {
        return lock;
    }
    struct flock whole = wholeFile();
    if (fcntl(descriptor, F_OFD_SETLK, &whole) == 0) {
        lock.page_ = keepOpen(descriptor);
    } else if (errno == EACCES) {
        errno = EAGAIN; // POSIX allows both
    }
    const int kept = errno;
    close(descriptor);
    errno = kept;
    return lock;
}

FileLock::Holder FileLock::holderOf(const std::string& path) {
    const int descriptor = openRegular(path, O_RDONLY);
    if (descriptor < 0) {
        return Holder::Unknown;
    }
    struct flock whole = wholeFile();
    const bool answered = fcntl(descriptor, F_OFD_GETLK, &whole) == 0;
    close(descriptor);
    if (!answered) {
        return Holder::Unknown;
    }
    return whole.l_type == F_UNLCK ? Holder::Nobody : Holder::Somebody;
}

} // namespace lanes::ring
