#include "views/shared/TraceAnalyses.h"

namespace lanes {

std::shared_ptr<const OperatorData> TraceAnalyses::operators(const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    if (!operators_) {
        if (std::optional<OperatorData> made = OperatorData::build(trace_, stop)) {
            operators_ = std::make_shared<const OperatorData>(std::move(*made));
        }
    }
    return operators_;
}

std::shared_ptr<const KernelData> TraceAnalyses::kernels(const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    if (const auto all = kernels_ ? nullptr : operators(stop)) {
        if (std::optional<KernelData> made = KernelData::build(*all, stop)) {
            kernels_ = std::make_shared<const KernelData>(std::move(*made));
        }
    }
    return kernels_;
}

std::shared_ptr<const std::vector<DeviceGraph>> TraceAnalyses::graphs(const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    if (const auto all = graphs_ ? nullptr : kernels(stop)) {
        if (std::optional<std::vector<DeviceGraph>> made = findGraphs(*all, stop)) {
            graphs_ = std::make_shared<const std::vector<DeviceGraph>>(std::move(*made));
        }
    }
    return graphs_;
}

std::shared_ptr<const MemoryHistory> TraceAnalyses::memory(const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    if (const auto all = memory_ ? nullptr : operators(stop)) {
        memory_ = MemoryHistory::build(*all, stop);
    }
    return memory_;
}

std::shared_ptr<const TimeSplit> TraceAnalyses::split(const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    if (!split_) {
        split_ = TimeSplit::build(*trace_, stop);
    }
    return split_;
}

} // namespace lanes
