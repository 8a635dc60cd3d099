#include "model/io/containers/ByteStream.h"

#include "model/io/containers/Decoders.h"
#include "model/io/containers/Utf16Stream.h"
#include "model/io/containers/ZipArchive.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace lanes {

namespace {

const std::string kDescriptors = "/proc/self/fd/";
const std::string kShellPipes = "/dev/fd/";
const std::string kStandardInput = "standard input";

// A copy of what a pipe still holds, as a file that can be read again.
Result<File> spool(const File& pipe) {
    const auto problem = [] {
        return Error{kStandardInput + ": cannot keep it in /tmp (" + std::strerror(errno) +
                     "); save it to a file and open that."};
    };
    File copy(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (!copy) {
        return problem();
    }
    std::vector<char> buffer(std::size_t{1} << 20);
    for (;;) {
        const ssize_t got = ::read(pipe.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return copy;
        }
        for (ssize_t at = 0; at < got;) {
            const ssize_t put = ::write(copy.get(), buffer.data() + at, static_cast<std::size_t>(got - at));
            if (put < 0) {
                return problem();
            }
            at += put;
        }
    }
}

} // namespace

Result<std::shared_ptr<const InputFile>> InputFile::open(const std::string& path) {
    // Opening a pipe in the file system would wait for whoever writes into it; those of the shell have their writer.
    const bool isGiven = path.starts_with(kDescriptors) || path.starts_with(kShellPipes);
    const auto openFile = [isGiven](const std::string& name) {
        return File(::open(name.c_str(), O_RDONLY | O_CLOEXEC | (isGiven ? 0 : O_NONBLOCK)));
    };
    File file = path == "-" ? File(::dup(STDIN_FILENO)) : openFile(path);
    std::string entry;
    for (std::size_t slash = path.rfind('/');
         !file && errno == ENOTDIR && slash != std::string::npos && slash > 0;
         slash = path.rfind('/', slash - 1)) {
        entry = path.substr(slash + 1);
        file = openFile(path.substr(0, slash));
    }
    const std::string shown = path == "-" || path.starts_with(kDescriptors) ? kStandardInput : path;
    if (!file) {
        return Error{shown + ": cannot be opened (" + std::strerror(errno) + ")."};
    }
    struct stat info {};
    if (::fstat(file.get(), &info) != 0 || S_ISDIR(info.st_mode)) {
        return Error{shown + ": is a folder, not a trace; name one of the files in it."};
    }
    if (!S_ISREG(info.st_mode) &&
        (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode) || (path != "-" && !isGiven))) {
        return Error{shown + (S_ISFIFO(info.st_mode) ? ": is a pipe; name - and give it as standard input."
                                                     : ": is a device, not a trace; name a file.")};
    }
    if (!S_ISREG(info.st_mode)) {
        Result<File> copy = spool(file);
        if (!copy) {
            return copy.error();
        }
        file = std::move(copy).value();
        ::fstat(file.get(), &info);
    }
    return std::shared_ptr<const InputFile>(
        new InputFile(shown, std::move(entry), std::move(file), info.st_size));
}

std::string InputFile::openablePath() const {
    return path_ == kStandardInput ? kDescriptors + std::to_string(file_.get()) : path_;
}

std::size_t InputFile::read(std::int64_t offset, char* to, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got =
            ::pread(file_.get(), to + done, size - done, offset + static_cast<std::int64_t>(done));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::size_t FileStream::read(char* to, std::size_t size) {
    const std::size_t wanted =
        std::min(size, static_cast<std::size_t>(std::max<std::int64_t>(end_ - at_, 0)));
    const std::size_t got = file_->read(at_, to, wanted);
    if (got < wanted && damage().empty()) {
        endEarly("the file became shorter while it was read");
    }
    at_ += static_cast<std::int64_t>(got);
    return got;
}

BufferedStream::Bytes BufferedStream::ahead(std::size_t wanted) {
    if (buffer_.size() - at_ < wanted) {
        buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(at_));
        at_ = 0;
        const std::size_t kept = buffer_.size();
        buffer_.resize(kept + std::max(kBuffer, wanted));
        buffer_.resize(kept + inner_->read(buffer_.data() + kept, buffer_.size() - kept));
        if (!inner_->damage().empty()) {
            endEarly(inner_->damage());
        }
    }
    return {buffer_.data() + at_, buffer_.size() - at_};
}

std::size_t BufferedStream::read(char* to, std::size_t size) {
    const std::size_t held = std::min(size, buffer_.size() - at_);
    std::copy_n(buffer_.data() + at_, held, to);
    at_ += held;
    const std::size_t rest = size > held ? inner_->read(to + held, size - held) : 0;
    if (!inner_->damage().empty()) {
        endEarly(inner_->damage());
    }
    return held + rest;
}

Result<std::unique_ptr<ByteStream>> openContent(const std::shared_ptr<const InputFile>& file) {
    std::unique_ptr<ByteStream> stream = std::make_unique<FileStream>(file, 0, file->size());
    if (isZip(*file)) {
        auto entry = openZipEntry(file);
        if (!entry) {
            return entry.error();
        }
        stream = std::move(entry).value();
    }
    constexpr int kMaxLayers = 4; // a compressed file in a zip archive has two
    for (int layer = 0; layer < kMaxLayers; ++layer) {
        auto buffered = std::make_unique<BufferedStream>(std::move(stream));
        const BufferedStream::Bytes head = buffered->ahead(4);
        const std::string_view magic(head.data, std::min<std::size_t>(head.size, 4));
        if (isGzip(magic)) {
            stream = std::make_unique<InflateStream>(std::move(buffered), InflateStream::Format::Gzip);
        } else if (isZstd(magic)) {
            stream = std::make_unique<ZstdStream>(std::move(buffered));
        } else if (const auto order = utf16OrderOf(magic)) {
            return std::unique_ptr<ByteStream>(std::make_unique<Utf16Stream>(std::move(buffered), *order));
        } else {
            return std::unique_ptr<ByteStream>(std::move(buffered));
        }
    }
    return stream;
}

} // namespace lanes
