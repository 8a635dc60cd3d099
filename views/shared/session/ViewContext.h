// The input of a view: the session that it shows, and the sessions open beside it.
#pragma once

#include "views/shared/session/OpenSessions.h"
#include "views/shared/session/ViewState.h"

namespace lanes {

struct ViewContext {
    ViewState* state = nullptr;       // null: no session
    OpenSessions* sessions = nullptr; // null: no sessions but `state`
};

} // namespace lanes
