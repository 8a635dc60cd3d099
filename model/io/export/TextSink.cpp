#include "model/io/export/TextSink.h"

#include <fcntl.h>
#include <isa-l/igzip_lib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace lanes {

struct TextSink::Deflater {
    Deflater()
        : levelMemory(ISAL_DEF_LVL3_DEFAULT)
        , packed(kBuffer) {
        isal_deflate_init(&state);
        state.gzip_flag = IGZIP_GZIP;
        state.level = 3;
        state.level_buf = levelMemory.data();
        state.level_buf_size = static_cast<std::uint32_t>(levelMemory.size());
    }
    isal_zstream state{};
    std::vector<std::uint8_t> levelMemory;
    std::vector<std::uint8_t> packed;
};

Result<std::unique_ptr<TextSink>> TextSink::create(const std::string& path, Packing packing) {
    if (path == "-") {
        const std::string shown = "standard output";
        const int descriptor = ::dup(STDOUT_FILENO);
        if (descriptor < 0) {
            return Error{shown + " cannot be written: " + std::strerror(errno) + "."};
        }
        return std::unique_ptr<TextSink>(new TextSink(shown, shown, descriptor, packing));
    }
    struct stat info {};
    const bool special = ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
    const std::string part = special ? path : path + ".part";
    const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        return Error{path + " cannot be written: " + std::strerror(errno) + "."};
    }
    return std::unique_ptr<TextSink>(new TextSink(path, part, descriptor, packing));
}

TextSink::TextSink(std::string path, std::string partPath, int descriptor, Packing packing)
    : path_(std::move(path))
    , partPath_(std::move(partPath))
    , descriptor_(descriptor)
    , deflater_(packing == Packing::Gzip ? std::make_unique<Deflater>() : nullptr) {
    text_.reserve(kBuffer + kBuffer / 4);
}

TextSink::~TextSink() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
        dropPart();
    }
}

void TextSink::dropPart() {
    if (partPath_ != path_) {
        ::unlink(partPath_.c_str());
    }
}

void TextSink::write(const char* data, std::size_t size) {
    while (size > 0 && problem_ == 0) {
        const ssize_t put = ::write(descriptor_, data, size);
        if (put < 0) {
            problem_ = errno == EINTR ? 0 : errno;
            continue;
        }
        data += put;
        size -= static_cast<std::size_t>(put);
    }
}

void TextSink::pass(bool last) {
    if (!deflater_) {
        write(text_.data(), text_.size());
        text_.clear();
        return;
    }
    isal_zstream& state = deflater_->state;
    state.next_in = reinterpret_cast<std::uint8_t*>(text_.data());
    state.avail_in = static_cast<std::uint32_t>(text_.size());
    state.end_of_stream = last ? 1 : 0;
    do {
        state.next_out = deflater_->packed.data();
        state.avail_out = static_cast<std::uint32_t>(deflater_->packed.size());
        isal_deflate(&state);
        write(reinterpret_cast<const char*>(deflater_->packed.data()),
              deflater_->packed.size() - state.avail_out);
    } while (state.avail_out == 0 || state.avail_in > 0);
    text_.clear();
}

Result<void> TextSink::finish() {
    pass(true);
    const bool closed = ::close(descriptor_) == 0;
    descriptor_ = -1;
    if (problem_ == 0 && !closed) {
        problem_ = errno;
    }
    if (problem_ == 0 && partPath_ != path_ && std::rename(partPath_.c_str(), path_.c_str()) != 0) {
        problem_ = errno;
    }
    if (problem_ != 0) {
        dropPart();
        return Error{path_ + " cannot be written: " + std::strerror(problem_) + "."};
    }
    return {};
}

} // namespace lanes
