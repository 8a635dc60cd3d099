// One importing thread's writer to an ImportBatch: numbers texts, kinds of events and tracks in order of appearance, and
// keeps events in columns. A format's reader gives the content of events; this class decides their meaning.
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
    // Beyond this number of shapes, readers should store the arguments of new shapes as one text (keys differ from event
    // to event).
    static constexpr std::size_t kMaxShapes = 4000;

    // A track by its names in the file: cells of pid and tid.
    struct TrackKey {
        std::int64_t pid = 0;
        std::int64_t tid = 0;
        friend bool operator==(const TrackKey&, const TrackKey&) = default;
    };

    BatchWriter() = default;
    BatchWriter(const BatchWriter&) = delete;
    BatchWriter& operator=(const BatchWriter&) = delete;

    // Begins a range, which is at `offset` of the file; later events belong to it.
    void begin(EventRange& range, std::int64_t offset);
    // The number of the shape with this phase, category, columns and times; O(columns).
    [[nodiscard]] std::uint32_t shapeNumber(const EventShape& shape);
    [[nodiscard]] bool knows(const EventShape& shape) const;
    // Adds an event of this shape, `at` bytes after the begin of the range. `values` has a cell for every column but
    // constant ones. Irregularities are counted. O(columns).
    void add(std::uint32_t shape, const EventValues& values, std::uint32_t at);
    // Sorts the range.
    void end();

    [[nodiscard]] TextPool& texts() { return texts_; }
    [[nodiscard]] std::vector<EventShape>& shapes() { return shapes_; }
    [[nodiscard]] const std::vector<TrackKey>& tracks() const { return tracks_; }
    // Bytes of texts and arguments, which it keeps for all ranges. O(shapes).
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
    ColumnArena argArena_; // for the rows of shapes
    std::vector<EventShape> shapes_;
    std::unordered_map<std::string, std::uint32_t, SecretHash> shapeNumbers_;
    std::vector<TrackKey> tracks_;
    std::unordered_map<TrackKey, std::uint32_t, TrackHash> trackNumbers_;
    std::uint32_t lastTrack_ = 0;

    // The state of the current range.
    EventRange* range_ = nullptr;
    ReadEvents read_;
    NameQueue names_; // names of slices in `read_`
    RangePacker packer_;
};

} // namespace lanes
