#include "model/analysis/device/GraphReplays.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/operators/KeyIndex.h"
#include "model/analysis/time/IntervalSet.h"
#include "model/base/StopEvery.h"
#include "model/trace/args/IdReader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

constexpr std::int64_t kNoGraph = -1;

// A replay before its nodes are told apart.
struct Draft {
    SliceId launch;
    FileId id;                        // of the graph; without one -1 of the program that replays it
    std::vector<std::uint32_t> works; // by start
};

// Gathers what each call launched.
class Gatherer {
public:
    explicit Gatherer(const KernelData& data)
        : data_(data)
        , trace_(data.forest->trace())
        , graph_(trace_, "graph id")
        , correlation_(trace_, "correlation")
        , isGraphLaunch_(trace_.strings().size(), -1) {}

    void add(std::uint32_t w) {
        const DeviceWork& work = data_.forest->deviceWork()[w];
        const bool launched = work.launch.valid();
        const ProcessId program = processOf(trace_, trace_.slice(launched ? work.launch : work.slice).track);
        const FileId none(program, kNoGraph);
        const FileId graph = graph_.of(work.slice, program).value_or(none);
        const bool known = graph.number() > 0;
        if (launched && (known || launchesGraphs(work.launch))) {
            draftOf(calls_.add(work.launch.value), work.launch, known ? graph : none).works.push_back(w);
        } else if (!launched && known) {
            const FileId call = correlation_.of(work.slice, program).value_or(none);
            const auto number = static_cast<std::uint32_t>(withoutCall_.size());
            const std::uint32_t at = withoutCall_.try_emplace({graph, call}, number).first->second;
            draftOf(kWithoutCall | at, {}, graph).works.push_back(w);
        }
    }
    [[nodiscard]] std::vector<Draft> take() {
        for (Draft& draft : drafts_) {
            std::ranges::sort(draft.works, {}, [&](std::uint32_t w) { return std::pair(data_.start[w], w); });
        }
        std::ranges::sort(drafts_, {}, [&](const Draft& draft) {
            return std::pair(data_.start[draft.works.front()], draft.works.front());
        });
        return std::move(drafts_);
    }

private:
    static constexpr std::uint64_t kWithoutCall = std::uint64_t{1} << 32;

    // Many works of one call follow one another.
    [[nodiscard]] bool launchesGraphs(SliceId call) {
        if (call != last_) {
            last_ = call;
            const StringId name = trace_.slice(call).name;
            lastDoes_ = name.valid() && nameDoes(name);
        }
        return lastDoes_;
    }
    [[nodiscard]] bool nameDoes(StringId name) {
        signed char& known = isGraphLaunch_[name.value];
        if (known < 0) {
            known = trace_.text(name).find("GraphLaunch") != std::string_view::npos ? 1 : 0;
        }
        return known > 0;
    }
    Draft& draftOf(std::uint64_t key, SliceId launch, FileId id) {
        const std::uint32_t number = keys_.add(key);
        if (number == drafts_.size()) {
            drafts_.push_back({launch, id});
        }
        return drafts_[number];
    }

    const KernelData& data_;
    const Trace& trace_;
    IdReader graph_;
    IdReader correlation_;
    std::vector<signed char> isGraphLaunch_; // by name; -1 not asked yet
    SliceId last_;
    bool lastDoes_ = false;
    KeyIndex calls_;
    std::map<std::pair<FileId, FileId>, std::uint32_t> withoutCall_; // graph and correlation -> number
    KeyIndex keys_;
    std::vector<Draft> drafts_;
};

// Tells the nodes of one graph's drafts apart.
class Nodes {
public:
    Nodes(const KernelData& data, std::span<const Draft> drafts)
        : data_(data)
        , node_(data.forest->trace().args(), data.forest->trace().strings(), "graph node id")
        , recorded_(std::ranges::all_of(drafts, [&](const Draft& draft) {
            return std::ranges::all_of(draft.works, [&](std::uint32_t w) { return idOf(w) > 0; });
        })) {}

