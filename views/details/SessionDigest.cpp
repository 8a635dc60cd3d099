#include "views/details/SessionDigest.h"

#include "model/analysis/text/KernelName.h"
#include "views/shared/Theme.h"

#include <algorithm>

namespace lanes {
namespace {

bool addKernels(SessionDigest& digest, const KernelData& data, std::optional<TimeRange> range,
                const std::stop_token& stop) {
    const auto rows = kernelStats(data, {range, {}, true}, stop);
    if (!rows) {
        return false;
    }
    const Trace& trace = data.forest->trace();
    for (const KernelRow& row : *rows) {
        const std::string_view recorded = trace.text(row.name);
        const bool kernel = row.kind == EventKind::Kernel;
        digest.launches += row.calls;
        digest.tops.push_back({kernel ? foldedKernelName(recorded) : std::string(recorded), row.hue,
                               shadeOf(recorded), row.total, row.calls,
                               data.forest->deviceWork()[row.slowest].slice});
    }
    return true;
}

bool addOperators(SessionDigest& digest, const OperatorData& data, std::optional<TimeRange> range,
                  const std::stop_token& stop) {
    const auto rows = operatorStats(data, {OperatorGroup::Name, range, {}}, stop);
    if (!rows) {
        return false;
    }
    for (const OperatorRow& row : *rows) {
        digest.launches += row.calls;
        digest.tops.push_back(
            {row.label, row.hue, shadeOf(row.label), row.selfCpu, row.calls,
             row.slowest == OperatorForest::kNone ? SliceId() : data.forest->slice(row.slowest)});
    }
    return true;
}

} // namespace

std::optional<SessionDigest> sessionDigest(TraceAnalyses& analyses, std::optional<TimeRange> brush,
                                           const std::stop_token& stop) {
    const auto operators = analyses.operators(stop);
    const auto kernels = operators ? analyses.kernels(stop) : nullptr;
    const auto split = kernels ? analyses.split(stop) : nullptr;
    if (!split) {
        return std::nullopt;
    }
    SessionDigest digest;
    digest.range = brush.value_or(analyses.trace()->work());
    digest.hasDevice = !kernels->start.empty();
    digest.split = split->split(digest.range);
    for (const DeviceTimes& times : split->devices(digest.range)) {
        digest.busy += times.busy;
        ++digest.devices;
    }
    if (!(digest.hasDevice ? addKernels(digest, *kernels, brush, stop)
                           : addOperators(digest, *operators, brush, stop))) {
        return std::nullopt;
    }
    std::ranges::stable_sort(digest.tops, std::ranges::greater{}, &SessionDigest::Top::time);
    digest.tops.resize(std::min(digest.tops.size(), kDigestTops));
    return digest;
}

} // namespace lanes
