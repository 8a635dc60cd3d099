// What several views compute from one trace: each part once, when the first of them asks for it.
#pragma once

#include "model/analysis/device/GraphReplays.h"
#include "model/analysis/device/KernelStats.h"
#include "model/analysis/memory/MemoryHistory.h"
#include "model/analysis/operators/OperatorStats.h"
#include "model/analysis/time/TimeSplit.h"
#include "model/trace/Trace.h"

#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace lanes {

// Any thread, but not the UI's: asking may compute, or wait for another thread that does.
class TraceAnalyses {
public:
    explicit TraceAnalyses(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace)) {}

    [[nodiscard]] const std::shared_ptr<const Trace>& trace() const { return trace_; }
    // Each is null if asked to stop.
    [[nodiscard]] std::shared_ptr<const OperatorData> operators(const std::stop_token& stop);
    [[nodiscard]] std::shared_ptr<const KernelData> kernels(const std::stop_token& stop);
    [[nodiscard]] std::shared_ptr<const std::vector<DeviceGraph>> graphs(const std::stop_token& stop);
    [[nodiscard]] std::shared_ptr<const MemoryHistory> memory(const std::stop_token& stop);
    [[nodiscard]] std::shared_ptr<const TimeSplit> split(const std::stop_token& stop);

private:
    std::shared_ptr<const Trace> trace_;
    std::recursive_mutex mutex_; // one part asks for another
    std::shared_ptr<const OperatorData> operators_;
    std::shared_ptr<const KernelData> kernels_;
    std::shared_ptr<const std::vector<DeviceGraph>> graphs_;
    std::shared_ptr<const MemoryHistory> memory_;
    std::shared_ptr<const TimeSplit> split_;
};

} // namespace lanes
