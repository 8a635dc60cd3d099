// Collects the data of the rings and writes it to the session in chunks. Once a write has failed (disk full) it
// accepts all data without error and keeps none, so that the recorded program is not held up. While the disk is too
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
    std::int64_t bytes = 0; // 0: freed, with the size of its allocation
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
    // `disk`: the writer's target.
    SessionSink(session::SessionWriter writer, const WriterThread& disk)
        : disk_(disk)
        , writer_(std::move(writer)) {}

    [[nodiscard]] session::SessionWriter& writer() { return writer_; }

    // `cells`: one per column of the layout. A negative duration means that the slice has not ended. The handle
    // refers to no slice once a write has failed.
    SliceHandle addSlice(TrackId track, SliceRecord slice, std::span<const std::int64_t> cells);
    void endSlice(const SliceHandle& slice, TimeNs end);
    // Excludes the track from slices() and leftOut(), since its slices are no events of the program.
    void countNone(TrackId track) { state(track).counted = false; }
    // True if any slice has come on the track.
    [[nodiscard]] bool hasSlices(TrackId track) const {
        return track.value < tracks_.size() && tracks_[track.value].newestStart != INT64_MIN;
    }
    // All slices of the track that start before `at` have been added, except those in flight.
    void drained(TrackId track, TimeNs at);
    // Slices of the track that start later than `from` are not written yet, as earlier ones may still come. The
    // largest time: all are written.
    void hold(TrackId track, TimeNs from) { state(track).heldFrom = from; }
    // Returns the end of a slice that is not written yet; nothing if its end is not known, or if it is written.
    [[nodiscard]] std::optional<TimeNs> endOf(const SliceHandle& slice) const;
    // The data of a slice that is not written yet; nothing if it is written. Valid until something is added.
    struct Waiting {
        TimeNs start;
        StringId name;
        LayoutId layout;
        std::span<const std::int64_t> cells;
    };
    [[nodiscard]] std::optional<Waiting> argumentsOf(const SliceHandle& slice) const;
    // Replaces the arguments of a slice that is not written yet.
    void setArguments(const SliceHandle& slice, LayoutId layout, std::span<const std::int64_t> cells);
    // Merges consecutive equal slices of that layout on a track into one.
    void foldRepeated(LayoutId layout);
    // Adds an event without a duration; points of a track need not come in order.
    void addPoint(TrackId track, TimeNs time, StringId name, LayoutId layout,
                  std::span<const std::int64_t> cells);
    void addMemory(const MemoryChange& change) {
        ++pending_;
        memory_.push_back(change);
    }
    // Notes that the process will send nothing more.
    void endProcess(ProcessId process) { ended_.push_back(process); }
    // Writes the samples at once: their source has collected them already.
    void writeCounters(std::span<const CounterSeries> counters);
    void addLink(SliceHandle from, SliceHandle to, LinkKind kind);

    // Adds the texts and stacks of the data that is not written yet.
    void holdNames(session::NameCollector& held) const;

    // Saves the data written so far, as SessionWriter::save() does.
    void save(TimeNs from, std::string saveAs, std::function<void(const Result<std::string>&)> saved);
    // Must be called before the data collected until `now` is written.
    void gathered(TimeNs now) { check(failed() ? Result<void>() : writer_.gathered(now)); }
    // Writes the collected data, except the newest of what may come out of order. These are memory changes, as rings
    // that were not drained since may hold earlier ones, and slices that are held. They are also slices of tracks on
    // which an earlier start has come after a later one.
    void flush();
    // Writes those too: no more data will come.
    void flushAll();
    // Writes the end of the session.
    void finish();
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    [[nodiscard]] std::size_t pending() const { return pending_; }
    [[nodiscard]] std::uint64_t slices() const { return slices_; }
    [[nodiscard]] std::uint64_t points() const { return points_; }
    [[nodiscard]] std::uint64_t memoryChanges() const { return memoryChanges_; }
    // Returns the slices that came late: their track had been declared complete up to a later time. They stand on a
    // track beside it, "(late)".
    [[nodiscard]] std::uint64_t late() const { return late_; }
    // Returns the slices, points and memory changes that were left out because of a slow disk; the counts above
    // exclude them.
    [[nodiscard]] std::uint64_t leftOut() const { return leftOut_; }

private:
    struct TrackState {
        std::vector<SliceRecord> slices;  // not written yet, in order of arrival
        std::vector<SliceHandle> handles; // of each of them
        // Slices that were merged into another one of `slices`, with its index.
        std::vector<std::pair<SliceHandle, std::uint32_t>> folded;
        std::vector<session::SliceEnd> ends; // of slices that are written
        TimeNs newestStart = INT64_MIN;      // of all slices so far
        TimeNs drainedUpTo = INT64_MIN;
        // Slices that start earlier are late. Never before the last start that is written.
        TimeNs wholeUpTo = INT64_MIN;
        TimeNs promised = INT64_MIN; // wholeUpTo as published to readers
        TimeNs heldFrom = INT64_MAX; // slices that start later are not written yet
        bool unordered = false;      // a slice has come after one with a later start
        bool counted = true;
        std::vector<TrackId> late; // tracks for late slices, in the order of their creation
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
    // Moves late slices to the tracks for them, which stand behind `track`.
    void sortOutLate(TrackId track);
    TrackId lateTrack(TrackId track, TimeNs start);
    // Publishes to readers up to where tracks are complete.
    void promise();
    // Removes and returns those slices of `track`, in their order.
    template<class Which>
    static TrackState takeOut(TrackState& track, Which which);
    // Removes and returns the slices that must not be written yet.
    static TrackState holdBack(TrackState& track);
    void keep(TrackState& track, TrackState held, const PendingRows& rows);
    // Drops the slices of a track that are not written yet.
    void leaveOut(TrackState& track);
    void flushPoints(const PendingRows& rows, bool slow);
    void flushMemory(bool all, bool slow);
    // Sets the size of a free; false if its block was allocated before the recording.
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
    // Allocated blocks on the CPU: address, bytes.
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
