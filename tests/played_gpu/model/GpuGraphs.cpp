// The Gpu's captures and graphs.
#include "tests/played_gpu/model/Gpu.h"
#include "tests/played_gpu/model/Settings.h"

#include <algorithm>
#include <unordered_map>

namespace played {

namespace {

constexpr ns kBetweenNodes = 600;
constexpr uint32_t kFirstLaneStream = 1000; // ids of streams that only exist inside of replays

using Lock = std::lock_guard<std::recursive_mutex>;

void tell(const GraphChange& change) {
    if (Observer* profiler = observer()) {
        profiler->graphChanged(change);
    }
}

} // namespace

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
