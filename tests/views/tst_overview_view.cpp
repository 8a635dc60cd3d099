// The overview: every bar sums to its time, rows lead on, and what is missing is said.
#include "tests/support/RunTest.h"
#include "tests/views/TimelineColor.h"
#include "tests/views/ViewFixture.h"
#include "views/overview/Card.h"
#include "views/overview/OverviewView.h"
#include "views/overview/SessionFacts.h"
#include "views/overview/StepChart.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/KeyFigures.h"
#include "views/shared/text/Text.h"

#include <QSignalSpy>

using namespace lanes;

class OverviewViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitSumsToTheRange();
    void brushRestrictsIt();
    void ofManyStepsTheWindowHasTheLongest();
    void aStepSaysWhatItHasThatTheMedianHasNot();
    void rowsLeadOn();
    void kernelsHaveTheColorOfTheTimeline();
    void saysWhatIsMissing();
    void devicesOfOneModelShareALine();
    void clocksThatWereTiedAreSaid();
    void allDurationsAreOfTheSameSession();
};

void OverviewViewTest::splitSumsToTheRange() {
    const test::ViewFixture<OverviewView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    const OverviewNumbers& numbers = fixture.view->numbers();
    QCOMPARE(numbers.split.sum(), fixture.state->bounds().length());
    QCOMPARE(numbers.steps.count, std::size_t(2));
    for (const SplitRow* row : fixture.view->findChildren<SplitRow*>()) {
        QCOMPARE(row->content().split.sum(), TimeNs(9'000));
    }
    QCOMPARE(numbers.kernels.size(), std::size_t(1));
    QCOMPARE(numbers.kernels.front().time, TimeNs(2'200));
    QVERIFY(numbers.memory.has_value());
    QCOMPARE(numbers.memory->peak, std::int64_t(16) << 20);
}

void OverviewViewTest::brushRestrictsIt() {
    const test::ViewFixture<OverviewView> fixture(test::twoSteps());
    fixture.state->setBrush(TimeRange{0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->numbers().split.sum(), TimeNs(9'000));
    QCOMPARE(fixture.view->numbers().kernels.front().time, TimeNs(1'100));
}

// What the UI thread goes over and lets go of does not grow with the session.
void OverviewViewTest::ofManyStepsTheWindowHasTheLongest() {
    constexpr int kSteps = 2'000;
    test::TraceSketch sketch;
    for (int step = 0; step < kSteps; ++step) {
        sketch.slice("main", "user_annotation", "ProfilerStep#" + std::to_string(step), step * 1'000,
                     step % 300 == 7 ? 900 : 500);
    }
    const test::ViewFixture<OverviewView> fixture(sketch.build());
    QVERIFY(fixture.settled());
    const OverviewNumbers::Steps& steps = fixture.view->numbers().steps;
    QCOMPARE(steps.count, std::size_t(kSteps));
    QVERIFY(steps.mean.has_value());
    QCOMPARE(*steps.mean, TimeNs(500 + 7 * 400 / kSteps));
    QVERIFY(steps.steadyMedian.has_value());
    QCOMPARE(*steps.steadyMedian, TimeNs(500));
    QCOMPARE(steps.steadyMean, *steps.mean);
    QCOMPARE(steps.p95, TimeNs(500));
    QCOMPARE(steps.slowest, "Step 7");
    QVERIFY(steps.bars.size() <= OverviewNumbers::Steps::kMostBars);
    std::vector<std::int64_t> longest;
    for (const StepSplit& step : steps.bars) {
        if (step.range.length() == 900) {
            longest.push_back(step.step.number);
        }
    }
    QCOMPARE(longest, (std::vector<std::int64_t>{7, 307, 607, 907, 1207, 1507, 1807}));
    QCOMPARE(fixture.view->findChild<StepChart*>()->current(), 0); // the bar that holds step 7
}

// The chart of steps: three usual ones, one in which the DataLoader took 147 ms more, one with a slower kernel.
void OverviewViewTest::aStepSaysWhatItHasThatTheMedianHasNot() {
    constexpr TimeNs kMs = 1'000'000;
    test::TraceSketch sketch;
    for (int step = 0; step < 12; ++step) {
        const TimeNs at = step * 400 * kMs;
        const TimeNs loading = (step == 5 ? 150 : 3) * kMs;
        const TimeNs product = (step == 8 ? 60 : 20) * kMs;
        sketch.slice("main", "user_annotation", "ProfilerStep#" + std::to_string(step), at,
                     loading + product);
        sketch.op("main", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", at, loading);
        sketch.op("main", "aten::mm", at + loading, product);
    }
    const test::ViewFixture<OverviewView> fixture(sketch.build());
    QVERIFY(fixture.settled());
    auto* chart = fixture.view->findChild<StepChart*>();
    QCOMPARE(chart->count(), 12);
    QCOMPARE(chart->current(), 5); // the slowest
    const QString said = chart->textOf(5);
    QVERIFY2(said.startsWith(QStringLiteral("Step 5 took 170")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("+147\u2009ms: Data loading.")), qPrintable(said));
    const Theme& theme = fixture.look.theme();
    QCOMPARE(chart->colorOf(5), theme.hueColor(Hue::DataLoading));
    QCOMPARE(chart->colorOf(8), theme.hueColor(Hue::Operator));
    QVERIFY(chart->colorOf(3) != chart->colorOf(5) && chart->colorOf(3) != chart->colorOf(8));

    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->barRect(8).center().toPoint());
    QCOMPARE(chart->current(), 8);
    QVERIFY2(chart->textOf(8).contains(QStringLiteral("+40.0\u2009ms: Operators on CPU")),
             qPrintable(chart->textOf(8)));
    const TimeRange step{8 * 400 * kMs, 8 * 400 * kMs + 63 * kMs};
    const TimeRange seen = fixture.state->visible();
    QVERIFY(seen.begin <= step.begin && step.end <= seen.end && seen.length() < 2 * step.length());
    QVERIFY(!fixture.state->brush()); // the other steps stay
    QVERIFY(fixture.view->findChild<StepChart*>() == chart);

    const QSignalSpy wanted(fixture.state.get(), &ViewState::timelineRequested);
    QTest::keyClick(chart, Qt::Key_Right);
    QCOMPARE(chart->current(), 9);
    QVERIFY2(chart->textOf(9).endsWith(QStringLiteral(", no longer than usual.")),
             qPrintable(chart->textOf(9)));
    QCOMPARE(wanted.count(), 0);
    QTest::keyClick(chart, Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
}

void OverviewViewTest::rowsLeadOn() {
    const test::ViewFixture<OverviewView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    auto* top = fixture.view->findChildren<TopRow*>().front();
    top->setFocus();
    const QSignalSpy wanted(fixture.state.get(), &ViewState::timelineRequested);
    const TimeRange all = fixture.state->visible();
    QTest::keyClick(top, Qt::Key_Space);
    QCOMPARE(wanted.count(), 1); // the timeline comes forward, and fits
    QVERIFY(fixture.state->visible().length() < all.length());
    QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
    auto* step = fixture.view->findChildren<SplitRow*>().back();
    QTest::mouseClick(step, Qt::LeftButton);
    QVERIFY(!fixture.state->brush());
    QCOMPARE(fixture.state->visible(), (TimeRange{0, 9'900})); // the median one
}

void OverviewViewTest::kernelsHaveTheColorOfTheTimeline() {
    test::TraceSketch s;
    s.kernel("main", 0, "gpu0/7", test::kAddition, 100, 500);
    const auto trace = s.build();
    const test::ViewFixture<OverviewView> fixture(trace);
    QVERIFY(fixture.settled());
    const QColor expected = test::colorOnTimeline(trace, test::kAddition, fixture.look.theme());
    QVERIFY(expected.isValid());
    const auto rows = fixture.view->findChildren<TopRow*>();
    QCOMPARE(rows.size(), 1);
    const QImage picture = rows.front()->grab().toImage();
    QCOMPARE(picture.pixelColor(0, picture.height() / 2), expected); // the bar at its left
}

void OverviewViewTest::saysWhatIsMissing() {
    const test::ViewFixture<OverviewView> bare(test::bareOperators());
    QVERIFY(bare.settled());
    QVERIFY(!bare.view->numbers().hasDevice);
    const auto figures = bare.view->findChild<KeyFigures*>()->figures();
    QCOMPARE(figures.back().value, QStringLiteral("not known")); // no memory was recorded
    const test::ViewFixture<OverviewView> empty(test::TraceSketch().build());
    QVERIFY(empty.settled());
    QVERIFY(empty.view->emptyState() != nullptr);
}

void OverviewViewTest::devicesOfOneModelShareALine() {
    const DeviceLimits amd{.name = "AMD Instinct MI300X", .multiprocessors = 304};
    const DeviceLimits nvidia{.name = "NVIDIA L4", .multiprocessors = 58};
    const DeviceLimits bare{.name = "GPU"};
    const std::vector<QString> lines = {QStringLiteral("2\u2009\u00d7 AMD Instinct MI300X, 304 CUs"),
                                        QStringLiteral("NVIDIA L4, 58 SMs"), QStringLiteral("GPU")};
    QCOMPARE(deviceLines({amd, nvidia, amd, bare}), lines);
    QVERIFY(deviceLines({}).empty());
}

void OverviewViewTest::clocksThatWereTiedAreSaid() {
    test::TraceSketch s;
    s.kernel("main", 0, "gpu0/7", test::kAddition, 100, 500);
    TraceData data = s.build()->data();
    for (std::uint32_t i = 0; i < data.processes.size(); ++i) {
        data.clocks.push_back(
            {.process = ProcessId(i), .offset = -7'000'000, .driftPerBillion = 40'000, .error = 120'000});
    }
    const auto host = std::ranges::find(data.processes, Process::Kind::Host, &Process::kind);
    data.clocks.push_back(
        {.process = ProcessId(static_cast<std::uint32_t>(host - data.processes.begin())),
         .offset = -1'700'000'000'000'000'000, // counts from 1970, the session from elsewhere
         .driftPerBillion = 3,
         .error = 61});
    QVERIFY(host != data.processes.end());
    const QString key = QString::fromStdString(host->key);
    QStringList clocks;
    for (const auto& [label, value] : sessionFacts(Trace(std::move(data)))) {
        clocks += label == QLatin1String("Clock") ? QStringList(value) : QStringList();
    }
    // but not of the device
    QCOMPARE(clocks.size(), 2);
    QVERIFY2(clocks[0].startsWith(key + ": "), qPrintable(clocks[0]));
    QVERIFY2(clocks[0].contains("40\u2009000 ppb") && clocks[0].contains("±"), qPrintable(clocks[0]));
    QCOMPARE(clocks[1], key + QStringLiteral(": drift 3 ppb, ± 61\u2009ns"));
}

// States of threads, which are there long before and after the work, are not what a session lasts.
void OverviewViewTest::allDurationsAreOfTheSameSession() {
    test::TraceSketch s;
    s.slice("main state", "thread_state", "Running", 0, 9'000'000);
    s.op("main", "aten::mm", 1'000'000, 4'000'000);
    const auto trace = s.build();
    const test::ViewFixture<OverviewView> fixture(trace);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->numbers().split.sum(), TimeNs(4'000'000));
    QStringList durations;
    for (const PropertyRow* row : fixture.view->findChildren<PropertyRow*>()) {
        const QString text = row->accessibleName();
        durations += text.contains(QLatin1String("Events")) ? QStringList(text) : QStringList();
    }
    QCOMPARE(durations.size(), 1);
    QVERIFY2(durations[0].contains(QStringLiteral(" in ") + durationText(4'000'000)),
             qPrintable(durations[0]));
}

int run_tst_overview_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<OverviewViewTest>(argc, argv);
}
#include "tst_overview_view.moc"
