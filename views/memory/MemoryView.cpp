#include "views/memory/MemoryView.h"

#include "views/memory/MemoryCanvas.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/ControlBar.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/controls/TrustSign.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/LetGo.h"
#include "views/shared/text/Text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>

#include <algorithm>
#include <tuple>
#include <utility>

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

// What is said about a moment, and of the peak.
struct MemoryView::Said {
    MemoryMoment moment;
    std::optional<MemoryTruth> truth;
    std::vector<std::int64_t> without;
};

MemoryView::MemoryView(Appearance& appearance, QWidget* parent)
    : SessionView(appearance, parent)
    , bar_(new ControlBar(appearance))
    , sign_(new TrustSign(appearance, FigureKind::Memory))
    , devices_(new SegmentedControl(appearance, {}))
    , modes_(new SegmentedControl(appearance, {tr("Alive"), tr("Growth"), tr("Peak")}))
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
    connect(modes_, &SegmentedControl::chosen, this, [this](int mode) { setMode(static_cast<Mode>(mode)); });
    connect(&look(), &Appearance::changed, this, &MemoryView::sayLegend);
    bar_->add(hint_, 12, 1);
    bar_->addRight(sign_);
    hint_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    hint_->setTextFormat(Qt::RichText); // swatches of colours
    connect(devices_, &SegmentedControl::chosen, this, [this](int device) {
        device_ = device;
        time_.reset();
        mark_.reset();
        setMode(Mode::Alive);
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
    truth_.reset();
    showMoment();
}

void MemoryView::setMode(Mode mode) {
    mode_ = mode;
    modes_->setCurrent(static_cast<int>(mode));
    if (mode != Mode::Growth) {
        mark_.reset();
    } else if (!mark_ && !growths_.empty()) {
        const TimeNs now = time_.value_or(shown_.picture.peakTime);
        const auto next = std::ranges::upper_bound(growths_, now, {}, &StepGrowth::from);
        mark_ = next == growths_.begin() ? next->from : std::prev(next)->from;
    }
    if (mode == Mode::Peak) {
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
            setMode(Mode::Alive);
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
    return stepsOf(*shown_.data, device());
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

void MemoryView::standAt(std::optional<TimeNs> moment, std::optional<TimeNs> mark) {
    time_ = moment;
    mark_ = mark;
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
         asksTruth = mode_ == Mode::Peak && !truth_](const std::stop_token& stop) {
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
    const auto swatch = [](const QColor& color, const QString& text) {
        return QStringLiteral("<span style=\"color:%1\">\u25a0</span>\u2009 %2")
            .arg(color.name(), text.toHtmlEscaped());
    };
    const Theme& theme = look().theme();
    const QString allocated = swatch(theme.hueColor(Hue::Norm), tr("allocated"));
    QStringList curves{allocated};
    if (shown_.picture.reservedKnown) {
        curves << swatch(theme.text3, tr("reserved"));
    }
    if (shown_.picture.mostOutside >= 0) {
        curves << swatch(theme.hueColor(Hue::Copy),
                         tr("outside PyTorch, at most %1").arg(bytesText(shown_.picture.mostOutside)));
    }
    if (!without_.isEmpty()) {
        curves << swatch(theme.match, tr("without %1").arg(without_));
    }
    hint_->setText(curves.join(QStringLiteral("&nbsp;&nbsp;&nbsp;")));
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

void MemoryView::resizeEvent(QResizeEvent*) {
    panel_->fitTo(width());
}

} // namespace lanes
