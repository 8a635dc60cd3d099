// What one thread needs to record: its ring, what has been defined in it, and scratch. Belongs to one thread
// at a time and outlives it: the next thread takes it over with its tables, which go with the ring.
#pragma once

#include "collector/probe/DefinitionTable.h"
#include "collector/probe/StackTable.h"
#include "collector/probe/cpython/PythonFrames.h"
#include "collector/probe/torch/ArgumentReader.h"
#include "collector/probe/torch/CollectiveName.h"
#include "collector/probe/torch/OpenMark.h"
#include "collector/probe/torch/OpenRanges.h"
#include "collector/probe/torch/OperatorWrites.h"
#include "collector/probe/torch/OutputWatch.h"
#include "collector/ring/MappedFile.h"
#include "collector/ring/RingWriter.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace lanes::probe {

// How deep a thread is in what the session's filter names (Where.h). Belongs to one thread; a range of its may end on another.
class InsideCount {
public:
    // Any thread.
    [[nodiscard]] bool any() const {
        return depth_.load(std::memory_order_relaxed) > leftElsewhere_.load(std::memory_order_relaxed);
    }
    // Returns whether the thread was outside before.
    bool enter() {
        settle();
        return depth_.fetch_add(1, std::memory_order_relaxed) == 0;
    }
    // Returns whether this was the outermost; one leaving too many does nothing.
    bool leave() {
        settle();
        if (depth_.load(std::memory_order_relaxed) == 0) {
            return false;
        }
        return depth_.fetch_sub(1, std::memory_order_relaxed) == 1;
    }
    // From another thread; the same.
    bool leaveElsewhere() {
        const bool was = any();
        leftElsewhere_.fetch_add(1, std::memory_order_relaxed);
        return was && !any();
    }
    // The thread has ended, or its recording.
    void reset() {
        depth_ = 0;
        leftElsewhere_ = 0;
    }

private:
    void settle() {
        if (const std::uint32_t left = leftElsewhere_.exchange(0, std::memory_order_relaxed); left != 0) {
            const std::uint32_t depth = depth_.load(std::memory_order_relaxed);
            depth_.store(depth - std::min(left, depth), std::memory_order_relaxed);
        }
    }

    std::atomic<std::uint32_t> depth_{0}; // written by the thread itself
    std::atomic<std::uint32_t> leftElsewhere_{0};
};

// Which of a thread's operators are timed as they are recorded: what recording costs here, with this program's arguments and
// stacks, is measured and not assumed.
// Belongs to one thread.
class CostSampler {
public:
    // Whether this begin, or this end, is one.
    [[nodiscard]] bool timesBegin() { return --untilBegin_ == 0; }
    [[nodiscard]] bool timesEnd() { return --untilEnd_ == 0; }
    void timedBegin() { untilBegin_ = kEvery; }
    void timedEnd() { untilEnd_ = kEvery; }

private:
    // A prime: a loop of a program would else show the same ones each time.
    static constexpr std::uint32_t kEvery = 509;
    static constexpr std::uint32_t kFirst = 64; // the first ones define names and stacks

    std::uint32_t untilBegin_ = kFirst;
    std::uint32_t untilEnd_ = kFirst;
};

struct OperatorName {
    std::uint64_t key; // equal names have equal keys
    std::string_view name;
    std::string_view overload;
};

// The facts of an operator that do not need a table.
struct OperatorFacts {
    std::uint8_t scope = 0;
    std::uint32_t key = 0;
    std::uint32_t forwardThread = 0;
    std::int64_t sequence = -1;
    bool isDispatched = false; // by torch's dispatcher: its caller waits for its end
};

// What tables know of it, as ids in its ring; 0: nothing.
struct OperatorIds {
    std::uint32_t name = 0;
    std::uint32_t stack = 0;
    std::uint32_t signature = 0;
};

struct TickRange {
    std::uint64_t begin;
    std::uint64_t end;
};

// The stack of a dispatched operator that runs. The frame that called the operator stands still until the operator ends, and so
// do the frames around it. Whatever begins meanwhile with that frame innermost has the same stack, which need not be walked again.
struct OpenStack {
    const void* frame = nullptr; // innermost; nullptr: none is known
    std::uint32_t id = 0;
    std::uint32_t key = 0; // of the operator
};

class ThreadRecorder {
public:
    static constexpr std::size_t kThreadNameBytes = 48; // of a name, as startThread() takes it

    // `file`: a complete ring file, which stays the caller's if there is no memory (std::bad_alloc). `recording`: the number of
    // the process's recording that it belongs to.
    ThreadRecorder(ring::MappedFile&& file, ring::ClockKind clock, std::uint32_t recording);
    // After leaveRing(): begins anew in that one. The same holds for `file`.
    void takeRing(ring::MappedFile&& file, std::uint32_t recording);
    // Its recording is over. Only endOperatorOf() of another and loseEnd() may come from now on, until it has another ring.
    void leaveRing() { file_.unmap(); }

    // Told before anything else of the thread, as soon as there is room. `goesOn`: it has had a recorder before.
    void startThread(std::uint32_t threadId, std::uint64_t torchThread, std::string_view name,
                     bool goesOn = false);
    void endThread();
    void nameThread(std::uint32_t threadId, std::string_view name);

