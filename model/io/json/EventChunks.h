// Cuts a stream of JSON text into ranges that begin and end between two events.
#pragma once

#include "model/base/HugeVector.h"
#include "model/io/containers/ByteStream.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// A piece of the text, with json::kPadding zero bytes after it. Its memory is reused for the next one.
struct EventChunk {
    UnwrittenVector<char> memory;
    std::size_t size = 0;
    std::int64_t offset = 0; // of its first byte in the uncompressed file
    std::uint32_t number = 0;
    bool last = false;

    [[nodiscard]] std::string_view text() const { return {memory.data(), size}; }
};

// One thread at a time. Cuts are between events only by a guess: text that looks like the start of an event may be in an
// argument. The guess is confirmed when the parser ends exactly at each cut.
class EventChunks {
public:
    // Small enough to stay in a core's cache while it is parsed.
    static constexpr std::size_t kChunk = std::size_t{512} << 10;
    static constexpr std::size_t kLargest = std::size_t{64} << 20; // for an event longer than a chunk

    EventChunks(std::unique_ptr<ByteStream> stream, std::size_t chunkBytes)
        : stream_(std::move(stream))
        , chunkBytes_(chunkBytes) {}

    // Reads up to the first event. `head` receives the text before it: "[", or "{ ... "traceEvents": [", or nothing if
    // the text is only a sequence of events. False: there are no events.
    [[nodiscard]] bool start(std::string& head);
    // Goes directly to the events at `offset`, as far as the stream goes.
    void startAt(std::int64_t offset);
    // The next range; false when there is none.
    [[nodiscard]] bool next(EventChunk& chunk);

    [[nodiscard]] std::int64_t position() const { return stream_->position(); }
    [[nodiscard]] const std::string& damage() const { return stream_->damage(); }

private:
    void fill(EventChunk& chunk, std::size_t size);

    std::unique_ptr<ByteStream> stream_;
    std::size_t chunkBytes_;
    std::string carry_; // text that was read but belongs to the next chunk
    std::int64_t offset_ = 0;
    std::uint32_t number_ = 0;
    bool ended_ = false;
};

// The begin of the events in a text that starts a file: after "[" or `"traceEvents": [`, or at the start if the text
// starts with an event. npos: not in this text. Reads json::kPadding bytes after the text.
[[nodiscard]] std::size_t findEvents(std::string_view text);

} // namespace lanes
