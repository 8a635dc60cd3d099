#include "model/analysis/time/SessionDigest.h"

namespace lanes {
namespace {

bool addKernels(SessionDigest& digest, const KernelData& data, std::optional<TimeRange> range,
                const std::stop_token& stop) {
    const auto rows = kernelStats(data, {range, {}, true}, stop);
    if (!rows) {
        return false;
    }
    for (const KernelRow& row : *rows) {
        digest.launches += row.calls;
    }
    digest.tops = topWork(data, *rows, kDigestTops);
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
    }
    digest.tops = topWork(data, *rows, &OperatorRow::selfCpu, kDigestTops);
    return true;
}

} // namespace

std::optional<SessionDigest> sessionDigest(TraceAnalyses& analyses, std::optional<TimeRange> range,
                                           const std::stop_token& stop) {
    const auto operators = analyses.operators(stop);
    const auto kernels = operators ? analyses.kernels(stop) : nullptr;
    const auto split = kernels ? analyses.split(stop) : nullptr;
    if (!split) {
        return std::nullopt;
    }
    SessionDigest digest;
    digest.range = range.value_or(analyses.trace()->work());
    digest.hasDevice = !kernels->start.empty();
    digest.split = split->split(digest.range);
    for (const DeviceTimes& times : split->devices(digest.range)) {
        digest.busy += times.busy;
        ++digest.devices;
    }
    if (!(digest.hasDevice ? addKernels(digest, *kernels, range, stop)
                           : addOperators(digest, *operators, range, stop))) {
        return std::nullopt;
    }
    return digest;
}

} // namespace lanes
