#include "model/analysis/operators/OperatorData.h"

#include "model/analysis/flame/FlameIndex.h"
#include "model/base/Threads.h"

#include <array>
#include <functional>

namespace lanes {

std::optional<OperatorData> OperatorData::build(const std::shared_ptr<const Trace>& trace,
                                                const std::stop_token& stop) {
    return build(LazyContext(trace), stop);
}

std::optional<OperatorData> OperatorData::build(const LazyContext& context, const std::stop_token& stop) {
    OperatorData data;
    data.context = context;
    data.forest = context.forest(stop);
    if (!data.forest) {
        return std::nullopt;
    }
    const Trace& trace = data.forest->trace();
    const std::array<std::function<void()>, 3> parts{
        [&] { data.memory = OperatorMemory::build(*data.forest, stop); },
        [&] { data.signatures = OperatorSignatures::build(*data.forest, stop); },
        [&] { data.steps = findSteps(trace, stop); }};
    forEachOnThreads(threadsFor(trace.sliceCount()), parts.size(), [&](std::size_t part) { parts[part](); });
    data.flames = std::make_shared<FlameCache>();
    if (!data.signatures || !data.memory || stop.stop_requested()) {
        return std::nullopt;
    }
    return data;
}

} // namespace lanes
