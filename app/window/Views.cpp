#include "app/window/Views.h"

#include "views/timeline/TimelineRender.h"
#include "views/timeline/TimelineView.h"

#include <QAction>
#include <QCoreApplication>

#include <array>

namespace lanes {
namespace {

QWidget* makeTimeline(Appearance& appearance, ViewState& state, QWidget* parent) {
    auto* view = new TimelineView(state, appearance, parent);
    // the window has these for every view; two takers of one key would cancel each other
    for (const char* shared : {"back", "forward", "fit-range", "search"}) {
        view->command(QLatin1String(shared))->setShortcuts(QList<QKeySequence>());
    }
    if (state.trace()) {
        view->setSessionFile(QString::fromStdString(state.trace()->info().source));
    }
    return view;
}

QImage pictureOfTimeline(const std::shared_ptr<const Trace>& trace, const PictureRequest& request,
                         Appearance& appearance) {
    TimelineRenderOptions options;
    options.size = request.size;
    options.range = request.range;
    return renderTimeline(trace, options, appearance);
}

constexpr std::array kViews = {
    ViewSpec{"timeline", QT_TRANSLATE_NOOP("lanes::Views", "Timeline"), "timeline", makeTimeline,
             pictureOfTimeline},
};

} // namespace

std::span<const ViewSpec> viewSpecs() {
    return kViews;
}

QString viewName(const ViewSpec& spec) {
    return QCoreApplication::translate("lanes::Views", spec.name);
}

} // namespace lanes
