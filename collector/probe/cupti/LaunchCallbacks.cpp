#include "collector/probe/cupti/LaunchCallbacks.h"

#include "collector/probe/Where.h"
#include "collector/probe/cupti/CallIds.h"
#include "collector/probe/cupti/CallbackLayout.h"
#include "collector/probe/cupti/KernelParameters.h"
#include "collector/probe/nvtx/NvtxSource.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/DeviceRecords.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

namespace lanes::probe::cupti {

namespace {

// Fills in what all that happens on a thread has, and writes it.
template<class Event>
void recordHere(Event& event, ring::RecordType type, std::uint8_t flags, std::uint32_t key,
                std::uint32_t wanted) {
    ThreadRecorder* recorder = readyRecorder();
    if (recorder == nullptr) {
        return;
    }
    event.header = ring::recordHeader(type, sizeof event, flags, key);
    const KnownStack stack = stackHere(*recorder, wanted);
    event.stack = stack.id;
    event.ticks = readTicks(probeProcess().clock());
    if (!stack.complete) {
        recorder->countLoss();
        noteLoss(*recorder);
    } else if (!recorder->record(event)) {
        noteLoss(*recorder);
    }
}

// A launch's kernel, and what it is given, as far as that is known.
struct Launched {
    const void* function = nullptr;
    void* const* values = nullptr;
};
Launched launchedBy(std::uint32_t function, const void* parameters) {
    if (std::ranges::find(kLaunchKernel, function) != std::end(kLaunchKernel)) {
        const auto& call = *static_cast<const LaunchParameters*>(parameters);
        return {call.function, call.values};
    }
    if (std::ranges::find(kLaunchKernelExtended, function) != std::end(kLaunchKernelExtended)) {
        const auto& call = *static_cast<const ExtendedLaunchParameters*>(parameters);
        return {call.function, call.values};
    }
    return {};
}

// Behind the launch itself.
void recordArguments(std::uint32_t function, const CallData& call) {
    const Launched launched = launchedBy(function, call.parameters);
    const KernelParameters* known =
        launched.values != nullptr ? parametersOf(launched.function, call.kernel) : nullptr;
    ThreadRecorder* recorder = known != nullptr ? readyRecorder() : nullptr;
    const std::uint32_t signature =
        recorder != nullptr ? nameOfText(*recorder, known->signature, known->key) : 0;
    if (signature == 0) {
        return;
    }
    struct {
        ring::LaunchArguments record;
        std::uint64_t values[ring::kMostLaunchValues];
    } arguments{};
    const std::size_t bytes = sizeof arguments.record + known->count * sizeof arguments.values[0];
    arguments.record.header =
        ring::recordHeader(ring::RecordType::LaunchArguments, bytes, known->count, call.correlation);
    arguments.record.signature = signature;
    known->read(launched.values, arguments.values);
    if (!recorder->record(arguments, bytes)) {
        noteLoss(*recorder);
    }
}

bool isAllocation(Domain domain, std::uint32_t function) {
    return (domain == Domain::Runtime && function == kMalloc) ||
           (domain == Domain::Driver && function == kMemCreate);
}

// Times a callback, if it is one of those that are.
template<class Work>
void timed(CallbackCost& cost, std::uint32_t number, const Work& work) {
    if (!CallbackCost::isTimed(number)) {
        return work();
    }
    const std::uint64_t begin = readTicks(probeProcess().clock());
    work();
    cost.add(readTicks(probeProcess().clock()) - begin);
}

} // namespace

void LaunchCallbacks::onCallback(void* user, Domain domain, std::uint32_t function, const void* data) {
    const auto& self = *static_cast<const LaunchCallbacks*>(user);
    if (self.abandoned_) {
        return;
    }
    if (self.watches(domain, function)) {
        if (domain == Domain::Resource) {
            self.onGraphNode(function, data);
        } else {
            self.onCall(domain, function, data);
        }
    }
    self.clientsOwn_.tell(domain, function, data);
}

void LaunchCallbacks::onCall(Domain domain, std::uint32_t function, const void* data) const {
    const auto& call = *static_cast<const CallData*>(data);
    if (isAllocation(domain, function)) {
        return onAllocation(call);
    }
    if (call.site != kEnter) {
        return;
    }
    client_.launched(call.correlation);
    if (!resting_.load(std::memory_order_relaxed)) {
        timed(cost_, call.correlation, [&] { recordLaunch(domain, function, call); });
    }
}

// Torch's allocator gives cached segments back then and asks again, which takes long and is told by nothing else; where that does
// not help, it says so itself.
void LaunchCallbacks::onAllocation(const CallData& call) const {
    if (call.site == kEnter || resting_.load(std::memory_order_relaxed) || call.result == nullptr ||
        *static_cast<const std::int32_t*>(call.result) != kOutOfMemory || call.parameters == nullptr ||
        (gate_.wanted() & ring::kDevices) == 0) {
        return;
    }
    constexpr double kMiB = 1 << 20;
    const auto& asked = *static_cast<const AllocationParameters*>(call.parameters);
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), "No device memory for %.1f MiB: %.40s failed",
                  static_cast<double>(asked.bytes) / kMiB,
                  call.function != nullptr ? call.function : "a call");
    nvtx::mark(0, {.message = text.data()});
}

