// One importing thread: parses ranges of events into columns. The ladder for every event: compare with the known
// layouts; else parse strictly and learn its layout; else mend its quotes; else leave it out and go on at the next.
#pragma once

#include "model/io/joining/EventRange.h"
#include "model/io/joining/EventShape.h"
#include "model/io/joining/RangePacker.h"
#include "model/io/joining/TextPool.h"
#include "model/io/json/LayoutTree.h"
#include "model/io/json/NameQueue.h"
#include "model/io/json/StrictEvent.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanes {

class RangeParser {
public:
    // Beyond this many shapes new ones keep their arguments as one text (keys that differ from event to event).
    static constexpr std::size_t kMaxShapes = 4000;

    // What stands between two events; commas are taken wherever they are.
    enum class Between : bool { Commas, LineBreaks };
    explicit RangeParser(Between between = Between::Commas);
    RangeParser(const RangeParser&) = delete;
    RangeParser& operator=(const RangeParser&) = delete;

    // A track as the file names it: cells of pid and tid.
    struct TrackKey {
        std::int64_t pid = 0;
        std::int64_t tid = 0;
        friend bool operator==(const TrackKey&, const TrackKey&) = default;
    };

    // Parses events from `text` on, which stands at `offset` of the (uncompressed) file, until the text's end or
    // the bracket that closes the events. json::kPadding zero bytes must follow the text.
    // `lastOfFile`: nothing follows, so an event without an end is damage, not a cut between two ranges.
    void parse(std::string_view text, std::int64_t offset, bool lastOfFile, EventRange& range);

    [[nodiscard]] TextPool& texts() { return texts_; }
    [[nodiscard]] std::vector<EventShape>& shapes() { return shapes_; }
    [[nodiscard]] const std::vector<TrackKey>& tracks() const { return tracks_; }
    // What it keeps of all ranges: texts and arguments. O(shapes).
    [[nodiscard]] std::size_t bytes() const;

private:
    struct TrackHash {
        std::size_t operator()(const TrackKey& key) const noexcept;
    };

    [[nodiscard]] const char* event(const char* p);
    [[nodiscard]] const char* matched(const char* p);
    [[nodiscard]] const char* parsed(const char* p, const char* end, const char* at);
    [[nodiscard]] const char* mended(const char* p);
    [[nodiscard]] const char* mendedAs(const char* p);
    [[nodiscard]] const char* lost(const char* p, bool cut);
    [[nodiscard]] const char* sight(const char* p, std::ptrdiff_t most) const;
    [[nodiscard]] const char* separator(const char* p);
    [[nodiscard]] std::uint32_t shapeNumber(const EventShape& shape);

    void commit(std::uint32_t shape, const char* at);
    void commitSlice(std::uint32_t number, EventShape& shape, std::uint32_t row, const char* at);
    void commitBoundary(std::uint32_t number, const EventShape& shape, std::uint32_t row, const char* at);
    void commitPoint(std::uint32_t number, const EventShape& shape, std::uint32_t row, const char* at);
    void noteOddities(const EventShape& shape, const char* at);
    [[nodiscard]] std::uint32_t name();
    [[nodiscard]] std::uint32_t track();

    [[nodiscard]] std::int64_t offsetOf(const char* p) const { return offset_ + (p - text_); }
    void issue(Issue kind, const char* at) { range_->issues.hit(kind, offsetOf(at)); }

    const Between between_;
    TextPool texts_;
    LayoutTree tree_;
    StrictEvent strict_;
    ColumnArena argArena_; // of the shapes' rows
    std::vector<EventShape> shapes_;
    std::vector<LayoutTree::Beginning> usualNext_; // by shape: how the event behind the last such one began
    std::unordered_map<std::string, std::uint32_t> shapeNumbers_;
    std::vector<TrackKey> tracks_;
    std::unordered_map<TrackKey, std::uint32_t, TrackHash> trackNumbers_;
    std::uint32_t lastTrack_ = 0;
    std::uint32_t lastShape_ = 0;
    EventValues values_;
    std::string mended_;

    // Of the range being parsed.
    EventRange* range_ = nullptr;
    const char* text_ = nullptr;
    const char* end_ = nullptr;
    std::int64_t offset_ = 0;
    bool lastOfFile_ = false;
    bool done_ = false;           // parsing has to stop
    bool whole_ = false;          // the last thing was an event
    std::ptrdiff_t patience_ = 0; // bytes that may still be looked at in vain

    ReadEvents read_;
    NameQueue names_; // of slices in read_
    RangePacker packer_;
};

} // namespace lanes
