#include "model/analysis/TraceAnalyses.h"

#include "model/analysis/advice/AdviceData.h"
#include "model/analysis/path/JobPath.h"
#include "model/analysis/ranks/RankRecord.h"
#include "model/analysis/trust/Ledger.h"

#include <optional>

namespace lanes {

namespace {

template<class Made>
std::shared_ptr<const Made> shared(std::optional<Made> made) {
    return made ? std::make_shared<const Made>(std::move(*made)) : nullptr;
}

} // namespace

const std::shared_ptr<const Trace>& TraceAnalyses::trace() {
    if (stretch_) {
        std::call_once(cut_, [this] { trace_ = stretch_->of(*whole_); });
    }
    return trace_;
}

const LazyContext& TraceAnalyses::context() {
    const std::shared_ptr<const Trace>& asked = trace();
    const std::lock_guard lock(mutex_);
    if (!context_.isGiven()) {
        context_ = LazyContext(asked);
    }
    return context_;
}

std::shared_ptr<const EventOrigin> TraceAnalyses::origins() {
    const std::shared_ptr<const Trace>& asked = trace();
    const LazyContext& context = this->context();
    const std::lock_guard lock(mutex_);
    if (!origins_) {
        origins_ = std::make_shared<const EventOrigin>(whole_ ? whole_ : asked, asked, context);
    }
    return origins_;
}

std::shared_ptr<const OperatorData> TraceAnalyses::operators(const std::stop_token& stop) {
    return operators_.get(stop, [&] { return shared(OperatorData::build(context(), stop)); });
}

std::shared_ptr<const KernelData> TraceAnalyses::kernels(const std::stop_token& stop) {
    return kernels_.get(stop, [&] {
        const auto all = operators(stop);
        return all ? shared(KernelData::build(*all, stop)) : nullptr;
    });
}

std::shared_ptr<const std::vector<DeviceGraph>> TraceAnalyses::graphs(const std::stop_token& stop) {
    return graphs_.get(stop, [&] {
        const auto all = kernels(stop);
        return all ? shared(findGraphs(*all, stop)) : nullptr;
    });
}

std::shared_ptr<const MemoryHistory> TraceAnalyses::memory(const std::stop_token& stop) {
    return memory_.get(stop, [&] {
        const auto all = operators(stop);
        return all ? MemoryHistory::build(*all, stop) : nullptr;
    });
}

std::shared_ptr<const TimeSplit> TraceAnalyses::split(const std::stop_token& stop) {
    return split_.get(stop, [&] { return TimeSplit::build(*trace(), stop); });
}

std::shared_ptr<const GapData> TraceAnalyses::gaps(const std::stop_token& stop) {
    return gaps_.get(stop, [&] { return GapData::build(trace(), stop); });
}

std::shared_ptr<const Ledger> TraceAnalyses::ledger(const std::stop_token& stop) {
    return ledger_.get(stop, [&] { return shared(ledgerOf(*this, stop)); });
}

std::shared_ptr<const AdviceData> TraceAnalyses::advice(const std::stop_token& stop) {
    return advice_.get(stop, [&] { return AdviceData::build(*this, stop); });
}

std::shared_ptr<const PathGraph> TraceAnalyses::path(const std::stop_token& stop) {
    return path_.get(stop, [&] { return jobPathOf({trace()}, {trace()->info().source}, stop).graph; });
}

std::shared_ptr<const std::vector<RankRecord>> TraceAnalyses::ranks(const std::stop_token& stop) {
    return ranks_.get(stop, [&]() -> std::shared_ptr<const std::vector<RankRecord>> {
        auto records = rankRecordsOf(trace(), trace()->info().source, stop);
        return records.empty() ? nullptr
                               : std::make_shared<const std::vector<RankRecord>>(std::move(records));
    });
}

} // namespace lanes
