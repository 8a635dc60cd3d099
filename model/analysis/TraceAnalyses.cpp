#include "model/analysis/TraceAnalyses.h"

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

std::shared_ptr<const EventOrigin> TraceAnalyses::origins() {
    const std::shared_ptr<const Trace>& asked = trace();
    const std::lock_guard lock(mutex_);
    if (!origins_) {
        origins_ = std::make_shared<const EventOrigin>(whole_ ? whole_ : asked, asked);
    }
    return origins_;
}

template<class Made, class Make>
std::shared_ptr<const Made> TraceAnalyses::ask(Part<Made>& part, const std::stop_token& stop,
                                               const Make& make) {
    std::unique_lock lock(mutex_);
    const auto isFree = [&part] { return part.made || !part.inWork; };
    if (!changed_.wait(lock, stop, isFree)) {
        return nullptr;
    }
    if (part.made) {
        return part.made;
    }
    part.inWork = true;
    lock.unlock();
    std::shared_ptr<const Made> made = make(); // asks for other parts
    lock.lock();
    part.made = made;
    part.inWork = false;
    lock.unlock();
    changed_.notify_all();
    return made;
}

std::shared_ptr<const OperatorData> TraceAnalyses::operators(const std::stop_token& stop) {
    return ask(operators_, stop, [&] { return shared(OperatorData::build(trace(), stop)); });
}

std::shared_ptr<const KernelData> TraceAnalyses::kernels(const std::stop_token& stop) {
    return ask(kernels_, stop, [&] {
        const auto all = operators(stop);
        return all ? shared(KernelData::build(*all, stop)) : nullptr;
    });
}

std::shared_ptr<const std::vector<DeviceGraph>> TraceAnalyses::graphs(const std::stop_token& stop) {
    return ask(graphs_, stop, [&] {
        const auto all = kernels(stop);
        return all ? shared(findGraphs(*all, stop)) : nullptr;
    });
}

std::shared_ptr<const MemoryHistory> TraceAnalyses::memory(const std::stop_token& stop) {
    return ask(memory_, stop, [&] {
        const auto all = operators(stop);
        return all ? MemoryHistory::build(*all, stop) : nullptr;
    });
}

std::shared_ptr<const TimeSplit> TraceAnalyses::split(const std::stop_token& stop) {
    return ask(split_, stop, [&] { return TimeSplit::build(*trace(), stop); });
}

std::shared_ptr<const GapData> TraceAnalyses::gaps(const std::stop_token& stop) {
    return ask(gaps_, stop, [&] { return GapData::build(trace(), stop); });
}

std::shared_ptr<const Ledger> TraceAnalyses::ledger(const std::stop_token& stop) {
    return ask(ledger_, stop, [&] { return shared(ledgerOf(*this, stop)); });
}

} // namespace lanes
