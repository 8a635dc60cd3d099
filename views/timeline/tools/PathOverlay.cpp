#include "views/timeline/tools/PathOverlay.h"

#include "views/shared/session/ViewState.h"

namespace lanes {

PathOverlay::PathOverlay(ViewState& state, QObject* parent)
    : QObject(parent)
    , state_(state) {
    connect(&state, &ViewState::traceChanged, this, &PathOverlay::find);
    connect(&state, &ViewState::partChanged, this, &PathOverlay::find);
}

void PathOverlay::setShown(bool shown) {
    shown_ = shown;
    path_ = nullptr;
    Q_EMIT changed();
    find();
}

void PathOverlay::find() {
    stale_ = working_;
    const std::shared_ptr<TraceAnalyses> analyses = shown_ && !working_ ? state_.analyses() : nullptr;
    if (!analyses) {
        return;
    }
    working_ = true;
    job_.run(
        [analyses,
         range = state_.focus()](const std::stop_token& stop) -> std::shared_ptr<const CriticalPath> {
            const auto graph = analyses->path(stop);
            return graph ? std::make_shared<const CriticalPath>(criticalPath(*graph, range, stop)) : nullptr;
        },
        [this](std::shared_ptr<const CriticalPath> path) {
            working_ = false;
            path_ = shown_ ? std::move(path) : nullptr;
            Q_EMIT changed();
            if (stale_) {
                find();
            }
        });
}

} // namespace lanes
