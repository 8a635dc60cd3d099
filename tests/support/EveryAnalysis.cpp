#include "tests/support/EveryAnalysis.h"

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/advice/Advice.h"
#include "model/analysis/compare/DiffTree.h"
#include "model/analysis/device/GraphReplays.h"
#include "model/analysis/device/KernelStats.h"
#include "model/analysis/device/Roofline.h"
#include "model/analysis/flame/FlameExport.h"
#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/flame/ProfileFunctions.h"
#include "model/analysis/gaps/GapSteps.h"
#include "model/analysis/gaps/SessionGaps.h"
#include "model/analysis/memory/MemoryHistory.h"
#include "model/analysis/memory/MemoryMoment.h"
#include "model/analysis/memory/MemoryTruth.h"
#include "model/analysis/operators/EventDetails.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/operators/OperatorStats.h"
#include "model/analysis/operators/Related.h"
#include "model/analysis/path/PathRows.h"
#include "model/analysis/path/WhatIf.h"
#include "model/analysis/ranks/CollectiveOp.h"
#include "model/analysis/ranks/JobRanks.h"
#include "model/analysis/text/FoundEvents.h"
#include "model/analysis/text/KernelName.h"
#include "model/analysis/time/Overview.h"
#include "model/analysis/time/OverviewNumbers.h"
#include "model/analysis/time/SessionDigest.h"
#include "model/analysis/time/SessionSummary.h"
#include "model/analysis/time/SpotContent.h"
#include "model/analysis/trust/Ledger.h"
#include "model/io/export/ChromeExporter.h"
#include "model/io/joining/TraceMerge.h"
#include "model/lod/LodIndex.h"
#include "model/lod/RangeSummary.h"
#include "model/trace/TraceCut.h"
#include "model/trace/TraceStretch.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lanes::test {

