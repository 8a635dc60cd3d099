#include "views/memory/MemoryView.h"

#include "views/memory/MemoryCanvas.h"
#include "views/memory/MemoryPanel.h"
#include "views/memory/MemoryText.h"
#include "views/memory/PeakPage.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/LetGo.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QStackedLayout>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

namespace lanes {
namespace {

int highestPeak(const MemoryHistory& history) {
    int best = 0;
    for (int i = 0; i < static_cast<int>(history.devices().size()); ++i) {
        const DeviceMemory& device = history.devices()[static_cast<std::size_t>(i)];
        const DeviceMemory& other = history.devices()[static_cast<std::size_t>(best)];
        // a GPU's memory is the scarce one
        if (std::pair(device.type != 0, device.peakAllocated) >
            std::pair(other.type != 0, other.peakAllocated)) {
            best = i;
        }
    }
    return best;
}

} // namespace

// What is said about a moment, and of the peak.
struct MemoryView::Said {
    MemoryMoment moment;
    std::optional<MemoryTruth> truth;
    std::vector<std::int64_t> without;
};

MemoryView::MemoryView(Appearance& appearance, QWidget* parent)
    : SessionView(appearance, parent)
    , bar_(new MemoryBar(appearance))
    , stack_(new QStackedLayout(this))
    , content_(new QWidget())
    , canvas_(new MemoryCanvas(appearance))
    , panel_(new SidePanel(appearance))
    , memoryPanel_(new MemoryPanel(appearance, *panel_, this))
    , peakPage_(new PeakPage(appearance, *panel_, this))
    , empty_(new EmptyState(appearance, QStringLiteral("memory"))) {
    auto* outer = new QHBoxLayout(content_);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    auto* left = new QVBoxLayout();
    left->setSpacing(0);
    left->addWidget(bar_);
    left->addWidget(canvas_, 1);
    outer->addLayout(left, 1);
    outer->addWidget(panel_);
    stack_->addWidget(empty_);
    stack_->addWidget(content_);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Memory"));
    connect(bar_, &MemoryBar::deviceChosen, this, &MemoryView::setDevice);
    connect(bar_, &MemoryBar::modeChosen, this, &MemoryView::setMode);
    connect(bar_, &MemoryBar::groupChosen, this, &MemoryView::setGroup);
    connect(&appearance, &Appearance::changed, this, &MemoryView::sayLegend);
    connect(memoryPanel_, &MemoryPanel::blockChosen, this, &MemoryView::openBlock);
    connect(memoryPanel_, &MemoryPanel::stepChosen, this, &MemoryView::openStep);
    connect(peakPage_, &PeakPage::moduleChosen, this,
            [this](const QString& module) { setWithout(module == without_ ? QString() : module); });
    listenToCanvas();
}

void MemoryView::listenToCanvas() {
    connect(canvas_, &MemoryCanvas::resized, this, &MemoryView::invalidate);
    connect(canvas_, &MemoryCanvas::momentChosen, this, [this](TimeNs time) {
        setFocus();
        setMoment(time);
    });
    connect(canvas_, &MemoryCanvas::blockChosen, this,
            [this](int block) { openBlock(*shown_.picture.blocks[static_cast<std::size_t>(block)].block); });
    connect(canvas_, &MemoryCanvas::hovered, this, [this](TimeNs time) {
        if (state() != nullptr) {
            state()->setCursor(time);
        }
    });
    connect(canvas_, &MemoryCanvas::left, this, [this] {
        if (state() != nullptr) {
            state()->setCursor({});
        }
    });
    connect(canvas_, &MemoryCanvas::zoomRequested, this, [this](TimeNs anchor, double factor) {
        if (state() != nullptr) {
            state()->setVisible(zoomed(shownRange(), anchor, factor, ViewState::kShortest));
        }
    });
    connect(canvas_, &MemoryCanvas::panRequested, this, [this](double share) {
        if (state() != nullptr) {
            const auto by = static_cast<TimeNs>(double(shownRange().length()) * share);
            state()->setVisible(shifted(shownRange(), by));
        }
    });
}

const EmptyState* MemoryView::emptyState() const {
    return stack_->currentWidget() == empty_ ? empty_ : nullptr;
}

void MemoryView::setDevice(int device) {
    device_ = device;
    time_.reset();
    mark_.reset();
    setMode(MemoryMode::Alive);
    invalidate();
}

void MemoryView::setGroup(MemoryGroup group) {
    group_ = group;
    bar_->setGroup(group);
    truth_.reset();
    showMoment();
}

void MemoryView::setMode(MemoryMode mode) {
    mode_ = mode;
    bar_->setMode(mode);
    if (mode != MemoryMode::Growth) {
        mark_.reset();
    } else if (!mark_ && !growths_.empty()) {
        const TimeNs now = time_.value_or(shown_.picture.peakTime);
        const auto next = std::ranges::upper_bound(growths_, now, {}, &StepGrowth::from);
        mark_ = next == growths_.begin() ? next->from : std::prev(next)->from;
    }
    if (mode == MemoryMode::Peak) {
        time_.reset();
    } else {
        without_.clear();
    }
    showMoment();
}

void MemoryView::listenTo(ViewState* state) {
    if (state != listened_) {
        if (listened_) {
            disconnect(listened_, &ViewState::visibleChanged, this, &MemoryView::catchUp);
            device_ = -1;
            time_.reset();
            setMode(MemoryMode::Alive);
        }
        listened_ = state;
        if (state != nullptr) {
            connect(state, &ViewState::visibleChanged, this, &MemoryView::catchUp);
        }
    }
}

// The part of the brush that is visible; of the session without a brush.
TimeRange MemoryView::shownRange() const {
    const TimeRange visible = state()->visible();
    const std::optional<TimeRange> brush = state()->brush();
    if (!brush) {
        return visible;
    }
    const TimeRange both{std::max(visible.begin, brush->begin), std::min(visible.end, brush->end)};
    return both.length() >= ViewState::kShortest ? both : *brush;
}

void MemoryView::refresh() {
    listenTo(state());
    bar_->setState(state());
    if (state() == nullptr || !state()->trace()) {
        present({});
        return;
    }
    run(
        [analyses = state()->analyses(), range = shownRange(), width = canvas_->plotWidth(),
         device = device_](const std::stop_token& stop) {
            Shown shown;
            shown.data = analyses->operators(stop);
            shown.history = shown.data ? analyses->memory(stop) : nullptr;
            if (shown.history && !shown.history->empty()) {
                const bool has = device >= 0 && std::cmp_less(device, shown.history->devices().size());
                shown.device = has ? device : highestPeak(*shown.history);
                shown.picture = memoryPicture(
                    *shown.data, shown.history->devices()[static_cast<std::size_t>(shown.device)], range,
                    width);
            }
            return shown;
        },
        [this](Shown shown) { present(std::move(shown)); });
}

void MemoryView::present(Shown shown) {
    canvas_->setPicture(nullptr, 0, {});
    growths_.clear();
    truth_.reset();
    letGo(std::exchange(shown_, std::move(shown)));
    if (!shown_.history || shown_.history->empty()) {
        moment_ = {};
        empty_->setText(state() != nullptr && state()->trace() ? tr("This session has no allocations")
                                                               : tr("No session"),
                        tr("Capture with memory (Memory hunt); with torch.profiler, profile_memory=True."));
        stack_->setCurrentWidget(empty_);
        return;
    }
    bar_->setDevices(*shown_.history, shown_.device);
    const auto isOfOperator = [](const MemoryBlock& block) { return block.op != OperatorForest::kNone; };
    if (group_ == MemoryGroup::Operator &&
        std::ranges::none_of(device().blocks, isOfOperator)) { // as of a snapshot
        group_ = MemoryGroup::Place;
        bar_->setGroup(group_);
    }
    growths_ = growthBySteps(device(), steps());
    sayLegend();
    canvas_->setPicture(&shown_.picture, state()->origin(), [this](const MemoryBlock& block) {
        return MemoryText::owner(*shown_.data->forest, block);
    });
    stack_->setCurrentWidget(content_);
    showMoment();
}

std::span<const Step> MemoryView::steps() const {
    const std::span<const Step> all = stepsOf(*shown_.data, device());
    const std::optional<TimeRange> part = state() != nullptr ? state()->part() : std::nullopt;
    if (!part) {
        return all;
    }
    const auto begin =
        std::ranges::lower_bound(all, part->begin, {}, [](const Step& s) { return s.range.begin; });
    const auto end =
        std::ranges::upper_bound(begin, all.end(), part->end, {}, [](const Step& s) { return s.range.end; });
    return {begin, end};
}

void MemoryView::setMoment(TimeNs time) {
    time_ = time;
    showMoment();
}

void MemoryView::showMoment() {
    if (!shown_.history || shown_.history->empty()) {
        return;
    }
    const TimeNs time = time_.value_or(shown_.picture.peakTime);
    canvas_->setMoment(time);
    canvas_->setMark(mark_);
    runAside(
        [shown = std::tuple(shown_.data, shown_.history, shown_.device), time, mark = mark_, group = group_,
         range = shown_.picture.range, width = canvas_->plotWidth(), without = without_.toStdString(),
         asksTruth = mode_ == MemoryMode::Peak && !truth_](const std::stop_token& stop) {
            const auto& [operators, history, index] = shown;
            const DeviceMemory& device = history->devices()[static_cast<std::size_t>(index)];
            Said said{memoryMoment(*operators, device, time, mark, group), {}, {}};
            if (asksTruth) {
                said.truth = memoryTruth(*operators, device, range, group, stop);
            }
            if (!without.empty()) {
                said.without =
                    memoryColumns(device, allocatedWithout(*operators, device, without), range, width);
            }
            return said;
        },
        [this](Said said) { say(std::move(said)); });
}

void MemoryView::say(Said said) {
    moment_ = std::move(said.moment);
    if (said.truth) {
        truth_ = std::move(said.truth);
    }
    shown_.picture.without = std::move(said.without);
    canvas_->update();
    sayLegend();
    fillPanel();
}

void MemoryView::setWithout(const QString& module) {
    without_ = module;
    showMoment();
}

void MemoryView::sayLegend() {
    bar_->sayLegend(shown_.picture, without_);
}

void MemoryView::fillPanel() {
    if (!shown_.history || shown_.history->empty() || state() == nullptr) {
        return;
    }
    if (mode_ == MemoryMode::Peak && truth_) {
        peakPage_->show({*truth_, device(), state()->origin(), without_});
        return;
    }
    const bool growth = mode_ == MemoryMode::Growth;
    memoryPanel_->show({*shown_.data->forest, device(), moment_, group_, state()->origin(), mark_,
                        growth ? std::span<const StepGrowth>(growths_) : std::span<const StepGrowth>(),
                        steps()});
}

void MemoryView::openStep(const StepGrowth& growth) {
    mark_ = growth.from;
    setMoment(growth.to);
}

void MemoryView::openBlock(const MemoryBlock& block) {
    setMoment(block.life.begin);
    const std::uint32_t op = ownerOf(*shown_.data->forest, block);
    if (op != OperatorForest::kNone && state() != nullptr) {
        state()->reveal(shown_.data->forest->slice(op));
    }
}

void MemoryView::stepToStep(bool forward) {
    if (growths_.empty()) {
        return;
    }
    const TimeNs now = time_.value_or(shown_.picture.peakTime);
    auto at = forward ? std::ranges::upper_bound(growths_, now, {}, &StepGrowth::to)
                      : std::ranges::lower_bound(growths_, now, {}, &StepGrowth::to);
    at = forward ? std::min(at, std::prev(growths_.end())) : at == growths_.begin() ? at : std::prev(at);
    mode_ == MemoryMode::Growth ? openStep(*at) : setMoment(at->to);
}

void MemoryView::stepToEvent(bool forward) {
    const std::vector<TimeNs>& times = device().time;
    const TimeNs now = time_.value_or(shown_.picture.peakTime);
    if (forward) {
        const auto next = std::ranges::upper_bound(times, now);
        setMoment(next == times.end() ? times.back() : *next);
    } else {
        const auto at = std::ranges::lower_bound(times, now);
        setMoment(at == times.begin() ? times.front() : *std::prev(at));
    }
}

bool MemoryView::ownsKey(const QKeyEvent& key) const {
    static constexpr std::array kKeys{Qt::Key_Left,     Qt::Key_Right,  Qt::Key_Home,  Qt::Key_M,
                                      Qt::Key_Escape,   Qt::Key_Return, Qt::Key_Enter, Qt::Key_Plus,
                                      Qt::Key_Equal,    Qt::Key_Minus,  Qt::Key_G,     Qt::Key_PageUp,
                                      Qt::Key_PageDown, Qt::Key_P};
    return !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) &&
           std::ranges::find(kKeys, key.key()) != kKeys.end();
}

