// Gathers what the rings bring and writes it to the session in chunks. Once writing has failed (disk full) it takes
// everything without complaint and keeps nothing, so that the recorded program is not held up.
#pragma once

#include "collector/recorder/PendingRows.h"
#include "model/base/Result.h"
#include "model/session/SessionWriter.h"

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// A slice that was added. Until it is written its index among those of its track that wait, then its position in the
// session: whoever keeps a handle over a flush() has it resolved.
struct SliceHandle {
    TrackId track;
    std::uint32_t index = 0;
    bool written = false;
};

struct MemoryChange {
    TimeNs time = 0;
    std::uint64_t address = 0;
    std::int64_t bytes = 0; // 0: freed, as large as it was allocated
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
    // Nothing more will come from this process.
    void endProcess(ProcessId process) { ended_.push_back(process); }
    void addLink(SliceHandle from, SliceHandle to, LinkKind kind) { links_.push_back({from, to, kind}); }

    // Writes what has gathered, but for the youngest memory changes, as rings that were not drained since may hold
    // earlier ones. Handles from before must be resolved then.
    void flush();
    void resolve(SliceHandle& slice) const;
    // When all handles are resolved: forgets what was only needed for that.
    void forgetPlaces();
    // Writes everything, and the end of the session.
    void finish();
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    [[nodiscard]] std::size_t pending() const { return pending_; }
    [[nodiscard]] std::uint64_t slices() const { return slices_; }
    [[nodiscard]] std::uint64_t memoryChanges() const { return memoryChanges_; }

private:
    struct TrackState {
        std::vector<SliceRecord> slices;     // added since the last flush
        std::vector<session::SliceEnd> ends; // of slices that are written
        std::vector<std::uint32_t> places;   // positions of the slices that the last flush wrote
        TimeNs lastStart = INT64_MIN;
    };
    struct PendingLink {
        SliceHandle from;
        SliceHandle to;
        LinkKind kind;
    };

    TrackState& state(TrackId track);
    void write(bool all);
    void flushTrack(TrackId track);
    void flushMemory(bool all);
    // Gives a free its size; false if its block was allocated before the recording.
    bool completeMemory(MemoryChange& change);
    void forgetEndedProcesses();
    void flushLinks();
    void check(const Result<void>& result);

    session::SessionWriter writer_;
    std::vector<TrackState> tracks_;
    PendingRows rows_;
    std::vector<MemoryChange> memory_;
    std::map<ProcessId, std::unordered_map<std::uint64_t, std::int64_t>>
        blocks_; // live on the CPU: address, bytes
    std::vector<ProcessId> ended_;
    std::vector<PendingLink> links_;
    std::optional<Error> error_;
    std::size_t pending_ = 0;
    std::uint64_t slices_ = 0;
    std::uint64_t memoryChanges_ = 0;
};

} // namespace lanes::recorder