    [[nodiscard]] bool recorded() const { return recorded_; }
    // The node of each work. A node id that occurs twice in a replay is two nodes.
    [[nodiscard]] std::vector<std::uint32_t> of(const Draft& draft) {
        std::vector<std::uint32_t> nodes;
        std::vector<std::uint32_t> kinds;
        for (const std::uint32_t w : draft.works) {
            kinds.push_back(kinds_.add(recorded_ ? std::uint64_t(idOf(w)) : data_.name[w].value));
            seen_.resize(std::max<std::size_t>(seen_.size(), kinds.back() + 1));
            nodes.push_back(nodes_.add(std::uint64_t(kinds.back()) << 32 | seen_[kinds.back()]++));
        }
        for (const std::uint32_t kind : kinds) {
            seen_[kind] = 0;
        }
        return nodes;
    }
    [[nodiscard]] std::uint32_t count() const { return nodes_.size(); }

private:
    [[nodiscard]] std::int64_t idOf(std::uint32_t w) {
        const Trace& trace = data_.forest->trace();
        const Trace::Slice slice = trace.slice(data_.forest->deviceWork()[w].slice);
        return node_.integer(slice.layout, slice.row, trace.strings(), -1);
    }

    const KernelData& data_;
    ArgReader node_;
    bool recorded_;
    KeyIndex kinds_;
    KeyIndex nodes_;
    std::vector<std::uint32_t> seen_; // by kind: how often in the draft that is being looked at
};

GraphReplay replayOf(const KernelData& data, const Draft& draft) {
    GraphReplay replay;
    replay.launch = draft.launch;
    if (draft.launch.valid()) {
        replay.call = data.forest->trace().slice(draft.launch).duration;
    }
    std::vector<TimeRange> ranges;
    ranges.reserve(draft.works.size());
    for (const std::uint32_t w : draft.works) {
        ranges.push_back({data.start[w], data.start[w] + data.duration[w]});
    }
    replay.range = {ranges.front().begin, std::ranges::max(ranges, {}, &TimeRange::end).end};
    replay.busy = IntervalSet(ranges).total();
    return replay;
}

DeviceGraph graphOf(const KernelData& data, std::span<const Draft> drafts) {
    DeviceGraph graph;
    graph.id = drafts.front().id.number();
    Nodes nodes(data, drafts);
    graph.nodesRecorded = nodes.recorded();
    // nodes are numbered as the fullest replay runs them
    const auto fullest = std::ranges::max_element(drafts, {}, [](const Draft& d) { return d.works.size(); });
    static_cast<void>(nodes.of(*fullest));
    for (const Draft& draft : drafts) {
        GraphReplay& replay = graph.replays.emplace_back(replayOf(data, draft));
        const std::vector<std::uint32_t> numbers = nodes.of(draft);
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            replay.runs.push_back({numbers[k], draft.works[k]});
        }
        std::ranges::sort(replay.runs, {}, &GraphRun::at);
    }
    graph.nodes = nodes.count();
    return graph;
}

MeanTime meanOf(std::span<const TimeNs> times) {
    if (times.empty()) {
        return {};
    }
    double sum = 0;
    for (const TimeNs time : times) {
        sum += double(time);
    }
    const double mean = sum / double(times.size());
    double squares = 0;
    for (const TimeNs time : times) {
        squares += (double(time) - mean) * (double(time) - mean);
    }
    return {std::llround(mean), std::llround(std::sqrt(squares / double(times.size())))};
}

TimeNs middleOf(std::vector<TimeNs> times) {
    std::ranges::sort(times);
    const TimeNs low = times[(times.size() - 1) / 2];
    return low + (times[times.size() / 2] - low) / 2;
}

void addNode(const KernelData& data, GraphNode node, GraphTimes& result) {
    if (node.runs.empty()) {
        return;
    }
    std::vector<TimeNs> times;
    const std::uint32_t first = node.runs.front().work;
    node.name = data.name[first];
    node.kind = data.kind[first];
    node.hue = data.hue[first];
    node.longest = node.runs.front().at;
    node.longestWork = first;
    for (const GraphRun& run : node.runs) {
        node.sameKernel = node.sameKernel && data.name[run.work] == node.name;
        if (data.duration[run.work] > data.duration[node.longestWork]) {
            node.longest = run.at;
            node.longestWork = run.work;
        }
        node.total += data.duration[run.work];
        times.push_back(data.duration[run.work]);
    }
    node.min = std::ranges::min(times);
    node.max = std::ranges::max(times);
    node.deviation = meanOf(times).deviation;
    node.median = middleOf(std::move(times));
    result.spread[static_cast<std::size_t>(node.hue)] += node.spread();
    result.nodes.push_back(std::move(node));
}

