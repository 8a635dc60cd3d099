#include "model/report/Answers.h"

#include "model/analysis/flame/ModuleCalls.h"
#include "model/report/Advice.h"
#include "model/report/Awaited.h"
#include "model/report/Copies.h"
#include "model/report/Energy.h"
#include "model/report/Functions.h"
#include "model/report/Gaps.h"
#include "model/report/Graphs.h"
#include "model/report/Issues.h"
#include "model/report/Kernels.h"
#include "model/report/Memory.h"
#include "model/report/Operators.h"
#include "model/report/Path.h"
#include "model/report/Ranks.h"
#include "model/report/Steps.h"
#include "model/report/SyncPoints.h"

#include <algorithm>
#include <array>

namespace lanes::report {

namespace {

using namespace std::string_view_literals;

constexpr std::array kOperatorGroups{
    std::pair("name"sv, OperatorGroup::Name),        std::pair("shapes"sv, OperatorGroup::Shapes),
    std::pair("module"sv, OperatorGroup::Module),    std::pair("stack"sv, OperatorGroup::Stack),
    std::pair("step"sv, OperatorGroup::Step),        std::pair("thread"sv, OperatorGroup::Thread),
    std::pair("category"sv, OperatorGroup::Category)};
constexpr std::array kByOperator{"name"sv, "shapes"sv, "module"sv,  "stack"sv,
                                 "step"sv, "thread"sv, "category"sv};
constexpr std::array kByKernel{"kernel"sv};
constexpr std::array kByGraph{"graph"sv};
constexpr std::array kByReplay{"replay"sv};
constexpr std::array kBySync{"sync"sv};
constexpr std::array kByCopy{"copy"sv};
constexpr std::array kByGap{"gap"sv};
constexpr std::array kByRank{"rank"sv};
constexpr std::array kByCollective{"collective"sv};
constexpr std::array kByAwaited{"awaited"sv};
constexpr std::array kByIssue{"issue"sv};
constexpr std::array kByMemoryDevice{"memory_device"sv};
constexpr std::array kBySteps{"step_time"sv};
constexpr std::array kByAdvice{"advice"sv};
constexpr std::array kByPath{"path_kind"sv, "path_name"sv, "path_module"sv, "path_line"sv};
constexpr std::array kByStream{"stream"sv};
constexpr std::array kByDevice{"device"sv};
constexpr std::array kByFunction{"function"sv};

std::optional<Table> operators(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto data = analyses.operators(stop);
    const auto* const group =
        std::ranges::find(kOperatorGroups, asked.by, [](const auto& entry) { return entry.first; });
    const OperatorGroup by = group == kOperatorGroups.end() ? OperatorGroup::Name : group->second;
    auto rows = data ? operatorStats(*data, {by, asked.range, asked.filter}, stop) : std::nullopt;
    if (!rows) {
        return std::nullopt;
    }
    return operatorTable(
        {.data = data,
         .group = by,
         .rows = std::make_shared<const std::vector<OperatorRow>>(std::move(*rows)),
         .modules = by == OperatorGroup::Module ? moduleCalls(*data, asked.range, stop) : CallsOfModules()});
}

std::optional<Table> kernels(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto data = analyses.kernels(stop);
    auto rows =
        data ? kernelStats(*data, {.range = asked.range, .filter = asked.filter}, stop) : std::nullopt;
    if (!rows) {
        return std::nullopt;
    }
    return kernelTable(data, std::make_shared<const std::vector<KernelRow>>(std::move(*rows)));
}

std::optional<Table> graphs(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto data = analyses.kernels(stop);
    const auto found = data ? analyses.graphs(stop) : nullptr;
    auto nodes =
        found ? graphNodes(data, *found, {.range = asked.range, .filter = asked.filter}, {}, stop) : nullptr;
    return nodes ? std::optional(graphNodeTable(nodes)) : std::nullopt;
}

std::optional<Table> replays(TraceAnalyses& analyses, const Asked& asked, const std::stop_token& stop) {
    const auto data = analyses.kernels(stop);
    const auto found = data ? analyses.graphs(stop) : nullptr;
    return found ? graphReplays(data, *found, {.range = asked.range, .filter = asked.filter}, stop)
                 : std::nullopt;
}

constexpr std::array kAnswers{
    Answer{"operators", kByOperator, "operator", translatable("Report", "Operators"), "operators", true, true,
           operators},
    Answer{"kernels", kByKernel, "kernel", translatable("Report", "Kernels"), "kernels", true, true, kernels},
    Answer{"graphs", kByGraph, "graph_node", translatable("Report", "Graph nodes"),
           "the nodes of CUDA graphs", true, true, graphs},
    Answer{"replays", kByReplay, "replay", translatable("Report", "Graph replays"),
           "the replays of CUDA graphs", true, true, replays},
    Answer{"syncs", kBySync, "sync", translatable("Report", "Sync points"),
           "where the host waited for the device", false, true, syncPoints},
    Answer{"copies", kByCopy, "copy", translatable("Report", "Copies"), "copies and fills of device memory",
           false, true, copies},
    Answer{"gaps", kByGap, "gap", translatable("Report", "Gaps"),
           "times in which a stream or a device was idle", true, true, gaps},
    Answer{"path", kByPath, "path_part", translatable("Report", "Critical path"),
           "the critical path by what it went through", true, false, path},
    Answer{"advice", kByAdvice, "finding", translatable("Report", "Advice"),
           "what to change, and what that would save", true, false, advice},
    Answer{"steps", kBySteps, "step", translatable("Report", "Steps"), "what steps spent their time on",
           false, false, steps},
    Answer{"ranks", kByRank, "rank", translatable("Report", "Ranks"), "the ranks of a job and their clocks",
           true, false, ranks},
    Answer{"collectives", kByCollective, "collective", translatable("Report", "Collectives"),
           "collectives, who came last and how long the others waited", true, false, collectives},
    Answer{"awaited", kByAwaited, "awaited_rank", translatable("Report", "Awaited collectives"),
           "collectives in which ranks wait for ranks that have not come", false, false, awaited},
    Answer{"issues", kByIssue, "issue", translatable("Report", "Data quality"),
           "losses, repairs and broken rules, and which figures they affect", true, false, issues},
    Answer{"memory_devices", kByMemoryDevice, "memory_device", translatable("Report", "Memory of devices"),
           "how much memory was allocated on each device, and the peak", true, false, memoryDevices},
    Answer{"peak", kByPeak, "peak_group", translatable("Report", "Memory at the peak"),
           "what is alive at the peak of each device", true, false, peakMemory},
    Answer{"energy", kByEnergy, "energy", translatable("Report", "Energy"),
           "energy of devices by device, step, class of kernels, kernel or module", false, false, energy},
    Answer{"idle_streams", kByStream, "idle_stream", translatable("Report", "Idle streams"),
           "how long streams were idle", false, false, idleStreams},
    Answer{"idle_devices", kByDevice, "idle_device", translatable("Report", "Idle devices"),
           "how long devices were idle, by cause", false, false, idleDevices},
    Answer{"functions", kByFunction, "function", translatable("Report", "Functions"),
           "the functions of a profile without times", false, false, functions},
};

} // namespace

std::span<const Answer> answers() {
    return kAnswers;
}

const Answer* answerNamed(std::string_view key) {
    const auto* const at = std::ranges::find(kAnswers, key, &Answer::key);
    return at == kAnswers.end() ? nullptr : at;
}

const Answer* answerBy(std::string_view word) {
    const auto* const at = std::ranges::find_if(kAnswers, [word](const Answer& answer) {
        return std::ranges::find(answer.by, word) != answer.by.end();
    });
    return at == kAnswers.end() ? nullptr : at;
}

} // namespace lanes::report
