// The analyses of a trace's operators.
#pragma once

#include "model/analysis/memory/OperatorMemory.h"
#include "model/analysis/operators/CallContext.h"
#include "model/analysis/operators/OperatorForest.h"
#include "model/analysis/operators/OperatorSignatures.h"
#include "model/analysis/time/Steps.h"

#include <memory>
#include <optional>
#include <stop_token>

namespace lanes {

class FlameCache;

// Made once and shared.
struct OperatorData {
    std::shared_ptr<const OperatorForest> forest;
    std::shared_ptr<const OperatorSignatures> signatures;
    std::shared_ptr<const OperatorMemory> memory;
    LazyContext context;
    std::shared_ptr<FlameCache> flames; // see FlameIndex.h
    SessionSteps steps;

    // Nothing if asked to stop.
    static std::optional<OperatorData> build(const std::shared_ptr<const Trace>& trace,
                                             const std::stop_token& stop = {});
    // For the trace of `context`, which callers may share.
    static std::optional<OperatorData> build(const LazyContext& context, const std::stop_token& stop);
};

} // namespace lanes
