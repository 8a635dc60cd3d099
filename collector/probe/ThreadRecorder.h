// The recording state of one thread: its ring, the definitions written to it, and scratch memory. Belongs to one
// thread at a time and outlives it. The next thread takes it over with its tables, which belong to the ring.
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

// Counts how many modules or ranges of the session's filter a thread is inside (Where.h). Belongs to one thread, but
// another thread may end one of its ranges.
class InsideCount {
public:
    // True if the thread is inside one. Any thread.
    [[nodiscard]] bool any() const {
        return depth_.load(std::memory_order_relaxed) > leftElsewhere_.load(std::memory_order_relaxed);
    }
    // Returns true if the thread was outside before.
    bool enter() {
        settle();
        return depth_.fetch_add(1, std::memory_order_relaxed) == 0;
    }
    // Returns true if the thread has left the outermost one. A surplus call does nothing.
    bool leave() {
        settle();
        if (depth_.load(std::memory_order_relaxed) == 0) {
            return false;
        }
        return depth_.fetch_sub(1, std::memory_order_relaxed) == 1;
    }
    // As leave(), from another thread.
    bool leaveElsewhere() {
        const bool was = any();
        leftElsewhere_.fetch_add(1, std::memory_order_relaxed);
        return was && !any();
    }
    // Resets the count when the thread, or its recording, has ended.
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

// Chooses the operators of a thread whose recording is timed. The cost of recording is thus measured with this
// program's arguments and stacks, not assumed. Belongs to one thread.
class CostSampler {
public:
    // True if this begin, or this end, is to be timed.
    [[nodiscard]] bool timesBegin() { return --untilBegin_ == 0; }
    [[nodiscard]] bool timesEnd() { return --untilEnd_ == 0; }
    void timedBegin() { untilBegin_ = kEvery; }
    void timedEnd() { untilEnd_ = kEvery; }

private:
    // A prime, so that a loop of the program does not hit the same operators each time.
    static constexpr std::uint32_t kEvery = 509;
    static constexpr std::uint32_t kFirst = 64; // skips the first ones, which define names and stacks

    std::uint32_t untilBegin_ = kFirst;
    std::uint32_t untilEnd_ = kFirst;
};

struct OperatorName {
    std::uint64_t key; // equal names have equal keys
    std::string_view name;
    std::string_view overload;
};

// The facts of an operator that need no table.
struct OperatorFacts {
    std::uint8_t scope = 0;
    std::uint32_t key = 0;
    std::uint32_t forwardThread = 0;
    std::int64_t sequence = -1;
    bool isDispatched = false; // by torch's dispatcher: the caller waits for its end
};

// The ids in the ring for an operator's name, stack and signature; 0: none.
struct OperatorIds {
    std::uint32_t name = 0;
    std::uint32_t stack = 0;
    std::uint32_t signature = 0;
};

struct TickRange {
    std::uint64_t begin;
    std::uint64_t end;
};

// The stack of a dispatched operator that is running. The frame that called the operator, and the frames around it,
// do not move until the operator ends. Operators that begin meanwhile with the same innermost frame have the same
// stack, which need not be walked again.
struct OpenStack {
    const void* frame = nullptr; // innermost; nullptr: none is known
    std::uint32_t id = 0;
    std::uint32_t key = 0; // of the running operator
};

class ThreadRecorder {
public:
    static constexpr std::size_t kThreadNameBytes = 48; // of a name, as startThread() takes it

    // `file`: a complete ring file, which stays the caller's if there is no memory (std::bad_alloc). `recording`: the
    // number of the process's recording to which the recorder belongs.
    ThreadRecorder(ring::MappedFile&& file, ring::ClockKind clock, std::uint32_t recording);
    // After leaveRing(): starts anew in the ring `file`, with the same conditions as the constructor.
    void takeRing(ring::MappedFile&& file, std::uint32_t recording);
    // Gives up the ring, as its recording has ended. Until takeRing() only endOperatorOf() of another recorder and
    // loseEnd() may be called.
    void leaveRing() { file_.unmap(); }

    // Writes the thread's start before any other record of the thread, as soon as there is room. `goesOn`: the thread
    // has had a recorder before.
    void startThread(std::uint32_t threadId, std::uint64_t torchThread, std::string_view name,
                     bool goesOn = false);
    void endThread();
    void nameThread(std::uint32_t threadId, std::string_view name);

