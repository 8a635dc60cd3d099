// Everything of a session but its slices, as it is read chunk by chunk.
#pragma once

#include "model/base/Diagnostics.h"
#include "model/base/HugeVector.h"
#include "model/session/SessionFormat.h"
#include "model/session/reading/ByTime.h"
#include "model/session/reading/TableChunk.h"
#include "model/session/writing/SessionWriter.h"
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

// One thread. Ids of the file are ids of the trace: where definitions are lost, stand-ins keep the count.
class SessionTables {
public:
    enum class Taken { Yes, Unknown, Damaged };
    // Takes an unpacked chunk that is no SLICES chunk.
    Taken take(ChunkType type, std::string_view message);
    // Takes a chunk whose message has been read already; its columns are unpacked next, and then it is appended.
    void prepare(TableChunk& chunk);
    void append(const PointColumns<RowSpan>& points, const std::shared_ptr<const void>& owner);
    void append(const MemoryColumns<RowSpan>& memory, const std::shared_ptr<const void>& owner);
    void append(UnwrittenVector<SessionLink> links, std::uint64_t flowStarts, std::uint64_t flowsLinked);

    // Adds the rows of one layout; returns the number of the first. The layout must be known.
    std::uint32_t addRows(LayoutId layout, const std::shared_ptr<const LazyArgRows>& rows);

    [[nodiscard]] StringTable strings() const { return strings_.snapshot(); }
    [[nodiscard]] const std::vector<ArgLayout>& layouts() const { return layouts_; }
    [[nodiscard]] const std::vector<EventKind>& kindOfLayout() const { return kindOfLayout_; }
    [[nodiscard]] std::uint32_t trackCount() const { return static_cast<std::uint32_t>(tracks_.size()); }
    // Links whose slices may not have been read yet, as they came in the chunks.
    [[nodiscard]] std::vector<UnwrittenVector<SessionLink>>& links() { return links_; }
    [[nodiscard]] const std::string& unknownNeed() const { return unknownNeed_; } // of SESSION's needs
    [[nodiscard]] bool ended() const { return ended_; }
    // Whether the writer let go of older chunks.
    [[nodiscard]] bool hasLetGo() const { return letGo_; }
    // Bytes of memory, roughly.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    // Fills in everything but segments, links and open slices. O(what is new + layouts + tracks + counters).
    void snapshot(TraceData& data);

private:
    bool takeSession(std::string_view bytes);
    bool takeStrings(std::string_view bytes);
    bool takeStacks(std::string_view bytes);
    bool takeLayouts(std::string_view bytes);
    bool takeTracks(std::string_view bytes);
    bool takeCounters(std::string_view bytes);
    bool takeDiagnostics(std::string_view bytes);
    bool takeClocks(std::string_view bytes);
    bool takeWatermarks(std::string_view bytes);
    bool takeNothing(std::string_view /*bytes*/) { return true; }

    template<class Message>
    bool takeIds(const Message& message, std::uint32_t known, std::vector<std::int64_t>& ids);
    bool fillStrings(std::uint32_t upTo);
    bool fillStacks(std::uint32_t upTo);
    bool column(const std::string& coded, std::size_t count, std::vector<std::int64_t>& values);
    template<class Item>
    void grow(std::vector<Item>& items, std::uint32_t id, const Item& standIn = {});
    [[nodiscard]] TrackId track(std::int64_t plus1) const; // none if there is no such track
    ByTime<CounterSeries>& series(TrackId track, StringId name, StringId key);

    ColumnTools tools_;
    StringInterner strings_;
    StackInterner stacks_;
    SessionInfo info_;
    Diagnostics diagnostics_;
    Diagnostics disorder_; // found when tables were put into order
    std::vector<ArgLayout> layouts_;
    std::vector<EventKind> kindOfLayout_;
    std::vector<Process> processes_;
    std::vector<Track> tracks_;
    std::vector<TimeNs> wholeUpTo_; // by track, as far as somebody said it
    std::vector<Clock> clocks_;
    // As in a snapshot; null: it has grown since.
    std::vector<std::shared_ptr<const ArgLayout>> sharedLayouts_;
    PointTable points_;
    ByTime<MemoryTable> memory_;
    std::vector<ByTime<CounterSeries>> counters_;
    // Track, name, key -> in counters_.
    std::map<std::tuple<TrackId, StringId, StringId>, std::size_t> seriesAt_;
    std::vector<UnwrittenVector<SessionLink>> links_;
    std::uint64_t flowStarts_ = 0;
    std::uint64_t flowsLinked_ = 0;
    std::uint32_t standIns_ = 0;
    std::string unknownNeed_;
    bool namesById_ = false; // texts and stacks come with their ids
    bool ended_ = false;
    bool letGo_ = false;
    std::size_t bytes_ = 0;
};

} // namespace lanes::session
