// What a view is made from: the session that it shows, and those that are open beside it.
#pragma once

#include "views/shared/session/OpenSessions.h"
#include "views/shared/session/ViewState.h"

namespace lanes {

struct ViewContext {
    ViewState* state = nullptr;       // null: no session
    OpenSessions* sessions = nullptr; // null: none but this
};

} // namespace lanes
