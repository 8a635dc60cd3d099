#include "views/shared/session/SessionAnswers.h"

#include "views/shared/session/LetGo.h"
#include "views/shared/session/ViewState.h"

#include <utility>

namespace lanes {

SessionAnswers::SessionAnswers(ViewState& state)
    : QObject(&state) {}

std::shared_ptr<TraceAnswers> SessionAnswers::of(ViewState& state) {
    auto* shared = state.findChild<SessionAnswers*>(QString(), Qt::FindDirectChildrenOnly);
    if (shared == nullptr) {
        shared = new SessionAnswers(state);
    }
    if (!state.analyses()) {
        shared->answers_ = nullptr;
    } else if (!shared->answers_ || shared->answers_->analyses() != state.analyses()) {
        letGo(std::exchange(shared->answers_, std::make_shared<TraceAnswers>(state.analyses())));
    }
    return shared->answers_;
}

} // namespace lanes
