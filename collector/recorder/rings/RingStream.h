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

// The key by which an end finds its begin: the OpEnd's key together with its kind, which its flags state.
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
    bool range = false; // a range of the user, not an operator
    bool backward = false;
    std::int64_t sequence = -1;
    ring::StepKind step = ring::StepKind::None;
    bool fetches = false; // a batch of a DataLoader
    SliceHandle beside;   // a second slice for the range, on a row of its kind; usually none
};

// The functions of the process that a stream uses.
class StreamOwner {
public:
    virtual ~StreamOwner() = default;
    // Returns the track of one of its threads; a text that is not empty replaces the shown name.
    virtual TrackId thread(std::uint32_t threadId, std::string_view name) = 0;
    // As thread(), for a thread that begins. The id may have been that of a thread that has ended, unless it
    // `goesOn`.
    virtual TrackId startThread(std::uint32_t threadId, std::string_view name, bool goesOn) = 0;
    virtual void endThread(std::uint32_t threadId) = 0;
    // Returns the track of the ranges that may end on any thread.
    virtual TrackId startedRanges() = 0;
    // Returns the track of torch.compile's actions, on any thread.
    virtual TrackId compilations() = 0;
    // A range of startedRanges() has begun.
    virtual void startedRange(std::uint32_t key, SliceHandle slice) = 0;
    // An operator or range that began in another ring has ended; `key`: openKey().
    virtual void endedElsewhere(std::uint64_t key, TimeNs end) = 0;
    // Takes the operators that a thread left open when it ended.
    virtual void leftOpen(std::vector<OpenOperator> operators) = 0;
    virtual ForwardBackward& forwardBackward() = 0;
    virtual DeviceCapture& devices() = 0;
    virtual PythonSamples& samples() = 0;
    virtual PythonFunctions& functions() = 0;
    virtual OutputRecords& outputs() = 0;
    // One of its threads enters a module or range of the filter, or leaves it.
    virtual void inside(bool entered, TimeNs at) = 0;
};

// One thread. Every id and length in the records is checked: the target may have written anything.
class RingStream {
public:
    RingStream(const CaptureContext& context, StreamOwner& owner, std::shared_ptr<PumpedRing> ring);

    // Reads what is there now; returns the bytes.
    std::size_t drain();
    // Ends an open operator or range of this ring, by openKey(); false if this ring has none with that key.
    bool end(std::uint64_t key, TimeNs end);

    // Returns the time from which slices must not be written yet: the outputs of open operators come at their ends.
    // Operators that run for long are not waited for.
    [[nodiscard]] TimeNs outputsAwaitedFrom(TimeNs now) const;
    // Adds the texts and stacks that the ring's records may still name.
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
    // No more records will come.
    void finish() { leaveFilter(last_); }

    [[nodiscard]] const PumpedRing& ring() const { return *ring_; }
    // Returns the last thread that wrote here; none before the first.
    [[nodiscard]] TrackId track() const { return track_; }
    // True if only samples come here. They also come from a program that does nothing.
    [[nodiscard]] bool holdsSamples() const { return holdsSamples_; }
    // True if only Python functions come here, of all threads. A program that hangs may still call some.
    [[nodiscard]] bool holdsFunctions() const { return holdsFunctions_; }
    // Returns the records that were too short, or named an id that does not exist.
    [[nodiscard]] std::uint64_t malformed() const { return malformed_; }
    // Returns the allocations that torch could not make.
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
    // Returns the innermost open operator with that key of its OpBegin; null: none.
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
    // Notes that the ring's thread leaves the filter, if it is inside.
    void leaveFilter(TimeNs at);
    // `inner`: it is inside another node with the same sequence number.
    template<class Record>
    void noteAutograd(const Record& record, const SliceHandle& slice, StackId stack, bool inner);
    [[nodiscard]] TimeNs time(std::uint64_t ticks) const;
    // True if a record can have been written at that time; counts an impossible one.
    [[nodiscard]] bool canBe(TimeNs at);
    // As time(), but never before an earlier record of this ring: the conversion is exact to some 50 ns only. An
    // impossible timestamp is replaced by the one before it, so that it cannot shift later records.
    [[nodiscard]] TimeNs nextTime(std::uint64_t ticks);
    // Returns the kind of step that a range of that name is. None inside an open range of the same kind.
    [[nodiscard]] ring::StepKind stepOf(const RingDefinitions::Name* name) const;
    // Returns the thread's position at this moment.
    [[nodiscard]] CallOrigin origin(TimeNs time, std::uint32_t stack) const;
    template<class Record>
    [[nodiscard]] OperatorFacts facts(const Record& record, const RingDefinitions::Name* name,
                                      std::span<const std::uint64_t> scalars);
    // Counts a name that is not defined.
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
    bool inside_ = false;     // of the filter's modules and ranges
    bool threadRuns_ = false; // new records belong to the track's thread
    std::uint32_t threadId_ = 0;
    std::uint64_t torchThread_ = 0;
    std::optional<CollectiveFacts> collective_;    // of the next begin
    std::optional<ForwardBackward::Key> backward_; // of the last backward operator that began here
    std::int64_t wholeNode_ = -1; // the last backward node that came whole: its sequence number and end
    TimeNs wholeNodeEnd_ = INT64_MIN;
    TimeNs last_ = INT64_MIN;
    TimeNs latest_ = 0;          // latest possible time, when it was last read
    std::uint32_t launched_ = 0; // correlation of the thread's last launch
    StringId launchArguments_;   // of that launch; none: not known
    std::uint64_t malformed_ = 0;
    std::uint64_t failedAllocations_ = 0;
};

} // namespace lanes::recorder
