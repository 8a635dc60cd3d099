#include "views/flame/FlameView.h"

#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/ControlBar.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/flame/SpineBar.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/LetGo.h"
#include "views/shared/text/Text.h"

#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>

#include <algorithm>
#include <map>
#include <utility>

namespace lanes {
namespace {

constexpr int kSearchWidth = 240;
constexpr int kNarrowSearch = 160;
constexpr int kWideView = 1200;
constexpr int kSandwichHeight = 240;

// The thread with the most operators, or of the selected slice.
TrackId threadToChart(const OperatorForest& forest, SliceId selection) {
    const Trace& trace = forest.trace();
    if (selection.valid() && trace.has(selection) && !runsOnDevice(trace.slice(selection).kind)) {
        return trace.slice(selection).track;
    }
    std::map<TrackId, std::uint32_t> counts;
    for (const OperatorForest::Run& run : forest.runs()) {
        counts[forest.segmentOf(run).track] += run.end - run.first;
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    return most == counts.end() ? TrackId(0) : most->first;
}

} // namespace

struct FlameView::Request {
    FlameQuery query;
    std::optional<FlameWeight> weight;
    bool bottomUp = false;
    std::optional<TimeRange> chart; // time order
    SliceId selection;
    int width = 1;
};

FlameView::FlameView(Appearance& appearance, QWidget* parent)
    : SessionView(appearance, parent)
    , bar_(new ControlBar(appearance))
    , modes_(
          new SegmentedControl(appearance, {tr("Time order"), tr("Merged"), tr("Bottom-up"), tr("Sandwich")}))
    , weights_(new ChoiceButton(appearance, tr("Weight"),
                                {tr("CPU time"), tr("Device time"), tr("Calls"), tr("Allocated bytes")}))
    , levels_(new ChoiceButton(
          appearance, tr("Levels"),
          {tr("Operators"), tr("Python"), tr("Modules"), tr("Python, module, operator, kernel")}))
    , more_(new ChoiceButton(appearance, tr("More"), {}))
    , hint_(bar_->makeHint())
    , search_(new FilterField(appearance, QStringLiteral("search"), tr("Find in graph")))
    , spine_(new SpineBar(appearance))
    , stack_(new QStackedLayout())
    , scroll_(new QScrollArea())
    , canvas_(new FlameCanvas(appearance))
    , empty_(new EmptyState(appearance, QStringLiteral("flame")))
    , sandwich_(new SandwichPanel(appearance)) {
    makeBar();
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(bar_);
    outer->addWidget(spine_);
    outer->addLayout(stack_, 1);
    outer->addWidget(sandwich_);
    stack_->addWidget(scroll_);
    stack_->addWidget(empty_);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setWidget(canvas_);
    canvas_->setAccessibleName(tr("Flame graph"));
    setFocusProxy(canvas_);
    sandwich_->hide();
    connect(canvas_, &FlameCanvas::chosen, this, &FlameView::choose);
    connect(canvas_, &FlameCanvas::forwardRequested, this, &FlameView::goForward);
    connect(canvas_, &FlameCanvas::zoomed, this, &FlameView::zoomToBar);
    connect(canvas_, &FlameCanvas::opened, this, [this] { openInTimeline(chosen_); });
    connect(canvas_, &FlameCanvas::backRequested, this, &FlameView::goBack);
    connect(canvas_, &FlameCanvas::resized, this, &FlameView::layOut);
    connect(sandwich_, &SandwichPanel::opened, this, &FlameView::openInTimeline);
    connect(sandwich_, &SandwichPanel::nameChosen, this, &FlameView::showSandwich);
    connect(sandwich_, &SandwichPanel::closeRequested, this, [this] {
        sandwichClosed_ = true;
        placeParts();
    });
    connect(spine_, &SpineBar::chosen, this, [this](int call) {
        std::vector<std::string> path = scenes_.scene->pathOf(shownRoot());
        path.resize(static_cast<std::size_t>(call) + 1);
        zoomTo({std::move(path), {}});
    });
}

void FlameView::resizeEvent(QResizeEvent* event) {
    SessionView::resizeEvent(event);
    const Fonts& fonts = look().fonts();
    search_->setFixedWidth(fonts.scaled(width() < fonts.scaled(kWideView) ? kNarrowSearch : kSearchWidth));
}

void FlameView::makeBar() {
    modes_->setCurrent(static_cast<int>(mode_));
    levels_->setCurrent(static_cast<int>(source_));
    more_->setMenu(tr("view, export"), [this] { return moreMenu(); });
    hint_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    bar_->add(modes_);
    bar_->add(weights_, 12);
    bar_->add(levels_);
    bar_->add(more_);
    bar_->add(hint_, 12, 1);
    bar_->addRight(search_, 12);
    connect(modes_, &SegmentedControl::chosen, this, [this](int mode) { setMode(static_cast<Mode>(mode)); });
    connect(weights_, &ChoiceButton::chosen, this,
            [this](int weight) { setWeight(static_cast<FlameWeight>(weight)); });
    connect(levels_, &ChoiceButton::chosen, this,
            [this](int source) { setSource(static_cast<FlameSource>(source)); });
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        canvas_->setSearch(text.trimmed());
        say();
    });
}

