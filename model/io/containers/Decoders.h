// Streaming decompression.
#pragma once

#include "model/io/containers/ByteStream.h"

#include <isa-l/igzip_lib.h>
#include <zstd.h>

#include <string_view>

namespace lanes {

[[nodiscard]] bool isGzip(std::string_view head);
[[nodiscard]] bool isZstd(std::string_view head);

// gzip with any number of members, or one deflate stream: raw (as in zip archives) or with zlib's header.
class InflateStream : public ByteStream {
public:
    enum class Format : std::uint8_t { Gzip, Raw, Zlib };
    InflateStream(std::unique_ptr<BufferedStream> packed, Format format);
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::int64_t position() const override { return packed_->position(); }

private:
    void startMember();
    [[nodiscard]] bool nextMember();

    std::unique_ptr<BufferedStream> packed_;
    std::unique_ptr<inflate_state> state_;
    Format format_;
    bool ended_ = false;
};

// zstd, any number of frames.
class ZstdStream : public ByteStream {
public:
    explicit ZstdStream(std::unique_ptr<BufferedStream> packed);
    ~ZstdStream() override;
    [[nodiscard]] std::size_t read(char* to, std::size_t size) override;
    [[nodiscard]] std::int64_t position() const override { return packed_->position(); }

private:
    std::unique_ptr<BufferedStream> packed_;
    ZSTD_DStream* decoder_;
    std::size_t frameLeft_ = 0; // not 0: inside a frame
    bool ended_ = false;
};

} // namespace lanes
