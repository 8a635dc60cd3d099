#include "views/timeline/tools/PathOverlay.h"

#include "views/shared/session/SessionAnswers.h"
#include "views/shared/session/ViewState.h"

namespace lanes {

PathOverlay::PathOverlay(ViewState& state, QObject* parent)
    : QObject(parent)
    , state_(state) {
    connect(&state, &ViewState::traceChanged, this, &PathOverlay::find);
    connect(&state, &ViewState::brushChanged, this, &PathOverlay::find);
}

void PathOverlay::setShown(bool shown) {
    shown_ = shown;
    path_ = nullptr;
    Q_EMIT changed();
    find();
}

void PathOverlay::find() {
    stale_ = working_;
    const auto answers = shown_ && !working_ ? SessionAnswers::of(state_) : nullptr;
    if (!answers) {
        return;
    }
    working_ = true;
    job_.run(
        [answers,
         range = state_.focus()](const std::stop_token& stop) -> std::shared_ptr<const CriticalPath> {
            const auto graph = answers->path(stop);
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
