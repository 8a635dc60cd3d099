#include "app/window/Views.h"

#include "app/window/commands/Actions.h"
#include "model/trace/Profile.h"
#include "views/advice/AdviceView.h"
#include "views/compare/CompareView.h"
#include "views/flame/FlameView.h"
#include "views/gaps/GapsView.h"
#include "views/kernels/KernelsView.h"
#include "views/marks/MarksView.h"
#include "views/memory/MemoryView.h"
#include "views/modules/ModulesView.h"
#include "views/operators/OperatorsView.h"
#include "views/overview/OverviewView.h"
#include "views/path/PathView.h"
#include "views/query/QueryEditor.h"
#include "views/query/QueryView.h"
#include "views/ranks/RanksView.h"
#include "views/report/ReportView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/session/SteadyPart.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/painting/TimelineRender.h"
#include "views/trust/TrustView.h"

#include <QAction>
#include <QCoreApplication>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string_view>

namespace lanes {
namespace {

SessionView* makeTimeline(Appearance& appearance, const ViewContext& context, QWidget* parent) {
    auto* view = new TimelineView(*context.state, appearance, parent);
    // the window has these for every view; two takers of one key would cancel each other
    for (const char* shared : {"back", "forward", "fit-range", "search"}) {
        view->command(QLatin1String(shared))->setShortcuts(QList<QKeySequence>());
    }
    return view;
}

QImage pictureOfTimeline(const std::shared_ptr<const Trace>& trace, const RenderRequest& request,
                         Appearance& appearance) {
    TimelineRenderOptions options;
    options.size = request.size;
    options.range = request.range;
    const auto steady = request.range || request.whole ? std::nullopt : steadyStepsOf(*trace);
    if (steady) {
        options.range = firstPicture(*trace, steady->range);
    }
    return renderTimeline(trace, options, appearance);
}

template<class View>
SessionView* makeView(Appearance& appearance, const ViewContext& context, QWidget* parent) {
    auto* view = new View(appearance);
    view->setParent(parent);
    view->setContext(context);
    return view;
}

template<class View>
QImage pictureOf(const std::shared_ptr<const Trace>& trace, const RenderRequest& request,
                 Appearance& appearance) {
    View view(appearance);
    return renderView(view, trace, request);
}

QImage pictureOfQuery(const std::shared_ptr<const Trace>& trace, const RenderRequest& request,
                      Appearance& appearance) {
    QueryView view(appearance);
    view.editor().setPlainText(QueryView::example());
    view.runQuery();
    return renderView(view, trace, request);
}

constexpr auto kAlways = ViewSpec::Tab::Always;
constexpr std::array kViews = {
    ViewSpec{kTimelineView, QT_TRANSLATE_NOOP("lanes::Views", "Timeline"), "timeline", "Ctrl+1", kAlways,
             QT_TRANSLATE_NOOP("lanes::Views", "W A S D move"), makeTimeline, pictureOfTimeline},
    ViewSpec{"overview", QT_TRANSLATE_NOOP("lanes::Views", "Overview"), "overview", "Ctrl+2", kAlways,
             QT_TRANSLATE_NOOP("lanes::Views", "Tab next part"), makeView<OverviewView>,
             pictureOf<OverviewView>},
    ViewSpec{kFlameView, QT_TRANSLATE_NOOP("lanes::Views", "Flame graph"), "flame", "Ctrl+3", kAlways,
             QT_TRANSLATE_NOOP("lanes::Views",
                               "Space zoom    Enter timeline    Backspace back    F find    S sandwich"),
             makeView<FlameView>, pictureOf<FlameView>},
    ViewSpec{"memory", QT_TRANSLATE_NOOP("lanes::Views", "Memory"), "memory", "Ctrl+4", kAlways,
             QT_TRANSLATE_NOOP("lanes::Views",
                               "Home peak    P what makes it    Left Right events    M mark    G growth"),
             makeView<MemoryView>, pictureOf<MemoryView>},
    ViewSpec{"operators", QT_TRANSLATE_NOOP("lanes::Views", "Operators"), "operators", "Ctrl+5", kAlways,
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    N next call    G group"),
             makeView<OperatorsView>, pictureOf<OperatorsView>},
    ViewSpec{"kernels", QT_TRANSLATE_NOOP("lanes::Views", "Kernels"), "kernels", "Ctrl+6", kAlways,
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    N next launch    O operator"),
             makeView<KernelsView>, pictureOf<KernelsView>},
    ViewSpec{"modules", QT_TRANSLATE_NOOP("lanes::Views", "Modules"), "modules", "Ctrl+7", kAlways,
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    N next call"), makeView<ModulesView>,
             pictureOf<ModulesView>},
    ViewSpec{kTrustView, QT_TRANSLATE_NOOP("lanes::Views", "Data quality"), "ledger", "Ctrl+8",
             ViewSpec::Tab::Asked, QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    F filter"),
             makeView<TrustView>, pictureOf<TrustView>},
    ViewSpec{kCompareView, QT_TRANSLATE_NOOP("lanes::Views", "Compare"), "compare", "Ctrl+9",
             ViewSpec::Tab::Asked,
             QT_TRANSLATE_NOOP("lanes::Views",
                               "Enter timeline    X swap    G group    T graph, timelines    F filter"),
             makeView<CompareView>, pictureOf<CompareView>},
    ViewSpec{"advice", QT_TRANSLATE_NOOP("lanes::Views", "Advice"), "advice", "Ctrl+0", ViewSpec::Tab::Asked,
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    Right places    F filter"),
             makeView<AdviceView>, pictureOf<AdviceView>},
    ViewSpec{"path", QT_TRANSLATE_NOOP("lanes::Views", "Critical path"), "path", "Ctrl+Shift+X",
             ViewSpec::Tab::Asked,
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    + \u2212 what if    G sum up    F filter"),
             makeView<PathView>, pictureOf<PathView>},
    ViewSpec{"ranks", QT_TRANSLATE_NOOP("lanes::Views", "Ranks"), "rank", "Ctrl+Shift+K",
             ViewSpec::Tab::Asked,
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    M measure    F filter"),
             makeView<RanksView>, pictureOf<RanksView>},
    ViewSpec{"gaps", QT_TRANSLATE_NOOP("lanes::Views", "Gaps"), "gap", "Ctrl+Shift+I", ViewSpec::Tab::Asked,
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    Right stretches    G streams    F filter"),
             makeView<GapsView>, pictureOf<GapsView>},
    ViewSpec{"tables", QT_TRANSLATE_NOOP("lanes::Views", "Tables"), "table", "Ctrl+Shift+T",
             ViewSpec::Tab::Asked,
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    G next table    F filter"),
             makeView<ReportView>, pictureOf<ReportView>},
    ViewSpec{"query", QT_TRANSLATE_NOOP("lanes::Views", "Query"), "console", "Ctrl+Shift+Y",
             ViewSpec::Tab::Asked,
             QT_TRANSLATE_NOOP("lanes::Views", "Ctrl+Enter run    Ctrl+Space complete    Enter timeline"),
             makeView<QueryView>, pictureOfQuery},
    ViewSpec{"marks", QT_TRANSLATE_NOOP("lanes::Views", "Marks"), "mark", "Ctrl+Shift+M",
             ViewSpec::Tab::Asked,
             QT_TRANSLATE_NOOP("lanes::Views", "Enter timeline    F2 rename    Del remove    F filter"),
             makeView<MarksView>, pictureOf<MarksView>},
};

// What stands in place of a view that shows when things happened, where the session is a profile: one sentence that says why.
class NoTimesView : public SessionView {
public:
    NoTimesView(Appearance& appearance, const QString& icon)
        : SessionView(appearance)
        , empty_(new EmptyState(appearance, icon)) {
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(empty_);
        empty_->setText(
            QCoreApplication::translate("lanes::Views", "This profile has no times"),
            QCoreApplication::translate(
                "lanes::Views",
                "It says how much calls took, not when they ran: see the flame graph and the tables."));
    }

