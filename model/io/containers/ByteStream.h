// The bytes of a file in order, unpacked from any container.
#pragma once

#include "model/base/File.h"
#include "model/base/Result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanes {

class ByteStream {
public:
    ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;
    virtual ~ByteStream() = default;

    // Fills `to` with the available bytes: fewer than `size` only at the end, which may be the begin of damage.
    [[nodiscard]] virtual std::size_t read(char* to, std::size_t size) = 0;
    // Bytes of the file that were consumed so far.
    [[nodiscard]] virtual std::int64_t position() const = 0;
    // The reason why the stream ended early, as part of a sentence; empty if it did not.
    [[nodiscard]] const std::string& damage() const { return damage_; }

protected:
    void endEarly(std::string why) { damage_ = std::move(why); }

private:
    std::string damage_;
};

// A file with random access. Data from a pipe is spooled to a temporary file without a name.
class InputFile {
public:
    // "-" is standard input; "ranks.zip/rank0.json" is a file in an archive.
    [[nodiscard]] static Result<std::shared_ptr<const InputFile>> open(const std::string& path);

    // Name of the file in messages.
    [[nodiscard]] const std::string& path() const { return path_; }
    // A path that opens the same bytes again while this object lives, even if path() is a pipe.
    [[nodiscard]] std::string openablePath() const;
    // The requested file in an archive; empty if the file is no archive, or all of it was requested.
    [[nodiscard]] const std::string& entry() const { return entry_; }
    [[nodiscard]] std::int64_t size() const { return size_; }
    // Reads the available bytes, at most `size`. Any thread.
    [[nodiscard]] std::size_t read(std::int64_t offset, char* to, std::size_t size) const;

private:
    InputFile(std::string path, std::string entry, File file, std::int64_t size)
        : path_(std::move(path))
        , entry_(std::move(entry))
        , file_(std::move(file))
        , size_(size) {}

    std::string path_;
    std::string entry_;
    File file_;
    std::int64_t size_;
};

// A part of a file without unpacking: [begin, end).
class FileStream : public ByteStream {
public:
    FileStream(std::shared_ptr<const InputFile> file, std::int64_t begin, std::int64_t end)
        : file_(std::move(file))
        , at_(begin)
        , end_(end) {}
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::int64_t position() const override { return at_; }

private:
    std::shared_ptr<const InputFile> file_;
    std::int64_t at_;
    std::int64_t end_;
};

// Looks ahead in another stream, for the decoders.
class BufferedStream : public ByteStream {
public:
    explicit BufferedStream(std::unique_ptr<ByteStream> inner)
        : inner_(std::move(inner)) {}
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::int64_t position() const override {
        return inner_->position() - static_cast<std::int64_t>(buffer_.size() - at_);
    }

    // The next bytes, at least one unless the stream has ended.
    struct Bytes {
        const char* data;
        std::size_t size;
    };
    [[nodiscard]] Bytes ahead(std::size_t wanted = 1);
    void skip(std::size_t size) { at_ += size; }

private:
    static constexpr std::size_t kBuffer = std::size_t{1} << 18;

    std::unique_ptr<ByteStream> inner_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;
};

// The content of a file as UTF-8. Unpacks gzip (any number of members), zstd, and a zip archive with one trace in it,
// also nested. Converts UTF-16. An Error if the file cannot be read, or if a zip archive does not hold exactly one trace.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> openContent(const std::shared_ptr<const InputFile>& file);

} // namespace lanes
