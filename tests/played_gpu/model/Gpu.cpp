#include "tests/played_gpu/model/Gpu.h"

#include "tests/played_gpu/model/Board.h"
#include "tests/played_gpu/model/HostThread.h"
#include "tests/played_gpu/model/Settings.h"

#include <algorithm>
#include <unordered_map>

namespace played {

namespace {

constexpr uint32_t kDefaultStreamId = 7; // as CUPTI numbers it
constexpr ns kRecordTakes = 200;
constexpr ns kBetweenNodes = 600;
constexpr uint32_t kFirstLaneStream = 1000; // ids of streams that only exist inside of replays

using Lock = std::lock_guard<std::recursive_mutex>;

void tellWait(Wait wait, ns start, const Stream* stream, const Event* event, bool over = true) {
    if (Observer* profiler = observer()) {
        profiler->synchronized({wait, start, now(), stream, event, over});
    }
}

void tell(const GraphChange& change) {
    if (Observer* profiler = observer()) {
        profiler->graphChanged(change);
    }
}

} // namespace

Gpu::Gpu()
    : devices_(int(std::clamp<int64_t>(setting(Setting::Devices), 0, kMostDevices))) {
    for (int i = 0; i < kMostDevices; i++) {
        Stream& stream = all_[size_t(i)].defaultStream;
        stream.id = kDefaultStreamId;
        stream.device = i;
        stream.legacy = true;
    }
}

Gpu& gpu() {
    static auto* it = new Gpu;
    return *it;
}

int& Gpu::currentDevice() {
    static thread_local int device = 0;
    return device;
}

void Gpu::useContext(int device) {
    if (!contexts_[size_t(device)] && !contexts_[size_t(device)].exchange(true)) {
        noteUse();
        if (Observer* profiler = observer()) {
            profiler->contextCreated(device);
        }
    }
}

Stream* Gpu::stream(void* handle) {
    constexpr uintptr_t kPerThread = 2; // CUDA's handles of the default streams are 0, 1 and 2
    return uintptr_t(handle) <= kPerThread ? &all_[size_t(currentDevice())].defaultStream
                                           : static_cast<Stream*>(handle);
}

Stream* Gpu::createStream(bool blocking, int priority) {
    useContext(currentDevice());
    auto* stream = new Stream;
    {
        const Lock lock(mutex_);
        stream->id = nextStream_++;
        stream->device = currentDevice();
        stream->blocking = blocking;
        stream->priority = priority;
        all_[size_t(stream->device)].streams.push_back(stream);
    }
    if (Observer* profiler = observer()) {
        profiler->streamCreated(*stream);
    }
    return stream;
}

void Gpu::destroyStream(Stream* stream) {
    if (stream->legacy) {
        return;
    }
    if (Observer* profiler = observer()) {
        profiler->streamDestroyed(*stream);
    }
    const Lock lock(mutex_);
    std::erase(all_[size_t(stream->device)].streams, stream);
    delete stream;
}

Event* Gpu::createEvent() {
    const Lock lock(mutex_);
    auto* event = new Event;
    event->id = nextEvent_++;
    return event;
}

void Gpu::destroyEvent(Event* event) {
    delete event;
}

// When all that the stream must wait for is over: the default stream waits for the blocking ones, they wait for it.
ns Gpu::earliest(const Stream& stream) const {
    ns until = stream.tail;
    const Device& device = all_[size_t(stream.device)];
    if (stream.legacy) {
        for (const Stream* other : device.streams) {
            until = std::max(until, other->blocking ? other->tail : 0);
        }
    } else if (stream.blocking) {
        until = std::max(until, device.defaultStream.tail);
    }
    return until;
}

void Gpu::awaitRoom(const Stream* stream) {
    ns until = 0;
    {
        const Lock lock(mutex_);
        until = stream->capture ? 0 : stream->ends[stream->launches % Stream::kDepth];
    }
    if (until != 0) {
        sleepUntil(until);
    }
}

void Gpu::perform(const Work& work) {
    if (work.kind == Work::Kind::Host) {
        callAt(work.start, work.effect);
    } else if (work.effect) {
        work.effect();
    }
    if (work.kind == Work::Kind::Kernel) {
        board().addBusy(int(work.device), work.start, work.end);
    }
}

ns Gpu::enqueue(Work work, Stream* stream) {
    useContext(stream->device);
    awaitRoom(stream);
    work.device = uint32_t(stream->device);
    work.correlation = currentCorrelation();
    if (work.kind == Work::Kind::Kernel) {
        work.takes = takesSaid();
    }
    {
        const Lock lock(mutex_);
        if (const std::shared_ptr<Capture> capture = stream->capture) {
            const auto lane = std::find(capture->streams.begin(), capture->streams.end(), stream);
            Node* node = append(capture->graph, std::move(work), stream->frontier,
                                uint32_t(lane - capture->streams.begin()));
            stream->frontier = {node};
            return 0;
        }
        work.stream = stream->id;
        work.queued = now();
        all_[work.device].schedule.place(
            work, std::max(work.queued + setting(Setting::LatencyNs), earliest(*stream)));
        stream->tail = work.end;
        stream->ends[stream->launches++ % Stream::kDepth] = work.end;
    }
    perform(work);
    if (Observer* profiler = observer()) {
        profiler->worked(work);
    }
    return work.end;
}

void Gpu::record(Event* event, Stream* stream) {
    useContext(stream->device);
    {
        const Lock lock(mutex_);
        event->capture = stream->capture;
        event->frontier = stream->frontier;
        if (stream->capture) {
            return;
        }
        event->recorded = true;
        event->record = nextRecord_++;
        event->stream = stream->id;
        event->device = stream->device;
        event->when = std::max(now() + setting(Setting::LatencyNs), earliest(*stream)) + kRecordTakes;
        stream->tail = event->when;
    }
    if (Observer* profiler = observer()) {
        profiler->eventRecorded(*event);
    }
}

bool Gpu::wait(Stream* stream, Event* event) {
    {
        const Lock lock(mutex_);
        if (event->capture) { // the stream joins the capture
            if (event->capture->over || (stream->capture && stream->capture != event->capture)) {
                return false;
            }
            if (!stream->capture) {
                stream->capture = event->capture;
                stream->capture->streams.push_back(stream);
                stream->frontier.clear();
            }
            setFrontier(stream, event->frontier, true);
            return true;
        }
        if (!event->recorded) {
            return true;
        }
        stream->tail = std::max(stream->tail, event->when);
    }
    tellWait(Wait::StreamWaitsEvent, now(), stream, event);
    return true;
}

bool Gpu::query(const Stream* stream) {
    const ns start = now();
    bool over = false;
    {
        const Lock lock(mutex_);
        over = start >= earliest(*stream);
    }
    tellWait(Wait::Stream, start, stream, nullptr, over);
    return over;
}

bool Gpu::query(const Event* event) {
    const ns start = now();
    const bool over = start >= event->when;
    tellWait(Wait::Event, start, nullptr, event, over);
    return over;
}

std::vector<const Stream*> Gpu::streams() const {
    const Lock lock(mutex_);
    std::vector<const Stream*> all;
    for (const Device& device : all_) {
        all.insert(all.end(), device.streams.begin(), device.streams.end());
    }
    return all;
}

bool Gpu::synchronize(Stream* stream) {
    const ns start = now();
    ns until = 0;
    {
        const Lock lock(mutex_);
        if (stream->capture) {
            stream->capture->invalid = true;
            return false;
        }
        until = earliest(*stream);
    }
    sleepUntil(until);
    tellWait(Wait::Stream, start, stream, nullptr);
    return true;
}

void Gpu::synchronize(const Event* event) {
    const ns start = now();
    sleepUntil(event->when);
    tellWait(Wait::Event, start, nullptr, event);
}

ns Gpu::tailOf(int device) {
    const Lock lock(mutex_);
    ns tail = all_[size_t(device)].defaultStream.tail;
    for (const Stream* stream : all_[size_t(device)].streams) {
        tail = std::max(tail, stream->tail);
    }
    return tail;
}

void Gpu::synchronizeDevice(int device) {
    useContext(device);
    const ns start = now();
    sleepUntil(tailOf(device));
    tellWait(Wait::Device, start, nullptr, nullptr);
}

// ---- Captures and graphs ----

Graph* Gpu::createGraph() {
    auto* graph = new Graph;
    {
        const Lock lock(mutex_);
        graph->id = nextGraph_++;
    }
    tell({.step = GraphStep::Created, .graph = graph});
    return graph;
}

void Gpu::destroyGraph(Graph* graph) {
    if (graph->executable) {
        tell({.step = GraphStep::ExecutableDestroyed, .executable = graph});
    } else {
        tell({.step = GraphStep::Destroyed, .graph = graph});
    }
    delete graph;
}

Node* Gpu::append(Graph* graph, Work work, std::vector<Node*> after, uint32_t lane) {
    auto node = std::make_unique<Node>();
    node->id = uint64_t(graph->id) << 32 | (graph->nodes.size() + 1);
    node->graph = graph;
    node->work = std::move(work);
    node->lane = lane;
    node->after = std::move(after);
    Node* added = node.get();
    graph->nodes.push_back(std::move(node));
    tell({.step = GraphStep::NodeAdded, .graph = graph, .node = added});
    for (Node* dependency : added->after) {
        tell({.step = GraphStep::DependencyAdded, .graph = graph, .node = added, .dependency = dependency});
    }
    return added;
}

Node* Gpu::addNode(Graph* graph, Work work, std::span<Node* const> after) {
    const Lock lock(mutex_);
    work.device = uint32_t(currentDevice());
    return append(graph, std::move(work), {after.begin(), after.end()}, 0);
}

bool Gpu::beginCapture(Stream* stream, Graph* into) {
    useContext(stream->device);
    const Lock lock(mutex_);
    if (stream->capture || stream->legacy) {
        return false;
    }
    stream->capture = std::make_shared<Capture>();
    stream->capture->id = nextCapture_++;
    stream->capture->graph = into != nullptr ? into : createGraph();
    stream->capture->streams = {stream};
    stream->frontier.clear();
    return true;
}

Gpu::CaptureState Gpu::captureState(Stream* stream) {
    const Lock lock(mutex_);
    if (!stream->capture) {
        return {};
    }
    return {stream->capture->invalid ? Captured::Invalid : Captured::Yes, stream->capture->id,
            stream->capture->graph, stream->frontier};
}

void Gpu::setFrontier(Stream* stream, std::span<Node* const> nodes, bool keepOld) {
    const Lock lock(mutex_);
    if (!keepOld) {
        stream->frontier.clear();
    }
    for (Node* node : nodes) {
        if (std::find(stream->frontier.begin(), stream->frontier.end(), node) == stream->frontier.end()) {
            stream->frontier.push_back(node);
        }
    }
}

Graph* Gpu::endCapture(Stream* stream) {
    const Lock lock(mutex_);
    const std::shared_ptr<Capture> capture = stream->capture;
    if (!capture || capture->streams.front() != stream) {
        return nullptr;
    }
    capture->over = true;
    for (Stream* joined : capture->streams) {
        joined->capture = nullptr;
        joined->frontier.clear();
    }
    if (capture->invalid) {
        destroyGraph(capture->graph);
        return nullptr;
    }
    return capture->graph;
}

Graph* Gpu::instantiate(const Graph* graph) {
    const Lock lock(mutex_);
    auto* executable = new Graph;
    executable->id = nextGraph_++;
    executable->executable = true;
    auto* original = const_cast<Graph*>(graph); // as CUPTI hands it out
    tell({.step = GraphStep::Instantiating, .graph = original, .executable = executable});
    std::unordered_map<const Node*, Node*> cloneOf;
    for (const auto& node : graph->nodes) {
        auto clone = std::make_unique<Node>(*node);
        clone->id = uint64_t(executable->id) << 32 | (node->id & 0xffffffff);
        clone->graph = executable;
        for (Node*& dependency : clone->after) {
            dependency = cloneOf[dependency];
        }
        cloneOf[node.get()] = clone.get();
        tell({GraphStep::NodeCloned, executable, original, clone.get(), node.get(), nullptr, executable});
        executable->nodes.push_back(std::move(clone));
    }
    tell({.step = GraphStep::Instantiated, .graph = original, .executable = executable});
    return executable;
}

std::vector<Work> Gpu::scheduleNodes(const Graph& graph, Stream& stream, ns& begin, ns& end) {
    const Lock lock(mutex_);
    const ns queued = now();
    begin = end = std::max(queued + 2 * setting(Setting::LatencyNs), earliest(stream));
    std::unordered_map<const Node*, ns> over;
    std::vector<Work> all;
    for (const auto& node : graph.nodes) {
        Work work = node->work;
        work.queued = queued;
        ns ready = begin;
        for (const Node* dependency : node->after) {
            ready = std::max(ready, over[dependency] + kBetweenNodes);
        }
        all_[work.device].schedule.place(work, ready);
        over[node.get()] = work.end;
        end = std::max(end, work.end);
        work.stream = node->lane == 0 ? stream.id : kFirstLaneStream + graph.id * 16 + node->lane;
        work.correlation = currentCorrelation();
        work.graph = graph.id;
        work.node = node->id;
        all.push_back(std::move(work));
    }
    stream.tail = end;
    stream.ends[stream.launches++ % Stream::kDepth] = end;
    return all;
}

void Gpu::launch(const Graph* executable, Stream* stream) {
    useContext(stream->device);
    awaitRoom(stream);
    ns begin = 0, end = 0;
    const std::vector<Work> all = scheduleNodes(*executable, *stream, begin, end);
    Observer* profiler = observer();
    for (const Work& work : all) {
        perform(work);
        if (profiler != nullptr) {
            profiler->worked(work);
        }
    }
    if (profiler != nullptr) {
        profiler->graphLaunched(*executable, *stream, begin, end);
    }
}

} // namespace played
