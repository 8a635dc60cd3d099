#include "views/overview/OverviewView.h"

#include "views/overview/Card.h"
#include "views/overview/SessionFacts.h"
#include "views/overview/StepChart.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/KeyFigures.h"
#include "views/shared/controls/TrustSign.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/FocusSuccessor.h"
#include "views/shared/text/NoteText.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedLayout>

#include <algorithm>
#include <span>
#include <utility>

namespace lanes {
namespace {

constexpr int kGap = 16;
constexpr int kLeft = 2; // of three parts of the width
constexpr double kBusyEnough = .9;
constexpr double kLoadingTooMuch = .2;
constexpr std::size_t kNotesShown = 6;
constexpr int kAboveTops = 302; // px at 100 %: figures, head and legend of the steps, gaps, head of the lists
constexpr int kAllHeight = 34;
constexpr int kChartHeight = 220; // with what stands below it
constexpr int kTopHeight = 26;
constexpr int kFewestTops = 8;
constexpr int kMostTops = 24;

// What the cards stand on. It paints itself, as does nothing behind it: where a widget has a background of its own, Qt paints
// it by itself, and the cards once more with the window, whenever both are new.
class Table : public QWidget {
public:
    explicit Table(Appearance& appearance)
        : appearance_(appearance) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter(this).fillRect(event->rect(), appearance_.theme().canvas);
    }

private:
    Appearance& appearance_;
};

double shareOf(const SplitTimes& split, Activity activity) {
    return split.sum() > 0 ? double(split.of(activity)) / double(split.sum()) : 0;
}

} // namespace

OverviewView::OverviewView(Appearance& appearance, QWidget* parent)
    : SessionView(appearance, parent)
    , stack_(new QStackedLayout(this))
    , scroll_(new QScrollArea())
    , empty_(new EmptyState(appearance, QStringLiteral("overview"))) {
    stack_->addWidget(empty_);
    stack_->addWidget(scroll_);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->viewport()->setAutoFillBackground(false);
    setAccessibleName(tr("Overview"));
    connect(&appearance, &Appearance::changed, this, [this] {
        if (!numbers_.empty) {
            present();
        }
    });
}

const EmptyState* OverviewView::emptyState() const {
    return stack_->currentWidget() == empty_ ? empty_ : nullptr;
}

void OverviewView::refresh() {
    if (state() == nullptr || !state()->trace()) {
        numbers_ = {};
        empty_->setText(tr("No session"), tr("Open a trace or capture a program."));
        stack_->setCurrentWidget(empty_);
        return;
    }
    run([analyses = state()->analyses(), focus = state()->focus(), part = state()->part()](
            const std::stop_token& stop) { return overviewNumbers(*analyses, focus, part, kMostTops, stop); },
        [this](std::optional<OverviewNumbers> numbers) {
            if (numbers) {
                numbers_ = std::move(*numbers);
                present();
            }
        });
}

// As many as the height has room for, below the cards above.
std::size_t OverviewView::topsThatFit() const {
    const Fonts& fonts = look().fonts();
    const int above = fonts.scaled(kAboveTops + (numbers_.steps.count == 0 ? kAllHeight : kChartHeight));
    const int rows = (height() - above) / std::max(1, fonts.scaled(kTopHeight));
    return static_cast<std::size_t>(std::clamp(rows, kFewestTops, kMostTops));
}

void OverviewView::resizeEvent(QResizeEvent* event) {
    SessionView::resizeEvent(event);
    if (!numbers_.empty && topsThatFit() != topsShown_) {
        present();
    }
}

void OverviewView::present() {
    topsShown_ = topsThatFit();
    if (numbers_.empty) {
        empty_->setText(
            tr("Nothing was recorded"),
            tr("The session has no events. Data quality (Ctrl+8) says whether something went wrong."));
        stack_->setCurrentWidget(empty_);
        return;
    }
    replace(makeContent());
    stack_->setCurrentWidget(scroll_);
}

