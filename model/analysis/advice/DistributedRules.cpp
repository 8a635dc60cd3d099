// Rules about several devices and ranks.
#include "model/analysis/advice/AdviceRules.h"
#include "model/analysis/operators/Shapes.h"
#include "model/analysis/ranks/Collectives.h"
#include "model/base/Format.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

namespace lanes {

namespace {

// What a kernel of communication moved; nothing where it does not say.
std::optional<std::int64_t> bytesOf(const Trace& trace, SliceId slice) {
    const auto elements = trace.arg(slice, "In msg nelems");
    const auto type = trace.arg(slice, "dtype");
    if (!elements || !type) {
        return std::nullopt;
    }
    const std::int64_t size = bytesPerElement(argText(*type, trace.strings()));
    const std::int64_t count = integerOf(elements, trace.strings(), -1);
    constexpr std::int64_t kMost = std::int64_t{1} << 50; // a file may say anything
    return size == 0 || count < 0 || count > kMost ? std::nullopt : std::optional(count * size);
}

bool says(const SessionInfo& info, std::string_view text) {
    return std::ranges::any_of(info.properties, [&](const auto& property) {
        return property.first.starts_with("distributedInfo") &&
               property.second.find(text) != std::string::npos;
    });
}

// Of all devices, or of ranks that have none.
struct Communication {
    TimeNs all = 0;
    TimeNs exposed = 0; // while nothing was computed
    IntervalSet time;   // of the exposed
    std::vector<MarkedSlice> calls;
};

Communication communicationIn(const AdviceFacts& facts) {
    Communication found;
    for (const DeviceTimes& device : facts.data().split().devices(facts.focus())) {
        found.all += device.communication;
        found.exposed += device.communication - device.overlap;
    }
    const auto kernels = facts.marked(Mark::Collective);
    found.calls.assign(kernels.begin(), kernels.end());
    if (facts.data().hostRanks().empty()) {
        found.time = facts.data().split().exclusive(Activity::Communication).intersect(timeOf(found.calls));
        return found;
    }
    for (const HostRank& host : facts.data().hostRanks()) {
        found.all += host.work.communication.covered(facts.focus());
        found.exposed += host.work.exposed.covered(facts.focus());
        for (const CollectiveCall& call : host.collectives) {
            if (facts.focus().contains(call.range.begin)) {
                found.calls.push_back({call.range, call.slice});
            }
        }
        const std::array focus{facts.focus()};
        found.time =
            found.time.unite(host.work.exposed.intersect(IntervalSet(std::span<const TimeRange>(focus))));
    }
    return found;
}

// What each rank computed.
std::map<std::int64_t, TimeNs> computedByRank(const AdviceFacts& facts) {
    std::map<std::int64_t, TimeNs> computed;
    for (const DeviceTimes& device : facts.data().split().devices(facts.focus())) {
        if (device.device.rank >= 0) {
            computed[device.device.rank] += device.compute;
        }
    }
    for (const HostRank& host : facts.data().hostRanks()) {
        if (host.rank >= 0) {
            computed[host.rank] += host.work.computed.covered(facts.focus());
        }
    }
    return computed;
}

} // namespace

std::optional<Finding> findDataParallel(const AdviceFacts& facts, const Limits&) {
    std::vector<MarkedSlice> calls = outermost(facts.marked(Mark::DataParallel));
    const auto moves = facts.operatorsNamed(
        [](std::string_view name) {
            return name == "Broadcast" || name == "Scatter" || name == "Gather" ||
                   name == "aten::broadcast_coalesced";
        },
        facts.focus());
    if (calls.empty()) {
        return std::nullopt;
    }
    IntervalSet time = timeOf(moves).intersect(timeOf(calls));
    const TimeNs cost = time.total();
    const TimeNs all = timeOf(calls).total();
    Finding found = facts.finding("DataParallel copies the model to every device in every step",
                                  {0, cost, std::max(cost, all)}, std::move(time), 0.9);
    found.seen = facts.eachCount(static_cast<std::int64_t>(calls.size()), "call", "calls") +
                 " of torch.nn.DataParallel, " + facts.each(all) + ", " + facts.each(cost) +
                 " of that in copies of the model, its inputs and outputs";
    found.remedy = "torch.nn.parallel.DistributedDataParallel with a process for each GPU (torchrun).";
    found.where = placesOf(calls);
    return found;
}

std::optional<Finding> findSlowBackend(const AdviceFacts& facts, const Limits&) {
    const SessionInfo& info = facts.trace().info();
    const auto host = facts.marked(Mark::HostCollective);
    const bool distributed =
        !host.empty() || facts.data().marks().has(Mark::Distributed) || says(info, "backend");
    const bool nccl = facts.data().marks().has(Mark::Collective) || says(info, "nccl") || says(info, "rccl");
    if (!facts.data().hasDevice() || !distributed || nccl || (host.empty() && !says(info, "gloo"))) {
        return std::nullopt; // on CPUs gloo is what there is
    }
    const IntervalSet all = timeOf(host);
    IntervalSet time = host.empty() ? all : facts.exposed(all, host.front().slice);
    const TimeNs cost = time.total();
    Finding found = facts.finding("GPUs communicate through the host",
                                  {cost / 2, cost, std::max(cost, all.total())}, std::move(time), 0.85);
    found.seen = facts.eachCount(static_cast<std::int64_t>(host.size()), "collective", "collectives") +
                 " of the host, " + facts.each(all.total()) + "; no kernel of NCCL";
    found.remedy = "torch.distributed.init_process_group(\"nccl\").";
    found.where = placesOf(host);
    return found;
}

std::optional<Finding> findExposedCommunication(const AdviceFacts& facts, const Limits& limits) {
    Communication communication = communicationIn(facts);
    const TimeNs exposed = communication.exposed;
    if (!facts.isShare(exposed, limits.at("share"))) {
        return std::nullopt;
    }
    // No computation hides it, but it may have waited for peers: hiding it saves all of it at most.
    Finding found = facts.finding("Communication that no computation hides", {0, exposed / 2, exposed},
                                  std::move(communication.time), 0.6);
    found.seen = facts.each(communication.all) + " of communication, " + facts.each(exposed) +
                 " of it while nothing was computed (" +
                 formatPercent(1 - static_cast<double>(exposed) /
                                       static_cast<double>(std::max<TimeNs>(communication.all, 1))) +
                 " overlapped)";
    found.remedy = "See first whether a rank comes late (lanescope ranks). Then: "
                   "DistributedDataParallel(..., bucket_cap_mb=..., gradient_as_bucket_view=True, "
                   "static_graph=True), no_sync() while gradients are accumulated, or a compression hook.";
    found.where = placesOf(communication.calls);
    return found;
}

std::optional<Finding> findUnevenRanks(const AdviceFacts& facts, const Limits& limits) {
    const std::map<std::int64_t, TimeNs> computing = computedByRank(facts);
    if (computing.size() < 2) {
        return std::nullopt;
    }
    TimeNs sum = 0;
    for (const auto& [rank, time] : computing) {
        sum += time;
    }
    const TimeNs mean = sum / static_cast<TimeNs>(computing.size());
    const auto busiest = std::ranges::max_element(computing, {}, [](const auto& r) { return r.second; });
    const TimeNs more = busiest->second - mean;
    if (static_cast<double>(more) * 100 < limits.at("share") * static_cast<double>(mean) || mean <= 0) {
        return std::nullopt;
    }
    // Steps are counted for all ranks; each rank has its part of them.
    const auto ranks = static_cast<TimeNs>(computing.size());
    const TimeNs cost = facts.steps().empty() ? more : more * ranks;
    if (!facts.isShare(cost, limits.at("cost"))) {
        return std::nullopt;
    }
    Finding found = facts.finding("One rank computes longer than the others, which wait for it",
                                  {0, cost, cost}, {}, 0.7);
    found.seen = "Rank " + std::to_string(busiest->first) + " computes " + formatDuration(busiest->second) +
                 ", the mean of " + formatCount(ranks) + " ranks is " + formatDuration(mean);
    found.remedy = "Share the data out evenly: lengths sorted into buckets, DistributedSampler(..., "
                   "drop_last=True), shards of the same size; or that machine is slower.";
    for (const MarkedSlice& call : communicationIn(facts).calls) {
        const ProcessId id = processOf(facts.trace(), facts.trace().slice(call.slice).track);
        if (id.valid() && facts.trace().processes()[id.value].rank == busiest->first &&
            found.where.size() < 3) {
            found.where.push_back(call.slice);
        }
    }
    return found;
}

std::optional<Finding> findSmallCollectives(const AdviceFacts& facts, const Limits& limits) {
    std::vector<MarkedSlice> small;
    std::int64_t bytes = 0;
    for (const MarkedSlice& kernel : facts.marked(Mark::Collective)) {
        const auto own = bytesOf(facts.trace(), kernel.slice);
        if (own ? static_cast<double>(*own) <= limits.at("bytes")
                : static_cast<double>(kernel.range.length()) <= limits.at("length")) {
            small.push_back(kernel);
            bytes += own.value_or(0);
        }
    }
    IntervalSet time = timeOf(small);
    const TimeNs cost = time.total();
    if (static_cast<double>(small.size()) < limits.at("calls") * static_cast<double>(facts.perStep()) ||
        !facts.isShare(cost, limits.at("share"))) {
        return std::nullopt;
    }
    const std::vector<LineGroup> lines = facts.byLine(small);
    Finding found = facts.finding("Many small collectives instead of few large ones", {0, cost / 2, cost},
                                  std::move(time), 0.7);
    found.seen =
        facts.eachCount(static_cast<std::int64_t>(small.size()), "collective", "collectives") +
        (bytes > 0 ? " of " + formatBytes(bytes / static_cast<std::int64_t>(small.size())) + " each" : "") +
        ", " + facts.each(cost) + mostAt(lines);
    found.remedy = "Collect tensors into one before they are reduced: DistributedDataParallel(..., "
                   "bucket_cap_mb=25) or more, all_reduce_coalesced, one flat buffer.";
    found.where = placesOf(small);
    return found;
}

} // namespace lanes
