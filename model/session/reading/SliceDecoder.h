// Makes a segment of a SLICES chunk: unpacks the columns, nests the slices and lays them out by lane. Several decoders
// work on different chunks of a session at the same time.
#pragma once

#include "model/base/ColumnArena.h"
#include "model/base/HugeVector.h"
#include "model/session/reading/ColumnDecoder.h"
#include "model/trace/args/ArgTable.h"
#include "model/trace/slices/HueCache.h"
#include "model/trace/slices/SegmentBuilder.h"
#include "model/trace/tables/StringTable.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lanes::proto {
class Slices;
}

namespace lanes::session {

// The tables that a decoder looks up; they do not change while decoders work.
struct SliceTables {
    const StringTable* strings = nullptr;
    const std::vector<EventKind>* kindOfLayout = nullptr;
};

// One chunk while it is decoded. The assembler fills in the parts that depend on earlier chunks.
struct SliceJob {
    TrackId track;
    std::uint32_t firstPosition = 0; // on the track, as numbered in the file
    std::uint32_t count = 0;
    std::vector<std::uint32_t> closed; // positions, with their ends
    std::vector<TimeNs> closedEnds;
    std::vector<std::uint32_t> openPositions;
    std::vector<std::uint32_t> rowLayouts;                // per Rows message: its layout,
    std::vector<std::shared_ptr<const LazyArgRows>> rows; // its rows, and
    std::vector<std::uint32_t> rowBases;                  // the number of its first row in that layout
    std::uint32_t firstId = 0;
    OpenStack open; // at the chunk's head, as its writer gives it
    std::unique_ptr<proto::Slices> message;
    std::uint64_t offset = 0; // of the chunk in the file, for diagnostics

    // The output of decode().
    std::shared_ptr<const Segment> segment; // null: damaged
    TimeNs* duration = nullptr;             // the segment's own column, for ends that arrive later
    OpenStack tail;                         // slices that still run after the chunk
    // Maps the place of a slice in the writer's order to its place in the segment; empty: the places are equal.
    std::vector<std::uint32_t> moved;
    std::vector<std::uint32_t> stillOpen; // indices in the segment of slices without an end, and
    std::vector<std::uint32_t> unended;   // of those whose own end was missing
    TimeNs firstStart = 0;
    TimeNs lastStart = 0;
    TimeNs lastEnd = INT64_MIN;
};

class SliceDecoder {
public:
    SliceDecoder();
    ~SliceDecoder();
    SliceDecoder(SliceDecoder&&) noexcept;
    SliceDecoder& operator=(SliceDecoder&&) noexcept;

    // Sets the output of `job`; its segment stays null if the chunk's columns are damaged.
    void decode(SliceJob& job, const SliceTables& tables);

private:
    struct Columns;

    bool unpackTimes(const proto::Slices& message);
    // Computes the lane of each slice. False if the slices are not sorted by start, or one is longer than allowed.
    bool nest(const OpenStack& open);
    void place(SliceJob& job, const SliceTables& tables);
    void placeParents(SliceJob& job, const Columns& columns);
    void placeTimes(SliceJob& job, const Columns& columns);
    // These unpack their columns directly into the segment; false if the columns are damaged.
    bool placeLayouts(const SliceJob& job, const Columns& columns, const SliceTables& tables);
    bool placeNames(const SliceJob& job, const Columns& columns, const SliceTables& tables);
    // Unpacks a column of numbers below `end`.
    template<class T>
    bool placeNumbers(const std::string& coded, std::size_t end, T* column);

    ColumnDecoder decoder_;
    ColumnArena arena_;
    HueCache hues_;
    std::uint32_t count_ = 0;
    UnwrittenVector<std::int64_t> start_;
    UnwrittenVector<std::int64_t> duration_;
    Nesting nesting_;
    UnwrittenVector<std::uint32_t> lane_;
    std::vector<LaneGap> gaps_;
    UnwrittenVector<std::uint32_t> at_; // the place of each slice in the segment
    std::vector<std::uint32_t> laneBegin_;
    std::vector<std::uint32_t> rows_; // per layout + 1: the next row
};

// Nests a decoded chunk again, now inside `open`. Needed when the slices before it are not those that its writer saw.
void nestAgain(SliceJob& job, OpenStack open);

} // namespace lanes::session