QWidget* OverviewView::makeContent() {
    auto* content = new Table(look());
    auto* grid = new QGridLayout(content);
    const int gap = look().fonts().scaled(kGap);
    grid->setContentsMargins(gap, gap, gap, gap);
    grid->setSpacing(gap);
    grid->addWidget(figuresCard(), 0, 0, 1, 2);
    grid->addWidget(stepsCard(), 1, 0, 1, 2);
    grid->addWidget(topCard(tr("Top operators"), numbers_.operators, tr("none in this range")), 2, 0);
    grid->addWidget(topCard(tr("Top kernels"), numbers_.kernels,
                            numbers_.hasDevice ? tr("none in this range")
                                               : tr("capture on a machine with a GPU to see them")),
                    2, 1);
    auto* side = new QVBoxLayout();
    side->setSpacing(gap);
    side->addWidget(devicesCard());
    side->addWidget(sessionCard());
    side->addWidget(notesCard());
    side->addStretch(1);
    grid->addLayout(side, 0, 2, 4, 1);
    grid->setColumnStretch(0, kLeft);
    grid->setColumnStretch(1, kLeft);
    grid->setColumnStretch(2, kLeft);
    grid->setRowStretch(3, 1); // cards are as high as what they hold
    return content;
}

// The old one goes; whoever reads it or walks it with the keys stays where they are.
void OverviewView::replace(QWidget* content) {
    const int top = scroll_->verticalScrollBar()->value();
    const QWidget* const old = scroll_->widget();
    const QWidget* const focused = old != nullptr ? old->focusWidget() : nullptr;
    QWidget* const next =
        focused != nullptr && focused->hasFocus() ? successorOf(*focused, *old, *content) : nullptr;
    scroll_->setWidget(content);
    content->setAutoFillBackground(false);
    QEvent laidOut(QEvent::LayoutRequest);
    QCoreApplication::sendEvent(content, &laidOut); // so that it can be scrolled
    scroll_->verticalScrollBar()->setValue(top);
    if (next != nullptr) {
        next->setFocus();
    }
}

Card* OverviewView::figuresCard() {
    using Tone = KeyFigures::Figure::Tone;
    std::vector<KeyFigures::Figure> figures;
    if (const OverviewNumbers::Steps& steps = numbers_.steps; steps.steadyMedian) {
        figures.push_back({tr("Median steady step"), durationText(*steps.steadyMedian),
                           tr("mean %1, p95 %2").arg(durationText(steps.steadyMean), durationText(steps.p95)),
                           Tone::Plain});
    } else if (steps.count > 0) {
        figures.push_back({tr("Mean step"), steps.mean ? durationText(*steps.mean) : tr("not known"),
                           steps.mean ? tr("slowest is %1").arg(toQString(steps.slowest))
                                      : tr("no step lies in the range whole"),
                           Tone::Plain});
    } else {
        figures.push_back(
            {tr("Range"), durationText(numbers_.range.length()), tr("no steps were recorded"), Tone::Plain});
    }
    if (numbers_.hasDevice && !numbers_.deviceTimes.empty()) {
        TimeNs busy = 0;
        for (const DeviceTimes& times : numbers_.deviceTimes) {
            busy += times.busy;
        }
        const double share = double(busy) / double(std::max<TimeNs>(numbers_.range.length(), 1)) /
                             double(numbers_.deviceTimes.size());
        figures.push_back({tr("GPU busy"), percentText(share), tr("kernels, copies and memsets"),
                           share < kBusyEnough ? Tone::Warn : Tone::Plain});
    }
    const double loading = shareOf(numbers_.split, Activity::DataLoading);
    figures.push_back({tr("Data loading"), percentText(loading), tr("while no GPU works"),
                       loading > kLoadingTooMuch ? Tone::Bad : Tone::Plain});
    figures.push_back({tr("Runtime calls"), percentText(shareOf(numbers_.split, Activity::Runtime)),
                       tr("launches and waits"), Tone::Plain});
    if (numbers_.occupancy) {
        figures.push_back({tr("Mean occupancy"), percentText(*numbers_.occupancy / 100., 0),
                           tr("over kernel time"), Tone::Plain});
    }
    figures.push_back(
        numbers_.memory
            ? KeyFigures::Figure{tr("Memory peak"), bytesText(numbers_.memory->peak),
                                 tr("at %1").arg(durationText(numbers_.memory->at - state()->origin())),
                                 Tone::Plain}
            : KeyFigures::Figure{tr("Memory peak"), tr("not known"), tr("memory was not recorded"),
                                 Tone::Plain});
    auto* card = new Card(look(), {}, {});
    card->add(new KeyFigures(look(), std::move(figures)));
    auto* sign = new TrustSign(look(), FigureKind::Overview);
    card->add(sign);
    card->layout()->setAlignment(sign, Qt::AlignLeft);
    sign->setState(state());
    return card;
}

