#include "collector/ring/MappedFile.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace lanes::ring {

namespace {

std::byte* mapShared(int descriptor, std::size_t bytes) {
    void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    return data == MAP_FAILED ? nullptr : static_cast<std::byte*>(data);
}

constexpr std::size_t kPieceBytes = 256 * 1024;

// On tmpfs a page that cannot be had at first touch is a SIGBUS, so all of them are taken now. Piece by piece: a signal
// undoes what it interrupts, and a program with a fast timer would never get a large file. Returns an error number.
int takePages(int descriptor, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += kPieceBytes) {
        const std::size_t piece = std::min(kPieceBytes, bytes - at);
        int failure = EINTR;
        while (failure == EINTR) {
            failure = posix_fallocate(descriptor, static_cast<off_t>(at), static_cast<off_t>(piece));
        }
        if (failure != 0) {
            return failure;
        }
    }
    return 0;
}

// Beyond the limit the kernel would not only refuse, but also send SIGXFSZ.
bool isBeyondFileSizeLimit(std::size_t bytes) {
    rlimit limit{};
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes;
}

void closeKeepingErrno(int descriptor) {
    const int kept = errno;
    close(descriptor);
    errno = kept;
}

} // namespace

MappedFile::~MappedFile() {
    unmap();
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr))
    , size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    if (this != &other) {
        unmap();
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
    }
    return *this;
}

MappedFile MappedFile::create(const std::string& path, std::size_t bytes) {
    MappedFile file;
    if (isBeyondFileSizeLimit(bytes)) {
        errno = EFBIG;
        return file;
    }
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) {
        return file;
    }
    if (const int failure = takePages(descriptor, bytes); failure != 0) {
        errno = failure;
    } else if ((file.data_ = mapShared(descriptor, bytes)) != nullptr) {
        file.size_ = bytes;
    }
    closeKeepingErrno(descriptor);
    if (!file) {
        const int kept = errno;
        unlink(path.c_str());
        errno = kept;
    }
    return file;
}

MappedFile MappedFile::open(const std::string& path, std::size_t minBytes) {
    MappedFile file;
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) {
        return file;
    }
    struct stat status {};
    if (fstat(descriptor, &status) != 0) {
        closeKeepingErrno(descriptor);
        return file;
    }
    const auto bytes = static_cast<std::size_t>(status.st_size);
    if (!S_ISREG(status.st_mode) || status.st_size <= 0 || bytes < minBytes) {
        errno = EINVAL;
    } else if ((file.data_ = mapShared(descriptor, bytes)) != nullptr) {
        file.size_ = bytes;
    }
    closeKeepingErrno(descriptor);
    return file;
}

bool MappedFile::takePlaceOf(MappedFile& other) {
    if (size_ != other.size_ ||
        mremap(data_, size_, size_, MREMAP_MAYMOVE | MREMAP_FIXED, other.data_) == MAP_FAILED) {
        return false;
    }
    data_ = other.data_;
    other.release();
    return true;
}

void MappedFile::release() {
    data_ = nullptr;
    size_ = 0;
}

void MappedFile::unmap() {
    if (data_ != nullptr) {
        munmap(data_, size_);
        release();
    }
}

} // namespace lanes::ring
