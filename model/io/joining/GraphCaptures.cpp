#include "model/io/joining/GraphCaptures.h"

#include "model/trace/args/ArgReader.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanes {

namespace {

enum class GraphCall : std::uint8_t { Unknown, Other, BeginCapture, EndCapture, Kernel, Copy, Launch };

// cudaLaunchKernelExC_v11060, cuLaunchKernel, hipExtModuleLaunchKernel, hipMemcpyAsync, cudaMemsetAsync, hipGraphLaunch.
GraphCall graphCallOf(std::string_view name) {
    const auto holds = [&](std::string_view part) { return name.find(part) != name.npos; };
    if (!name.starts_with("cu") && !name.starts_with("hip")) {
        return GraphCall::Other;
    }
    if (holds("StreamBeginCapture")) {
        return GraphCall::BeginCapture;
    }
    if (holds("StreamEndCapture")) {
        return GraphCall::EndCapture;
    }
    if (holds("GraphLaunch")) {
        return GraphCall::Launch;
    }
    if (holds("LaunchKernel") || holds("LaunchCooperativeKernel")) {
        return GraphCall::Kernel;
    }
    return (holds("Memcpy") || holds("Memset")) && holds("Async") ? GraphCall::Copy : GraphCall::Other;
}

struct FoundCall {
    TimeNs begin = 0;
    TimeNs end = 0;
    SliceId slice;
    TrackId track;
    GraphCall is = GraphCall::Other;
};

using CallsOfProcesses = std::map<ProcessId, std::vector<FoundCall>>;

// Wanted calls of the device's runtime, by process and begin.
template<class IsWanted>
CallsOfProcesses graphCalls(const Trace& trace, const IsWanted& isWanted, const std::stop_token& stop) {
    std::vector<GraphCall> known(trace.strings().size(), GraphCall::Unknown);
    CallsOfProcesses found;
    for (const auto& segment : trace.segments()) {
        if (stop.stop_requested()) {
            return {};
        }
        const ProcessId process = trace.tracks()[segment->track.value].process;
        for (std::uint32_t i = segment->next(EventKind::Runtime, 0); i < segment->size();
             i = segment->next(EventKind::Runtime, i + 1)) {
            const StringId name = segment->name[i];
            if (name.value >= known.size()) { // ids come from files
                continue;
            }
            GraphCall& is = known[name.value];
            is = is == GraphCall::Unknown ? graphCallOf(trace.text(name)) : is;
            const FoundCall call{segment->start[i], segment->end(i), SliceId(segment->first + i),
                                 segment->track, is};
            if (is != GraphCall::Other && isWanted(process, call)) {
                found[process].push_back(call);
            }
        }
    }
    for (auto& [process, calls] : found) {
        std::ranges::sort(calls, {}, [](const FoundCall& call) { return std::pair(call.begin, call.slice); });
    }
    return found;
}

SliceId aroundCall(const Trace& trace, SliceId call) {
    const SliceId around = trace.slice(call).parent;
    for (SliceId at = around; trace.has(at); at = trace.slice(at).parent) {
        if (trace.slice(at).kind == EventKind::Operator) {
            return at;
        }
    }
    return trace.has(around) ? around : call;
}

// The number behind `prefix` in the name of the innermost slice around that begins with both. Serving engines mark a capture and an
// execution with their batch size.
std::int64_t sizeAround(const Trace& trace, SliceId call, std::string_view prefix) {
    for (SliceId at = call; trace.has(at); at = trace.slice(at).parent) {
        const std::string_view name = trace.text(trace.slice(at).name);
        std::int64_t size = -1;
        if (name.starts_with(prefix) &&
            std::from_chars(name.data() + prefix.size(), name.data() + name.size(), size).ec == std::errc()) {
            return size;
        }
    }
    return -1;
}

class CaptureSearch {
public:
    CaptureSearch(const Trace& trace, std::vector<CapturedGraph>& graphs)
        : trace_(trace)
        , graphs_(graphs)
        , kernel_(trace.args(), trace.strings(), "kernel", ArgReader::Level::Args) {}