    // Return ids in this ring; 0 if the name is not defined, or if there was no room to define it.
    [[nodiscard]] std::uint32_t findName(std::uint64_t key) const { return names_.find({key}); }
    std::uint32_t defineName(const OperatorName& name);
    // The collective, if any, that a defined name stands for.
    [[nodiscard]] CollectiveName collectiveName(std::uint32_t id) const {
        return collectiveNameOf(names_.slot(id).note);
    }
    // The way in which the operator with this name writes its tensors.
    [[nodiscard]] OperatorWrites writes(std::uint32_t id) const { return writesOf(names_.slot(id).note); }
    // Returns the id of the stack `frames`, innermost first. None if there is no room; 0: no frame is of the program.
    std::optional<std::uint32_t> stackOf(const PythonLayout& layout, const PythonFrame* frames,
                                         unsigned count);
    // Returns the stack of the running operator, without a walk. Returns 0 if `frame` is not that operator's caller,
    // or if the stack has lost its id since.
    [[nodiscard]] std::uint32_t openStackOf(const void* frame) const {
        return openStack_.frame == frame && stacks_.isLast(openStack_.id) ? openStack_.id : 0;
    }
    // Sets the stack of an operator that torch's dispatcher has begun on this thread. Such an operator ends here,
    // before its caller goes on.
    void keepOpenStack(const OpenStack& stack) { openStack_ = stack; }
    std::uint32_t signatureOf(const ArgumentBuffer& arguments);

    // Returns true if the begin was recorded; only then its end must be recorded too.
    bool beginOperator(const OperatorFacts& facts, OperatorIds ids, const ArgumentBuffer& arguments);
    void endOperator(std::uint32_t key, std::uint64_t ticks, std::uint8_t flags = 0);
    // Records that an operator of the thread of `other` has ended on this thread.
    void endOperatorOf(ThreadRecorder& other, std::uint32_t key, std::uint64_t ticks);
    // Records an operator that has already ended; false, and not counted, if there is no room.
    bool wholeOperator(const OperatorFacts& facts, OperatorIds ids, TickRange ticks); // without a stack
    // Counts the lost end of an operator of this recorder that ended on a thread without a recorder. Any thread.
    void loseEnd();
    // Records a range of the program, or a mark, at the time of the call. False, and not counted, if there is no
    // room.
    bool beginRange(ring::RangeBegin& range);
    // Records the end of a range that any thread has started.
    void endStarted(std::uint32_t key, std::uint64_t ticks);
    // Records a collective before its OpBegin; counted as lost if there is no room.
    void collective(ring::Collective facts, std::string_view name, std::string_view group);
    // Writes `bytes` bytes of a record, whole words; false, and counted as lost, if there is no room.
    template<class Record>
    bool record(const Record& event, std::size_t bytes = sizeof(Record)) {
        if (recordIfRoom(event, bytes)) {
            return true;
        }
        countLoss();
        return false;
    }
    // As record(), for a record whose loss does not matter: not counted.
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
    // False while no record has found room since the last loss, or since the thread started.
    [[nodiscard]] bool hasRoomAgain() { return !isBehind_ || catchUp(); }
    // Returns the records lost since the last one that was written. After many the source asks whether the recorder
    // still reads.
    [[nodiscard]] std::uint64_t lossesInARow() const { return lossCount_; }

    // Scratch memory of the recording thread; too large for its stack.
    ArgumentBuffer& arguments() { return arguments_; }
    // `entered`: the session's filter names the operator.
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
    // In the child after fork: unmaps the ring. From now on only endOperatorOf() of another recorder and loseEnd()
    // may be called.
    void abandon();
    [[nodiscard]] bool isAbandoned() const { return abandoned_; }

private:
    // Returns room for a record, or nullptr.
    void* reserve(std::size_t bytes);
    // Writes the overdue records: the note about losses, then the start of the thread. False while there is no room.
    bool catchUp();
    [[nodiscard]] std::size_t owedBytes() const;
    bool noteLosses();
    // Fills in the header and length of `record`, and writes it and the name; false, and not counted, if there is no
    // room.
    template<class Record>
    bool writeNamed(Record record, ring::RecordType type, std::uint32_t threadId, std::string_view name);

    ring::MappedFile file_;
    ring::RingWriter writer_;
    ring::ClockKind clock_;
    std::uint32_t recording_;
    std::uint32_t threadId_ = 0;
    std::uint32_t openOperators_ = 0;              // begun and not ended here
    std::atomic<std::uint32_t> endedElsewhere_{0}; // how many of those other threads have ended
    std::uint64_t lossCount_ = 0;
    std::uint64_t lossTicks_ = 0;
    bool isBehind_ = false; // catchUp() must write before the next record
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
