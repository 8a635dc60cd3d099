#include "model/io/containers/Decoders.h"

#include <algorithm>

namespace lanes {

bool isGzip(std::string_view head) {
    return head.starts_with("\x1f\x8b");
}

bool isZstd(std::string_view head) {
    const bool skippable =
        head.size() >= 4 && (head[0] & 0xf0) == 0x50 && head.substr(1).starts_with("\x2a\x4d\x18");
    return head.starts_with("\x28\xb5\x2f\xfd") || skippable;
}

InflateStream::InflateStream(std::unique_ptr<BufferedStream> packed, Format format)
    : packed_(std::move(packed))
    , state_(std::make_unique<inflate_state>())
    , format_(format) {
    startMember();
}

void InflateStream::startMember() {
    isal_inflate_init(state_.get());
    state_->crc_flag = format_ == Format::Gzip   ? ISAL_GZIP
                       : format_ == Format::Zlib ? ISAL_ZLIB
                                                 : ISAL_DEFLATE;
}

// Behind a member: padding and the end, or another one.
bool InflateStream::nextMember() {
    if (format_ != Format::Gzip) {
        return false;
    }
    const BufferedStream::Bytes next = packed_->ahead(2);
    if (!isGzip({next.data, std::min<std::size_t>(next.size, 2)})) {
        if (next.size > 0 && next.data[0] != '\0') {
            endEarly("other data follows its compressed data");
        }
        return false;
    }
    startMember();
    return true;
}

std::size_t InflateStream::read(char* to, std::size_t size) {
    std::size_t done = 0;
    while (done < size && !ended_) {
        const BufferedStream::Bytes in = packed_->ahead();
        constexpr std::size_t kMost = std::size_t{1} << 30; // the library counts in 32 bits
        state_->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(in.data));
        state_->avail_in = static_cast<std::uint32_t>(std::min(in.size, kMost));
        state_->next_out = reinterpret_cast<std::uint8_t*>(to + done);
        state_->avail_out = static_cast<std::uint32_t>(std::min(size - done, kMost));
        const std::uint32_t room = state_->avail_out;
        const int status = isal_inflate(state_.get());
        packed_->skip(std::min(in.size, kMost) - state_->avail_in);
        const std::uint32_t got = room - state_->avail_out;
        done += got;
        if (status != ISAL_DECOMP_OK && status != ISAL_END_INPUT) {
            endEarly("its compressed data is damaged");
            ended_ = true;
        } else if (state_->block_state == ISAL_BLOCK_FINISH) {
            ended_ = !nextMember();
        } else if (in.size == 0 && got == 0) {
            endEarly("its compressed data ends early");
            ended_ = true;
        }
    }
    return done;
}

ZstdStream::ZstdStream(std::unique_ptr<BufferedStream> packed)
    : packed_(std::move(packed))
    , decoder_(ZSTD_createDStream()) {
    constexpr int kMaxWindowLog = 27; // 128 MiB: what `zstd --long` makes; more would be a bomb
    ZSTD_DCtx_setParameter(decoder_, ZSTD_d_windowLogMax, kMaxWindowLog);
}

ZstdStream::~ZstdStream() {
    ZSTD_freeDStream(decoder_);
}

std::size_t ZstdStream::read(char* to, std::size_t size) {
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos < out.size && !ended_) {
        const BufferedStream::Bytes ahead = packed_->ahead();
        ZSTD_inBuffer in{ahead.data, ahead.size, 0};
        const std::size_t before = out.pos;
        if (ahead.size == 0 && frameLeft_ == 0) {
            ended_ = true;
            break;
        }
        const std::size_t status = ZSTD_decompressStream(decoder_, &out, &in);
        packed_->skip(in.pos);
        if (ZSTD_isError(status) != 0) {
            endEarly("its compressed data is damaged");
            ended_ = true;
        } else if (ahead.size == 0 && out.pos == before) {
            endEarly("its compressed data ends early");
            ended_ = true;
        } else {
            frameLeft_ = status;
        }
    }
    return out.pos;
}

} // namespace lanes
