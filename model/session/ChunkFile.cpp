#include "model/session/ChunkFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace lanes::session {

namespace {

constexpr std::size_t kSearchBytes = std::size_t{1} << 20;

} // namespace

Result<ChunkWriter> ChunkWriter::create(std::unique_ptr<Output> output) {
    ChunkWriter writer(std::move(output));
    if (auto written = writer.write(encodeFileHeader()); !written) {
        return written.error();
    }
    return writer;
}

Result<void> ChunkWriter::write(std::string bytes) {
    const std::size_t count = bytes.size();
    if (auto written = output_->append(std::move(bytes)); !written) {
        return written;
    }
    size_ += count;
    return {};
}

Result<ChunkWriter::Place> ChunkWriter::append(ChunkType type, Packing packing, std::uint32_t raw,
                                               std::string_view payload) {
    const Place place{size_, static_cast<std::uint32_t>(payload.size())};
    ChunkHeader header{type, packing, place.stored, raw, sequence_, checksumOf(payload)};
    std::string bytes = encode(header);
    bytes += payload;
    if (auto written = write(std::move(bytes)); !written) {
        return written.error();
    }
    ++sequence_;
    return place;
}

Result<void> ChunkWriter::appendTrailer(std::uint64_t footerOffset) {
    std::string bytes(sizeof footerOffset, '\0');
    std::memcpy(bytes.data(), &footerOffset, sizeof footerOffset);
    bytes += kTrailerMagic;
    if (auto written = write(std::move(bytes)); !written) {
        return written;
    }
    return output_->sync();
}

Result<void> ChunkWriter::becomeLike(const ChunkWriter& next, Rewrite plan) {
    size_ = next.size_;
    sequence_ = next.sequence_;
    return output_->rewrite(std::move(plan));
}

Result<ChunkScanner> ChunkScanner::open(const std::string& path) {
    File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) {
        return Error{path + " cannot be opened: " + std::strerror(errno)};
    }
    ChunkScanner scanner(std::move(file));
    std::string head(kFileHeaderBytes, '\0');
    head.resize(scanner.readAt(0, head.data(), head.size()));
    if (!head.starts_with(kFileMagic)) {
        return Error{path +
                     (head.empty() ? " is empty" : " is no Lanescope session: it starts with other bytes")};
    }
    if (head.size() < kFileHeaderBytes) {
        return Error{path + " is cut inside its first bytes: nothing was recorded into it"};
    }
    std::uint32_t version = 0;
    std::memcpy(&version, head.data() + kFileMagic.size(), sizeof version);
    if (version == 0 || version > kVersion) {
        return Error{path + " is a session of format " + std::to_string(version) +
                     "; this Lanescope reads format " + std::to_string(kVersion) + ": a newer one is needed"};
    }
    return scanner;
}

void ChunkScanner::refresh() {
    struct stat facts {};
    if (fstat(file_.get(), &facts) == 0) {
        size_ = static_cast<std::uint64_t>(facts.st_size);
    }
}

std::size_t ChunkScanner::readAt(std::uint64_t offset, char* bytes, std::size_t count) const {
    std::size_t done = 0;
    while (done < count) {
        const ssize_t n = pread(file_.get(), bytes + done, count - done, static_cast<off_t>(offset + done));
        if (n == 0 || (n < 0 && errno != EINTR)) {
            break;
        }
        done += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
    return done;
}

ChunkScanner::Step ChunkScanner::next(ChunkHeader& header) {
    std::string head(kChunkHeaderBytes, '\0');
    if (size_ < at_ + kChunkHeaderBytes || readAt(at_, head.data(), head.size()) < head.size()) {
        return Step::Tail;
    }
    const auto parsed = parseChunkHeader(head);
    if (!parsed) {
        return skipDamage();
    }
    if (parsed->stored > size_ - at_ - kChunkHeaderBytes) {
        return Step::Tail;
    }
    header = *parsed;
    chunkAt_ = at_;
    at_ += kChunkHeaderBytes + parsed->stored;
    return Step::Chunk;
}

ChunkScanner::Step ChunkScanner::next(ChunkHeader& header, std::string& payload) {
    const Step step = next(header);
    if (step == Step::Chunk) {
        payload.resize(header.stored);
        if (!readPayload(chunkAt_, payload)) {
            at_ = chunkAt_;
            return Step::Tail; // cut under us
        }
    }
    return step;
}

bool ChunkScanner::readPayload(std::uint64_t chunkOffset, std::span<char> payload) const {
    return readAt(chunkOffset + kChunkHeaderBytes, payload.data(), payload.size()) == payload.size();
}

ChunkScanner::Step ChunkScanner::skipDamage() {
    skippedFrom_ = at_;
    std::string window;
    for (std::uint64_t from = at_ + 1; from + kChunkHeaderBytes <= size_;) {
        window.resize(std::min<std::uint64_t>(kSearchBytes, size_ - from));
        window.resize(readAt(from, window.data(), window.size()));
        std::size_t mark = 0;
        while ((mark = findChunkMark(window, mark)) != std::string::npos) {
            if (window.size() - mark >= kChunkHeaderBytes &&
                parseChunkHeader(std::string_view(window).substr(mark, kChunkHeaderBytes))) {
                at_ = from + mark;
                return Step::Damaged;
            }
            ++mark;
        }
        if (window.size() < kSearchBytes) {
            break;
        }
        from += window.size() - (kChunkHeaderBytes - 1); // a header may lie across two windows
    }
    at_ = size_;
    return Step::Damaged;
}

std::optional<std::uint64_t> ChunkScanner::footerOffset() const {
    std::string tail(kTrailerBytes, '\0');
    if (size_ < kFileHeaderBytes + kTrailerBytes ||
        readAt(size_ - kTrailerBytes, tail.data(), tail.size()) < tail.size() ||
        std::string_view(tail).substr(sizeof(std::uint64_t)) != kTrailerMagic) {
        return {};
    }
    std::uint64_t offset = 0;
    std::memcpy(&offset, tail.data(), sizeof offset);
    return offset < size_ ? std::optional(offset) : std::nullopt;
}

bool ChunkScanner::atTrailer() const {
    return size_ - at_ == kTrailerBytes && footerOffset().has_value();
}

} // namespace lanes::session
