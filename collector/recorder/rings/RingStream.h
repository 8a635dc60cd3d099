// Reads one ring and turns its records into slices and memory changes of the session.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "collector/recorder/devices/DeviceCapture.h"
#include "collector/recorder/rings/ForwardBackward.h"
#include "collector/recorder/rings/OutputRecords.h"
#include "collector/recorder/rings/PumpedRing.h"
#include "collector/recorder/rings/PythonFunctions.h"
#include "collector/recorder/rings/PythonSamples.h"
#include "collector/recorder/rings/RingDefinitions.h"
#include "collector/recorder/sink/OperatorRows.h"
#include "model/base/Time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// By which an end finds its begin: an OpEnd's key among those of its kind, which its flags tell.
constexpr std::uint64_t openKey(std::uint32_t key, std::uint8_t endFlags) {
    constexpr int kKinds = ring::kEndOfPushed | ring::kEndOfStarted;
    return static_cast<std::uint64_t>(endFlags & kKinds) << 32 | key;
}

// An operator or a range that has begun and not ended.
struct OpenOperator {
    std::uint64_t key = 0; // openKey()
    SliceHandle slice;
    TimeNs start = 0;
    StackId stack;
    bool range = false; // of the user, no operator
    bool backward = false;
    std::int64_t sequence = -1;
    ring::StepKind step = ring::StepKind::None;
    bool fetches = false; // a batch of a DataLoader
    SliceHandle beside;   // the same on a row of its kind, of none mostly
};

// What a stream needs of its process.
class StreamOwner {
public:
    virtual ~StreamOwner() = default;
    // The track of one of its threads; a text that is not empty replaces the one that it is shown with.
    virtual TrackId thread(std::uint32_t threadId, std::string_view name) = 0;
    // The same of one that begins. The number may have been that of a thread which has ended, unless it `goesOn`.
    virtual TrackId startThread(std::uint32_t threadId, std::string_view name, bool goesOn) = 0;
    virtual void endThread(std::uint32_t threadId) = 0;
    // The track of the ranges that may end on any thread.
    virtual TrackId startedRanges() = 0;
    // The track of what torch.compile does, on whatever thread.
    virtual TrackId compilations() = 0;
    // One of them has begun.
    virtual void startedRange(std::uint32_t key, SliceHandle slice) = 0;
    // What began in another ring has ended; openKey().
    virtual void endedElsewhere(std::uint64_t key, TimeNs end) = 0;
    // The operators that a thread left open when it ended.
    virtual void leftOpen(std::vector<OpenOperator> operators) = 0;
    virtual ForwardBackward& forwardBackward() = 0;
    virtual DeviceCapture& devices() = 0;
    virtual PythonSamples& samples() = 0;
    virtual PythonFunctions& functions() = 0;
    virtual OutputRecords& outputs() = 0;
    // One of its threads enters what the filter names, or leaves it.
    virtual void inside(bool entered, TimeNs at) = 0;
};

// One thread. Every id and length in the records is checked: the target may have written anything.
class RingStream {
public:
    RingStream(const CaptureContext& context, StreamOwner& owner, std::shared_ptr<PumpedRing> ring);

    // Takes what is there now; returns the bytes.
    std::size_t drain();
    // Ends an open operator or range of this ring, by openKey(); false if it is none of this ring's.
    bool end(std::uint64_t key, TimeNs end);

    // After which nothing is to be written yet, as what operators give back is told when they end; those that run for long
    // are not waited for.
    [[nodiscard]] TimeNs outputsAwaitedFrom(TimeNs now) const;
    // Texts and stacks that the ring's records may name yet.
    void holdNames(session::NameCollector& held) {
        definitions_.holdNames(held);
        for (const OpenOperator& op : open_) {
            held.add(op.stack);
        }
        if (collective_) {
            for (const StringId text : {collective_->name, collective_->group, collective_->dtype}) {
                held.add(text);
            }
        }
        held.add(launchArguments_);
    }
    // Nothing more will come.
    void finish() { leaveFilter(last_); }

