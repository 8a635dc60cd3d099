// Everything of a session except its slices, as it is read chunk by chunk.
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

// One thread. Ids of the file are ids of the trace: where definitions are lost, placeholders keep the count.
class SessionTables {
public:
    enum class Taken { Yes, Unknown, Damaged };
    // Takes an unpacked chunk of any type but SLICES.
    Taken take(ChunkType type, std::string_view message);
    // Takes a chunk whose message was parsed; afterwards its columns are unpacked, then it is appended.
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
    // Links in the order of the chunks; their slices may not have been read yet.
    [[nodiscard]] std::vector<UnwrittenVector<SessionLink>>& links() { return links_; }
    // An entry of SESSION's needs that this reader does not know; empty if it knows all.
    [[nodiscard]] const std::string& unknownNeed() const { return unknownNeed_; }
    [[nodiscard]] bool ended() const { return ended_; }
    // True if the writer dropped older chunks.
    [[nodiscard]] bool hasLetGo() const { return letGo_; }
    // Approximate memory use in bytes.
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

    // Fills in everything but segments, links and open slices. O(new rows + layouts + tracks + counters).
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
    Diagnostics disorder_; // found when tables were sorted
    std::vector<ArgLayout> layouts_;
    std::vector<EventKind> kindOfLayout_;
    std::vector<Process> processes_;
    std::vector<Track> tracks_;
    std::vector<TimeNs> wholeUpTo_; // by track, as far as the file gives it
    std::vector<Clock> clocks_;
    // Shared with the last snapshot; null: the layout has grown since.
    std::vector<std::shared_ptr<const ArgLayout>> sharedLayouts_;
    PointTable points_;
    ByTime<MemoryTable> memory_;
    std::vector<ByTime<CounterSeries>> counters_;
    // (track, name, key) -> index in counters_.
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
