#include "views/range/RangePanel.h"

#include "model/analysis/text/KernelName.h"
#include "views/range/RangeRow.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/shared/panels/PanelText.h"
#include "views/shared/text/ActivityText.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"

#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {
namespace {

constexpr std::size_t kTopNames = 20;
constexpr std::size_t kMostRows = 200; // that are painted; a session of more has its rows counted below them
constexpr int kDigits = 4;

struct ActivityLook {
    Activity activity;
    const char* name;
    Hue hue;
};
constexpr std::array<ActivityLook, kActivityCount> kActivities{{
    {Activity::Kernel, QT_TRANSLATE_NOOP("lanes::RangePanel", "Kernels"), Hue::Gemm},
    {Activity::Copy, QT_TRANSLATE_NOOP("lanes::RangePanel", "Copies"), Hue::Copy},
    {Activity::Set, QT_TRANSLATE_NOOP("lanes::RangePanel", "Memsets"), Hue::Copy},
    {Activity::Communication, QT_TRANSLATE_NOOP("lanes::RangePanel", "Communication"), Hue::Communication},
    {Activity::Runtime, QT_TRANSLATE_NOOP("lanes::RangePanel", "Runtime calls"), Hue::Runtime},
    {Activity::DataLoading, QT_TRANSLATE_NOOP("lanes::RangePanel", "Data loading"), Hue::DataLoading},
    {Activity::Cpu, QT_TRANSLATE_NOOP("lanes::RangePanel", "Operators on CPU"), Hue::Operator},
    {Activity::Other, QT_TRANSLATE_NOOP("lanes::RangePanel", "Python, other"), Hue::Python},
    {Activity::NotRecorded, QT_TRANSLATE_NOOP("lanes::RangePanel", "Not recorded"), Hue::Other},
    {Activity::Untraced, QT_TRANSLATE_NOOP("lanes::RangePanel", "CPU, not traced"), Hue::Range},
    {Activity::Idle, QT_TRANSLATE_NOOP("lanes::RangePanel", "No recorded activity"), Hue::Other},
}};

QString groupText(LaneGroup group) {
    switch (group) {
    case LaneGroup::Python:
        return RangePanel::tr("Python");
    case LaneGroup::Operators:
        return RangePanel::tr("operators");
    case LaneGroup::Runtime:
        return RangePanel::tr("runtime calls");
    case LaneGroup::Ranges:
    case LaneGroup::DeviceRanges:
        return RangePanel::tr("ranges");
    case LaneGroup::Device:
        break;
    }
    return {};
}

double shareOf(TimeNs part, TimeNs whole) {
    return whole > 0 ? double(part) / double(whole) : 0;
}

} // namespace

