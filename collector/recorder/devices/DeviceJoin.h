// Puts the work of a process's devices onto the tracks of the session, and links it to the calls, operators and lines
// that started it. Ids are unique within the process only.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "collector/recorder/devices/CallMemory.h"
#include "collector/recorder/devices/CallOrigin.h"
#include "collector/recorder/devices/CapturedNodes.h"
#include "collector/recorder/devices/DeviceClock.h"
#include "collector/recorder/devices/DeviceProperties.h"
#include "collector/recorder/devices/DeviceRows.h"
#include "collector/recorder/devices/KernelSources.h"
#include "collector/recorder/devices/LaunchTable.h"
#include "collector/recorder/devices/LaunchTexts.h"
#include "collector/ring/DeviceRecords.h"
#include "model/base/CxxName.h"
#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/session/writing/SessionWriter.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace lanes::recorder {

// The recordings of a process's events, for the waits that follow. An event is recorded again and again; a wait
// refers to the last recording before it. One process, one thread. At least the newest kMost are kept.
class EventRecords {
public:
    static constexpr std::size_t kMost = 1u << 16;

    void add(const ring::DeviceEvent& event) {
        if (byCall_.size() >= kMost || byNumber_.size() >= kMost) {
            older_ = std::exchange(byCall_, {});
            olderNumbers_ = std::exchange(byNumber_, {});
        }
        const AwaitedRecord record{event.stream, event.header.key};
        byCall_[{key(event.context, event.event), record.correlation}] = record;
        if (event.record != 0) {
            byNumber_[event.record] = record;
        }
    }
    // Returns an empty record if none is known. O(log kMost).
    [[nodiscard]] AwaitedRecord awaited(const ring::Synchronization& wait) const {
        for (const auto* numbers : {&byNumber_, &olderNumbers_}) {
            const auto exact = numbers->find(wait.eventRecord);
            if (wait.eventRecord != 0 && exact != numbers->end()) {
                return exact->second;
            }
        }
        // CUPTI before CUDA 12.8 does not identify the recording; calls are numbered in their order.
        const Call call{key(wait.context, wait.event), wait.header.key};
        for (const auto* calls : {&byCall_, &older_}) {
            const auto behind = calls->lower_bound(call);
            if (behind != calls->begin() && std::prev(behind)->first.first == call.first) {
                return std::prev(behind)->second;
            }
        }
        return {};
    }

private:
    using Call = std::pair<std::uint64_t, std::uint32_t>; // event and correlation

    static std::uint64_t key(std::uint32_t context, std::uint32_t event) {
        return std::uint64_t{context} << 32 | event;
    }

    std::map<Call, AwaitedRecord> byCall_;
    std::map<Call, AwaitedRecord> older_; // the generation before
    std::unordered_map<std::uint64_t, AwaitedRecord> byNumber_;
    std::unordered_map<std::uint64_t, AwaitedRecord> olderNumbers_;
};

// Names of kernels as in their source: vendors report the compiler's mangled names. One thread. Each name is
// converted once.
class KernelNames {
public:
    // `writer` outlives this.
    explicit KernelNames(session::SessionWriter& writer)
        : writer_(writer) {}

    [[nodiscard]] StringId plain(StringId name) {
        const auto [at, isNew] = plain_.try_emplace(name);
        if (isNew) {
            at->second = writer_.string(cxxName(writer_.text(name)));
        }
        return at->second;
    }
    // Name ids are reassigned from now on.
    void forget() { plain_.clear(); }

private:
    session::SessionWriter& writer_;
    std::unordered_map<StringId, StringId> plain_;
};

// Threads of a process by the number that a device's API uses: the lower half of pthread_self(). One process, one
// thread. A number is reused when its thread has ended, and calls are reported late.
class ThreadHandles {
public:
    void add(std::uint32_t handle, TimeNs from, TrackId track) { threads_[{handle, from}] = track; }
    // Returns the thread that had the number at that time, or else its first one; none if no thread had it. O(log
    // threads).
    [[nodiscard]] TrackId find(std::uint32_t handle, TimeNs at) const {
        auto next = threads_.upper_bound({handle, at});
        if (next != threads_.begin() && std::prev(next)->first.first == handle) {
            --next;
        }
        return next != threads_.end() && next->first.first == handle ? next->second : TrackId();
    }

private:
    std::map<std::pair<std::uint32_t, TimeNs>, TrackId> threads_;
};