void LaunchCallbacks::recordLaunch(Domain domain, std::uint32_t function, const CallData& call) const {
    const std::uint32_t wanted = gate_.wanted();
    if ((wanted & ring::kDevices) == 0) {
        noteShut();
        return;
    }
    if (!where::isInside()) {
        return; // work without its launch is left out, then
    }
    ring::Launch launch{};
    recordHere(launch, ring::RecordType::Launch, 0, call.correlation, wanted);
    if (domain == Domain::Driver && call.parameters != nullptr) {
        recordArguments(function, call);
    }
}

void LaunchCallbacks::onGraphNode(std::uint32_t what, const void* data) const {
    const auto* graph = static_cast<const GraphData*>(static_cast<const ResourceData*>(data)->descriptor);
    // A graph that is captured in a pause may be replayed after it.
    const std::uint32_t wanted = gate_.everWanted();
    if (graph == nullptr || (wanted & ring::kDevices) == 0 || resting_.load(std::memory_order_relaxed) ||
        !where::isInside()) {
        return;
    }
    const bool cloned = what == kGraphNodeCloned;
    timed(cost_, nodes_.fetch_add(1, std::memory_order_relaxed), [&] {
        ring::GraphNode node{};
        if (functions_.graphNodeId(graph->node, &node.node) == 0 &&
            (!cloned || functions_.graphNodeId(graph->originalNode, &node.original) == 0)) {
            recordHere(node, ring::RecordType::GraphNode, cloned ? ring::kClonedNode : 0, 0, wanted);
        }
    });
}

Result LaunchCallbacks::subscribe() {
    return functions_.subscribe(&subscriber_, &onCallback, this);
}

template<std::size_t kCount>
void LaunchCallbacks::watch(Domain domain, const IdRange (&ranges)[kCount]) {
    // One by one: whole domains would call us a thousand times as often. What this library does not have yet it refuses.
    for (const IdRange& range : ranges) {
        for (std::uint32_t id = range.first; id <= range.last; ++id) {
            watched_[static_cast<std::size_t>(domain)].set(id);
            functions_.enableCallback(1, subscriber_, domain, id);
        }
    }
}

void LaunchCallbacks::enable() {
    watch(Domain::Runtime, kRuntimeLaunches);
    watch(Domain::Driver, kDriverLaunches);
    watch(Domain::Runtime, {{kMalloc, kMalloc}});
    watch(Domain::Driver, {{kMemCreate, kMemCreate}});
    if (functions_.graphNodeId != nullptr) {
        watch(Domain::Resource,
              {{kGraphNodeCreated, kGraphNodeCreated}, {kGraphNodeCloned, kGraphNodeCloned}});
    }
    enabled_ = true;
}

void LaunchCallbacks::disable() {
    enabled_ = false;
    for (const Domain domain : {Domain::Runtime, Domain::Driver, Domain::Resource}) {
        for (std::uint32_t id = 0; id < kFunctions; ++id) {
            if (watched_[static_cast<std::size_t>(domain)][id] && !clientsOwn_.wants(domain, id)) {
                functions_.enableCallback(0, subscriber_, domain, id);
            }
        }
    }
}

void LaunchCallbacks::unsubscribe() {
    enabled_ = false;
    functions_.unsubscribe(subscriber_);
    subscriber_ = nullptr;
}

} // namespace lanes::probe::cupti
