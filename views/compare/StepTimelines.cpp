#include "views/compare/StepTimelines.h"

#include "views/shared/controls/ControlBar.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr int kStepHeadHeight = 28;
constexpr int kStepEdge = 12;

} // namespace

StepTimelines::StepTimelines(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance)
    , bar_(new ControlBar(appearance))
    , hint_(bar_->makeHint()) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(bar_);
    QPushButton* before = bar_->makeButton(QStringLiteral("back"), tr("Step before"));
    QPushButton* after = bar_->makeButton(QStringLiteral("forward"), tr("Next step"));
    bar_->add(before);
    bar_->add(after);
    bar_->add(hint_, 12, 1);
    connect(before, &QPushButton::clicked, this, [this] { goToStep(false); });
    connect(after, &QPushButton::clicked, this, [this] { goToStep(true); });
    lanes_ = {makeLane(Which::A), makeLane(Which::B)};
    setFocusProxy(lanes_[1].canvas);
    connect(&appearance_, &Appearance::changed, this, &StepTimelines::restyle);
    restyle();
}

StepTimelines::Lane StepTimelines::makeLane(Which which) {
    Lane lane{new QLabel(), new FlameCanvas(appearance_)};
    lane.head->setTextFormat(Qt::PlainText);
    lane.head->setContentsMargins(appearance_.fonts().scaled(kStepEdge), 0, 0, 0);
    lane.head->setMinimumWidth(1); // what does not fit is cut, and never widens the view
    lane.canvas->setAccessibleName(which == Which::A ? tr("Timeline of A") : tr("Timeline of B"));
    auto* scroll = new QScrollArea();
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn); // or one side would be on another scale
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(lane.canvas);
    lane.canvas->installEventFilter(this);
    static_cast<QVBoxLayout*>(layout())->addWidget(lane.head);
    static_cast<QVBoxLayout*>(layout())->addWidget(scroll, 1);
    connect(lane.canvas, &FlameCanvas::chosen, this, [this, which](int bar) { choose(which, bar); });
    connect(lane.canvas, &FlameCanvas::zoomed, this, [this, which](int bar) {
        if (const StepSide::Box* box = boxOf(which, bar); box != nullptr && box->range.length() > 1) {
            zoomTo(box->range);
        }
    });
    connect(lane.canvas, &FlameCanvas::opened, this, [this, which] {
        if (const SliceId slice = chosen_[index(which)]; slice.valid()) {
            Q_EMIT opened(which, slice);
        }
    });
    connect(lane.canvas, &FlameCanvas::backRequested, this, &StepTimelines::goBack);
    connect(lane.canvas, &FlameCanvas::pointed, this, &StepTimelines::point);
    connect(lane.canvas, &FlameCanvas::resized, this, &StepTimelines::wanted);
    return lane;
}

StepRequest StepTimelines::request() const {
    StepRequest request;
    request.step = step_;
    request.part = part_;
    request.width = static_cast<int>(lanes_[0].canvas->room());
    return request;
}

void StepTimelines::setPair(std::shared_ptr<const StepPair> pair, const QString& nameA,
                            const QString& nameB) {
    pair_ = std::move(pair);
    names_ = {nameA, nameB};
    step_ = pair_ ? pair_->step : step_;
    layOut(Which::A);
    layOut(Which::B);
    point({});
    restyle();
}

QString StepTimelines::headline(Which which) const {
    if (!pair_) {
        return {};
    }
    const StepSide& own = side(which);
    const QString name = (which == Which::A ? QStringLiteral("A  ") : QStringLiteral("B  ")) +
                         names_[index(which)] + QStringLiteral("   ");
    return name + (own.label.empty() ? QString() : toQString(own.label) + QStringLiteral("   ")) +
           durationText(own.range.length());
}

void StepTimelines::layOut(Which which) {
    FlameCanvas& canvas = *lanes_[index(which)].canvas;
    if (!pair_) {
        canvas.clear();
        return;
    }
    const StepSide& own = side(which);
    const double room = canvas.room();
    const double scale = room / double(std::max<TimeNs>(pair_->part.length(), 1));
    std::vector<FlameBar> bars;
    for (std::uint32_t i = 0; i < own.boxes.size(); ++i) {
        const StepSide::Box& box = own.boxes[i];
        bars.push_back({i, box.row, double(box.range.begin - pair_->part.begin) * scale,
                        std::max(1., double(box.range.length()) * scale)});
    }
    for (std::uint32_t i = 0; i < own.headings.size(); ++i) {
        bars.push_back({static_cast<std::uint32_t>(own.boxes.size()) + i, own.headings[i].row, 0, room});
    }
    canvas.setBars(std::move(bars), own.rows,
                   {.about = [this, which](std::uint32_t item) { return about(which, item); },
                    .value = [this, which](std::uint32_t item) { return value(which, item); },
                    .tip = [this, which](std::uint32_t item) { return tip(which, item); }});
    if (!search_.isEmpty()) {
        canvas.setSearch(search_);
    }
}