// A device record as it stands in a ring, with its name.
struct DeviceRecord {
    std::variant<ring::ApiCall, ring::Kernel, ring::DeviceCopy, ring::DeviceFill, ring::GraphRun,
                 ring::Synchronization, ring::ProfilerOverhead, ring::Compilation>
        what;
    StringId name;          // if the record has one; of a compilation the cache's path, if any
    bool hasWaited = false; // once, for its call
};

// The results of joining, for the process so far.
struct JoinCounts {
    std::uint64_t timeless = 0;      // records without times, or with impossible ones
    std::uint64_t placeless = 0;     // of a device or context that does not exist
    std::uint64_t moved = 0;         // calls, moved by at most the error of the clocks
    std::uint64_t outside = 0;       // calls outside of their operator by more than that
    std::uint64_t beforeLaunch = 0;  // work that began before its call
    std::uint64_t unlaunched = 0;    // work without a known call and operator
    std::uint64_t pauses = 0;        // times in which devices were not recorded
    std::uint64_t played = 0;        // devices of a played GPU
    std::uint64_t outsideFilter = 0; // calls and work launched outside of --where, which are left out
};

// One process, one thread.
class DeviceJoin {
public:
    // All outlive this.
    DeviceJoin(const CaptureContext& context, const DeviceUser& user, const DeviceClock& clock)
        : context_(context)
        , user_(user)
        , clock_(clock)
        , rows_(context.sink.writer())
        , names_(context.sink.writer())
        , sources_(context.sink.writer())
        , launchTexts_(context.sink.writer()) {}

    // The reports of threads.
    void startThread(std::uint32_t handle, TimeNs from, TrackId track) { threads_.add(handle, from, track); }
    void launch(std::uint32_t correlation, CallOrigin origin) {
        launches_.begin(correlation, std::move(origin));
    }
    StringId launchArguments(std::uint32_t correlation, StringId signature,
                             std::span<const std::uint64_t> values) {
        return launches_.at(correlation).origin.arguments = launchTexts_.text(signature, values);
    }
    void graphNode(std::uint64_t node, std::uint64_t original, CallOrigin origin) {
        nodes_.add(node, original, std::move(origin));
    }
    void inside(bool entered, TimeNs at);
    // All work of calls before that time has been placed.
    void settle(TimeNs upTo);
    void setCaptureStack(std::uint64_t node, StackId stack) { nodes_.setStack(node, stack); }

    [[nodiscard]] KernelSources& sources() { return sources_; }
    // The reports of devices. Return false for invalid facts.
    bool device(const ring::DeviceFacts& facts, std::string_view name);
    void contextOf(std::uint32_t context, std::uint32_t device);
    // Sets the program's name for a stream. The stream's device may be reported later.
    void nameStream(std::uint32_t context, std::uint32_t stream, StringId name);
    // Sets a stream's setting. Its device may be reported later, too.
    void setStream(std::uint32_t context, std::uint32_t stream, const StreamSetting& setting);
    void tell(const ring::DeviceEvent& event) { events_.add(event); }
    // For calls that have not been placed yet.
    void tell(const ring::ApiMemory& memory) { memory_.add(memory); }
    void tell(const ring::PoolChange& pool) { memory_.add(pool); }
    // For devices that have been reported; a link of other devices is ignored.
    void tell(const ring::DeviceLink& link);

    // Between pause() and resume() devices are not recorded. A slice on a separate track of the process shows that.
    void pause(TimeNs from, StringId why);
    void resume(TimeNs at);
    [[nodiscard]] bool isPaused() const { return static_cast<bool>(pause_); }

    // True if the call of this work is known by now.
    [[nodiscard]] bool hasCall(const DeviceRecord& record) const;
    // Makes the slice. `now`: nothing has ended later. The clock must be known.
    void place(const DeviceRecord& record, TimeNs now);

