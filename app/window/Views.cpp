#include "app/window/Views.h"

#include "views/flame/FlameView.h"
#include "views/kernels/KernelsView.h"
#include "views/memory/MemoryView.h"
#include "views/modules/ModulesView.h"
#include "views/operators/OperatorsView.h"
#include "views/overview/OverviewView.h"
#include "views/shared/RenderView.h"
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

template<class View>
QWidget* makeView(Appearance& appearance, ViewState& state, QWidget* parent) {
    auto* view = new View(appearance);
    view->setParent(parent);
    view->setState(&state);
    return view;
}

template<class View>
QImage pictureOf(const std::shared_ptr<const Trace>& trace, const PictureRequest& request,
                 Appearance& appearance) {
    View view(appearance);
    RenderRequest wanted;
    wanted.size = request.size;
    wanted.range = request.range;
    return renderView(view, trace, wanted);
}

constexpr std::array kViews = {
    ViewSpec{"timeline", QT_TRANSLATE_NOOP("lanes::Views", "Timeline"), "timeline", makeTimeline,
             pictureOfTimeline},
    ViewSpec{"overview", QT_TRANSLATE_NOOP("lanes::Views", "Overview"), "overview", makeView<OverviewView>,
             pictureOf<OverviewView>},
    ViewSpec{"flame", QT_TRANSLATE_NOOP("lanes::Views", "Flame graph"), "flame", makeView<FlameView>,
             pictureOf<FlameView>},
    ViewSpec{"memory", QT_TRANSLATE_NOOP("lanes::Views", "Memory"), "memory", makeView<MemoryView>,
             pictureOf<MemoryView>},
    ViewSpec{"operators", QT_TRANSLATE_NOOP("lanes::Views", "Operators"), "operators",
             makeView<OperatorsView>, pictureOf<OperatorsView>},
    ViewSpec{"kernels", QT_TRANSLATE_NOOP("lanes::Views", "Kernels"), "kernels", makeView<KernelsView>,
             pictureOf<KernelsView>},
    ViewSpec{"modules", QT_TRANSLATE_NOOP("lanes::Views", "Modules"), "modules", makeView<ModulesView>,
             pictureOf<ModulesView>},
};

} // namespace

std::span<const ViewSpec> viewSpecs() {
    return kViews;
}

QString viewName(const ViewSpec& spec) {
    return QCoreApplication::translate("lanes::Views", spec.name);
}

} // namespace lanes
