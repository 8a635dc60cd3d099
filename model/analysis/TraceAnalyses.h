// What several questions to one trace have in common: each part once, when the first of them asks for it.
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

// Any thread, but not a window's: asking may compute, or wait for another thread that does.
class TraceAnalyses {
public:
    explicit TraceAnalyses(std::shared_ptr<const Trace> trace)
        : trace_(std::move(trace)) {}

    // Of a stretch of it alone, which is cut out when it is first asked for.
    TraceAnalyses(std::shared_ptr<const Trace> trace, const TraceStretch& stretch)
        : whole_(std::move(trace))
        , stretch_(stretch) {}

    [[nodiscard]] const std::shared_ptr<const Trace>& trace();
    // What they are of, where that is not everything. Any thread.
    [[nodiscard]] const std::optional<TraceStretch>& stretch() const { return stretch_; }
    // Where each event of the session comes from. Nothing is computed for it; a question may go over all operators, those of
    // the stretch where there is one, once for all who ask.
    [[nodiscard]] std::shared_ptr<const EventOrigin> origins();
    // Each is null if asked to stop, be it while it computes or while it waits for another thread. What one thread gave up
    // the next to ask computes.
    [[nodiscard]] std::shared_ptr<const OperatorData> operators(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const KernelData> kernels(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const std::vector<DeviceGraph>> graphs(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const MemoryHistory> memory(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const TimeSplit> split(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const GapData> gaps(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const Ledger> ledger(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const AdviceData> advice(const std::stop_token& stop = {});
    // Of all ranks that the trace holds; those of other traces are unknown to it.
    [[nodiscard]] std::shared_ptr<const PathGraph> path(const std::stop_token& stop = {});
    [[nodiscard]] std::shared_ptr<const std::vector<RankRecord>> ranks(const std::stop_token& stop = {});

private:
    std::shared_ptr<const Trace> whole_; // where a stretch is cut out of it
    std::optional<TraceStretch> stretch_;
    std::once_flag cut_;
    std::shared_ptr<const Trace> trace_; // see trace()
    [[nodiscard]] const LazyContext& context();

    std::mutex mutex_; // of context_ and origins_
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