    [[nodiscard]] const LaunchTable& launches() const { return launches_; }
    // Adds the texts and stacks that work may still name. Forgets what can be made again.
    void holdNames(session::NameCollector& held);
    // Nothing more will come: frees the data kept for joining.
    void forget();

    [[nodiscard]] const JoinCounts& counts() const { return counts_; }
    [[nodiscard]] std::uint64_t nodesLeftOut() const { return nodes_.leftOut(); }
    // The tracks of streams, and those of threads that no ring has reported.
    [[nodiscard]] const std::set<TrackId>& streams() const { return streams_; }
    [[nodiscard]] const std::set<TrackId>& threads() const { return ownThreads_; }

private:
    struct KnownDevice {
        ProcessId process;
        DeviceFigures figures;
        DeviceProperties properties;
    };
    using StreamKey = std::pair<std::uint32_t, std::uint32_t>; // context and stream
    struct Span {
        TimeNs start;
        TimeNs duration;
    };

    // True if it is of a pause of the recording: a call during the pause, or work that such a call launched.
    [[nodiscard]] bool isOfPause(const DeviceRecord& record);
    // True if it was called or launched outside of the recording's filter.
    [[nodiscard]] bool isOutside(const DeviceRecord& record) const;
    [[nodiscard]] bool wasInside(TimeNs from, TimeNs to) const;
    void add(const ring::ApiCall& call, StringId name, TimeNs now);
    void add(const ring::Kernel& kernel, StringId name, TimeNs now);
    void add(const ring::DeviceCopy& copy, StringId name, TimeNs now);
    void add(const ring::DeviceFill& fill, StringId name, TimeNs now);
    void add(const ring::GraphRun& run, StringId name, TimeNs now);
    void add(const ring::Synchronization& wait, StringId name, TimeNs now);
    void add(const ring::ProfilerOverhead& overhead, StringId name, TimeNs now);
    void add(const ring::Compilation& compilation, StringId cache, TimeNs now);
    // `rowOf(stack)` returns the layout and fills cells_.
    template<class Record, class RowOf>
    void addWork(const Record& record, StringId name, TimeNs now, const RowOf& rowOf);

    // Returns nothing for an impossible time, and counts it.
    [[nodiscard]] std::optional<Span> span(std::uint64_t start, std::uint64_t end, TimeNs now);
    void placeName(std::uint32_t index, const StreamKey& stream, StringId name);
    void placeSetting(std::uint32_t index, const StreamKey& stream, const StreamSetting& setting);
    // Returns null, and counts the record, if there is no such device.
    KnownDevice* deviceOf(std::uint32_t index);
    // Returns the start of a call, moved into the operator that made it.
    [[nodiscard]] TimeNs withinOperator(Span span, const CallOrigin& origin);
    void tie(std::uint32_t correlation, const SliceHandle& work, TimeNs start);
    TrackId threadOf(const ring::ApiCall& call, TimeNs start);

    CaptureContext context_;
    const DeviceUser& user_;
    const DeviceClock& clock_;
    DeviceRows rows_;
    KernelNames names_;
    KernelSources sources_;
    LaunchTexts launchTexts_;
    LaunchTable launches_;
    // The times in which a thread was inside the filter, in order; the last one may be open.
    std::vector<std::pair<TimeNs, TimeNs>> inside_;
    std::uint32_t threadsInside_ = 0;
    CapturedNodes nodes_;
    ThreadHandles threads_;
    std::map<std::uint32_t, KnownDevice> devices_;              // by the process's number
    std::unordered_map<std::uint32_t, std::uint32_t> contexts_; // from the context to that number
    std::map<StreamKey, StreamSetting> earlySettings_;          // of contexts that have not been reported
    std::map<StreamKey, StringId> earlyNames_;                  // of contexts that have not been reported
    EventRecords events_;
    CallMemory memory_;
    SliceHandle pause_; // while it has not ended
    TimeNs pausedFrom_ = 0;
    std::set<TrackId> streams_;
    std::set<TrackId> ownThreads_;
    std::vector<std::int64_t> cells_;
    JoinCounts counts_;
};

} // namespace lanes::recorder
