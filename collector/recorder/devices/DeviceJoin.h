// Puts what a process's devices did onto the tracks of the session, and ties it to the calls, operators and lines that asked
// for it. Ids mean something within the process only.
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

// The records of a process's events, for the waits that come behind them: an event is recorded again and again, and who waits
// for it waits for the last time before.
// One process, one thread. The newest kMost are remembered at least.
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
    // Of none: nobody has told of it. O(log kMost).
    [[nodiscard]] AwaitedRecord awaited(const ring::Synchronization& wait) const {
        for (const auto* numbers : {&byNumber_, &olderNumbers_}) {
            const auto exact = numbers->find(wait.eventRecord);
            if (wait.eventRecord != 0 && exact != numbers->end()) {
                return exact->second;
            }
        }
        // CUPTI before CUDA 12.8 does not say which: calls have numbers in their order.
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

// Names of kernels as their source has them: vendors give what the compiler made of them.
// One thread. Each name is looked at once.
class KernelNames {
public:
    // Outlives this.
    explicit KernelNames(session::SessionWriter& writer)
        : writer_(writer) {}

    [[nodiscard]] StringId plain(StringId name) {
        const auto [at, isNew] = plain_.try_emplace(name);
        if (isNew) {
            at->second = writer_.string(cxxName(writer_.text(name)));
        }
        return at->second;
    }
    // Names mean others from now on.
    void forget() { plain_.clear(); }

private:
    session::SessionWriter& writer_;
    std::unordered_map<StringId, StringId> plain_;
};

// Threads of a process by the number that a device's API calls them: the lower half of pthread_self().
// One process, one thread. A number is given out anew when its thread has ended, and calls are told late.
class ThreadHandles {
public:
    void add(std::uint32_t handle, TimeNs from, TrackId track) { threads_[{handle, from}] = track; }
    // Who had it at that time, or the first to have it; none if nobody is known. O(log threads).
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

// As it stands in a ring, with its name.
struct DeviceRecord {
    std::variant<ring::ApiCall, ring::Kernel, ring::DeviceCopy, ring::DeviceFill, ring::GraphRun,
                 ring::Synchronization, ring::ProfilerOverhead, ring::Compilation>
        what;
    StringId name;          // of those that bring one; of a compilation the cache's path, if it has one
    bool hasWaited = false; // for its call, once
};

// How it went; all of the process so far.
struct JoinCounts {
    std::uint64_t timeless = 0;      // records without times, or with ones that cannot be
    std::uint64_t placeless = 0;     // of a device or context that does not exist
    std::uint64_t moved = 0;         // calls, by what clocks may be off at most
    std::uint64_t outside = 0;       // calls that stand outside of their operator by more than that
    std::uint64_t beforeLaunch = 0;  // work that began before its call
    std::uint64_t unlaunched = 0;    // work of which no call and no operator is known
    std::uint64_t pauses = 0;        // times in which devices were not recorded
    std::uint64_t played = 0;        // devices that are none
    std::uint64_t outsideFilter = 0; // calls and work that were launched outside of --where, and are left out
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

    // What threads say.
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
    // What is said of devices. False for what cannot be.
    bool device(const ring::DeviceFacts& facts, std::string_view name);
    void contextOf(std::uint32_t context, std::uint32_t device);
    // As the program calls it. What it runs on may be told later.
    void nameStream(std::uint32_t context, std::uint32_t stream, StringId name);
    // What it runs on may be told later, too.
    void setStream(std::uint32_t context, std::uint32_t stream, const StreamSetting& setting);
    void tell(const ring::DeviceEvent& event) { events_.add(event); }
    // Of calls that have not been placed.
    void tell(const ring::ApiMemory& memory) { memory_.add(memory); }
    void tell(const ring::PoolChange& pool) { memory_.add(pool); }
    // Of devices that have been told of; any other has no such link.
    void tell(const ring::DeviceLink& link);

    // Between these two devices are not recorded: a slice on a track of the process's own says so.
    void pause(TimeNs from, StringId why);
    void resume(TimeNs at);
    [[nodiscard]] bool isPaused() const { return static_cast<bool>(pause_); }

    // Whether work has a call to be tied to by now.
    [[nodiscard]] bool hasCall(const DeviceRecord& record) const;
    // Makes the slice. `now`: nothing has ended later. The clock must be known.
    void place(const DeviceRecord& record, TimeNs now);

    [[nodiscard]] const LaunchTable& launches() const { return launches_; }
    // Texts and stacks that work may name yet. Forgets what can be made anew.
    void holdNames(session::NameCollector& held);
    // Nothing more will come: frees what was kept for it.
    void forget();

    [[nodiscard]] const JoinCounts& counts() const { return counts_; }
    [[nodiscard]] std::uint64_t nodesLeftOut() const { return nodes_.leftOut(); }
    // Of streams, and of threads that no ring has told of.
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

    // Whether it is of a pause of the recording: a call of that time, or what such a call launched.
    [[nodiscard]] bool isOfPause(const DeviceRecord& record);
    // Whether it is of the time, or of a launch, outside of the recording's filter.
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
    // `rowOf(stack)` gives the layout and fills cells_.
    template<class Record, class RowOf>
    void addWork(const Record& record, StringId name, TimeNs now, const RowOf& rowOf);

    // Counts what cannot be.
    [[nodiscard]] std::optional<Span> span(std::uint64_t start, std::uint64_t end, TimeNs now);
    void placeName(std::uint32_t index, const StreamKey& stream, StringId name);
    void placeSetting(std::uint32_t index, const StreamKey& stream, const StreamSetting& setting);
    // Null, and counted, if there is none.
    KnownDevice* deviceOf(std::uint32_t index);
    // The start within the operator that made the call.
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
    // When a thread was inside of the filter, in order; the last may go on.
    std::vector<std::pair<TimeNs, TimeNs>> inside_;
    std::uint32_t threadsInside_ = 0;
    CapturedNodes nodes_;
    ThreadHandles threads_;
    std::map<std::uint32_t, KnownDevice> devices_;              // by the process's number
    std::unordered_map<std::uint32_t, std::uint32_t> contexts_; // to that number
    std::map<StreamKey, StreamSetting> earlySettings_;          // the same
    std::map<StreamKey, StringId> earlyNames_;                  // of contexts that nobody has told of
    EventRecords events_;
    CallMemory memory_;
    SliceHandle pause_; // that has not ended
    TimeNs pausedFrom_ = 0;
    std::set<TrackId> streams_;
    std::set<TrackId> ownThreads_;
    std::vector<std::int64_t> cells_;
    JoinCounts counts_;
};

} // namespace lanes::recorder
