// Pauses of a recording: what nobody recorded is neither idle nor work, ends no gap, and is a part of no step.
#include "model/analysis/gaps/GapData.h"
#include "model/analysis/gaps/SessionGaps.h"
#include "model/analysis/time/Steps.h"
#include "model/analysis/time/TimeSplit.h"
#include "model/trace/RecordingPauses.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace lanes;

class TestPauses : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theyAreNoPartOfTheWorkAtItsEnds();
    void theyAreNeitherIdleNorWork();
    void stepsInThemAreNone();
    void whatTheyReachIntoIsNoGap();
};

namespace {

// Two steps are recorded, 100 to 300, between a wait and the rest of the program; of the wait the ends of steps are known.
std::shared_ptr<const Trace> scheduled() {
    test::TraceSketch sketch;
    sketch.pause(0, 100);
    sketch.pause(300, 700);
    for (const TimeNs at : {20, 60, 110, 190, 280}) {
        sketch.slice("main", "user_annotation", "Optimizer.step#SGD.step", at, 10);
    }
    sketch.op("main", "aten::mm", 130, 40);
    sketch.slice("gpu0/7", "kernel", "before", 95, 25);
    sketch.slice("gpu0/7", "kernel", "gemm", 150, 30);
    sketch.slice("gpu0/7", "kernel", "late", 290, 40); // ran into the pause
    return sketch.build();
}

} // namespace

void TestPauses::theyAreNoPartOfTheWorkAtItsEnds() {
    const auto trace = scheduled();
    QCOMPARE(RecordingPauses(*trace).all(), (std::vector<TimeRange>{{0, 100}, {300, 1000}}));
    QCOMPARE(trace->work(), (TimeRange{100, 300}));
    QCOMPARE(trace->span(), (TimeRange{0, 1000}));
}

void TestPauses::theyAreNeitherIdleNorWork() {
    const SplitTimes split = TimeSplit::build(*scheduled())->split({0, 1000});
    QCOMPARE(split.sum(), TimeNs(1000));
    QCOMPARE(split.of(Activity::Kernel), TimeNs(25 + 30 + 40));
    QCOMPARE(split.of(Activity::Other), TimeNs(0));
    QCOMPARE(split.of(Activity::NotRecorded), TimeNs(100 - 5 + 700 - 30));
    QCOMPARE(split.of(Activity::Idle), TimeNs(200 - 20 - 40 - 10 - 10));
}

void TestPauses::stepsInThemAreNone() {
    const SessionSteps steps = findSteps(*scheduled());
    QCOMPARE(steps.all().size(), std::size_t(2));
    QCOMPARE(steps.all()[0].range, (TimeRange{120, 200}));
    QCOMPARE(steps.all()[1].range, (TimeRange{200, 290}));
}

void TestPauses::whatTheyReachIntoIsNoGap() {
    test::TraceSketch sketch;
    sketch.slice("gpu0/7", "kernel", "a", 0, 10);
    sketch.slice("gpu0/7", "kernel", "b", 30, 10);
    sketch.pause(45, 100);
    sketch.slice("gpu0/7", "kernel", "c", 150, 10);
    const auto trace = sketch.build();
    const SessionGaps gaps = gapsOfSession(*GapData::build(trace), {}, 0);
    QCOMPARE(gaps.devices.size(), std::size_t(1));
    QCOMPARE(gaps.devices.front().idle, TimeNs(20));
    QCOMPARE(gaps.streams.front().idle, TimeNs(20));
}

int run_tst_pauses(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestPauses>(argc, argv);
}
#include "tst_pauses.moc"
