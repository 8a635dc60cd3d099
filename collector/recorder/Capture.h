// The running capture: finds processes and rings in the folder, drains them, keeps the session up to date.
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

// What processes say of what they do not record, or otherwise, and why.
// One thread.
class ProcessReasons {
public:
    // `reasons`: a sentence a line, none if it is empty.
    void add(const std::string& process, const std::string& reasons);
    [[nodiscard]] bool empty() const { return saidBy_.empty(); }
    // "process 7 and 3 more: ...", each sentence once.
    [[nodiscard]] std::vector<std::string> texts() const;

private:
    struct Sayers {
        std::string first;
        std::size_t others = 0;
    };
    std::map<std::string, Sayers> saidBy_; // by sentence
};

// What a recording has to say of all its processes together. It is all that stays of those that are gone: a training of days
// starts workers without end.
struct ProcessTotals {
    std::uint64_t lost = 0; // records
    std::uint64_t failedAllocations = 0;
    Findings findings;
    ProcessReasons reasons;
    std::vector<Clock> clocks; // of devices
    std::string seen;          // by the filter, of the first process that has seen anything
    std::uint32_t matchedModules = 0;
    std::uint32_t shortages = 0; // of threads, ring::Shortage bits

    // As it is now. O(rings of the process).
    void add(const ProcessCapture& process);
};

// One thread.
class Capture {
public:
    // `disk`: what the writer writes to. `counterHelper` and `filter` as in RecordOptions. `metrics` outlives this; null: none.
    Capture(RingFolder folder, session::SessionWriter writer, const WriterThread& disk, SessionInfo info,
            const std::string& counterHelper, const std::string& filter = {}, LiveMetrics* metrics = nullptr);

    [[nodiscard]] const std::string& folder() const { return folder_.path(); }

    // Of all processes only this one is recorded. Before the first turn.
    void recordOnly(pid_t process) { only_ = static_cast<std::uint32_t>(process); }
    // Drains everything that is there now, writes to the session when it is time. Returns how long to wait before the
    // next turn, in milliseconds.
    int turn();
    // Whether any recorded process still lives, or one that has imported torch and may record yet.
    [[nodiscard]] bool alive() const;
    // For how long nothing has come from any process. One that imports torch is not quiet.
    [[nodiscard]] TimeNs quietFor();
    // What else is not recorded, and why: a sentence among those of sayWhy(), before it.
    void addReason(std::string sentence) { reasons_.push_back(std::move(sentence)); }
    // Stops recording until it is told to go on, or lets it go on; the session shows the stretch between. False if it is so
    // already. With `watchSteps` steps() goes on in the pause.
    bool setPaused(bool paused, PausedWatch watch = PausedWatch::Nothing);
    [[nodiscard]] bool paused() const { return recording_.paused(); }
    // A mark at this moment, or so long ago, for the whole session. UTF-8.
    void mark(std::string_view text, TimeNs ago = 0) { recording_.mark(elapsed() - ago, text); }
    // With where a thread of the program is.
    void mark(std::string_view text, std::span<const PythonThread::Frame> frames);
    // Of processes that have told what torch knows before they end, as they were asked to.
    void takeTold() {
        for (const auto& [key, capture] : processes_) {
            capture->takeTold();
        }
    }
    // Saves what has been gathered since `from`: SessionWriter::save().
    void save(TimeNs from, std::string saveAs, std::function<void(const Result<std::string>&)> saved) {
        flush(false, info_.exitStatus);
        sink_.save(from, std::move(saveAs), std::move(saved));
    }
    [[nodiscard]] StepWatch& steps() { return steps_; }
    // That torch could not make.
    [[nodiscard]] std::uint64_t failedAllocations() const {
        std::uint64_t sum = gone_.failedAllocations;
        for (const auto& [key, capture] : processes_) {
            sum += capture->failedAllocations();
        }
        return sum;
    }
    // Since the session's time 0.
    [[nodiscard]] TimeNs elapsed() const { return ring::monotonicNs() - context_.origin; }
    // Something that the user should know of this recording, for its diagnostics.
    void addNote(std::string_view kind, std::string_view text) {
        notes_.add(kind, Severity::Note, text, -1, 1);
    }
    // Before finish(): why processes were not recorded, as sentences, which the session then says too.
    // `reasons`: those of processes that never came here, told whether nothing at all is in the session.
    std::vector<std::string> sayWhy(const std::function<std::vector<std::string>(bool nothing)>& reasons);
    // What processes say of themselves: what is missing or was done otherwise, and why. A line each, whoever else says it too.
    [[nodiscard]] std::vector<std::string> notes() const;
    // Takes the last records, tells the targets that it is over, writes all that is left.
    void stop(std::int64_t exitStatus);
    // Afterwards: ends the session. All has been written when this returns.
    void finish() { sink_.finish(); }

    [[nodiscard]] std::uint64_t events() const {
        return sink_.slices() + sink_.points() + sink_.memoryChanges();
    }
    [[nodiscard]] std::uint64_t lost() const; // records
    // That found no room for their buffers.
    [[nodiscard]] std::uint64_t threadsRefused() const { return folder_.threadsRefused(); }
    [[nodiscard]] std::uint64_t processesRefused() const { return folder_.processesRefused(); }
    [[nodiscard]] const std::optional<Error>& writeError() const { return sink_.error(); }

private:
    using ProcessKey = std::pair<std::uint32_t, std::uint64_t>; // pid, birth

    void discover();
    // Those that will write nothing more, with all the files that they have left.
    std::set<const ProcessCapture*> ended();
    std::size_t drain();
    // Before a pause ends: until devices can be recorded, which takes a moment after a long one, within bounds.
    void wakeDevices();
    // Until processes that live on have told what their devices have done by now, which they do a few times a second.
    void awaitDevices();
    void flush(bool atEnd, std::int64_t exitStatus);
    // Texts and stacks that no part of the recording holds, nor the file, need no room any more.
    void releaseNames();
    // `atEnd`: what is known of the whole.
    void describe(bool atEnd, std::int64_t exitStatus);
    void describeClocks(bool atEnd);
    ProcessCapture& process(const ring::FileName& name);
    // Of those that are gone and of those that are not. O(rings).
    [[nodiscard]] ProcessTotals totals() const;
    // Why nothing is in the session though a filter is; nothing if something is.
    [[nodiscard]] std::optional<std::string> whyNothingMatched() const;
    void describeFilter(Diagnostics& diagnostics);
    // Why processes were refused, as a sentence.
    [[nodiscard]] std::string whyRefused() const;
    [[nodiscard]] std::vector<HostCounters::Target> living() const;
    // Where somebody asks for figures and it is time.
    void tellMetrics(bool goesOn);
    // The states of all threads that have done anything, unless the recording pauses.
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
    std::map<ProcessKey, std::unique_ptr<ProcessCapture>> processes_; // that may write yet
    std::set<ProcessKey> goneKeys_;
    ProcessTotals gone_;
    ProcessProperties properties_;
    std::map<std::uint32_t, int> timesSeen_; // pid -> processes that had it
    TorchImports imports_;
    Diagnostics written_;
    bool described_ = false; // with the properties that info_ holds
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