    // Ids in this ring; 0 if there was no room for the definition.
    [[nodiscard]] std::uint32_t findName(std::uint64_t key) const { return names_.find({key}); }
    std::uint32_t defineName(const OperatorName& name);
    // What a defined name says of collectives.
    [[nodiscard]] CollectiveName collectiveName(std::uint32_t id) const {
        return collectiveNameOf(names_.slot(id).note);
    }
    // And of what the operator writes.
    [[nodiscard]] OperatorWrites writes(std::uint32_t id) const { return writesOf(names_.slot(id).note); }
    // None if there is no room; 0: no frame is the program's.
    std::optional<std::uint32_t> stackOf(const PythonLayout& layout, const PythonFrame* frames,
                                         unsigned count);
    // The same of the operator that runs, 0 if `frame` has not called it or its stack has lost its place since.
    [[nodiscard]] std::uint32_t openStackOf(const void* frame) const {
        return openStack_.frame == frame && stacks_.isLast(openStack_.id) ? openStack_.id : 0;
    }
    // That operator began on this thread, in torch's dispatcher: it ends here, before its caller goes on.
    void keepOpenStack(const OpenStack& stack) { openStack_ = stack; }
    std::uint32_t signatureOf(const ArgumentBuffer& arguments);

    // Returns whether the begin was recorded; only then its end is to be recorded too.
    bool beginOperator(const OperatorFacts& facts, OperatorIds ids, const ArgumentBuffer& arguments);
    void endOperator(std::uint32_t key, std::uint64_t ticks, std::uint8_t flags = 0);
    // An operator that another thread began ended on this one.
    void endOperatorOf(ThreadRecorder& other, std::uint32_t key, std::uint64_t ticks);
    // One that is over already; false, uncounted, if there is no room.
    bool wholeOperator(const OperatorFacts& facts, OperatorIds ids, TickRange ticks); // without a stack
    // An operator of this recorder ended on a thread that has none, so that its end is lost. From any thread.
    void loseEnd();
    // A range of the program's own, or a mark; its time is that of the call. False, uncounted, if there is no room.
    bool beginRange(ring::RangeBegin& range);
    // A range that any thread has started ends.
    void endStarted(std::uint32_t key, std::uint64_t ticks);
    // Before the begin that it belongs to; counted if there is no room.
    void collective(ring::Collective facts, std::string_view name, std::string_view group);
    // One record as it is, or so many bytes of it, whole words; false, and counted, if there is no room.
    template<class Record>
    bool record(const Record& event, std::size_t bytes = sizeof(Record)) {
        if (recordIfRoom(event, bytes)) {
            return true;
        }
        countLoss();
        return false;
    }
    // The same of what nobody misses: not counted.
    template<class Record>
    bool recordIfRoom(const Record& event, std::size_t bytes = sizeof(Record)) {
        void* place = reserve(bytes);
        if (place != nullptr) {
            std::memcpy(place, &event, bytes);
            writer_.commit(bytes);
        }
        return place != nullptr;
    }
    void countLoss();
    // False while nothing has found room since the last loss, or since the thread started.
    [[nodiscard]] bool hasRoomAgain() { return !isBehind_ || catchUp(); }
    // Whether records have been lost since the last one that was written: the time to ask if anyone reads at
    // all.
    [[nodiscard]] std::uint64_t lossesInARow() const { return lossCount_; }

    // Scratch of the thread that records; too large for its stack.
    ArgumentBuffer& arguments() { return arguments_; }
    // `entered`: the filter names it.
    OpenMark& mark(bool recorded = true, bool entered = false) {
        return recorded ? entered ? enteredMark_ : mark_ : unrecordedMark_;
    }
    InsideCount& inside() { return inside_; }
    [[nodiscard]] const InsideCount& inside() const { return inside_; }
    OutputWatch& outputs() { return outputs_; } // of the thread that records
    CostSampler& cost() { return cost_; }       // of the thread that records
    OpenRanges& ranges() { return ranges_; }    // of the thread that records
    [[nodiscard]] std::uint32_t threadId() const { return threadId_; }
    [[nodiscard]] std::uint32_t recording() const { return recording_; }
    // In the child after fork: gives the memory back. Only endOperatorOf() of another and loseEnd() may come from
    // now on.
    void abandon();
    [[nodiscard]] bool isAbandoned() const { return abandoned_; }

private:
    // Room for a record.
    void* reserve(std::size_t bytes);
    // Writes what must come first: a note about what was lost, the start of the thread. False while there is no room.
    bool catchUp();
    [[nodiscard]] std::size_t owedBytes() const;
    bool noteLosses();
    // `record` with its header and length filled in, then the name; false, uncounted, if there is no room.
    template<class Record>
    bool writeNamed(Record record, ring::RecordType type, std::uint32_t threadId, std::string_view name);

    ring::MappedFile file_;
    ring::RingWriter writer_;
    ring::ClockKind clock_;
    std::uint32_t recording_;
    std::uint32_t threadId_ = 0;
    std::uint32_t openOperators_ = 0;              // begun and not ended here
    std::atomic<std::uint32_t> endedElsewhere_{0}; // of those, ended by other threads
    std::uint64_t lossCount_ = 0;
    std::uint64_t lossTicks_ = 0;
    bool isBehind_ = false; // something must come before the next record
    bool startIsTold_ = true;
    DefinitionTable<WordKey> names_;
    DefinitionTable<WordKey> signatures_;
    StackTable stacks_;
    OpenStack openStack_;
    ArgumentBuffer arguments_;
    OpenMark mark_{this, true, false};
    OpenMark enteredMark_{this, true, true};
    OpenMark unrecordedMark_{this, false, true};
    InsideCount inside_;
    bool abandoned_ = false;
    OpenRanges ranges_;
    OutputWatch outputs_;
    CostSampler cost_;
    ring::ThreadStart start_{};
    std::array<char, kThreadNameBytes> startName_{};
};

} // namespace lanes::probe
