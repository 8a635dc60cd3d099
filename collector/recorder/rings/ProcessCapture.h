// One recorded process: its control file, its rings, its tracks.
#pragma once

#include "collector/recorder/Findings.h"
#include "collector/recorder/devices/DeviceCapture.h"
#include "collector/recorder/host/RingFolder.h"
#include "collector/recorder/rings/RingStream.h"
#include "collector/recorder/rings/ToldEvents.h"
#include "collector/recorder/states/StateRows.h"
#include "collector/ring/FileNames.h"
#include "collector/ring/SharedText.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// One thread.
class ProcessCapture final : public StreamOwner {
public:
    // `key`: the process's name in the session; unique in it.
    ProcessCapture(const CaptureContext& context, const ring::FileName& name, std::string key);

    // Takes over a file of this process in the ring folder; known files are ignored. An unreadable file may be tried
    // again, and is listed in the diagnostics until it can be read.
    void addFile(const std::string& path, const ring::FileName& name);
    // Reads the contents of the rings; returns the bytes.
    std::size_t drain();
    // Applies ends that have found their begin late. Must be called before each flush of the sink.
    void settle(bool atEnd);
    void takeTold() { told_.read(); }
    // Adds the texts and stacks that the process may still name.
    void holdNames(session::NameCollector& held);
    // True if all work of its devices up to that time has been read.
    [[nodiscard]] bool hasToldUpTo(TimeNs at) const { return devices_.hasToldUpTo(at); }
    // True if its devices rest in the recording's pause: they are not recorded until requested.
    [[nodiscard]] bool devicesRest() const { return devices_.rests(); }
    // Returns the relation of its devices' clock to the session's; nothing without such a clock.
    [[nodiscard]] std::optional<Clock> deviceClock() const;
    // Writes the facts that the process states to the session.
    void refresh();
    // True if the process is gone, or has become another program. False without a control file, since its end cannot
    // be detected.
    [[nodiscard]] bool gone() const;
    // Returns the largest used share of a ring, 0 to 1.
    [[nodiscard]] double pressure() const;

    void addTo(Findings& findings) const;
    [[nodiscard]] std::uint64_t lost() const;
    [[nodiscard]] std::uint64_t failedAllocations() const;
    [[nodiscard]] const ring::ProcessFacts& facts() const { return facts_; }
    [[nodiscard]] const std::string& key() const { return key_; }
    [[nodiscard]] ProcessId id() const { return process_; } // in the session
    // Adds the running threads that have events in the session. O(running threads).
    void addThreads(std::vector<StateRows::Target>& targets) const;
    // Notes that the kernel reports the end of the thread; the probe's record of it may have been lost.
    void threadIsGone(const ThreadKey& thread);
    // For a process that is gone and drained: ends its open operators and deletes its files. Afterwards only its
    // facts may be read.
    void release(RingFolder& folder);

    TrackId thread(std::uint32_t threadId, std::string_view name) override;
    TrackId startThread(std::uint32_t threadId, std::string_view name, bool goesOn) override;
    void endThread(std::uint32_t threadId) override { running_.erase(threadId); }
    TrackId startedRanges() override;
    TrackId compilations() override;
    void startedRange(std::uint32_t key, SliceHandle slice) override;
    void endedElsewhere(std::uint64_t key, TimeNs end) override;
    void leftOpen(std::vector<OpenOperator> operators) override;
    ForwardBackward& forwardBackward() override { return forwardBackward_; }
    DeviceCapture& devices() override { return devices_; }
    PythonSamples& samples() override { return samples_; }
    PythonFunctions& functions() override { return functions_; }
    OutputRecords& outputs() override { return outputs_; }
    void inside(bool entered, TimeNs at) override;

private:
    struct LateEnd {
        std::uint64_t key; // as in OpenOperator
        TimeNs end;
        bool tried = false;
    };
    struct Losses {
        std::uint64_t dropped = 0;
        std::uint64_t damagedBytes = 0;
        std::uint64_t malformed = 0;
        std::uint64_t failedAllocations = 0;
    };

    // Return an empty string, or why it failed.
    std::string openControl(const std::string& path);
    std::string openRing(const std::string& path);
    // Holds back the writing of slices that start after `from`.
    void holdThreads(TimeNs from, TimeNs now);
    // Returns the lane by which tracks know the thread that has this id now.
    [[nodiscard]] std::uint64_t laneOf(std::uint32_t threadId) const;
    // Returns the track of a thread's samples or functions, below the thread.
    TrackId pythonTrack(std::uint32_t threadId);
    bool endAnywhere(std::uint64_t key, TimeNs end);
    // Marks the tracks whose records are known to be lost.
    void markIncomplete();
    void countLosses(const RingStream& stream, std::map<std::string, Losses>& losses) const;

    CaptureContext context_;
    ring::FileName name_;
    std::string key_;
    std::string controlPath_; // empty: none yet
    ProcessId process_;
    ring::MappedFile control_;
    ring::ProcessFacts facts_; // without secrets, in valid UTF-8
    bool described_ = false;   // facts_ are in the session
    std::vector<std::unique_ptr<RingStream>> streams_;
    std::set<std::string> files_;
    std::map<std::string, std::string> unreadable_; // path, reason
    std::vector<OpenOperator> leftOpen_;
    std::unordered_map<std::uint64_t, SliceHandle> startedRanges_; // not ended yet, by key
    std::vector<LateEnd> lateEnds_;
    std::uint64_t unmatchedEnds_ = 0;
    TrackId compilations_; // made with the first one
    ForwardBackward forwardBackward_;
    DeviceUser user_;
    DeviceCapture devices_;
    PythonSamples samples_;
    PythonFunctions functions_;
    OutputRecords outputs_;
    ToldEvents told_;
    std::unordered_map<std::uint32_t, std::uint32_t> started_; // by thread id: how many threads have had it
    std::map<std::uint32_t, TrackId> running_;                 // by id
    std::set<std::uint32_t> pythonThreads_;                    // those with a track of samples or functions
};

} // namespace lanes::recorder
