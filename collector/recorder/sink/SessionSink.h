// Gathers what the rings bring and writes it to the session in chunks. Once writing has failed (disk full) it takes
// everything without complaint and keeps nothing, so that the recorded program is not held up. While the disk is too
// slow, it leaves slices and memory changes out and counts them.
#pragma once

#include "collector/recorder/sink/PendingRows.h"
#include "collector/recorder/sink/SliceHandle.h"
#include "collector/recorder/sink/WriterThread.h"
#include "model/base/Result.h"
#include "model/session/writing/SessionWriter.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

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
    // `disk`: what the writer writes to.
    SessionSink(session::SessionWriter writer, const WriterThread& disk)
        : disk_(disk)
        , writer_(std::move(writer)) {}

    [[nodiscard]] session::SessionWriter& writer() { return writer_; }

    // `cells`: one per column of the layout. A negative duration means that it has not ended. The handle is of no slice
    // once writing has failed.
    SliceHandle addSlice(TrackId track, SliceRecord slice, std::span<const std::int64_t> cells);
    void endSlice(const SliceHandle& slice, TimeNs end);
    // Slices of the track are no events of the program: neither slices() nor leftOut() counts them.
    void countNone(TrackId track) { state(track).counted = false; }
    // Whether any has come on the track.
    [[nodiscard]] bool hasSlices(TrackId track) const {
        return track.value < tracks_.size() && tracks_[track.value].newestStart != INT64_MIN;
    }
    // Whoever brings the track's slices has brought all that began before `at`, but for what was on its way just then.
    void drained(TrackId track, TimeNs at);
    // Slices of the track that start later are not written yet: earlier ones may still come. The largest time: all are.
    void hold(TrackId track, TimeNs from) { state(track).heldFrom = from; }
    // When a slice ends that is not written yet; nothing if that is not known, or it is written.
    [[nodiscard]] std::optional<TimeNs> endOf(const SliceHandle& slice) const;
    // What a slice that is not written yet says of itself; nothing if it is. Until something is added.
    struct Waiting {
        TimeNs start;
        StringId name;
        LayoutId layout;
        std::span<const std::int64_t> cells;
    };
    [[nodiscard]] std::optional<Waiting> argumentsOf(const SliceHandle& slice) const;
    // Instead of those; of a slice that is not written yet.
    void setArguments(const SliceHandle& slice, LayoutId layout, std::span<const std::int64_t> cells);
    // Equal slices of that layout, one after the other on a track, become one.
    void foldRepeated(LayoutId layout);
    // Something without a duration; points of a track need not come in order.
    void addPoint(TrackId track, TimeNs time, StringId name, LayoutId layout,
                  std::span<const std::int64_t> cells);
    void addMemory(const MemoryChange& change) {
        ++pending_;
        memory_.push_back(change);
    }
    // Nothing more will come from this process.
    void endProcess(ProcessId process) { ended_.push_back(process); }
    // At once: who brings samples gathers them.
    void writeCounters(std::span<const CounterSeries> counters);
    void addLink(SliceHandle from, SliceHandle to, LinkKind kind);

    // Texts and stacks of what waits to be written.
    void holdNames(session::NameCollector& held) const;

    // What is written by now, as SessionWriter::save() does.
    void save(TimeNs from, std::string saveAs, std::function<void(const Result<std::string>&)> saved);
    // Before what was gathered until `now` is written.
    void gathered(TimeNs now) { check(failed() ? Result<void>() : writer_.gathered(now)); }
    // Writes what has gathered, but for the youngest of what may come out of order: memory changes, as rings that were
    // not drained since may hold earlier ones, slices that are held, and slices of tracks on which an earlier start has
    // come after a later one.
    void flush();
    // Writes those too: nothing more will come.
    void flushAll();
    // Writes the end of the session.
    void finish();
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    [[nodiscard]] std::size_t pending() const { return pending_; }
    [[nodiscard]] std::uint64_t slices() const { return slices_; }
    [[nodiscard]] std::uint64_t points() const { return points_; }
    [[nodiscard]] std::uint64_t memoryChanges() const { return memoryChanges_; }
    // Slices that came when their track had been said to be whole up to a later time. They stand on a track of their own
    // beside it, "(late)".
    [[nodiscard]] std::uint64_t late() const { return late_; }
    // Slices, points and memory changes that a slow disk has cost; not among the ones above.
    [[nodiscard]] std::uint64_t leftOut() const { return leftOut_; }

private:
    struct TrackState {
        std::vector<SliceRecord> slices;  // that wait, in the order in which they came
        std::vector<SliceHandle> handles; // of each of them
        // Of slices that another one of these has taken in, and which.
        std::vector<std::pair<SliceHandle, std::uint32_t>> folded;
        std::vector<session::SliceEnd> ends; // of slices that are written
        TimeNs newestStart = INT64_MIN;      // of all that came
        TimeNs drainedUpTo = INT64_MIN;
        // What starts before is late; no earlier than the last start that is written.
        TimeNs wholeUpTo = INT64_MIN;
        TimeNs promised = INT64_MIN; // the same, as readers were told
        TimeNs heldFrom = INT64_MAX; // slices that start later wait
        bool unordered = false;      // one has come after a later one
        bool counted = true;
        std::vector<TrackId> late; // tracks for what is, in the order in which they were needed
    };
    struct PendingLink {
        SliceHandle from;
        SliceHandle to;
        LinkKind kind;
    };

    TrackState& state(TrackId track);
    void write(bool all);
    void flushTrack(TrackId track, const PendingRows& rows);
    void fold(TrackState& track, PendingRows& rows);
    // Moves what is late to the tracks for that, which stand behind `track`.
    void sortOutLate(TrackId track);
    TrackId lateTrack(TrackId track, TimeNs start);
    // Tells readers up to where tracks are whole.
    void promise();
    // Takes slices out of `track`, in their order.
    template<class Which>
    static TrackState takeOut(TrackState& track, Which which);
    // Those that are not ready to be written.
    static TrackState holdBack(TrackState& track);
    void keep(TrackState& track, TrackState held, const PendingRows& rows);
    // What waits on a track is not written.
    void leaveOut(TrackState& track);
    void flushPoints(const PendingRows& rows, bool slow);
    void flushMemory(bool all, bool slow);
    // Gives a free its size; false if its block was allocated before the recording.
    bool completeMemory(MemoryChange& change);
    void forgetEndedProcesses();
    void flushLinks();
    void check(const Result<void>& result);

    const WriterThread& disk_;
    session::SessionWriter writer_;
    SlicePlaces places_; // outlives the handles below
    std::vector<TrackState> tracks_;
    PendingRows rows_;
    std::vector<LayoutId> canRepeat_;
    PointRows pendingPoints_;
    std::vector<MemoryChange> memory_;
    // Live on the CPU: address, bytes.
    std::map<ProcessId, std::unordered_map<std::uint64_t, std::int64_t>> blocks_;
    std::vector<ProcessId> ended_;
    std::vector<PendingLink> links_;
    std::optional<Error> error_;
    std::size_t pending_ = 0;
    std::uint64_t slices_ = 0;
    std::uint64_t points_ = 0;
    std::uint64_t memoryChanges_ = 0;
    std::uint64_t late_ = 0;
    std::uint64_t leftOut_ = 0;
};

} // namespace lanes::recorder