RangePanel::RangePanel(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , scroll_(new QScrollArea(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll_);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->viewport()->setAutoFillBackground(false);
    setAccessibleName(tr("Range"));
    connect(&appearance_, &Appearance::changed, this, &RangePanel::rebuild);
}

RangePanel::~RangePanel() = default;

void RangePanel::setState(ViewState* state) {
    if (state_) {
        disconnect(state_, nullptr, this, nullptr);
    }
    job_.cancel();
    working_ = false;
    state_ = state;
    if (state_) {
        connect(state_, &ViewState::brushChanged, this, &RangePanel::refresh);
        connect(state_, &ViewState::lodChanged, this, &RangePanel::refresh);
    }
    refresh();
}

void RangePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void RangePanel::refresh() {
    if (!state_ || !state_->brush() || !state_->lod()) {
        job_.cancel();
        working_ = false;
        rows_ = {};
        top_ = {};
        rowsOf_.reset();
        topOf_.reset();
        split_.reset();
        return;
    }
    if (!isVisible()) {
        return;
    }
    const bool same = std::exchange(range_, *state_->brush()) == *state_->brush();
    rowsOf_ = state_->lod()->trace();
    rows_ = rowsIn(*state_->lod(), range_);
    if (!same) {
        split_.reset();
        deviceBusy_.reset();
        top_ = {};
    }
    rebuild();
    behind_ = same && working_ && state_->live(); // what is on its way comes first, or nothing ever would
    if (behind_) {
        return;
    }
    working_ = true;
    job_.run(
        [lod = state_->lod(), analyses = state_->analyses(), range = range_](const std::stop_token& stop) {
            Late late;
            late.range = range;
            late.trace = lod->trace();
            late.top = topNamesIn(*lod, range, kTopNames, stop);
            const auto split = stop.stop_requested() ? nullptr : analyses->split(stop);
            if (split) {
                late.split = split->split(range);
                for (const DeviceTimes& times : split->devices(range)) {
                    late.deviceBusy =
                        std::max(late.deviceBusy.value_or(0), shareOf(times.busy, range.length()));
                }
            }
            return late;
        },
        [this](Late late) { take(std::move(late)); });
}

void RangePanel::take(Late late) {
    working_ = false;
    if (late.range == range_) {
        topOf_ = std::move(late.trace);
        top_ = std::move(late.top);
        split_ = late.split;
        deviceBusy_ = late.deviceBusy;
        rebuild();
    }
    if (std::exchange(behind_, false)) {
        refresh();
    }
}

void RangePanel::rebuild() {
    if (!state_ || !state_->trace()) {
        return;
    }
    auto* inside = new QWidget;
    auto* layout = new QVBoxLayout(inside);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    const TimeNs origin = state_->origin();
    const TimeNs step = std::max<TimeNs>(1, range_.length() / 100);
    const auto moment = [&](TimeNs t) {
        return momentText(t - origin, step, std::max<TimeNs>(1, range_.end - origin));
    };
    layout->addWidget(new PanelTitle(
        appearance_,
        {{},
         {},
         tr("Range"),
         tr("%1 to %2. Every view shows this range.").arg(moment(range_.begin), moment(range_.end))}));
    addFigures(*layout);
    addSplit(*layout);
    addRows(*layout);
    addTop(*layout);
    layout->addStretch(1);
    const int scrolled = scroll_->verticalScrollBar()->value();
    scroll_->setWidget(inside); // and the old one goes
    inside->setAutoFillBackground(false);
    scroll_->verticalScrollBar()->setValue(scrolled);
}

void RangePanel::addFigures(QVBoxLayout& layout) {
    const QString busy = deviceBusy_ ? percentText(*deviceBusy_, 0)
                         : split_    ? tr("no GPU")
                                     : QStringLiteral("…");
    layout.addWidget(
        new Figures(appearance_, {{tr("Duration"), durationText(range_.length(), kDigits)},
                                  {tr("GPU busy"), busy},
                                  {tr("Events"), countText(static_cast<std::int64_t>(rows_.events))}}));
}

void RangePanel::addSplit(QVBoxLayout& layout) {
    if (!split_) {
        return;
    }
    std::vector<PanelSplit::Part> parts;
    for (const ActivityLook& look : kActivities) {
        const TimeNs part = split_->of(look.activity);
        const double share = shareOf(part, range_.length());
        if (part > 0) {
            const QColor color = isEmpty(look.activity) ? QColor() : appearance_.theme().hueColor(look.hue);
            parts.push_back({tr(look.name), durationText(part), percentText(share, 1), share, color});
        }
    }
    layout.addWidget(new PanelRule(appearance_, 4, 4));
    layout.addWidget(new SectionHead(appearance_, tr("Where the time went"), tr("sums to the range")));
    layout.addWidget(new PanelSplit(appearance_, std::move(parts)));
}

void RangePanel::addTop(QVBoxLayout& layout) {
    if (top_.names.empty()) {
        return;
    }
    layout.addWidget(new PanelRule(appearance_, 4, 4));
    layout.addWidget(new SectionHead(appearance_, top_.onDevice ? tr("Top kernels") : tr("Top names"),
                                     top_.onDevice ? tr("device time") : tr("time, inner calls included")));
    const Trace& trace = *topOf_;
    const double most = double(std::max<TimeNs>(1, top_.names.front().total));
    for (const TopName& top : top_.names) {
        const Trace::Slice slice = trace.slice(top.example);
        const std::string_view name = trace.text(top.name);
        layout.addWidget(
            new RangeRow(appearance_, {appearance_.theme().hueColor(slice.hue, shadeOf(name)),
                                       toQString(labelStages(slice.kind, name).front()),
                                       countText(static_cast<std::int64_t>(top.count)) + QStringLiteral(" ×"),
                                       durationText(top.total), double(top.total) / most, toQString(name)}));
    }
}

void RangePanel::addRows(QVBoxLayout& layout) {
    layout.addWidget(new PanelRule(appearance_, 4, 4));
    layout.addWidget(new SectionHead(appearance_, tr("Busy per row"), tr("events, time")));
    std::size_t left = 0;
    std::size_t shown = 0;
    for (const RowBusy& row : rows_.rows) {
        if (shown == kMostRows) {
            ++left;
        } else {
            ++shown;
            const double share = shareOf(row.busy, range_.length());
            const auto events = static_cast<std::int64_t>(row.events);
            layout.addWidget(
                new RangeRow(appearance_, {appearance_.theme().hueColor(row.hue), rowName(row),
                                           countText(events), durationText(row.busy), share,
                                           tr("%1 of the range, %2 events", nullptr, pluralOf(events))
                                               .arg(percentText(share), countText(events))}));
        }
    }
    if (left > 0) {
        layout.addWidget(new SectionHead(appearance_, tr("%n more rows", nullptr, static_cast<int>(left))));
    }
}

QString RangePanel::rowName(const RowBusy& row) const {
    const QString name = trackName(*rowsOf_, row.track);
    return row.group == LaneGroup::Device ? name : name + QStringLiteral(", ") + groupText(row.group);
}

QString RangePanel::asText() const {
    return scroll_->widget() != nullptr ? panelText(*scroll_->widget()) : QString();
}

void RangePanel::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), appearance_.theme().panel);
}

} // namespace lanes
