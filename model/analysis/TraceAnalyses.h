// Parts that several analyses of one trace share. Each part is computed once, when first requested.
#pragma once

#include "model/analysis/device/GraphReplays.h"
#include "model/analysis/device/KernelStats.h"
#include "model/analysis/gaps/GapData.h"
#include "model/analysis/memory/MemoryHistory.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/operators/OperatorStats.h"
#include "model/analysis/time/TimeSplit.h"
#include "model/base/MadeOnce.h"
#include "model/trace/Trace.h"
#include "model/trace/TraceStretch.h"

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace lanes {

class AdviceData;
class PathGraph;
struct Ledger;
struct RankRecord;

// Any thread, but not a window's: a request may compute, or wait for another thread that does.
class TraceAnalyses {
public:
    explicit TraceAnalyses(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace)) {}

    // Analyses of a stretch of the trace alone; the stretch is cut out at the first request.
    TraceAnalyses(std::shared_ptr<const Trace> trace, const TraceStretch& stretch)
        : whole_(std::move(trace))
        , stretch_(stretch) {}

    [[nodiscard]] const std::shared_ptr<const Trace>& trace();
    // The stretch that the analyses cover; nothing if they cover the whole trace. Any thread.
    [[nodiscard]] const std::optional<TraceStretch>& stretch() const { return stretch_; }
    // The origins of the session's events. Computes nothing by itself. A question to it may read all operators, those of
    // the stretch if there is one; all callers share the result.
    [[nodiscard]] std::shared_ptr<const EventOrigin> origins();
    // Each returns null if asked to stop, while it computes or while it waits for another thread. If a thread gave up,
    // the next caller computes the part.
    [[nodiscard]] std::shared_ptr<const OperatorData> operators(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const KernelData> kernels(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const std::vector<DeviceGraph>> graphs(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const MemoryHistory> memory(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const TimeSplit> split(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const GapData> gaps(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const Ledger> ledger(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const AdviceData> advice(const std::stop_token& stop = {});
    // Covers all ranks that the trace holds, not those of other traces.
    [[nodiscard]] std::shared_ptr<const PathGraph> path(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const std::vector<RankRecord>> ranks(const std::stop_token& stop = {});

private:
    std::shared_ptr<const Trace> whole_; // the whole trace, if a stretch is cut out of it
    std::optional<TraceStretch> stretch_;
    std::once_flag cut_;
    std::shared_ptr<const Trace> trace_; // see trace()
    [[nodiscard]] const LazyContext& context();

    std::mutex mutex_; // guards context_ and origins_
    LazyContext context_;
    std::shared_ptr<const EventOrigin> origins_;
    MadeOnce<OperatorData> operators_;
    MadeOnce<KernelData> kernels_;
    MadeOnce<std::vector<DeviceGraph>> graphs_;
    MadeOnce<MemoryHistory> memory_;
    MadeOnce<TimeSplit> split_;
    MadeOnce<GapData> gaps_;
    MadeOnce<Ledger> ledger_;
    MadeOnce<AdviceData> advice_;
    MadeOnce<PathGraph> path_;
    MadeOnce<std::vector<RankRecord>> ranks_;
};

} // namespace lanes
