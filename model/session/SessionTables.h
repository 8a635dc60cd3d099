// Everything of a session but its slices, as it is read chunk by chunk.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/HugeVector.h"
#include "model/session/ColumnCodec.h"
#include "model/session/LinksChunk.h"
#include "model/session/PointChunks.h"
#include "model/session/SessionFormat.h"
#include "model/session/SessionWriter.h"
#include "model/trace/Trace.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace lanes::proto {
class Rows;
}

namespace lanes::session {

// A table that grows between snapshots. It is copied only when something comes after it was handed out.
template<class Table>
class Published {
public:
    [[nodiscard]] std::shared_ptr<const Table> share() {
        shared_ = true;
        return table_;
    }
    [[nodiscard]] Table& grow() {
        if (std::exchange(shared_, false)) {
            table_ = std::make_shared<Table>(*table_);
        }
        return *table_;
    }
    // What has grown since it was handed out; nothing is changed by asking.
    [[nodiscard]] Table& grown() { return *table_; }

private:
    std::shared_ptr<Table> table_ = std::make_shared<Table>();
    bool shared_ = false;
};

// One thread. Ids of the file are ids of the trace: where definitions are lost, stand-ins keep the count.
class SessionTables {
public:
    enum class Taken { Yes, Unknown, Damaged };
    // Takes an unpacked chunk that is no SLICES chunk.
    Taken take(ChunkType type, std::string_view message);
    // Makes room for a chunk whose message has been read already: its first row. Then its columns are unpacked there, by
    // any thread, while nothing else changes the tables; rows of one that proves damaged are dropped again, those of the
    // last one first.
    // reserve() says how many rows are going to be placed, so that the tables grow once.
    void reserve(std::size_t points, std::size_t memoryEvents, std::size_t links);
    [[nodiscard]] std::size_t place(PointsChunk& chunk);
    [[nodiscard]] std::size_t place(const MemoryChunk& chunk);
    [[nodiscard]] std::size_t place(const LinksChunk& chunk);
    [[nodiscard]] bool unpack(const PointsChunk& chunk, std::size_t at, ColumnTools& tools);
    [[nodiscard]] bool unpack(const MemoryChunk& chunk, std::size_t at, ColumnTools& tools);
    [[nodiscard]] bool unpack(const LinksChunk& chunk, std::size_t at, ColumnTools& tools);
    void drop(const PointsChunk& chunk, std::size_t at);
    void drop(const MemoryChunk& chunk, std::size_t at);
    void drop(const LinksChunk& chunk, std::size_t at);

    // Adds the rows of one layout; returns the number of the first. The layout must be known.
    std::uint32_t addRows(LayoutId layout, std::shared_ptr<const LazyArgRows> rows);

    [[nodiscard]] StringTable strings() const { return strings_.snapshot(); }
    [[nodiscard]] const std::vector<ArgLayout>& layouts() const { return layouts_; }
    [[nodiscard]] const std::vector<EventKind>& kindOfLayout() const { return kindOfLayout_; }
    [[nodiscard]] std::uint32_t trackCount() const { return static_cast<std::uint32_t>(tracks_.size()); }
    // Links whose slices may not have been read yet.
    [[nodiscard]] UnwrittenVector<SessionLink>& links() { return links_; }
    [[nodiscard]] const std::string& unknownNeed() const { return unknownNeed_; } // of SESSION's needs
    [[nodiscard]] bool ended() const { return ended_; }
    // Bytes of memory, roughly.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    // Fills in everything but segments, links and open slices.
    void snapshot(TraceData& data);

private:
    bool takeSession(std::string_view bytes);
    bool takeStrings(std::string_view bytes);
    bool takeStacks(std::string_view bytes);
    bool takeLayouts(std::string_view bytes);
    bool takeTracks(std::string_view bytes);
    template<class Chunk>
    bool takeParsed(std::string_view bytes);
    bool takeCounters(std::string_view bytes);
    bool takeDiagnostics(std::string_view bytes);
    bool takeNothing(std::string_view /*bytes*/) { return true; }

    bool fillStrings(std::uint32_t upTo);
    bool fillStacks(std::uint32_t upTo);
    bool column(const std::string& coded, std::size_t count, std::vector<std::int64_t>& values);
    template<class Item>
    void grow(std::vector<Item>& items, std::uint32_t id);
    [[nodiscard]] TrackId track(std::int64_t plus1) const; // none if there is no such track
    CounterSeries& series(TrackId track, StringId name, StringId key);

    ColumnTools tools_;
    StringInterner strings_;
    StackInterner stacks_;
    SessionInfo info_;
    Diagnostics diagnostics_;
    std::vector<ArgLayout> layouts_;
    std::vector<EventKind> kindOfLayout_;
    std::vector<Process> processes_;
    std::vector<Track> tracks_;
    Published<PointTable> points_;
    Published<MemoryTable> memory_;
    std::vector<CounterSeries> counters_;
    std::map<std::tuple<TrackId, StringId, StringId>, std::size_t>
        seriesAt_; // track, name, key -> in counters_
    UnwrittenVector<SessionLink> links_;
    std::uint64_t flowStarts_ = 0;
    std::uint64_t flowsLinked_ = 0;
    std::uint32_t standIns_ = 0;
    std::string unknownNeed_;
    bool ended_ = false;
    std::size_t bytes_ = 0;
};

} // namespace lanes::session