void MemoryView::keyPressEvent(QKeyEvent* event) {
    if (!shown_.history || shown_.history->empty() || state() == nullptr) {
        SessionView::keyPressEvent(event);
        return;
    }
    const TimeNs now = time_.value_or(shown_.picture.peakTime);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        stepToEvent(event->key() == Qt::Key_Right);
        break;
    case Qt::Key_Home:
        setMoment(shown_.picture.peakTime);
        break;
    case Qt::Key_M:
        mark_ = now;
        setMode(MemoryMode::Growth);
        break;
    case Qt::Key_G:
        setMode(mode_ == MemoryMode::Growth ? MemoryMode::Alive : MemoryMode::Growth);
        break;
    case Qt::Key_P:
        setMode(mode_ == MemoryMode::Peak ? MemoryMode::Alive : MemoryMode::Peak);
        break;
    case Qt::Key_Escape:
        setMode(MemoryMode::Alive);
        break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        stepToStep(event->key() == Qt::Key_PageDown);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!moment_.largest.empty()) {
            openBlock(*moment_.largest.front());
        }
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        state()->setVisible(zoomed(shownRange(), now, .5, ViewState::kShortest));
        break;
    case Qt::Key_Minus:
        state()->setVisible(zoomed(shownRange(), now, 2, ViewState::kShortest));
        break;
    default:
        SessionView::keyPressEvent(event);
    }
}

void MemoryView::resizeEvent(QResizeEvent*) {
    panel_->fitTo(width());
}

} // namespace lanes
