// Fills a Trace from the outside in: strings, processes, tracks, slices; then publishes. For tests; the importers and the
// session's reader fill TraceData on their own.
#pragma once

#include "model/io/import/ArgLayoutBuilder.h"
#include "model/trace/Trace.h"
#include "model/trace/slices/SegmentBuilder.h"
#include "model/trace/tables/StackTable.h"
#include "model/trace/tables/StringTable.h"

#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanes {

// One thread. Slices are collected per track and become a segment at seal() or publish().
class TraceBuilder {
public:
    TraceBuilder();

    [[nodiscard]] StringInterner& strings() { return strings_; }
    [[nodiscard]] StackInterner& stacks() { return stacks_; }
    [[nodiscard]] SessionInfo& info() { return data_.info; }
    [[nodiscard]] Diagnostics& diagnostics() { return data_.diagnostics; }
    [[nodiscard]] PointRows& points() { return points_; }
    [[nodiscard]] MemoryRows& memory() { return memory_; }
    [[nodiscard]] std::vector<CounterSeries>& counters() { return data_.counters; }
    [[nodiscard]] std::vector<Process>& processes() { return data_.processes; }
    [[nodiscard]] std::vector<Track>& tracks() { return data_.tracks; }

    ProcessId addProcess(Process process);
    TrackId addTrack(Track track);
    // A layout for arguments; the same columns, phase and category give the same id.
    LayoutId addLayout(const ArgLayout& prototype);
    std::uint32_t addArgs(LayoutId layout, const std::vector<std::int64_t>& cells);

    // A slice of a track; kind and hue follow from the layout's category and the name unless given in
    // `record`. A negative duration means still open: close it with endSlice().
    void addSlice(TrackId track, const SliceRecord& record);
    // Gives an open slice its end. Slices are named by the order of addSlice() on their track, from 0.
    void endSlice(TrackId track, std::uint64_t ordinal, TimeNs end);
    void addLink(LinkKind kind, std::pair<TrackId, std::uint64_t> from, std::pair<TrackId, std::uint64_t> to);
    void countFlows(std::uint64_t starts, std::uint64_t linked);

    // Makes segments of what has been added so far and gives a snapshot; the builder may go on.
    // All slices of a track that are added later must start at or after those before. O(new slices + tracks).
    [[nodiscard]] std::shared_ptr<const Trace> publish();

private:
    struct TrackState {
        std::vector<SliceRecord> pending;
        std::vector<SliceId> ids; // ordinal -> id, for sealed slices
        OpenStack open;
    };
    struct PendingLink {
        LinkKind kind;
        std::pair<TrackId, std::uint64_t> from;
        std::pair<TrackId, std::uint64_t> to;
    };

    void seal(TrackId track);
    void applyEnds(TraceData& data);
    [[nodiscard]] SliceId idOf(std::pair<TrackId, std::uint64_t> slice) const;

    StringInterner strings_;
    StackInterner stacks_;
    TraceData data_;
    PointRows points_;
    MemoryRows memory_;
    std::vector<ArgLayoutBuilder> layouts_;
    std::vector<TrackState> states_;
    Segments base_;                                  // segments as built, before open slices got their ends
    std::unordered_map<std::uint32_t, TimeNs> ends_; // SliceId -> end, for slices that were open when sealed
    std::vector<PendingLink> links_;
    std::vector<std::pair<TrackId, std::uint64_t>> openSlices_;
    std::uint32_t sliceCount_ = 0;
};

} // namespace lanes
