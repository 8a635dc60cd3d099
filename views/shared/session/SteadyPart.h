// The part of a session that figures and the first picture show, unless the user wants the whole session.
#pragma once

#include "model/trace/Trace.h"
#include "views/shared/session/ViewState.h"

#include <optional>
#include <stop_token>

namespace lanes {

// From the first to the last steady step; nothing without one, or if asked to stop. O(slices log slices); any thread.
[[nodiscard]] std::optional<ViewState::SteadySteps> steadyStepsOf(const Trace& trace,
                                                                  const std::stop_token& stop = {});

// The first picture of the timeline: the steady steps, if imports and warm-up would leave them little room; else nothing.
[[nodiscard]] std::optional<TimeRange> firstPicture(const Trace& trace, TimeRange steady);

} // namespace lanes
