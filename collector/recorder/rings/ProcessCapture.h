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
    // `key`: how the session calls the process; unique in it.
    ProcessCapture(const CaptureContext& context, const ring::FileName& name, std::string key);

    // Takes over a file of this process in the ring folder; files known already are ignored. One that cannot be read may be
    // tried again, and stands among the diagnostics until it can.
    void addFile(const std::string& path, const ring::FileName& name);
    // Reads what the rings hold; returns the bytes.
    std::size_t drain();
    // Ends that found their begin late. Before each flush of the sink.
    void settle(bool atEnd);
    void takeTold() { told_.read(); }
    // Texts and stacks that it may name yet.
    void holdNames(session::NameCollector& held);
    // Whether what its devices did up to that time has been read.
    [[nodiscard]] bool hasToldUpTo(TimeNs at) const { return devices_.hasToldUpTo(at); }
    // Whether its devices are not recorded before somebody asks for it, for the recording's pause.
    [[nodiscard]] bool devicesRest() const { return devices_.rests(); }
    // How the clock of its devices stands to the session's; nothing without one.
    [[nodiscard]] std::optional<Clock> deviceClock() const;
    // What the process says of itself, into the session.
    void refresh();
    // Whether the process is gone, or has become another program. Never of one without a control file: nobody can say.
    [[nodiscard]] bool gone() const;
    // The largest share of a ring that is in use, 0 to 1.
    [[nodiscard]] double pressure() const;

    void addTo(Findings& findings) const;
    [[nodiscard]] std::uint64_t lost() const;
    [[nodiscard]] std::uint64_t failedAllocations() const;
    [[nodiscard]] const ring::ProcessFacts& facts() const { return facts_; }
    [[nodiscard]] const std::string& key() const { return key_; }
    [[nodiscard]] ProcessId id() const { return process_; } // in the session
    // The threads that run and have done something that is in the session. O(threads that run).
    void addThreads(std::vector<StateRows::Target>& targets) const;
    // By the kernel's word; the probe's may have been lost.
    void threadIsGone(const ThreadKey& thread);
    // Ends what a process that is gone and drained has begun, and deletes its files. Afterwards it is asked only.
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
        std::uint64_t key; // as OpenOperator's
        TimeNs end;
        bool tried = false;
    };
    struct Losses {
        std::uint64_t dropped = 0;
        std::uint64_t damagedBytes = 0;
        std::uint64_t malformed = 0;
        std::uint64_t failedAllocations = 0;
    };

    // Each returns nothing or why not.
    std::string openControl(const std::string& path);
    std::string openRing(const std::string& path);
    // Slices that start later are not written yet.
    void holdThreads(TimeNs from, TimeNs now);
    // By which tracks know the thread that has this id now.
    [[nodiscard]] std::uint64_t laneOf(std::uint32_t threadId) const;
    // Of a thread's samples or functions: below the thread.
    TrackId pythonTrack(std::uint32_t threadId);
    bool endAnywhere(std::uint64_t key, TimeNs end);
    // Tracks of which records are known to be lost say so.
    void markIncomplete();
    void countLosses(const RingStream& stream, std::map<std::string, Losses>& losses) const;

    CaptureContext context_;
    ring::FileName name_;
    std::string key_;
    std::string controlPath_; // none yet: empty
    ProcessId process_;
    ring::MappedFile control_;
    ring::ProcessFacts facts_; // without secrets, in valid UTF-8
    bool described_ = false;   // by them
    std::vector<std::unique_ptr<RingStream>> streams_;
    std::set<std::string> files_;
    std::map<std::string, std::string> unreadable_; // path, why
    std::vector<OpenOperator> leftOpen_;
    std::unordered_map<std::uint64_t, SliceHandle> startedRanges_; // and not ended, by key
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
    std::unordered_map<std::uint32_t, std::uint32_t> started_; // threads by id: how many have had it
    std::map<std::uint32_t, TrackId> running_;                 // by id
    std::set<std::uint32_t> pythonThreads_;                    // that have a track of one of the two
};

} // namespace lanes::recorder
