// Reads what a process reports of its devices. Records wait until all that they refer to has been read and their
// times can be converted; then they go to DeviceJoin. The class also states up to where the process's tracks are
// complete.
#pragma once

#include "collector/recorder/Findings.h"
#include "collector/recorder/devices/DeviceJoin.h"
#include "collector/recorder/rings/RingDefinitions.h"
#include "collector/ring/RingReader.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanes::recorder {

// One process, one thread.
class DeviceCapture {
public:
    // The time for which slices wait for a source that has gone silent. Its later slices stand on a track beside
    // them, "(late)".
    static constexpr TimeNs kLongestSilence = 5'000'000'000;
    // The same for a source that reports that it still lacks something, unless too many slices wait.
    static constexpr TimeNs kLongestHold = 60'000'000'000;
    static constexpr std::size_t kMostHeld = std::size_t{1} << 22;

    // Both outlive this.
    DeviceCapture(const CaptureContext& context, const DeviceUser& user)
        : context_(context)
        , join_(context, user, clock_) {}
    DeviceCapture(const DeviceCapture&) = delete;
    DeviceCapture& operator=(const DeviceCapture&) = delete;

    // These come from the ring of a thread.
    void startThread(std::uint32_t handle, TimeNs from, TrackId track) {
        join_.startThread(handle, from, track);
    }
    void launch(std::uint32_t correlation, CallOrigin origin);
    // A thread of the process enters a module or range of the recording's filter, or leaves it.
    void inside(bool entered, TimeNs at) { join_.inside(entered, at); }
    // Returns the argument values of that launch's kernel, in words.
    [[nodiscard]] StringId launchArguments(std::uint32_t correlation, StringId signature,
                                           std::span<const std::uint64_t> values) {
        return join_.launchArguments(correlation, signature, values);
    }
    void graphNode(std::uint64_t node, std::uint64_t original, CallOrigin origin);
    // Sets the stack of a node that was captured where no Python ran. None: that of the last node before it that has
    // one.
    void setCaptureStack(std::uint64_t node, StackId stack) { join_.setCaptureStack(node, stack); }
    // Sets the file in which the process states where its kernels come from.
    void setSourcesFile(std::string path) { join_.sources().setFile(std::move(path)); }
    // Takes a record from the ring of delivered records; false if it is invalid. Unknown types count as valid.
    bool take(const ring::RecordView& record, const RingDefinitions& definitions);

    // Call it when all rings have been read. Records read before this round of reading refer to nothing that is still
    // unread.
    void join(TimeNs now);
    // Nothing more will come.
    void finish(TimeNs now);

    // True if the process has a device. From then on slices of its threads wait for the calls between them.
    [[nodiscard]] bool active() const { return active_; }
    // True if all that was reported up to that time has been read. Always true if there is no device.
    [[nodiscard]] bool hasToldUpTo(TimeNs at) const {
        return !active_ || join_.isPaused() || newestTold_ >= at;
    }
    [[nodiscard]] TimeNs heldFrom(TimeNs now) const;
    // True in a pause in which device recording rests; it takes a moment to start again.
    [[nodiscard]] bool rests() const { return restsSince_.has_value(); }

    // Adds the texts and stacks of records that wait, or may still come.
    void holdNames(session::NameCollector& held);
    void addTo(Findings& findings, const std::string& process) const;
    [[nodiscard]] std::uint64_t lost() const {
        return dropped_ + skipped_ + timeless() + join_.counts().placeless;
    }
    [[nodiscard]] const DeviceClock& clock() const { return clock_; }

private:
    // The state of a process that ended before it had reported all.
    struct Untold {
        TimeNs time = 0;
        std::size_t launches = 0; // launches without any work
    };
    template<class Record>
    bool wait(const ring::RecordView& record, const RingDefinitions& definitions);
    // True if something can have happened at that time.
    [[nodiscard]] bool canBe(TimeNs at) const;
    bool clockPair(const ring::RecordView& record);
    bool delivered(const ring::RecordView& record);
    bool pause(const ring::RecordView& record, const RingDefinitions& definitions);
    bool rest(const ring::RecordView& record);
    bool streamName(const ring::RecordView& record, const RingDefinitions& definitions);
    bool facts(const ring::RecordView& record);
    template<class Record>
    bool tell(const ring::RecordView& record);
    // Passes on the records that are ready; `all`: also those that are not.
    void handOver(TimeNs now, bool all);
    [[nodiscard]] bool isReady(DeviceRecord& record, bool all) const;
    void holdTracks(TimeNs streamsFrom);
    [[nodiscard]] std::optional<Untold> untold() const;
    // Returns the text of a record's name. A record without a name gets a text that says so, and is counted. Invalid
    // if the name was never defined.
    StringId nameOf(std::uint32_t id, const RingDefinitions& definitions);
    // Returns the records that cannot be drawn, as their times are not known.
    [[nodiscard]] std::uint64_t timeless() const;

    CaptureContext context_;
    DeviceClock clock_;
    DeviceJoin join_;
    std::vector<DeviceRecord> unread_;  // read since the last join()
    std::vector<DeviceRecord> waiting_; // in order of arrival
    // The times up to which all has been reported, from Delivered.
    struct Told {
        TimeNs calls;
        TimeNs work;
    };
    std::optional<Told> toldUpTo_;  // for the records in unread_
    TimeNs newestTold_ = INT64_MIN; // the newest among all that has been read
    bool toldLast_ = false;         // nothing more will be reported
    std::optional<Told> wholeUpTo_; // for the records in waiting_, once they may be passed on
    TimeNs threadsFrom_ = INT64_MAX;
    TimeNs lastRound_ = INT64_MIN;
    bool active_ = false;
    std::optional<TimeNs> restsSince_;
    std::uint64_t dropped_ = 0;
    std::uint64_t skipped_ = 0;
    std::uint64_t nameless_ = 0;
    std::uint64_t clockless_ = 0; // dropped, since too many waited for a clock
    std::optional<Untold> untold_;
};

} // namespace lanes::recorder
