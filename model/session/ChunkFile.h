// A session file as a sequence of chunks: appended by the writer, scanned by the reader.
#pragma once

#include "model/base/File.h"
#include "model/base/Result.h"
#include "model/session/SessionFormat.h"
#include "model/session/writing/Output.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace lanes::session {

// Appends chunks, each in one write. After a failure nothing more is written: the file ends with its last whole chunk.
class ChunkWriter {
public:
    // Writes to an empty output.
    static Result<ChunkWriter> create(std::unique_ptr<Output> output);

    struct Place {
        std::uint64_t offset = 0; // of the chunk's header
        std::uint32_t stored = 0;
    };
    // `raw` is the unpacked size of `payload`.
    Result<Place> append(ChunkType type, Packing packing, std::uint32_t raw, std::string_view payload);
    // Writes the trailer that points at the footer; it is the last part of a file. All data has been written when this
    // returns.
    Result<void> appendTrailer(std::uint64_t footerOffset);
    // Counts chunks that another writer puts into the file as if they were written here.
    void skip(std::uint64_t bytes, std::uint32_t chunks) {
        size_ += bytes;
        sequence_ += chunks;
    }
    // Replaces the file: whole chunks of it, which `next` has skipped, stay between the bytes that `next` has written.
    Result<void> becomeLike(const ChunkWriter& next, Rewrite plan);
    // Saves a copy of this file; the file goes on.
    Result<void> save(Rewrite plan) { return output_->rewrite(std::move(plan)); }

    [[nodiscard]] std::uint32_t count() const { return sequence_; } // chunks
    [[nodiscard]] const std::string& path() const { return output_->path(); }
    [[nodiscard]] std::uint64_t size() const { return size_; }

private:
    explicit ChunkWriter(std::unique_ptr<Output> output)
        : output_(std::move(output)) {}
    Result<void> write(std::string bytes);

    std::unique_ptr<Output> output_;
    std::uint64_t size_ = 0;
    std::uint32_t sequence_ = 0;
};

// Walks the chunks of a file from the front. Tolerates any bytes: bytes that are no chunk are skipped up to the next
// chunk.
class ChunkScanner {
public:
    static Result<ChunkScanner> open(const std::string& path);

    enum class Step {
        Chunk,   // a whole chunk; its payload may still have the wrong checksum
        Damaged, // bytes without a chunk were skipped: skippedFrom() up to offset()
        Tail,    // the file ends inside a chunk, or right here; more may come while it is being written
    };
    // Takes the next step from where the last one ended. Reads a chunk's header and, with `payload`, its stored bytes.
    Step next(ChunkHeader& header);
    Step next(ChunkHeader& header, std::string& payload);
    // Reads the stored bytes of the chunk at an offset, as many as there is room for. False if the file has become
    // shorter. Any thread.
    [[nodiscard]] bool readPayload(std::uint64_t chunkOffset, std::span<char> payload) const;

    [[nodiscard]] std::uint64_t offset() const { return at_; }           // where the next step begins
    [[nodiscard]] std::uint64_t chunkOffset() const { return chunkAt_; } // of the last chunk's header
    [[nodiscard]] std::uint64_t skippedFrom() const { return skippedFrom_; }
    [[nodiscard]] std::uint64_t fileSize() const { return size_; } // as of the last refresh()
    void refresh();                                                // asks for the file's size again
    // Makes the next step begin at `offset`.
    void seek(std::uint64_t offset) { at_ = offset; }
    // The offset of the footer chunk, as the trailer at the file's end gives it; nothing without a trailer.
    [[nodiscard]] std::optional<std::uint64_t> footerOffset() const;
    // True if the file ends with a trailer right behind the chunks that have been walked.
    [[nodiscard]] bool atTrailer() const;

private:
    explicit ChunkScanner(File file)
        : file_(std::move(file)) {
        refresh();
    }
    [[nodiscard]] std::size_t readAt(std::uint64_t offset, char* bytes, std::size_t count) const;
    Step skipDamage();

    File file_;
    std::uint64_t size_ = 0;
    std::uint64_t at_ = kFileHeaderBytes;
    std::uint64_t chunkAt_ = 0;
    std::uint64_t skippedFrom_ = 0;
};

} // namespace lanes::session
