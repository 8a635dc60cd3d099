#include "model/io/export/TextSink.h"

#include <isa-l/igzip_lib.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

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
    const std::string shown = path == "-" ? "standard output" : path;
    Result<PartFile> file = path == "-" ? PartFile::over(STDOUT_FILENO, shown) : PartFile::create(path);
    if (!file) {
        return file.error();
    }
    return std::unique_ptr<TextSink>(new TextSink(shown, std::move(file).value(), packing));
}

TextSink::TextSink(std::string path, PartFile file, Packing packing)
    : path_(std::move(path))
    , file_(std::move(file))
    , deflater_(packing == Packing::Gzip ? std::make_unique<Deflater>() : nullptr) {
    text_.reserve(kBuffer + kBuffer / 4);
}

TextSink::~TextSink() = default;

void TextSink::write(const char* data, std::size_t size) {
    while (size > 0 && problem_ == 0) {
        const ssize_t put = ::write(file_.descriptor(), data, size);
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
    return problem_ != 0 ? writeError(path_, problem_) : file_.commit();
}

} // namespace lanes
