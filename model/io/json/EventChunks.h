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

// A piece of the text, with json::kPadding zero bytes behind it. Its memory is used again for the next one.
struct EventChunk {
    UnwrittenVector<char> memory;
    std::size_t size = 0;
    std::int64_t offset = 0; // of its first byte in the uncompressed file
    std::uint32_t number = 0;
    bool last = false;

    [[nodiscard]] std::string_view text() const { return {memory.data(), size}; }
};

// One thread at a time. That cuts are between events is a guess until the parser ends exactly at each: text that looks
// like the start of an event may stand in an argument.
class EventChunks {
public:
    // Stays in a core's cache while it is parsed.
    static constexpr std::size_t kChunk = std::size_t{512} << 10;
    static constexpr std::size_t kLargest = std::size_t{64} << 20; // for an event longer than a chunk

    EventChunks(std::unique_ptr<ByteStream> stream, std::size_t chunkBytes)
        : stream_(std::move(stream))
        , chunkBytes_(chunkBytes) {}

    // Reads up to the first event. `head` gets the text in front of it: "[", or "{ ... "traceEvents": [", or nothing where
    // the text is just one event behind the other. False: there are no events.
    [[nodiscard]] bool start(std::string& head);
    // Or goes straight to the events at `offset`, as far as the stream goes.
    void startAt(std::int64_t offset);
    // The next range; false when there is none.
    [[nodiscard]] bool next(EventChunk& chunk);

    [[nodiscard]] std::int64_t position() const { return stream_->position(); }
    [[nodiscard]] const std::string& damage() const { return stream_->damage(); }

private:
    void fill(EventChunk& chunk, std::size_t size);

    std::unique_ptr<ByteStream> stream_;
    std::size_t chunkBytes_;
    std::string carry_; // read already, belongs to the next chunk
    std::int64_t offset_ = 0;
    std::uint32_t number_ = 0;
    bool ended_ = false;
};

// Where the events begin in a text that starts a file: behind "[" or `"traceEvents": [`, or with the text where it starts
// with an event; npos: not in this text. json::kPadding bytes behind it are read.
[[nodiscard]] std::size_t findEvents(std::string_view text);

} // namespace lanes
