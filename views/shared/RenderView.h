// Views as pictures, without a display: what `lanescope render` writes and what tests look at.
#pragma once

#include "model/trace/Trace.h"
#include "resources/Fonts.h"
#include "views/shared/Appearance.h"

#include <QApplication>
#include <QImage>
#include <QSize>

#include <memory>
#include <optional>

namespace lanes {

class SessionView;

struct RenderRequest {
    QSize size{1440, 716};
    std::optional<TimeRange> range; // brushed; nothing: the whole session
    Appearance::Mode theme = Appearance::Mode::Dark;
};

// Gives the view a state with the trace and waits until it has settled. Needs a QApplication; runs its event loop.
[[nodiscard]] QImage renderView(SessionView& view, std::shared_ptr<const Trace> trace,
                                const RenderRequest& request);

template<class View>
[[nodiscard]] QImage renderAs(std::shared_ptr<const Trace> trace, const RenderRequest& request) {
    addBakedFonts();
    Appearance look(request.theme);
    look.applyTo(*qApp);
    View view(look);
    return renderView(view, std::move(trace), request);
}

} // namespace lanes
