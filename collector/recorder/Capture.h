// The running capture. It finds processes and rings in the folder, drains them, and keeps the session up to date.
#pragma once

#include "collector/recorder/Findings.h"
#include "collector/recorder/LiveMetrics.h"
#include "collector/recorder/OwnCost.h"
#include "collector/recorder/ProcessProperties.h"
#include "collector/recorder/counters/DeviceCounters.h"
#include "collector/recorder/counters/HostCounters.h"
#include "collector/recorder/flight/HangStacks.h"
#include "collector/recorder/flight/StepWatch.h"
#include "collector/recorder/host/RingFolder.h"
#include "collector/recorder/host/TorchImports.h"
#include "collector/recorder/rings/ProcessCapture.h"
#include "collector/recorder/rings/RangeRows.h"
#include "collector/recorder/sink/OperatorRows.h"
#include "collector/recorder/sink/OutsideRow.h"
#include "collector/recorder/sink/RecordingRow.h"
#include "collector/recorder/sink/SessionSink.h"
#include "collector/recorder/states/StateRows.h"
#include "collector/ring/TimeOfDay.h"
#include "model/trace/Clock.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes::recorder {

// The reasons that processes give for what they do not record, or record in another way. One thread.
class ProcessReasons {
public:
    // `reasons`: one sentence a line; none if it is empty.
    void add(const std::string& process, const std::string& reasons);
    [[nodiscard]] bool empty() const { return saidBy_.empty(); }
    // Returns "process 7 and 3 more: ...", each sentence once.
    [[nodiscard]] std::vector<std::string> texts() const;

private:
    struct Sayers {
        std::string first;
        std::size_t others = 0;
    };
    std::map<std::string, Sayers> saidBy_; // by the sentence
};

// The facts about all processes of a recording together. Only these remain of processes that are gone: a training of
// days starts workers without end.
struct ProcessTotals {
    std::uint64_t lost = 0; // records
    std::uint64_t failedAllocations = 0;
    Findings findings;
    ProcessReasons reasons;
    std::vector<Clock> clocks; // of devices
    std::string seen;          // as the filter names it, of the first process that has seen anything
    std::uint32_t matchedModules = 0;
    std::uint32_t shortages = 0; // ring::Shortage bits of the threads that were refused

    // Adds the present state of the process. O(rings of the process).
    void add(const ProcessCapture& process);
};

// Used by one thread.
class Capture {
public:
    // `disk`: the writer's target. `counterHelper` and `filter` as in RecordOptions. `metrics` outlives this; null:
    // none.
    Capture(RingFolder folder, session::SessionWriter writer, const WriterThread& disk, SessionInfo info,
            const std::string& counterHelper, const std::string& filter = {}, LiveMetrics* metrics = nullptr);

    [[nodiscard]] const std::string& folder() const { return folder_.path(); }

    // Records only this process. Must be called before the first turn.
    void recordOnly(pid_t process) { only_ = static_cast<std::uint32_t>(process); }
    // Drains all that is there now, and writes to the session when it is due. Returns the wait before the next turn,
    // in milliseconds.
    int turn();
    // True if any recorded process is alive, or one that has imported torch and may still record.
    [[nodiscard]] bool alive() const;
    // Returns for how long no process has sent anything. A process that is importing torch is not quiet.
    [[nodiscard]] TimeNs quietFor();
    // Adds a sentence about what else is not recorded, and why; it stands before those of sayWhy().
    void addReason(std::string sentence) { reasons_.push_back(std::move(sentence)); }
    // Pauses or resumes the recording; the session shows the pause. Returns false if it is in that state already.
    // With `watch` steps() keeps counting in the pause.
    bool setPaused(bool paused, PausedWatch watch = PausedWatch::Nothing);
    [[nodiscard]] bool paused() const { return recording_.paused(); }
    // Adds a mark for the whole session at this moment, or `ago` nanoseconds before. `text` is UTF-8.
    void mark(std::string_view text, TimeNs ago = 0) { recording_.mark(elapsed() - ago, text); }
    // Adds a mark with the stack of a thread of the program.
    void mark(std::string_view text, std::span<const PythonThread::Frame> frames);
    // Reads what asked processes have told of torch's knowledge, before they end.
    void takeTold() {
        for (const auto& [key, capture] : processes_) {
            capture->takeTold();
        }
    }
    // Saves what has been gathered since `from`, as SessionWriter::save() does.
    void save(TimeNs from, std::string saveAs, std::function<void(const Result<std::string>&)> saved) {
        flush(false, info_.exitStatus);
        sink_.save(from, std::move(saveAs), std::move(saved));
    }
    [[nodiscard]] StepWatch& steps() { return steps_; }
    // Returns the allocations that torch could not make.
    [[nodiscard]] std::uint64_t failedAllocations() const {
        std::uint64_t sum = gone_.failedAllocations;
        for (const auto& [key, capture] : processes_) {
            sum += capture->failedAllocations();
        }
        return sum;
    }
    // Returns the time since the session's time 0.
    [[nodiscard]] TimeNs elapsed() const { return ring::monotonicNs() - context_.origin; }
    // Adds a note about this recording to its diagnostics.
    void addNote(std::string_view kind, std::string_view text) {
        notes_.add(kind, Severity::Note, text, -1, 1);
    }
    // Must be called before finish(). Returns the reasons why processes were not recorded, as sentences, and writes
    // them to the session. `reasons` returns those of processes that never joined; its argument is true if the
    // session is empty.
    std::vector<std::string> sayWhy(const std::function<std::vector<std::string>(bool nothing)>& reasons);
    // Returns what processes report of missing or different data, and why. One line each, even if several processes
    // say the same.
    [[nodiscard]] std::vector<std::string> notes() const;
    // Reads the last records, tells the targets that the recording is over, and writes all that is left.
    void stop(std::int64_t exitStatus);
    // Ends the session, after stop(). All has been written when this returns.
    void finish() { sink_.finish(); }

