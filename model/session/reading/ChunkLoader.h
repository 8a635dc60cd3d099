// Reads chunks out of a session file: their bytes, their messages, and what can be checked of each by itself.
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

// A chunk between the file and the tables.
struct LoadedChunk {
    ChunkHeader header;
    std::uint64_t offset = 0;
    bool damaged = false;
    // One of these, by the chunk's type.
    std::unique_ptr<SliceJob> job;
    std::unique_ptr<TableChunk> table;
    std::string message; // of all other types
};

// One thread's; its memory is used again for every chunk: new memory costs as much as what is done with it.
class ChunkLoader {
public:
    // Reads the chunk that stands at `chunk.offset` and fills in the rest.
    void load(const ChunkScanner& file, LoadedChunk& chunk);

    // The bytes of the chunk's message, until the next is read; nothing if they are not what its header says.
    [[nodiscard]] std::optional<std::string_view> message(const ChunkScanner& file, const LoadedChunk& chunk);

    [[nodiscard]] ColumnTools& tools() { return tools_; }

private:
    ColumnTools tools_;
    UnwrittenVector<char> stored_;
    UnwrittenVector<char> raw_;
};

} // namespace lanes::session
