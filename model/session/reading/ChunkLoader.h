// Reads chunks out of a session file: their bytes, their messages, and all checks that need only the chunk itself.
#pragma once

#include "model/base/HugeVector.h"
#include "model/session/ChunkFile.h"
#include "model/session/reading/SliceDecoder.h"
#include "model/session/reading/TableChunk.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lanes::session {

// A chunk that was read from the file but is not yet part of the tables.
struct LoadedChunk {
    ChunkHeader header;
    std::uint64_t offset = 0;
    bool damaged = false;
    // One of these is set, by the chunk's type.
    std::unique_ptr<SliceJob> job;
    std::unique_ptr<TableChunk> table;
    std::string message; // chunks of all other types
};

// Belongs to one thread. Its memory is reused for every chunk: new memory costs as much as the work on it.
class ChunkLoader {
public:
    // Reads the chunk at `chunk.offset` and fills in the rest.
    void load(const ChunkScanner& file, LoadedChunk& chunk);

    // The bytes of the chunk's message, valid until the next is read. Nothing if the header's checks fail for them.
    [[nodiscard]] std::optional<std::string_view> message(const ChunkScanner& file, const LoadedChunk& chunk);

    [[nodiscard]] ColumnTools& tools() { return tools_; }

private:
    ColumnTools tools_;
    UnwrittenVector<char> stored_;
    UnwrittenVector<char> raw_;
};

} // namespace lanes::session
