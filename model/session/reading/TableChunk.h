// POINTS, MEMORY and LINKS chunks. Any thread unpacks each into a table of its own. Sound chunks are then appended to
// those before them.
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

// One thread's tools for unpacking. Their memory is reused for every chunk, except the arena's, which keeps the rows.
struct ColumnTools {
    ColumnDecoder decoder;
    ColumnArena arena;
    UnwrittenVector<TimeNs> time;
    UnwrittenVector<StringId> name;
    UnwrittenVector<TrackId> track;
};

class TableChunk {
public:
    // Reads the message but unpacks no column yet: a few bytes may claim a million rows. Null if it is damaged or of
    // another type.
    static std::unique_ptr<TableChunk> parse(ChunkType type, std::string_view message);
    static bool isOne(ChunkType type);
    TableChunk() = default;
    TableChunk(const TableChunk&) = delete;
    TableChunk& operator=(const TableChunk&) = delete;
    virtual ~TableChunk() = default;

    // Bytes of memory that its rows will take.
    [[nodiscard]] virtual std::size_t bytes() const = 0;
    // Called in the order of the file, before unpack(): assigns places to the arguments of points.
    virtual void prepare(SessionTables& /*tables*/) {}
    // False: the columns are damaged. `tracks`: number of tracks.
    [[nodiscard]] virtual bool unpack(ColumnTools& tools, std::uint32_t tracks) = 0;
    // Called in the order of the file, for chunks that unpack() has accepted.
    virtual void append(SessionTables& tables) = 0;
};

} // namespace lanes::session
