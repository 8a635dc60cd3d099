// Gathers what the rings bring and writes it to the session in chunks. Once writing has failed (disk full) it takes
// everything without complaint and keeps nothing, so that the recorded program is not held up.
#pragma once

#include "collector/recorder/PendingRows.h"
#include "model/base/Result.h"
#include "model/session/SessionWriter.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// A slice that was added: its track, and how many had been added there before it.
struct SliceHandle {
    TrackId track;
    std::uint32_t ordinal = 0;
};

struct MemoryChange {
    TimeNs time = 0;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t allocated = -1;
    std::int64_t reserved = -1;
    std::int8_t deviceType = 0;
    std::int8_t deviceIndex = -1;
    TrackId track;
    StackId stack;
};

// One thread.
class SessionSink {
public:
    explicit SessionSink(session::SessionWriter writer)
        : writer_(std::move(writer)) {}

    [[nodiscard]] session::SessionWriter& writer() { return writer_; }

    // `cells`: one per column of the layout. A negative duration means that it has not ended. Starts of a track must
    // not fall: one before the last is moved to it.
    SliceHandle addSlice(TrackId track, SliceRecord slice, std::span<const std::int64_t> cells);
    void endSlice(SliceHandle slice, TimeNs end);
    void addMemory(const MemoryChange& change) { memory_.push_back(change); }
    // Both slices must have been added.
    void addLink(SliceHandle from, SliceHandle to, LinkKind kind) { links_.push_back({from, to, kind}); }

    // Writes what has gathered. After it the file holds everything that was added.
    void flush();
    // Writes the end of the session.
    void finish();
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    [[nodiscard]] std::size_t pending() const { return pending_; }
    [[nodiscard]] std::uint64_t slices() const { return slices_; }
    [[nodiscard]] std::uint64_t memoryChanges() const { return memoryChanges_; }

private:
    struct TrackState {
        std::vector<SliceRecord> slices; // added since the last flush
        std::vector<session::SliceEnd>
            ends; // of slices flushed before; `position` is the ordinal until flush
        std::uint32_t flushed = 0;
        TimeNs lastStart = INT64_MIN;
        // Where a slice's position is not its ordinal: equal starts are put into order of length.
        std::unordered_map<std::uint32_t, std::uint32_t> moved;
    };
    struct PendingLink {
        SliceHandle from;
        SliceHandle to;
        LinkKind kind;
    };

    TrackState& state(TrackId track);
    [[nodiscard]] session::SliceRef positionOf(SliceHandle slice);
    void flushTrack(TrackId track);
    void flushMemory();
    void check(Result<void> result);

    session::SessionWriter writer_;
    std::vector<TrackState> tracks_;
    PendingRows rows_;
    std::vector<MemoryChange> memory_;
    std::vector<PendingLink> links_;
    std::optional<Error> error_;
    std::size_t pending_ = 0;
    std::uint64_t slices_ = 0;
    std::uint64_t memoryChanges_ = 0;
};

} // namespace lanes::recorder
