// Prints what the product answers, event by event, about one trace, for tst_trace_facts.py to hold against the JSON:
//   memory   device  time  allocated  reserved  alive     at every memory event; alive: blocks seen, and before them
//   forward  pid tid start name  pid tid start name       of every operator that has a forward operator
//   launch   pid tid start name  pid tid start name       the operator of every kernel, copy and set with a launch
//   graph    graph replay node duration  pid tid start name   of every node of every replay of a CUDA graph
// Columns are divided by tabs; a name keeps no tab and no line end.
#include "model/analysis/device/GraphReplays.h"
#include "model/analysis/memory/MemoryHistory.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/io/OpenTrace.h"

#include <algorithm>
#include <cstdio>
#include <string>

using namespace lanes;

namespace {

std::string place(const Trace& trace, SliceId id) {
    if (!id.valid()) {
        return "-\t-\t-\t-";
    }
    const Trace::Slice s = trace.slice(id);
    const Track& track = trace.tracks()[s.track.value];
    std::string name(trace.text(s.name));
    std::ranges::replace_if(
        name, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return trace.processes()[track.process.value].key + "\t" + track.key + "\t" + std::to_string(s.start) +
           "\t" + name;
}

void printMemory(const MemoryHistory& history) {
    for (const DeviceMemory& device : history.devices()) {
        for (const TimeNs time : device.time) {
            const std::size_t at = *device.at(time);
            std::int64_t alive = unseenAt(device, time);
            for (const MemoryBlock* block : aliveAt(device, time)) {
                alive += block->bytes;
            }
            std::printf("memory\t%s\t%lld\t%lld\t%lld\t%lld\n", device.key.c_str(),
                        static_cast<long long>(time), static_cast<long long>(device.allocated[at]),
                        static_cast<long long>(device.reserved[at]), static_cast<long long>(alive));
        }
    }
}

void printLinks(const Trace& trace, const EventOrigin& origin) {
    for (SliceId id(0); id.value < trace.sliceCount(); ++id.value) {
        const EventKind kind = trace.slice(id).kind;
        if (kind == EventKind::Operator) {
            if (const SliceId forward = origin.forwardOf(id); forward.valid()) {
                std::printf("forward\t%s\t%s\n", place(trace, id).c_str(), place(trace, forward).c_str());
            }
        } else if (isDeviceWork(kind) && origin.launchOf(id).valid()) {
            std::printf("launch\t%s\t%s\n", place(trace, id).c_str(),
                        place(trace, origin.operatorOf(id)).c_str());
        }
    }
}

void printGraphs(const KernelData& data) {
    const std::vector<DeviceGraph> graphs = *findGraphs(data);
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        for (std::size_t r = 0; r < graphs[g].replays.size(); ++r) {
            for (const auto& [node, work] : graphs[g].replays[r].runs) {
                std::printf("graph\t%zu\t%zu\t%u\t%lld\t%s\n", g, r, node,
                            static_cast<long long>(data.duration[work]),
                            place(data.forest->trace(), data.forest->deviceWork()[work].slice).c_str());
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    const auto trace = openTrace(argc > 1 ? argv[1] : "");
    if (!trace) {
        std::fprintf(stderr, "%s\n", trace.error().message.c_str());
        return 1;
    }
    const auto data = OperatorData::build(trace.value());
    printMemory(*MemoryHistory::build(*data));
    printLinks(*trace.value(), EventOrigin(trace.value()));
    printGraphs(*KernelData::build(*data));
    return 0;
}
