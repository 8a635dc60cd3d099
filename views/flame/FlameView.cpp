#include "views/flame/FlameView.h"

#include "views/flame/FlameMenu.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/ControlBar.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/flame/SpineBar.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/LetGo.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QStackedLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr int kSearchWidth = 240;
constexpr int kNarrowSearch = 160;
constexpr int kWideView = 1200;
constexpr int kSandwichHeight = 240;

QStringList weightsOfTraces() {
    return {FlameView::tr("CPU time"), FlameView::tr("Device time"), FlameView::tr("Calls"),
            FlameView::tr("Allocated bytes")};
}

} // namespace

FlameView::FlameView(Appearance& appearance, QWidget* parent)
    : SessionView(appearance, parent)
    , bar_(new ControlBar(appearance))
    , modes_(
          new SegmentedControl(appearance, {tr("Time order"), tr("Merged"), tr("Bottom-up"), tr("Sandwich")}))
    , weights_(new ChoiceButton(appearance, tr("Weight"), weightsOfTraces()))
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
        place_.sandwichClosed = true;
        placeParts();
    });
    connect(spine_, &SpineBar::chosen, this, [this](int call) {
        std::vector<std::string> path = picture_.scene->pathOf(shownRoot());
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
    levels_->setCurrent(static_cast<int>(place_.source));
    more_->setMenu(tr("view, export"), [this] { return new FlameMenu(*this, more_); });
    hint_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    bar_->add(modes_);
    bar_->add(weights_, 12);
    bar_->add(levels_);
    bar_->add(more_);
    bar_->add(hint_, 12, 1);
    bar_->addRight(search_, 12);
    connect(modes_, &SegmentedControl::chosen, this, [this](int mode) { setMode(static_cast<Mode>(mode)); });
    connect(weights_, &ChoiceButton::chosen, this, [this](int weight) {
        picture_.metrics.isEmpty() ? setWeight(static_cast<FlameWeight>(weight)) : setMetric(weight);
    });
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
        place_.zooms = {};
        invalidate();
    }
}

void FlameView::setWeight(FlameWeight weight) {
    place_.weight = weight;
    weights_->setCurrent(static_cast<int>(weight));
    invalidate();
}

void FlameView::setMetric(int metric) {
    place_.metric = static_cast<std::uint32_t>(metric);
    weights_->setCurrent(metric);
    invalidate();
}

// A profile weighs by what its file holds, and has neither levels nor an order in time.
void FlameView::offerWeights() {
    const bool profiled = !picture_.metrics.isEmpty();
    weights_->setChoices(profiled ? picture_.metrics : weightsOfTraces());
    if (profiled) {
        weights_->setCurrent(static_cast<int>(place_.metric));
    } else if (picture_.scene) {
        weights_->setCurrent(static_cast<int>(picture_.scene->weight));
    }
    weights_->setEnabled(mode_ != Mode::TimeOrder);
    levels_->setEnabled(!profiled);
}

void FlameView::setSource(FlameSource source) {
    place_.source = source;
    levels_->setCurrent(static_cast<int>(source));
    invalidate();
}

void FlameView::setCollapseRecursion(bool collapse) {
    place_.collapse = collapse;
    invalidate();
}

void FlameView::setTidy(bool tidy) {
    place_.tidy = tidy;
    invalidate();
}

void FlameView::setThreshold(double share) {
    place_.threshold = share;
    layOut();
}

const EmptyState* FlameView::emptyState() const {
    return stack_->currentWidget() == empty_ ? empty_ : nullptr;
}

void FlameView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        present({});
        return;
    }
    FlamePicture::Request request;
    request.query = {place_.source, state()->part(), place_.collapse, place_.tidy, place_.metric};
    request.weight = place_.weight;
    request.bottomUp = mode_ == Mode::BottomUp;
    if (mode_ == Mode::TimeOrder) {
        request.chart = place_.zooms.current().range.value_or(state()->focus());
    }
    request.selection = state()->selection();
    request.width = static_cast<int>(canvas_->room());
    run([analyses = state()->analyses(),
         request](const std::stop_token& stop) { return FlamePicture::of(*analyses, request, stop); },
        [this](FlamePicture picture) { present(std::move(picture)); });
}