Card* OverviewView::stepsCard() {
    const OverviewNumbers::Steps& steps = numbers_.steps;
    const bool some = steps.count > steps.bars.size();
    auto* card = new Card(look(), steps.count == 0 ? tr("Time") : tr("Steps"),
                          steps.count == 0 ? tr("each bar sums to its wall time")
                          : some ? tr("the slowest of neighbours, %1 of %2; colour: what made it long")
                                       .arg(steps.bars.size())
                                       .arg(steps.count)
                                 : tr("colour: what made it longer than the median"));
    if (steps.count == 0) {
        card->add(new SplitRow(look(), {tr("all"), numbers_.split, numbers_.range.length(), false}));
    } else {
        addSteps(*card);
    }
    card->add(new SplitLegend(look(), numbers_.split));
    return card;
}

// Every step as a bar, and below what the chosen one did beside the median one; at first the slowest is chosen.
void OverviewView::addSteps(Card& card) {
    const OverviewNumbers::Steps& steps = numbers_.steps;
    auto* chart = new StepChart(look(), steps);
    auto* said = new QLabel();
    said->setFont(look().fonts().sans(Fonts::kBody, 500));
    said->setWordWrap(true);
    const auto content = [this](const QString& label, const StepSplit& step, bool strong) {
        const TimeNs longest = std::max(step.range.length(), numbers_.steps.median->range.length());
        return SplitRow::Content{label, step.split, longest, strong};
    };
    auto* usual = new SplitRow(look(), content(tr("Median"), *steps.median, false));
    auto* chosen = new SplitRow(look(), content({}, steps.bars.front(), true));
    const auto present = [=, this](int index) {
        const StepSplit& step = numbers_.steps.bars[static_cast<std::size_t>(index)];
        chart->setCurrent(index);
        said->setText(chart->textOf(index));
        chosen->setContent(content(QString::number(step.step.number), step, true));
        SplitRow::Content median = usual->content();
        median.longest = chosen->content().longest;
        usual->setContent(median);
    };
    const auto kept = std::ranges::find_if(
        steps.bars, [this](const StepSplit& step) { return chosen_ == step.range.begin; });
    const auto first =
        kept != steps.bars.end()
            ? kept
            : std::ranges::max_element(steps.bars, {}, [](const StepSplit& s) { return s.range.length(); });
    present(static_cast<int>(first - steps.bars.begin()));
    connect(chart, &StepChart::chosen, this, [this, present](int index) {
        present(index);
        lookAt(numbers_.steps.bars[static_cast<std::size_t>(index)]);
    });
    connect(chart, &StepChart::opened, this,
            [this](int index) { open(numbers_.steps.bars[static_cast<std::size_t>(index)]); });
    connect(chosen, &SplitRow::clicked, this,
            [this, chart] { open(numbers_.steps.bars[static_cast<std::size_t>(chart->current())]); });
    connect(usual, &SplitRow::clicked, this, [this] { open(*numbers_.steps.median); });
    for (QWidget* row : {static_cast<QWidget*>(chart), static_cast<QWidget*>(said),
                         static_cast<QWidget*>(chosen), static_cast<QWidget*>(usual)}) {
        card.add(row);
    }
}

// The timeline goes there; it need not be in front.
void OverviewView::lookAt(const StepSplit& step) {
    chosen_ = step.range.begin;
    if (state() != nullptr) {
        const TimeNs air = step.range.length() / 20;
        state()->setVisible({step.range.begin - air, step.range.end + air});
    }
}

void OverviewView::open(const StepSplit& step) {
    if (state() != nullptr) {
        state()->goToMoment(step.range.begin + step.range.length() / 2);
    }
    lookAt(step);
}

