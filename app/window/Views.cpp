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
    ViewSpec{
        "timeline", QT_TRANSLATE_NOOP("lanes::Views", "Timeline"), "timeline",
        QT_TRANSLATE_NOOP("lanes::Views", "W A S D move"),
        QT_TRANSLATE_NOOP("lanes::Views", "[ launch    ] kernel    , . neighbours    F fit    Esc clear"),
        makeTimeline, pictureOfTimeline},
    ViewSpec{"overview", QT_TRANSLATE_NOOP("lanes::Views", "Overview"), "overview",
             QT_TRANSLATE_NOOP("lanes::Views", "Tab next part"), nullptr, makeView<OverviewView>,
             pictureOf<OverviewView>},
    ViewSpec{"flame", QT_TRANSLATE_NOOP("lanes::Views", "Flame graph"), "flame",
             QT_TRANSLATE_NOOP("lanes::Views",
                               "Space zoom    Enter timeline    Backspace back    F find    S sandwich"),
             nullptr, makeView<FlameView>, pictureOf<FlameView>},
    ViewSpec{"memory", QT_TRANSLATE_NOOP("lanes::Views", "Memory"), "memory",
             QT_TRANSLATE_NOOP("lanes::Views", "Left Right events    Home peak    M mark    G growth"),
             nullptr, makeView<MemoryView>, pictureOf<MemoryView>},
    ViewSpec{"operators", QT_TRANSLATE_NOOP("lanes::Views", "Operators"), "operators",
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    N next call    G group"), nullptr,
             makeView<OperatorsView>, pictureOf<OperatorsView>},
    ViewSpec{"kernels", QT_TRANSLATE_NOOP("lanes::Views", "Kernels"), "kernels",
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    N next launch    O operator"), nullptr,
             makeView<KernelsView>, pictureOf<KernelsView>},
    ViewSpec{"modules", QT_TRANSLATE_NOOP("lanes::Views", "Modules"), "modules",
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    N next call"), nullptr,
             makeView<ModulesView>, pictureOf<ModulesView>},
};

} // namespace

std::span<const ViewSpec> viewSpecs() {
    return kViews;
}

QString viewName(const ViewSpec& spec) {
    return QCoreApplication::translate("lanes::Views", spec.name);
}

QString viewKeys(const ViewSpec& spec, bool onEvent) {
    return QCoreApplication::translate("lanes::Views",
                                       onEvent && spec.keysOnEvent != nullptr ? spec.keysOnEvent : spec.keys);
}

} // namespace lanes