    void search(const std::vector<FoundCall>& calls) {
        for (const FoundCall& call : calls) {
            if (call.is == GraphCall::BeginCapture) {
                CapturedGraph& graph = open_[call.track];
                graph = {};
                graph.window.begin = call.end;
                graph.size = sizeAround(trace_, call.slice, "capture_");
            } else if (const auto own = open_.find(call.track); call.is == GraphCall::EndCapture) {
                if (own != open_.end()) {
                    own->second.window.end = call.begin;
                    graphs_.push_back(std::move(own->second));
                    open_.erase(own);
                }
            } else if (call.is == GraphCall::Kernel || call.is == GraphCall::Copy) {
                add(call);
            }
        }
        open_.clear();
    }

private:
    // A thread that captures nothing itself, as autograd's, adds to the one capture that is going on.
    void add(const FoundCall& call) {
        const auto own = open_.find(call.track);
        if (open_.empty() || (own == open_.end() && open_.size() > 1) ||
            trace_.links().firstFrom(call.slice, LinkKind::Launch).valid()) {
            return;
        }
        CapturedCall made{call.slice, aroundCall(trace_, call.slice), call.is == GraphCall::Kernel, {}};
        const Trace::Slice slice = trace_.slice(call.slice);
        if (const StringId name = kernel_.text(slice.layout, slice.row); made.isKernel && name.valid()) {
            made.kernel = unescapeJson(trace_.text(name));
        }
        (own == open_.end() ? open_.begin() : own)->second.calls.push_back(std::move(made));
    }

    const Trace& trace_;
    std::vector<CapturedGraph>& graphs_;
    ArgReader kernel_;
    std::map<TrackId, CapturedGraph> open_; // by the thread that captures
};

} // namespace

std::vector<CapturedGraph> capturedGraphs(const Trace& trace, const std::stop_token& stop) {
    const CallsOfProcesses borders = graphCalls(
        trace,
        [](ProcessId, const FoundCall& call) {
            return call.is == GraphCall::BeginCapture || call.is == GraphCall::EndCapture;
        },
        stop);
    std::vector<CapturedGraph> graphs;
    if (borders.empty()) {
        return graphs;
    }
    // Launches are most of a trace; those outside of captures are not kept.
    const auto isWithin = [&](ProcessId process, const FoundCall& call) {
        const auto own = borders.find(process);
        return call.is != GraphCall::Launch && own != borders.end() &&
               call.begin >= own->second.front().begin && call.begin <= own->second.back().begin;
    };
    CaptureSearch search(trace, graphs);
    for (const auto& [process, calls] : graphCalls(trace, isWithin, stop)) {
        search.search(calls);
    }
    std::erase_if(graphs, [](const CapturedGraph& graph) { return graph.calls.empty(); });
    std::ranges::stable_sort(graphs, {}, [](const CapturedGraph& graph) { return graph.window.begin; });
    return graphs;
}

std::vector<ReplayedGraph> replayedGraphs(const Trace& trace, const std::stop_token& stop) {
    std::vector<ReplayedGraph> graphs;
    ArgReader node(trace.args(), trace.strings(), "graph node id", ArgReader::Level::Args);
    const auto isLaunch = [](ProcessId, const FoundCall& call) { return call.is == GraphCall::Launch; };
    for (const auto& [process, calls] : graphCalls(trace, isLaunch, stop)) {
        for (const FoundCall& call : calls) {
            std::vector<std::pair<std::pair<std::int64_t, TimeNs>, SliceId>> work; // by node and begin
            for (const Link& link : trace.links().from(call.slice)) {
                if (link.kind == LinkKind::Launch && trace.has(link.to) &&
                    isDeviceWork(trace.slice(link.to).kind)) {
                    const Trace::Slice slice = trace.slice(link.to);
                    work.push_back(
                        {{node.integer(slice.layout, slice.row, trace.strings(), 0), slice.start}, link.to});
                }
            }
            const bool numbered =
                std::ranges::all_of(work, [](const auto& one) { return one.first.first > 0; });
            std::ranges::sort(work, {}, [numbered](const auto& one) {
                return std::tuple(numbered ? one.first.first : 0, one.first.second, one.second);
            });
            ReplayedGraph graph{call.slice, {}, sizeAround(trace, call.slice, "execute_")};
            graph.work.reserve(work.size());
            for (const auto& one : work) {
                graph.work.push_back(one.second);
            }
            if (!graph.work.empty()) {
                graphs.push_back(std::move(graph));
            }
        }
    }
    std::ranges::stable_sort(graphs, {},
                             [&](const ReplayedGraph& graph) { return trace.slice(graph.launch).start; });
    return graphs;
}

} // namespace lanes