Card* OverviewView::topCard(const QString& title, const std::vector<TopWork>& tops, const QString& nothing) {
    const QString unit = numbers_.hasDevice ? tr("device time") : tr("CPU time");
    auto* card = new Card(look(), title, tops.empty() ? QString() : unit);
    const auto shown = std::span(tops).first(std::min(tops.size(), topsShown_));
    QStringList names;
    for (const TopWork& top : shown) {
        names << toQString(top.name);
    }
    const std::vector<TellingPart> tells = partsThatTell(names);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const TopWork& top = shown[i];
        auto* row = new TopRow(look(), top, tells[i], tops.front().time);
        connect(row, &TopRow::clicked, this, [this, slice = top.slowest] {
            if (state() != nullptr && slice.valid()) {
                state()->goTo(slice);
            }
        });
        card->add(row);
    }
    if (tops.empty()) {
        card->add(new PropertyRow(look(), nothing, {}));
    }
    card->finish();
    return card;
}

Card* OverviewView::devicesCard() {
    auto* card = new Card(look(), tr("Devices"), tr("unions of intervals in the range"));
    const auto share = [this](TimeNs time) {
        return durationText(time) + QStringLiteral("   ") +
               percentText(double(time) / double(std::max<TimeNs>(numbers_.range.length(), 1)));
    };
    for (const DeviceTimes& times : numbers_.deviceTimes) {
        card->add(
            new PropertyRow(look(), tr("GPU %1 busy").arg(toQString(times.device.key)), share(times.busy)));
        card->add(new PropertyRow(look(), tr("  computing"), share(times.compute)));
        if (times.communication > 0) {
            card->add(new PropertyRow(look(), tr("  communicating"), share(times.communication)));
            card->add(new PropertyRow(look(), tr("  both at once"), share(times.overlap)));
        }
    }
    if (numbers_.deviceTimes.empty()) {
        card->add(new PropertyRow(look(), tr("GPU"), tr("nothing recorded"), PropertyRow::Tone::Quiet));
    }
    return card;
}

Card* OverviewView::sessionCard() {
    const Trace& trace = *state()->trace();
    const SessionInfo& info = trace.info();
    auto* card = new Card(look(), tr("This session"), {});
    for (const QString& line : deviceLines(numbers_.devices)) {
        card->add(new PropertyRow(look(), tr("Device"), line));
    }
    card->add(new PropertyRow(look(), tr("Recorded with"),
                              info.producer.empty() ? tr("not known") : toQString(info.producer),
                              info.producer.empty() ? PropertyRow::Tone::Quiet : PropertyRow::Tone::Plain));
    for (const auto& [label, value] : sessionFacts(trace)) {
        card->add(new PropertyRow(look(), label, value));
    }
    card->add(new PropertyRow(
        look(), tr("Events"),
        tr("%1 in %2").arg(countText(trace.sliceCount()), durationText(trace.work().length()))));
    card->add(new PropertyRow(look(), tr("Complete"),
                              info.complete ? tr("yes") : tr("no, the end is missing"),
                              info.complete ? PropertyRow::Tone::Plain : PropertyRow::Tone::Warn));
    card->add(new PropertyRow(look(), tr("Overhead"),
                              numbers_.hasOverhead ? durationText(numbers_.overhead) : tr("not recorded"),
                              numbers_.hasOverhead ? PropertyRow::Tone::Plain : PropertyRow::Tone::Quiet));
    return card;
}

Card* OverviewView::notesCard() {
    const std::vector<Diagnostic>& notes = state()->trace()->diagnostics().all();
    auto* card = new Card(look(), tr("Data quality"),
                          notes.empty() ? QString() : tr("what was lost, repaired or guessed"));
    std::size_t shown = 0;
    for (const Diagnostic& note : notes) {
        if (shown++ == kNotesShown) {
            break;
        }
        card->add(new PropertyRow(
            look(), countText(static_cast<std::int64_t>(note.count)) + QStringLiteral("\u2009\u00d7"),
            noteText(note.message),
            note.severity == Severity::Note ? PropertyRow::Tone::Plain : PropertyRow::Tone::Warn));
    }
    if (notes.empty()) {
        card->add(new PropertyRow(look(), tr("Status"), tr("nothing lost, nothing repaired"),
                                  PropertyRow::Tone::Good));
    }
    card->finish();
    return card;
}

} // namespace lanes