void addReplayTimes(const DeviceGraph& graph, GraphTimes& result) {
    std::vector<TimeNs> lengths;
    std::vector<TimeNs> busy;
    std::vector<TimeNs> idle;
    std::vector<TimeNs> calls;
    for (const std::uint32_t i : result.replays) {
        const GraphReplay& replay = graph.replays[i];
        lengths.push_back(replay.range.length());
        busy.push_back(replay.busy);
        idle.push_back(replay.range.length() - replay.busy);
        if (replay.call >= 0) {
            calls.push_back(replay.call);
        }
    }
    result.length = meanOf(lengths);
    result.busy = meanOf(busy);
    result.idle = meanOf(idle);
    if (calls.size() == lengths.size()) {
        result.call = meanOf(calls);
    }
    std::vector<std::uint32_t> order(lengths.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return lengths[i]; });
    result.typical = order[(order.size() - 1) / 2];
    result.medianLength = middleOf(std::move(lengths));
}

} // namespace

std::uint32_t GraphNode::workIn(std::size_t replay) const {
    const auto found = std::ranges::lower_bound(runs, replay, {}, &GraphRun::at);
    return found != runs.end() && found->at == replay ? found->work : GraphReplay::kMissing;
}

std::optional<std::vector<DeviceGraph>> findGraphs(const KernelData& data, const std::stop_token& stop) {
    Gatherer gatherer(data);
    for (std::uint32_t w = 0; w < data.start.size(); ++w) {
        if (w % kStopEvery == 0 && stop.stop_requested()) {
            return std::nullopt;
        }
        gatherer.add(w);
    }
    // device, graph id, and where there is none the names of all its kernels
    using Key = std::tuple<ProcessId, FileId, std::vector<StringId>>;
    std::map<Key, std::size_t> known;
    std::vector<std::vector<Draft>> graphs;
    const Trace& trace = data.forest->trace();
    for (Draft& draft : gatherer.take()) {
        std::vector<StringId> names;
        for (const std::uint32_t w : draft.works) {
            if (draft.id.number() < 0) {
                names.push_back(data.name[w]);
            }
        }
        std::ranges::sort(names);
        const SliceId first = data.forest->deviceWork()[draft.works.front()].slice;
        const ProcessId device = trace.tracks()[trace.slice(first).track.value].process;
        const auto [at, isNew] = known.try_emplace({device, draft.id, std::move(names)}, graphs.size());
        if (isNew) {
            graphs.emplace_back();
        }
        graphs[at->second].push_back(std::move(draft));
    }
    std::vector<DeviceGraph> result;
    for (const std::vector<Draft>& drafts : graphs) {
        if (stop.stop_requested()) {
            return std::nullopt;
        }
        result.push_back(graphOf(data, drafts));
    }
    return result;
}

GraphTimes graphTimes(const KernelData& data, const DeviceGraph& graph, std::optional<TimeRange> range) {
    GraphTimes result;
    for (std::uint32_t i = 0; i < graph.replays.size(); ++i) {
        if (!range || range->contains(graph.replays[i].range.begin)) {
            result.replays.push_back(i);
        }
    }
    if (result.replays.empty()) {
        return result;
    }
    std::vector<GraphNode> nodes(graph.nodes);
    for (std::uint32_t i = 0; i < result.replays.size(); ++i) {
        for (const GraphRun& run : graph.replays[result.replays[i]].runs) {
            nodes[run.at].number = run.at + 1;
            nodes[run.at].runs.push_back({i, run.work});
        }
    }
    for (GraphNode& node : nodes) {
        addNode(data, std::move(node), result);
    }
    addReplayTimes(graph, result);
    return result;
}

} // namespace lanes