    [[nodiscard]] const PumpedRing& ring() const { return *ring_; }
    // The last thread that wrote here; none before the first.
    [[nodiscard]] TrackId track() const { return track_; }
    // Whether nothing but samples comes here, which also come from a program that does nothing.
    [[nodiscard]] bool holdsSamples() const { return holdsSamples_; }
    // Nothing but functions of Python, of all threads: a program that hangs may still call some.
    [[nodiscard]] bool holdsFunctions() const { return holdsFunctions_; }
    // Records that were too short, or named an id that does not exist.
    [[nodiscard]] std::uint64_t malformed() const { return malformed_; }
    // Allocations that torch could not make.
    [[nodiscard]] std::uint64_t failedAllocations() const { return failedAllocations_; }

private:
    void take(const ring::RecordView& record);
    void startThread(const ring::RecordView& record);
    void begin(const ring::RecordView& record);
    void finish(const ring::RecordView& record);
    void whole(const ring::RecordView& record);
    void beginRange(const ring::RecordView& record);
    void mark(const ring::RecordView& record);
    void ownCost(const ring::RecordView& record);
    void outputs(const ring::RecordView& record);
    void nonFinite(const ring::RecordView& record);
    // The innermost that is open by that key of its OpBegin; null: none.
    [[nodiscard]] const OpenOperator* opened(std::uint32_t key) const;
    void memory(const ring::RecordView& record);
    void sample(const ring::RecordView& record);
    void sampleRound(const ring::RecordView& record);
    void beginFunction(const ring::RecordView& record);
    void endFunction(const ring::RecordView& record);
    void outOfMemory(const ring::RecordView& record);
    void launch(const ring::RecordView& record);
    void launchArguments(const ring::RecordView& record);
    void graphNode(const ring::RecordView& record);
    void inside(const ring::RecordView& record);
    // The thread of the ring leaves the filter, if it is inside.
    void leaveFilter(TimeNs at);
    // `inner`: inside another node of the same sequence number.
    template<class Record>
    void noteAutograd(const Record& record, const SliceHandle& slice, StackId stack, bool inner);
    [[nodiscard]] TimeNs time(std::uint64_t ticks) const;
    // Whether a record can have been written then; counts one that cannot.
    [[nodiscard]] bool canBe(TimeNs at);
    // The same as time(), never before an earlier record of this ring: conversion is exact to some 50 ns only. A time that
    // cannot be is that of the record before, or what comes later would all have it.
    [[nodiscard]] TimeNs nextTime(std::uint64_t ticks);
    // What a range of that name is, here.
    [[nodiscard]] ring::StepKind stepOf(const RingDefinitions::Name* name) const;
    // Where the thread is at this moment.
    [[nodiscard]] CallOrigin origin(TimeNs time, std::uint32_t stack) const;
    template<class Record>
    [[nodiscard]] OperatorFacts facts(const Record& record, const RingDefinitions::Name* name,
                                      std::span<const std::uint64_t> scalars);
    // Counts a name that is none.
    [[nodiscard]] StringId textOf(const RingDefinitions::Name* name);

    CaptureContext context_;
    StreamOwner& owner_;
    std::shared_ptr<PumpedRing> ring_;
    RingDefinitions definitions_;
    std::vector<OpenOperator> open_; // innermost last
    std::vector<std::int64_t> cells_;
    TrackId track_;
    bool holdsSamples_ = false;
    bool holdsFunctions_ = false;
    bool inside_ = false;     // of the filter
    bool threadRuns_ = false; // what comes is of the track's thread
    std::uint32_t threadId_ = 0;
    std::uint64_t torchThread_ = 0;
    std::optional<CollectiveFacts> collective_;    // of the begin that comes next
    std::optional<ForwardBackward::Key> backward_; // of the last backward operator that began here
    std::int64_t wholeNode_ = -1; // the last backward node that came whole: its sequence number and end
    TimeNs wholeNodeEnd_ = INT64_MIN;
    TimeNs last_ = INT64_MIN;
    TimeNs latest_ = 0;          // that can be, when it was last asked
    std::uint32_t launched_ = 0; // correlation of the thread's last launch
    StringId launchArguments_;   // its own; none: not known
    std::uint64_t malformed_ = 0;
    std::uint64_t failedAllocations_ = 0;
};

} // namespace lanes::recorder