namespace {

constexpr std::uint32_t kMostAsked = 300; // events that are asked about one by one
constexpr std::uint32_t kMostSpots = 8;   // moments of each kind

std::size_t tables(const std::shared_ptr<const Trace>& trace) {
    std::size_t sum = 0;
    const std::optional<OperatorData> operators = OperatorData::build(trace);
    for (const OperatorGroup group :
         {OperatorGroup::Name, OperatorGroup::Shapes, OperatorGroup::Module, OperatorGroup::Stack,
          OperatorGroup::Step, OperatorGroup::Category, OperatorGroup::Thread}) {
        OperatorQuery query;
        query.group = group;
        const auto rows = operatorStats(*operators, query);
        sum += rows->size() + rooflinePoints(*rows).size();
    }
    const std::optional<KernelData> kernels = KernelData::build(*operators);
    sum += kernelStats(*kernels, {})->size();
    const auto graphs = findGraphs(*kernels, {});
    for (const DeviceGraph& graph : *graphs) {
        sum += static_cast<std::size_t>(graphTimes(*kernels, graph).medianLength);
    }
    const auto memory = MemoryHistory::build(*operators);
    for (const DeviceMemory& device : memory->devices()) {
        sum += device.blocks.size() + static_cast<std::size_t>(device.allocatedAt(trace->span().begin));
    }
    if (const auto profile = profileOf(*trace)) {
        sum += functionsOf(*profile)->size();
    }
    for (const FlameSource source :
         {FlameSource::Everything, FlameSource::Operators, FlameSource::Python, FlameSource::Modules}) {
        FlameQuery query;
        query.source = source;
        query.tidy = source == FlameSource::Modules;
        const auto tree = FlameTree::build(*operators, query);
        sum += tree->bottomUp()->nodes().size() + flameSvg(*tree, FlameWeight::CpuTime, "a").size();
        const auto take = [&](std::string_view text) { sum += text.size(); };
        writeCollapsedStacks(*tree, FlameWeight::CpuTime, take);
        writeSpeedscopeProfile(*tree, FlameWeight::AllocatedBytes, "a", take);
    }
    return sum;
}

std::size_t times(const std::shared_ptr<const Trace>& trace) {
    const SessionSteps steps = findSteps(*trace);
    const Overview overview = overviewOf(*TimeSplit::build(*trace), steps, trace->span());
    const SessionSummary summary = summarize(*trace);
    const auto lod = LodIndex::build(trace);
    TraceAnalyses analyses(trace);
    return steps.all().size() + static_cast<std::size_t>(overview.range.length()) + summary.slices +
           gapsOfSession(*analyses.gaps(), {}, 0).largest.size() + rowsIn(*lod, trace->span()).rows.size() +
           topNamesIn(*lod, trace->span(), 10).names.size() + sessionDigest(analyses, {}, {})->tops.size() +
           ledgerOf(analyses)->entries.size() +
           overviewNumbers(analyses, trace->span(), {}, 10, {})->kernels.size();
}

std::size_t events(const std::shared_ptr<const Trace>& trace) {
    std::size_t sum = 0;
    for (const char* text : {"a", "op:aten dur>1ns", "module:a", "comm: stream:7", "shape:1", "thread:1"}) {
        if (auto filter = Filter::parse(text)) {
            const auto found = FoundEvents::find(trace, filter.value());
            sum += found ? found->listed() : 0;
        }
    }
    const EventOrigin origin(trace);
    for (std::uint32_t i = 0; i < std::min(trace->sliceCount(), kMostAsked); ++i) {
        const SliceId id(i);
        sum += detailsOf(*trace, origin, id)->fields.size() + relatedTo(*trace, id).slices.size() +
               followLink(*trace, origin, id, true).value + trace->children(id).size();
        const Trace::Slice slice = trace->slice(id);
        sum += gapSteps(*trace, origin, slice.track, slice.end()).steps.size();
    }
    for (std::uint32_t t = 0; t < std::min<std::size_t>(trace->tracks().size(), kMostAsked); ++t) {
        sum += flameChart(*trace, TrackId(t), FlameSource::Everything, trace->span(), 0).size();
    }
    return sum;
}

std::size_t memory(TraceAnalyses& analyses) {
    std::size_t sum = 0;
    const auto operators = analyses.operators();
    const TimeRange all = analyses.trace()->span();
    for (const DeviceMemory& device : analyses.memory()->devices()) {
        for (int group = 0; group < kMemoryGroups; ++group) {
            const auto by = static_cast<MemoryGroup>(group);
            sum += memoryTruth(*operators, device, all, by)->fits.size() +
                   memoryMoment(*operators, device, device.peakTime, all.begin, by).groups.size();
        }
    }
    return sum;
}

std::size_t answers(const std::shared_ptr<const Trace>& trace, const std::shared_ptr<const Trace>& other) {
    const auto analyses = std::make_shared<TraceAnalyses>(trace);
    const TimeRange all = trace->span();
    std::size_t sum = memory(*analyses) + adviceOf(*analyses->advice(), {}, {})->size() +
                      adviceOf(*analyses->advice(), all, {})->size() +
                      jobRanksOf(*analyses->ranks()).collectives.size();
    const PathGraph& graph = *analyses->path();
    const PathOrigins origins(graph);
    const CriticalPath path = criticalPath(graph, all);
    for (const PathBy by : {PathBy::Kind, PathBy::Name, PathBy::Module, PathBy::Line}) {
        sum += pathRows(graph, origins, path, by).size();
    }
    if (const auto faster = parseSpeedup("a 2x")) {
        sum += rangeIfFaster(graph, all, {faster.value()}).has_value() ? 1 : 0;
    }
    TraceAnalyses others(other);
    for (const DiffBy by : {DiffBy::Name, DiffBy::Shapes, DiffBy::Kernel, DiffBy::Module, DiffBy::Stack,
                            DiffBy::Step, DiffBy::Category}) {
        sum += diffOf({*analyses, {}, {}}, {others, all, {}}, by)->rows.size() +
               diffTreeOf({*analyses, all, {}}, {others, {}, {}}, by)->nodes.size();
    }
    return sum;
}

// As it is, and as a recording of ours, of which tracks, arrows, allocations and curves are written, too.
std::size_t exported(const Trace& trace) {
    TraceData own = trace.data();
    own.info.producer = "lanescope 1.0";
    return (exportChromeTrace(trace, "/dev/null").ok() ? 1 : 0) +
           (exportChromeTrace(Trace(std::move(own)), "/dev/null").ok() ? 1 : 0);
}

// What is read out of names, as of kernels.
std::size_t names(const Trace& trace) {
    std::size_t sum = 0;
    for (std::uint32_t i = 0; i < std::min(trace.strings().size(), kMostAsked); ++i) {
        const std::string_view name = trace.text(StringId(i));
        sum += labelStages(EventKind::Kernel, name).size() + kernelPrecision(name).size() +
               static_cast<std::size_t>(tensorCoreUse(name).rule) +
               static_cast<std::size_t>(collectiveOpOf(name));
    }
    return sum;
}

// What the details say of moments of all kinds.
std::size_t spots(const std::shared_ptr<const Trace>& trace) {
    TraceAnalyses analyses(trace);
    std::size_t sum = 0;
    const auto tracks = static_cast<std::uint32_t>(trace->tracks().size());
    for (const Spot::Kind kind :
         {Spot::Kind::Gap, Spot::Kind::Counter, Spot::Kind::Memory, Spot::Kind::Step, Spot::Kind::Instant}) {
        for (std::uint32_t i = 0; i < kMostSpots; ++i) {
            const TimeNs time = trace->span().begin + trace->span().length() / kMostSpots * i;
            sum += spotContent(analyses, {kind, time, tracks > 0 ? TrackId(i % tracks) : TrackId(), i}, {})
                       ? 1
                       : 0;
        }
    }
    return sum;
}

std::size_t parts(const std::shared_ptr<const Trace>& trace) {
    const TimeRange all = trace->span();
    const TimeRange middle{all.begin + all.length() / 4, all.end - all.length() / 4};
    return times(cutTrace(*trace, middle)) + times(TraceStretch(*trace, middle, 10).of(*trace));
}

} // namespace

std::size_t analyseEverything(const std::shared_ptr<const Trace>& trace) {
    const auto merged = mergeTraces({trace, trace});
    return tables(trace) + times(trace) + events(trace) + times(merged) + tables(merged) +
           answers(trace, merged) + answers(merged, trace) + parts(trace) + exported(*trace) + names(*trace) +
           spots(trace);
}

} // namespace lanes::test