    [[nodiscard]] const EmptyState* emptyState() const override { return empty_; }

protected:
    void refresh() override {}

private:
    EmptyState* empty_;
};

// Of these views a profile without times has something to show.
bool needsTimes(const ViewSpec& spec) {
    static constexpr std::array<std::string_view, 4> kOthers{kFlameView, "tables", kCompareView, kTrustView};
    return std::ranges::find(kOthers, spec.key) == kOthers.end();
}

} // namespace

std::span<const ViewSpec> viewSpecs() {
    return kViews;
}

const ViewSpec* viewSpec(const QString& key) {
    const auto* found =
        std::ranges::find_if(kViews, [&](const ViewSpec& spec) { return key == QLatin1String(spec.key); });
    return found != kViews.end() ? found : nullptr;
}

SessionView* makeViewOf(const ViewSpec& spec, Appearance& appearance, const ViewContext& context,
                        QWidget* parent) {
    const std::shared_ptr<const Trace>& trace = context.state->trace();
    if (!needsTimes(spec) || !trace || !isProfile(*trace)) {
        return spec.make(appearance, context, parent);
    }
    auto* view = new NoTimesView(appearance, QLatin1String(spec.icon));
    view->setParent(parent);
    view->setContext(context);
    return view;
}

QImage pictureOfView(const ViewSpec& spec, const std::shared_ptr<const Trace>& trace,
                     const RenderRequest& request, Appearance& appearance) {
    if (!needsTimes(spec) || !isProfile(*trace)) {
        return spec.render(trace, request, appearance);
    }
    NoTimesView view(appearance, QLatin1String(spec.icon));
    return renderView(view, trace, request);
}

QString viewName(const ViewSpec& spec) {
    return QCoreApplication::translate("lanes::Views", spec.name);
}

QString viewKeys(const ViewSpec& spec, bool onEvent, const Actions& actions) {
    if (!onEvent || qstrcmp(spec.key, kTimelineView) != 0) {
        return QCoreApplication::translate("lanes::Views", spec.keys);
    }
    const auto keys = [&](ActionId one) { return actions.keysText(one); };
    const auto tell = [](const QString& key, const char* what) {
        return key + QLatin1Char(' ') + QCoreApplication::translate("lanes::Views", what);
    };
    const QStringList told{tell(keys(ActionId::FollowBack) + QLatin1Char(' ') + keys(ActionId::FollowForward),
                                QT_TRANSLATE_NOOP("lanes::Views", "links")),
                           tell(keys(ActionId::PreviousEvent) + QLatin1Char(' ') + keys(ActionId::NextEvent),
                                QT_TRANSLATE_NOOP("lanes::Views", "neighbours")),
                           tell(keys(ActionId::FocusSelection), QT_TRANSLATE_NOOP("lanes::Views", "fit")),
                           tell(keys(ActionId::ClearSelection), QT_TRANSLATE_NOOP("lanes::Views", "clear"))};
    return told.join(QStringLiteral("    "));
}

} // namespace lanes
