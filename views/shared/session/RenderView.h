// Renders views into pictures without a display, for `lanescope render` and for tests.
#pragma once

#include "model/trace/Trace.h"

#include <QImage>
#include <QSize>

#include <memory>
#include <optional>
#include <vector>

namespace lanes {

class SessionView;

struct RenderRequest {
    QSize size{1440, 900};
    std::optional<TimeRange> range;       // brushed; none: the steady steps, or the whole session
    bool whole = false;                   // the whole session also if it has steady steps
    std::shared_ptr<const Trace> partner; // partner of a comparison, or null
    // Further runs of the same program, compared together with the trace and with its partner.
    std::vector<std::shared_ptr<const Trace>> ownRuns;
    std::vector<std::shared_ptr<const Trace>> partnerRuns;
};

// Gives the view a state with the trace and waits until the view has settled. It needs a QApplication and runs its event loop.
[[nodiscard]] QImage renderView(SessionView& view, const std::shared_ptr<const Trace>& trace,
                                const RenderRequest& request);

} // namespace lanes