void FlameView::setMode(Mode mode) {
    if (mode != mode_) {
        mode_ = mode;
        modes_->setCurrent(static_cast<int>(mode));
        zoom_ = {};
        back_.clear();
        forward_.clear();
        invalidate();
    }
}

void FlameView::setWeight(FlameWeight weight) {
    weight_ = weight;
    weights_->setCurrent(static_cast<int>(weight));
    invalidate();
}

void FlameView::setSource(FlameSource source) {
    source_ = source;
    levels_->setCurrent(static_cast<int>(source));
    invalidate();
}

void FlameView::setCollapseRecursion(bool collapse) {
    collapse_ = collapse;
    invalidate();
}

void FlameView::setTidy(bool tidy) {
    tidy_ = tidy;
    invalidate();
}

void FlameView::setThreshold(double share) {
    threshold_ = share;
    layOut();
}

const EmptyState* FlameView::emptyState() const {
    return stack_->currentWidget() == empty_ ? empty_ : nullptr;
}

FlameView::Scenes FlameView::makeScenes(TraceAnalyses& analyses, const Request& request,
                                        const std::stop_token& stop) {
    Scenes scenes;
    const std::shared_ptr<const OperatorData> operators = analyses.operators(stop);
    if (!operators) {
        return scenes;
    }
    scenes.device = !operators->forest->deviceWork().empty();
    const FlameWeight weight =
        request.weight.value_or(scenes.device ? FlameWeight::DeviceTime : FlameWeight::CpuTime);
    if (request.chart) {
        scenes.chartRange = *request.chart;
        scenes.chartTrace = analyses.trace();
        const TimeNs shortest = std::max<TimeNs>(request.chart->length() / std::max(1, request.width), 1);
        scenes.chart = flameChart(*analyses.trace(), threadToChart(*operators->forest, request.selection),
                                  request.query.source, *request.chart, shortest);
        return scenes;
    }
    scenes.tree = FlameTree::build(*operators, request.query, stop);
    if (scenes.tree) {
        scenes.scene = FlameScene::of(request.bottomUp ? scenes.tree->bottomUp() : scenes.tree, weight);
    }
    return scenes;
}

void FlameView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        present({});
        return;
    }
    Request request;
    request.query = {source_, state()->brush(), collapse_, tidy_};
    request.weight = weight_;
    request.bottomUp = mode_ == Mode::BottomUp;
    if (mode_ == Mode::TimeOrder) {
        request.chart = zoom_.range.value_or(state()->focus());
    }
    request.selection = state()->selection();
    request.width = static_cast<int>(canvas_->room());
    run([analyses = state()->analyses(),
         request](const std::stop_token& stop) { return makeScenes(*analyses, request, stop); },
        [this](Scenes scenes) { present(std::move(scenes)); });
}

void FlameView::present(Scenes scenes) {
    letGo(std::exchange(scenes_, std::move(scenes)));
    if (scenes_.scene) {
        weights_->setCurrent(static_cast<int>(scenes_.scene->weight));
    }
    weights_->setEnabled(mode_ != Mode::TimeOrder);
    const bool any =
        mode_ == Mode::TimeOrder ? !scenes_.chart.empty() : scenes_.scene && scenes_.scene->weightOf(0) > 0;
    if (!any) {
        sayWhyEmpty();
    }
    stack_->setCurrentWidget(any ? static_cast<QWidget*>(scroll_) : empty_);
    layOut();
    if (!sandwichName_.isEmpty()) {
        showSandwich(sandwichName_);
    }
    followSelection();
    placeParts();
}

