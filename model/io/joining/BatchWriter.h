// What one importing thread adds to an ImportBatch: numbers texts, kinds of events and tracks as they come, and keeps
// the events in columns. A reader of a format says what stands in an event; what that means is decided here.
#pragma once

#include "model/base/ColumnArena.h"
#include "model/base/SecretHash.h"
#include "model/io/joining/EventRange.h"
#include "model/io/joining/EventShape.h"
#include "model/io/joining/NameQueue.h"
#include "model/io/joining/RangePacker.h"
#include "model/io/joining/TextPool.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanes {

// One thread. For every range: begin(), add() for its events, end().
class BatchWriter {
public:
    // Beyond this many shapes a reader had better keep the arguments of new ones as one text (keys that differ from event to
    // event).
    static constexpr std::size_t kMaxShapes = 4000;

    // A track as the file names it: cells of pid and tid.
    struct TrackKey {
        std::int64_t pid = 0;
        std::int64_t tid = 0;
        friend bool operator==(const TrackKey&, const TrackKey&) = default;
    };

    BatchWriter() = default;
    BatchWriter(const BatchWriter&) = delete;
    BatchWriter& operator=(const BatchWriter&) = delete;

    // What is added from now on is of this range, which stands at `offset` of the file.
    void begin(EventRange& range, std::int64_t offset);
    // The number of the shape with this phase, category, columns and times; O(columns).
    [[nodiscard]] std::uint32_t shapeNumber(const EventShape& shape);
    [[nodiscard]] bool knows(const EventShape& shape) const;
    // An event of this shape, which stands `at` bytes behind the begin of the range. `values` has a cell for every column
    // but constant ones. What is odd about it is counted. O(columns).
    void add(std::uint32_t shape, const EventValues& values, std::uint32_t at);
    // Puts the range into its order.
    void end();

    [[nodiscard]] TextPool& texts() { return texts_; }
    [[nodiscard]] std::vector<EventShape>& shapes() { return shapes_; }
    [[nodiscard]] const std::vector<TrackKey>& tracks() const { return tracks_; }
    // What it keeps of all ranges: texts and arguments. O(shapes).
    [[nodiscard]] std::size_t bytes() const;

private:
    struct TrackHash {
        std::size_t operator()(const TrackKey& key) const noexcept;
        SecretHash hash;
    };

    void addSlice(std::uint32_t number, const EventShape& shape, std::uint32_t row, const EventValues& values,
                  std::uint32_t at);
    void addBoundary(std::uint32_t number, const EventShape& shape, std::uint32_t row,
                     const EventValues& values, std::uint32_t at);
    void addPoint(std::uint32_t number, const EventShape& shape, std::uint32_t row, const EventValues& values,
                  std::uint32_t at);
    void noteOddities(const EventShape& shape, const EventValues& values, std::uint32_t at);
    void issue(Issue kind, std::uint32_t at) { range_->issues.hit(kind, range_->begin + at); }
    [[nodiscard]] std::uint32_t nameOf(const EventValues& values);
    [[nodiscard]] std::uint32_t trackOf(const EventValues& values);
    [[nodiscard]] std::uint32_t trackNumber(const TrackKey& key);

    TextPool texts_;
    ColumnArena argArena_; // of the shapes' rows
    std::vector<EventShape> shapes_;
    std::unordered_map<std::string, std::uint32_t, SecretHash> shapeNumbers_;
    std::vector<TrackKey> tracks_;
    std::unordered_map<TrackKey, std::uint32_t, TrackHash> trackNumbers_;
    std::uint32_t lastTrack_ = 0;

    // Of the range that has begun.
    EventRange* range_ = nullptr;
    ReadEvents read_;
    NameQueue names_; // of slices in read_
    RangePacker packer_;
};

} // namespace lanes
