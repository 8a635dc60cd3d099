// POINTS, MEMORY and LINKS chunks: each is unpacked into a table of its own, by any thread, and put behind those before it
// once it has proved sound.
#pragma once

#include "model/base/ColumnArena.h"
#include "model/base/HugeVector.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/session/SessionFormat.h"
#include "model/session/reading/ColumnDecoder.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace lanes::session {

class SessionTables;

// One thread's tools for unpacking; the memory is used again for every chunk, but the arena's, where its rows stay.
struct ColumnTools {
    ColumnDecoder decoder;
    ColumnArena arena;
    UnwrittenVector<TimeNs> time;
    UnwrittenVector<StringId> name;
    UnwrittenVector<TrackId> track;
};

class TableChunk {
public:
    // Reads the message but unpacks no column yet: a few bytes may claim a million rows. Null: it is damaged, or of
    // another type.
    static std::unique_ptr<TableChunk> parse(ChunkType type, std::string_view message);
    static bool isOne(ChunkType type);
    TableChunk() = default;
    TableChunk(const TableChunk&) = delete;
    TableChunk& operator=(const TableChunk&) = delete;
    virtual ~TableChunk() = default;

    // Bytes of memory that its rows are going to take.
    [[nodiscard]] virtual std::size_t bytes() const = 0;
    // In the order of the file, before it is unpacked: the arguments of points get their places.
    virtual void prepare(SessionTables& /*tables*/) {}
    // False: the columns are damaged. `tracks`: so many there are.
    [[nodiscard]] virtual bool unpack(ColumnTools& tools, std::uint32_t tracks) = 0;
    // In the order of the file, what unpack() has found sound.
    virtual void append(SessionTables& tables) = 0;
};

} // namespace lanes::session
