#include "views/memory/MemoryView.h"

#include "views/memory/MemoryCanvas.h"
#include "views/shared/Appearance.h"
#include "views/shared/Text.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/ControlBar.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/controls/TrustSign.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QStackedLayout>

#include <algorithm>
#include <array>
#include <tuple>

namespace lanes {
namespace {

// The steps that a device's process went through.
QString deviceText(const DeviceMemory& device) {
    const QString name =
        device.type == 0 ? MemoryView::tr("CPU") : MemoryView::tr("GPU %1").arg(device.index);
    const QString key = toQString(device.key);
    const auto more = key.indexOf(QLatin1Char(' ')); // whose, where several have it
    return more < 0 ? name : name + key.mid(more);
}

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

MemoryView::MemoryView(Appearance& appearance, QWidget* parent)
    : SessionView(appearance, parent)
    , bar_(new ControlBar(appearance))
    , sign_(new TrustSign(appearance, FigureKind::Memory))
    , devices_(new SegmentedControl(appearance, {}))
    , modes_(new SegmentedControl(appearance, {tr("Alive"), tr("Growth")}))
    , groups_(new ChoiceButton(
          appearance, tr("Group by"),
          {tr("Operator"), tr("Category"), tr("Place in the program"), tr("Module"), tr("Input shapes")}))
    , hint_(bar_->makeHint())
    , stack_(new QStackedLayout(this))
    , content_(new QWidget())
    , canvas_(new MemoryCanvas(appearance))
    , panel_(new SidePanel(appearance))
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
    makeBar();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Memory"));
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

void MemoryView::makeBar() {
    bar_->add(devices_);
    bar_->add(modes_, 12);
    bar_->add(groups_, 12);
    connect(modes_, &SegmentedControl::chosen, this, [this](int mode) { setGrowth(mode == 1); });
    connect(&look(), &Appearance::changed, this, &MemoryView::sayLegend);
    bar_->add(hint_, 12, 1);
    bar_->addRight(sign_);
    hint_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(devices_, &SegmentedControl::chosen, this, [this](int device) {
        device_ = device;
        time_.reset();
        mark_.reset();
        setGrowth(false);
        invalidate();
    });
    connect(groups_, &ChoiceButton::chosen, this,
            [this](int group) { setGroup(static_cast<MemoryGroup>(group)); });
}

const EmptyState* MemoryView::emptyState() const {
    return stack_->currentWidget() == empty_ ? empty_ : nullptr;
}

void MemoryView::setGroup(MemoryGroup group) {
    group_ = group;
    groups_->setCurrent(static_cast<int>(group));
    showMoment();
}

void MemoryView::setGrowth(bool growth) {
    growth_ = growth;
    modes_->setCurrent(growth ? 1 : 0);
    if (!growth) {
        mark_.reset();
    } else if (!mark_ && !growths_.empty()) {
        const TimeNs now = time_.value_or(shown_.picture.peakTime);
        const auto next = std::ranges::upper_bound(growths_, now, {}, &StepGrowth::from);
        mark_ = next == growths_.begin() ? next->from : std::prev(next)->from;
    }
    showMoment();
}

void MemoryView::listenTo(ViewState* state) {
    if (state != listened_) {
        if (listened_) {
            disconnect(listened_, &ViewState::visibleChanged, this, &MemoryView::invalidate);
        }
        listened_ = state;
        device_ = -1;
        time_.reset();
        setGrowth(false);
        if (state != nullptr) {
            connect(state, &ViewState::visibleChanged, this, &MemoryView::invalidate);
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
    sign_->setState(state());
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
                shown.device = device >= 0 ? device : highestPeak(*shown.history);
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
    shown_ = std::move(shown);
    if (!shown_.history || shown_.history->empty()) {
        moment_ = {};
        empty_->setText(state() != nullptr && state()->trace() ? tr("This session has no allocations")
                                                               : tr("No session"),
                        tr("Capture with memory (Memory hunt); with torch.profiler, profile_memory=True."));
        stack_->setCurrentWidget(empty_);
        return;
    }
    QStringList names;
    for (const DeviceMemory& device : shown_.history->devices()) {
        names << deviceText(device);
    }
    devices_->setNames(names);
    devices_->setCurrent(shown_.device);
    growths_ = growthBySteps(device(), steps());
    sayLegend();
    canvas_->setPicture(&shown_.picture, state()->origin(),
                        [this](const MemoryBlock& block) { return nameOf(block); });
    stack_->setCurrentWidget(content_);
    showMoment();
}

std::span<const Step> MemoryView::steps() const {
    const SessionSteps& all = shown_.data->steps;
    const ProcessId process = device().process;
    return process.valid() ? all.of(shown_.data->forest->trace().processes()[process.value].rank)
                           : all.first();
}

QString MemoryView::nameOf(const MemoryBlock& block) const {
    const std::uint32_t op = ownerOf(*shown_.data->forest, block);
    if (op == OperatorForest::kNone) {
        return block.allocation == MemoryBlock::kNoEvent ? tr("before recording began")
                                                         : tr("outside operators");
    }
    const Trace& trace = shown_.data->forest->trace();
    return toQString(trace.text(trace.slice(shown_.data->forest->slice(op)).name));
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
        [shown = std::tuple(shown_.data, shown_.history, shown_.device), time, mark = mark_,
         group = group_](const std::stop_token&) {
            const auto& [operators, history, device] = shown;
            return memoryMoment(*operators, history->devices()[static_cast<std::size_t>(device)], time, mark,
                                group);
        },
        [this](MemoryMoment moment) {
            moment_ = std::move(moment);
            fillPanel();
        });
}

void MemoryView::sayLegend() {
    const auto swatch = [](const QColor& color, const QString& text) {
        return QStringLiteral("<span style=\"color:%1\">\u25a0</span>\u2009 %2")
            .arg(color.name(), text.toHtmlEscaped());
    };
    const Theme& theme = look().theme();
    const QString allocated = swatch(theme.hueColor(Hue::Norm), tr("allocated"));
    hint_->setText(shown_.picture.reservedKnown ? allocated + QStringLiteral("&nbsp;&nbsp;&nbsp;") +
                                                      swatch(theme.text3, tr("reserved"))
                                                : allocated);
}

void MemoryView::openStep(const StepGrowth& growth) {
    mark_ = growth.from;
    setMoment(growth.to);
}

void MemoryView::stepToStep(bool forward) {
    if (growths_.empty()) {
        return;
    }
    const TimeNs now = time_.value_or(shown_.picture.peakTime);
    auto at = forward ? std::ranges::upper_bound(growths_, now, {}, &StepGrowth::to)
                      : std::ranges::lower_bound(growths_, now, {}, &StepGrowth::to);
    at = forward ? std::min(at, std::prev(growths_.end())) : at == growths_.begin() ? at : std::prev(at);
    growth_ ? openStep(*at) : setMoment(at->to);
}

void MemoryView::openBlock(const MemoryBlock& block) {
    setMoment(block.life.begin);
    const std::uint32_t op = ownerOf(*shown_.data->forest, block);
    if (op != OperatorForest::kNone && state() != nullptr) {
        state()->reveal(shown_.data->forest->slice(op));
    }
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

void MemoryView::resizeEvent(QResizeEvent*) {
    panel_->fitTo(width());
}

bool MemoryView::ownsKey(const QKeyEvent& key) const {
    static constexpr std::array kKeys{
        Qt::Key_Left, Qt::Key_Right, Qt::Key_Home,  Qt::Key_M, Qt::Key_Escape, Qt::Key_Return,  Qt::Key_Enter,
        Qt::Key_Plus, Qt::Key_Equal, Qt::Key_Minus, Qt::Key_G, Qt::Key_PageUp, Qt::Key_PageDown};
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
        setGrowth(true);
        break;
    case Qt::Key_G:
        setGrowth(!growth_);
        break;
    case Qt::Key_Escape:
        setGrowth(false);
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

} // namespace lanes