    [[nodiscard]] std::uint64_t events() const {
        return sink_.slices() + sink_.points() + sink_.memoryChanges();
    }
    [[nodiscard]] std::uint64_t lost() const; // records
    // Returns the threads and processes that found no room for their buffers.
    [[nodiscard]] std::uint64_t threadsRefused() const { return folder_.threadsRefused(); }
    [[nodiscard]] std::uint64_t processesRefused() const { return folder_.processesRefused(); }
    [[nodiscard]] const std::optional<Error>& writeError() const { return sink_.error(); }

private:
    using ProcessKey = std::pair<std::uint32_t, std::uint64_t>; // pid, birth

    void discover();
    // Returns the processes that will write nothing more and whose files have all been read.
    std::set<const ProcessCapture*> ended();
    std::size_t drain();
    // Called before a pause ends: waits until devices can be recorded, which takes a moment after a long pause. The
    // wait is bounded.
    void wakeDevices();
    // Waits until living processes have reported all that their devices have done by now; they report a few times a
    // second. The wait is bounded.
    void awaitDevices();
    void flush(bool atEnd, std::int64_t exitStatus);
    // Frees texts and stacks that neither the recording nor the file needs any more.
    void releaseNames();
    // `atEnd`: writes the facts about the whole recording too.
    void describe(bool atEnd, std::int64_t exitStatus);
    void describeClocks(bool atEnd);
    ProcessCapture& process(const ring::FileName& name);
    // Returns the totals of all processes, gone or not. O(rings).
    [[nodiscard]] ProcessTotals totals() const;
    // Returns why the session is empty although there is a filter; nothing if it is not empty.
    [[nodiscard]] std::optional<std::string> whyNothingMatched() const;
    void describeFilter(Diagnostics& diagnostics);
    // Returns why processes were refused, as a sentence.
    [[nodiscard]] std::string whyRefused() const;
    [[nodiscard]] std::vector<HostCounters::Target> living() const;
    // Updates the live metrics, if there are any and they are due.
    void tellMetrics(bool goesOn);
    // Follows the states of all threads that have done anything, unless the recording is paused.
    void followThreads(TimeNs now);

    RingFolder folder_;
    ring::TickClock clock_;
    SessionSink sink_;
    RecordingRow recording_;
    std::string filter_; // in one line
    std::optional<OutsideRow> outside_;
    OperatorRows rows_;
    RangeRows ranges_;
    TrackTable tracks_;
    DeviceTable devices_;
    RingPump pump_;
    StepWatch steps_;
    OwnCost cost_;
    const ring::TimeOfDay begin_ = ring::TimeOfDay::now();
    CaptureContext context_;
    DeviceCounters deviceCounters_;
    HostCounters hostCounters_;
    StateRows states_;
    SessionInfo info_;
    std::size_t mostPending_; // slices and points, until they are written
    std::map<ProcessKey, std::unique_ptr<ProcessCapture>> processes_; // those that may still write
    std::set<ProcessKey> goneKeys_;
    ProcessTotals gone_;
    ProcessProperties properties_;
    std::map<std::uint32_t, int> timesSeen_; // pid -> processes that had it
    TorchImports imports_;
    Diagnostics written_;
    bool described_ = false; // the diagnostics go with the properties that info_ holds
    Diagnostics notes_;
    std::vector<std::string> reasons_; // why processes were not recorded
    TimeNs lastRecords_ = ring::monotonicNs();
    TimeNs nextSample_ = 0;
    TimeNs nextFlush_ = 0;
    TimeNs nextClocks_ = 0;
    std::uint32_t only_ = 0; // 0: all
    int pause_ = 1;
};

} // namespace lanes::recorder