FlameCanvas::About StepTimelines::about(Which which, std::uint32_t item) const {
    const StepSide& own = side(which);
    FlameCanvas::About about;
    if (item >= own.boxes.size()) {
        const StepSide::Heading& heading = own.headings[item - own.boxes.size()];
        about.name = heading.name;
        about.fill = appearance_.theme().groupBg.rgb();
        return about;
    }
    const StepSide::Box& box = own.boxes[item];
    const Trace::Slice slice = own.trace->slice(box.slice);
    about.kind = slice.kind;
    about.hue = slice.hue;
    about.name = own.trace->text(slice.name);
    return about;
}

QString StepTimelines::value(Which which, std::uint32_t item) const {
    const StepSide& own = side(which);
    return item < own.boxes.size() ? durationText(own.trace->slice(own.boxes[item].slice).duration, 3)
                                   : QString();
}

QString StepTimelines::tip(Which which, std::uint32_t item) const {
    const StepSide& own = side(which);
    if (item >= own.boxes.size()) {
        return toQString(own.headings[item - own.boxes.size()].name);
    }
    const Trace::Slice slice = own.trace->slice(own.boxes[item].slice);
    return toQString(own.trace->text(slice.name)) + QLatin1Char('\n') +
           tr("%1, from %2 into the step")
               .arg(durationText(slice.duration), durationText(slice.start - own.range.begin));
}

const StepSide::Box* StepTimelines::boxOf(Which which, int bar) const {
    const std::uint32_t item = lanes_[index(which)].canvas->bars()[static_cast<std::size_t>(bar)].item;
    return item < side(which).boxes.size() ? &side(which).boxes[item] : nullptr;
}

void StepTimelines::choose(Which which, int bar) {
    const StepSide::Box* box = boxOf(which, bar);
    chosen_[index(which)] = box == nullptr ? SliceId() : box->slice;
    if (box == nullptr) {
        return;
    }
    const QString name = toQString(side(which).trace->text(side(which).trace->slice(box->slice).name));
    for (const Lane& lane : lanes_) {
        lane.canvas->setMarkedName(name); // where the other side has it
    }
    Q_EMIT chosen(which, box->slice);
}

void StepTimelines::zoomTo(std::optional<TimeRange> part) {
    if (part != part_) {
        back_.push_back(std::exchange(part_, part));
        Q_EMIT wanted();
    }
}

void StepTimelines::goBack() {
    if (!back_.empty()) {
        part_ = back_.back();
        back_.pop_back();
        Q_EMIT wanted();
    }
}

void StepTimelines::goToStep(bool forward) {
    if (pair_ && (forward ? step_ + 1 < pair_->steps : step_ > 0)) {
        step_ += forward ? 1 : -1;
        part_.reset();
        back_.clear();
        Q_EMIT wanted();
    }
}

void StepTimelines::setSearch(const QString& text) {
    search_ = text;
    for (const Lane& lane : lanes_) {
        lane.canvas->setSearch(text);
    }
}

void StepTimelines::point(std::optional<double> x) {
    for (const Lane& lane : lanes_) {
        lane.canvas->setPointer(x);
    }
    QString text;
    std::optional<TimeNs> time;
    if (pair_) {
        text = pair_->steps > 0 ? tr("step %1 of %2 that both have")
                                      .arg(countText(static_cast<std::int64_t>(pair_->step) + 1),
                                           countText(static_cast<std::int64_t>(pair_->steps)))
                                : tr("no steps that both have: from the begin of the work");
        if (x) {
            time = pair_->part.begin +
                   static_cast<TimeNs>(*x / lanes_[0].canvas->room() * double(pair_->part.length()));
            text += QStringLiteral(",  ") + tr("cursor at %1").arg(durationText(*time, 5));
        }
    }
    hint_->setText(text);
    Q_EMIT pointed(time);
}

void StepTimelines::restyle() {
    for (const Which which : {Which::A, Which::B}) {
        QLabel* head = lanes_[index(which)].head;
        head->setFixedHeight(appearance_.fonts().scaled(kStepHeadHeight));
        head->setFont(appearance_.fonts().sans(Fonts::kBody, 600));
        head->setText(headline(which));
        QPalette palette = head->palette();
        palette.setColor(QPalette::WindowText, appearance_.theme().text);
        palette.setColor(QPalette::Window, appearance_.theme().panel);
        head->setPalette(palette);
        head->setAutoFillBackground(true);
    }
}

// The scroll areas around the canvases would take these.
bool StepTimelines::eventFilter(QObject* watched, QEvent* event) {
    const bool pressed = event->type() == QEvent::KeyPress;
    return (pressed && takesKey(*static_cast<QKeyEvent*>(event))) || QWidget::eventFilter(watched, event);
}

bool StepTimelines::takesKey(const QKeyEvent& key) {
    switch (key.key()) {
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        goToStep(key.key() == Qt::Key_PageDown);
        return true;
    case Qt::Key_Backspace:
        goBack();
        return true;
    case Qt::Key_Escape:
        zoomTo({});
        return true;
    default:
        return false;
    }
}

} // namespace lanes