void FlameView::sayWhyEmpty() {
    const FlameWeight weight = scenes_.scene ? scenes_.scene->weight : FlameWeight::CpuTime;
    if (state() == nullptr || !state()->trace()) {
        empty_->setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (weight == FlameWeight::DeviceTime) {
        empty_->setText(
            scenes_.device ? tr("No device time in this range") : tr("This session has no GPU work"),
            scenes_.device ? tr("Brush a wider range, or weigh by CPU time.")
                           : tr("Weigh by CPU time, or capture on a machine with an NVIDIA GPU."));
    } else if (weight == FlameWeight::AllocatedBytes) {
        empty_->setText(tr("No allocations"),
                        tr("Capture with memory; with torch.profiler, profile_memory=True."));
    } else if (source_ == FlameSource::Python || source_ == FlameSource::Modules) {
        empty_->setText(tr("No Python calls"),
                        tr("Capture with Python stacks; with torch.profiler, with_stack=True "
                           "(and with_modules=True for modules)."));
    } else {
        empty_->setText(tr("Nothing was called in this range"),
                        tr("Brush a wider range, or clear the brush."));
    }
}

std::uint32_t FlameView::shownRoot() const {
    return zoom_.path.empty() ? scenes_.scene->firstFork() : scenes_.scene->find(zoom_.path);
}

void FlameView::layOut() {
    if (mode_ == Mode::TimeOrder) {
        layOutChart();
    } else if (scenes_.scene) {
        layOutTree();
    } else {
        canvas_->clear();
    }
    if (!search_->text().isEmpty()) {
        canvas_->setSearch(search_->text().trimmed());
    }
    say();
}

void FlameView::layOutTree() {
    const FlameScene& scene = *scenes_.scene;
    const std::uint32_t root = shownRoot();
    const double room = canvas_->room();
    std::vector<FlameBar> bars = layoutFlame(scene, root, room, std::max(1., threshold_ * room));
    int rows = 0;
    if (root == 0 && !bars.empty()) { // the root has no name: what it holds is enough
        bars.erase(bars.begin());
        for (FlameBar& bar : bars) {
            --bar.row;
        }
    }
    for (const FlameBar& bar : bars) {
        rows = std::max(rows, bar.row + 1);
    }
    canvas_->setBars(std::move(bars), rows,
                     {.about = [this](std::uint32_t node) { return aboutNode(node); },
                      .value = [this](std::uint32_t node) { return valueOfNode(node); },
                      .tip = [this](std::uint32_t node) { return tipOfNode(node); }});
    QStringList calls;
    std::vector<std::uint32_t> path = scene.tree->path(root);
    for (const std::uint32_t node : path) {
        if (node != 0) {
            calls << flameLabel(scene.tree->nodes()[node].kind, scene.tree->nodes()[node].name).text;
        }
    }
    spine_->setCalls(zoom_.path.empty()
                         ? tr("%n frames hold all of it", nullptr, static_cast<int>(calls.size()))
                         : tr("%1 of all").arg(valueOfNode(root)),
                     calls);
    spine_->setVisible(!calls.isEmpty());
}

void FlameView::layOutChart() {
    std::vector<FlameBar> bars;
    int rows = 0;
    const double scale = canvas_->room() / std::max<double>(1, double(scenes_.chartRange.length()));
    for (std::uint32_t i = 0; i < scenes_.chart.size(); ++i) {
        const FlameBox& box = scenes_.chart[i];
        const double width = double(box.range.length()) * scale;
        if (width >= std::max(1., threshold_ * canvas_->room())) {
            bars.push_back({i, static_cast<int>(box.depth),
                            double(box.range.begin - scenes_.chartRange.begin) * scale, width});
            rows = std::max(rows, static_cast<int>(box.depth) + 1);
        }
    }
    const auto durationOf = [this](std::uint32_t box) {
        return scenes_.chartTrace->slice(scenes_.chart[box].slice).duration;
    };
    canvas_->setBars(std::move(bars), rows,
                     {.about = [this](std::uint32_t box) { return aboutSlice(box); },
                      .value = [durationOf](std::uint32_t box) { return durationText(durationOf(box), 3); },
                      .tip =
                          [this, durationOf](std::uint32_t box) {
                              return toQString(aboutSlice(box).name) + QLatin1Char('\n') +
                                     durationText(durationOf(box));
                          }});
    spine_->setVisible(false);
}

FlameCanvas::About FlameView::aboutNode(std::uint32_t node) const {
    const FlameNode& at = scenes_.scene->tree->nodes()[node];
    FlameCanvas::About about;
    about.kind = at.kind;
    about.hue = at.hue;
    about.name = at.name;
    return about;
}

QString FlameView::valueOfNode(std::uint32_t node) const {
    const FlameScene& scene = *scenes_.scene;
    const double share = double(scene.weightOf(node)) / double(std::max<std::int64_t>(scene.weightOf(0), 1));
    return weightText(scene.weight, scene.weightOf(node)) + QStringLiteral("  ") + percentText(share);
}

QString FlameView::tipOfNode(std::uint32_t node) const {
    const FlameNode& at = scenes_.scene->tree->nodes()[node];
    return toQString(at.name) + QLatin1Char('\n') + valueOfNode(node) + QLatin1Char('\n') +
           weightText(FlameWeight::Count, at.self[static_cast<std::size_t>(FlameWeight::Count)]);
}

FlameCanvas::About FlameView::aboutSlice(std::uint32_t box) const {
    const Trace::Slice slice = scenes_.chartTrace->slice(scenes_.chart[box].slice);
    FlameCanvas::About about;
    about.kind = slice.kind;
    about.hue = slice.hue;
    about.name = scenes_.chartTrace->text(slice.name);
    return about;
}

SliceId FlameView::sliceOf(int bar) const {
    const std::uint32_t item = canvas_->bars()[static_cast<std::size_t>(bar)].item;
    return mode_ == Mode::TimeOrder ? scenes_.chart[item].slice : scenes_.scene->tree->nodes()[item].example;
}

QString FlameView::nameOf(int bar) const {
    return toQString(canvas_->aboutBar(bar).name);
}

void FlameView::choose(int bar) {
    sandwichClosed_ = sandwichClosed_ && mode_ != Mode::Sandwich;
    const QString name = nameOf(bar);
    chosen_ = sliceOf(bar);
    if (state() != nullptr && chosen_.valid()) {
        state()->select(chosen_);
    }
    canvas_->setMarkedName(name);
    showSandwich(name);
}

void FlameView::openInTimeline(SliceId slice) {
    if (state() != nullptr && slice.valid()) {
        state()->goTo(slice);
    }
}

void FlameView::zoomTo(const FlameZoom& zoom) {
    if (zoom == zoom_) {
        return;
    }
    back_.push_back(zoom_);
    forward_.clear();
    zoom_ = zoom;
    mode_ == Mode::TimeOrder ? invalidate() : layOut();
}

void FlameView::zoomToBar(int bar) {
    const std::uint32_t item = canvas_->bars()[static_cast<std::size_t>(bar)].item;
    if (mode_ == Mode::TimeOrder) {
        zoomTo({{}, scenes_.chart[item].range});
    } else {
        zoomTo({scenes_.scene->pathOf(item), {}});
        canvas_->setCurrent(canvas_->bars().empty() ? FlameCanvas::kNone : 0);
    }
}

void FlameView::goBack() {
    if (!back_.empty()) {
        forward_.push_back(zoom_);
        zoom_ = back_.back();
        back_.pop_back();
        mode_ == Mode::TimeOrder ? invalidate() : layOut();
    }
}

void FlameView::goForward() {
    if (!forward_.empty()) {
        back_.push_back(zoom_);
        zoom_ = forward_.back();
        forward_.pop_back();
        mode_ == Mode::TimeOrder ? invalidate() : layOut();
    }
}

void FlameView::showEverything() {
    zoomTo({});
}

void FlameView::followSelection() {
    if (state() == nullptr || !state()->trace() || !state()->selection().valid()) {
        return;
    }
    const Trace::Slice slice = state()->trace()->slice(state()->selection());
    std::string recorded(state()->trace()->text(slice.name));
    if (tidy_ && recorded.starts_with(CallContext::kModulePrefix)) {
        recorded = std::string(CallContext::kModulePrefix) + std::string(moduleClass(recorded));
    }
    const QString name = toQString(recorded);
    canvas_->setMarkedName(name);
    if (name != sandwichName_) {
        showSandwich(name);
    }
}

void FlameView::showSandwich(const QString& name) {
    sandwichName_ = name;
    if (!scenes_.tree) {
        return;
    }
    runAside([tree = scenes_.tree, weight = scenes_.scene->weight, name = name.toStdString()](
                 const std::stop_token& stop) { return Sandwich::of(*tree, weight, name, stop); },
             [this](std::optional<Sandwich> made) {
                 if (made) {
                     sandwich_->show(std::move(*made));
                     placeParts();
                 }
             });
}

void FlameView::placeParts() {
    const bool has = scenes_.tree && sandwich_->sandwich().own() > 0;
    const bool only = mode_ == Mode::Sandwich;
    sandwich_->setVisible(has && (only || !sandwichClosed_) && mode_ != Mode::TimeOrder &&
                          emptyState() == nullptr);
    const bool alone = only && has;
    sandwich_->setMaximumHeight(alone ? QWIDGETSIZE_MAX : look().fonts().scaled(kSandwichHeight));
    sandwich_->setMinimumHeight(alone ? 0 : look().fonts().scaled(kSandwichHeight));
    scroll_->setVisible(!alone && emptyState() == nullptr);
    spine_->setVisible(!alone && mode_ != Mode::TimeOrder && !spine_->calls().isEmpty());
}

void FlameView::say() {
    const std::vector<int>& found = canvas_->found();
    if (search_->text().trimmed().isEmpty()) {
        const auto boxes = static_cast<std::int64_t>(canvas_->bars().size());
        hint_->setText(tr("%1 boxes", nullptr, pluralOf(boxes)).arg(countText(boxes)));
    } else {
        hint_->setText(found.empty()
                           ? tr("nothing found")
                           : tr("%1 found").arg(countText(static_cast<std::int64_t>(found.size()))));
    }
}

} // namespace lanes
