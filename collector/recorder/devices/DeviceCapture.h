// What a process tells of its devices. Records wait until all that they refer to has been read, and their times can be told;
// from then on DeviceJoin has them. Says up to where the process's tracks are whole.
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
    // For so long slices wait for a source that has gone silent; what it brings later stands beside them, "(late)".
    static constexpr TimeNs kLongestSilence = 5'000'000'000;
    // The same for one that says that it still lacks something, unless too many slices wait.
    static constexpr TimeNs kLongestHold = 60'000'000'000;
    static constexpr std::size_t kMostHeld = std::size_t{1} << 22;

    // Both outlive this.
    DeviceCapture(const CaptureContext& context, const DeviceUser& user)
        : context_(context)
        , join_(context, user, clock_) {}
    DeviceCapture(const DeviceCapture&) = delete;
    DeviceCapture& operator=(const DeviceCapture&) = delete;

    // From the ring of a thread.
    void startThread(std::uint32_t handle, TimeNs from, TrackId track) {
        join_.startThread(handle, from, track);
    }
    void launch(std::uint32_t correlation, CallOrigin origin);
    // A thread of the process enters what the recording's filter names, or leaves it.
    void inside(bool entered, TimeNs at) { join_.inside(entered, at); }
    // What that launch gave its kernel, in words.
    [[nodiscard]] StringId launchArguments(std::uint32_t correlation, StringId signature,
                                           std::span<const std::uint64_t> values) {
        return join_.launchArguments(correlation, signature, values);
    }
    void graphNode(std::uint64_t node, std::uint64_t original, CallOrigin origin);
    // Of a node that was captured where no Python ran; none: as of the last one before it that has one.
    void setCaptureStack(std::uint64_t node, StackId stack) { join_.setCaptureStack(node, stack); }
    // In which the process tells where its kernels come from.
    void setSourcesFile(std::string path) { join_.sources().setFile(std::move(path)); }
    // From the ring of whoever delivers; false if it makes no sense. Types that are not known do.
    bool take(const ring::RecordView& record, const RingDefinitions& definitions);

    // All rings have been read. What was read before this round of reading began refers to nothing that is still unread.
    void join(TimeNs now);
    // Nothing more will come.
    void finish(TimeNs now);

    // Whether the process has a device at all. Its threads' slices wait for the calls between them then, from this time on.
    [[nodiscard]] bool active() const { return active_; }
    // Whether all has been read that was told up to that time: always where nobody tells anything.
    [[nodiscard]] bool hasToldUpTo(TimeNs at) const {
        return !active_ || join_.isPaused() || newestTold_ >= at;
    }
    [[nodiscard]] TimeNs heldFrom(TimeNs now) const;
    // In a pause of the recording: it takes a moment until anything can be recorded again.
    [[nodiscard]] bool rests() const { return restsSince_.has_value(); }

    // Texts and stacks of what waits, and may come.
    void holdNames(session::NameCollector& held);
    void addTo(Findings& findings, const std::string& process) const;
    [[nodiscard]] std::uint64_t lost() const {
        return dropped_ + skipped_ + timeless() + join_.counts().placeless;
    }
    [[nodiscard]] const DeviceClock& clock() const { return clock_; }

private:
    // Of a process that ended before it had told all.
    struct Untold {
        TimeNs time = 0;
        std::size_t launches = 0; // of which no work came
    };
    template<class Record>
    bool wait(const ring::RecordView& record, const RingDefinitions& definitions);
    // Whether something can have happened then.
    [[nodiscard]] bool canBe(TimeNs at) const;
    bool clockPair(const ring::RecordView& record);
    bool delivered(const ring::RecordView& record);
    bool pause(const ring::RecordView& record, const RingDefinitions& definitions);
    bool rest(const ring::RecordView& record);
    bool streamName(const ring::RecordView& record, const RingDefinitions& definitions);
    bool facts(const ring::RecordView& record);
    template<class Record>
    bool tell(const ring::RecordView& record);
    // Hands over what can be; `all`: whatever it still lacks.
    void handOver(TimeNs now, bool all);
    [[nodiscard]] bool isReady(DeviceRecord& record, bool all) const;
    void holdTracks(TimeNs streamsFrom);
    [[nodiscard]] std::optional<Untold> untold() const;
    // The text of a record's name: one that says so, and is counted, if it has none. Invalid if nobody has defined it.
    StringId nameOf(std::uint32_t id, const RingDefinitions& definitions);
    // Records that cannot be drawn, because nobody knows when they were.
    [[nodiscard]] std::uint64_t timeless() const;

    CaptureContext context_;
    DeviceClock clock_;
    DeviceJoin join_;
    std::vector<DeviceRecord> unread_;  // since the last join()
    std::vector<DeviceRecord> waiting_; // by the order in which they came
    // Up to when all has been told, as Delivered says it.
    struct Told {
        TimeNs calls;
        TimeNs work;
    };
    std::optional<Told> toldUpTo_;  // of what is in unread_
    TimeNs newestTold_ = INT64_MIN; // the same of all that has been read
    bool toldLast_ = false;         // and nothing more will be told
    std::optional<Told> wholeUpTo_; // the same of waiting_, once it is to be handed over
    TimeNs threadsFrom_ = INT64_MAX;
    TimeNs lastRound_ = INT64_MIN;
    bool active_ = false;
    std::optional<TimeNs> restsSince_;
    std::uint64_t dropped_ = 0;
    std::uint64_t skipped_ = 0;
    std::uint64_t nameless_ = 0;
    std::uint64_t clockless_ = 0; // too many waited for a clock
    std::optional<Untold> untold_;
};

} // namespace lanes::recorder
