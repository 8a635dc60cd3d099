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

} // namespace lanes