void FlameView::present(FlamePicture picture) {
    letGo(std::exchange(picture_, std::move(picture)));
    offerWeights();
    const bool any = mode_ == Mode::TimeOrder ? !picture_.chart.empty()
                                              : picture_.scene && picture_.scene->weightOf(0) > 0;
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
    const FlameWeight weight = picture_.scene ? picture_.scene->weight : FlameWeight::CpuTime;
    if (state() == nullptr || !state()->trace()) {
        empty_->setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (!picture_.metrics.isEmpty()) {
        empty_->setText(
            tr("This profile has no times"),
            tr("It says how much calls took, not when they ran: choose Merged, or another weight."));
    } else if (weight == FlameWeight::DeviceTime) {
        empty_->setText(
            picture_.device ? tr("No device time in this range") : tr("This session has no GPU work"),
            picture_.device ? tr("Brush a wider range, or weigh by CPU time.")
                            : tr("Weigh by CPU time, or capture on a machine with an NVIDIA GPU."));
    } else if (weight == FlameWeight::AllocatedBytes) {
        empty_->setText(tr("No allocations"),
                        tr("Capture with memory; with torch.profiler, profile_memory=True."));
    } else if (place_.source == FlameSource::Python || place_.source == FlameSource::Modules) {
        empty_->setText(tr("No Python calls"),
                        tr("Capture with Python stacks; with torch.profiler, with_stack=True "
                           "(and with_modules=True for modules)."));
    } else {
        empty_->setText(tr("Nothing was called in this range"),
                        tr("Brush a wider range, or choose the whole session."));
    }
}

void FlameView::layOut() {
    if (mode_ == Mode::TimeOrder) {
        FlamePicture::Boxes boxes = picture_.chartBoxes(canvas_->room(), place_.threshold);
        canvas_->setBars(std::move(boxes.bars), boxes.rows, picture_.chartTelling());
        spine_->setVisible(false);
    } else if (picture_.scene) {
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
    const std::uint32_t root = shownRoot();
    FlamePicture::Boxes boxes = picture_.callBoxes(root, canvas_->room(), place_.threshold);
    canvas_->setBars(std::move(boxes.bars), boxes.rows, picture_.callTelling());
    const QStringList calls = picture_.callsTo(root);
    spine_->setCalls(place_.zooms.current().path.empty()
                         ? tr("%n frames hold all of it", nullptr, static_cast<int>(calls.size()))
                         : tr("%1 of all").arg(picture_.valueOf(root)),
                     calls);
    spine_->setVisible(!calls.isEmpty());
}

SliceId FlameView::sliceOf(int bar) const {
    const std::uint32_t item = canvas_->bars()[static_cast<std::size_t>(bar)].item;
    return mode_ == Mode::TimeOrder ? picture_.chart[item].slice
                                    : picture_.scene->tree->nodes()[item].example;
}

void FlameView::choose(int bar) {
    place_.sandwichClosed = place_.sandwichClosed && mode_ != Mode::Sandwich;
    const QString name = toQString(canvas_->aboutBar(bar).name);
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
    if (place_.zooms.zoomTo(zoom)) {
        showZoomed();
    }
}

void FlameView::showZoomed() {
    mode_ == Mode::TimeOrder ? invalidate() : layOut();
}

void FlameView::zoomToBar(int bar) {
    const std::uint32_t item = canvas_->bars()[static_cast<std::size_t>(bar)].item;
    if (mode_ == Mode::TimeOrder) {
        zoomTo({{}, picture_.chart[item].range});
    } else {
        zoomTo({picture_.scene->pathOf(item), {}});
        canvas_->setCurrent(canvas_->bars().empty() ? FlameCanvas::kNone : 0);
    }
}

void FlameView::goBack() {
    if (place_.zooms.goBack()) {
        showZoomed();
    }
}

void FlameView::goForward() {
    if (place_.zooms.goForward()) {
        showZoomed();
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
    if (place_.tidy && recorded.starts_with(CallContext::kModulePrefix)) {
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
    if (!picture_.tree) {
        return;
    }
    runAside([tree = picture_.tree, weight = picture_.scene->weight, name = name.toStdString()](
                 const std::stop_token& stop) { return Sandwich::of(*tree, weight, name, stop); },
             [this](std::optional<Sandwich> made) {
                 if (made) {
                     sandwich_->show(std::move(*made));
                     placeParts();
                 }
             });
}

void FlameView::placeParts() {
    const bool has = picture_.tree && sandwich_->sandwich().own() > 0;
    const bool only = mode_ == Mode::Sandwich;
    sandwich_->setVisible(has && (only || !place_.sandwichClosed) && mode_ != Mode::TimeOrder &&
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
        const QString text = tr("%1 boxes", nullptr, pluralOf(boxes)).arg(countText(boxes));
        const std::uint32_t levels = picture_.scene ? picture_.scene->tree->callerLevels() : 0;
        hint_->setText(
            levels > 0
                ? tr("%1, callers of %2 levels", nullptr, pluralOf(levels)).arg(text, countText(levels))
            : picture_.estimated ? tr("%1, estimated from who called whom").arg(text)
                                 : text);
    } else {
        hint_->setText(found.empty()
                           ? tr("nothing found")
                           : tr("%1 found").arg(countText(static_cast<std::int64_t>(found.size()))));
    }
}

bool FlameView::canExport(FlameFormat format) const {
    return format == FlameFormat::Png || picture_.scene;
}

void FlameView::exportTo(QIODevice& file, FlameFormat format) const {
    const bool named = state() != nullptr && state()->trace();
    writeFlame(file, format, *canvas_, picture_.scene.get(),
               named ? std::string_view(state()->trace()->info().source) : std::string_view());
}

// Back and forward go through zooms here, not through the session's history.
bool FlameView::ownsKey(const QKeyEvent& key) const {
    static constexpr std::array kKeys{Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Left,  Qt::Key_Right,
                                      Qt::Key_Space,  Qt::Key_Return, Qt::Key_Enter, Qt::Key_Backspace,
                                      Qt::Key_Escape, Qt::Key_F,      Qt::Key_S};
    if (key.modifiers() & Qt::AltModifier) {
        return key.key() == Qt::Key_Left || key.key() == Qt::Key_Right;
    }
    return !(key.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) &&
           std::ranges::find(kKeys, key.key()) != kKeys.end();
}

void FlameView::keyPressEvent(QKeyEvent* event) {
    const bool alt = event->modifiers() & Qt::AltModifier;
    switch (event->key()) {
    case Qt::Key_Backspace:
        goBack();
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (alt) {
            event->key() == Qt::Key_Left ? goBack() : goForward();
            return;
        }
        break;
    case Qt::Key_F:
        search_->setFocus();
        return;
    case Qt::Key_S:
        place_.sandwichClosed = !place_.sandwichClosed;
        placeParts();
        return;
    case Qt::Key_Escape:
        showEverything();
        return;
    default:
        break;
    }
    SessionView::keyPressEvent(event);
}

} // namespace lanes
