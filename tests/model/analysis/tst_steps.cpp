// Which ranges are steps.
#include "model/analysis/time/Steps.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"

#include <QTest>

using namespace lanes;

namespace {

std::string textOf(const SessionSteps& steps) {
    std::string out;
    for (const Step& s : steps.all()) {
        out += s.label + "[" + std::to_string(s.range.begin) + "," + std::to_string(s.range.end) + ") ";
    }
    return out;
}

} // namespace

class TestSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void profilerStepsAreSteps();
    void aStepMayBeginBeforeTheLastOneEnds();
    void fetchesBeatOneProfilerStep();
    void oneProfilerStepIsBetterThanNone();
    void optimizerStepsDivideWhatHasNothingElse();
    void nestedOptimizersCountOnce();
    void theBusiestThreadLeads();
    void aTraceWithoutThemHasNone();
    void aMomentFindsItsStep();
    void everyRankHasItsOwn();
    void aStepThatTheRecordingCutsHasNotEnded();
};

void TestSteps::profilerStepsAreSteps() {
    const auto trace = test::traceFromText("main user_annotation ProfilerStep#7 100 50\n"
                                           "main user_annotation ProfilerStep#6 0 90\n"
                                           "gpu gpu_user_annotation ProfilerStep#6 10 90\n");
    const SessionSteps steps = findSteps(*trace);
    QCOMPARE(textOf(steps), std::string("Step 6[0,90) Step 7[100,150) "));
    QCOMPARE(steps.all()[1].number, std::int64_t(7));
}

// Times are coarse; what stands wholly inside a step is none of its own.
void TestSteps::aStepMayBeginBeforeTheLastOneEnds() {
    const auto trace = test::traceFromText("main user_annotation ProfilerStep#1 0 101\n"
                                           "main user_annotation ProfilerStep#2 100 100\n"
                                           "main user_annotation ProfilerStep#9 120 10\n"
                                           "main user_annotation ProfilerStep#3 200 100\n");
    const SessionSteps steps = findSteps(*trace);
    QCOMPARE(textOf(steps), std::string("Step 1[0,101) Step 2[100,200) Step 3[200,300) "));
    QCOMPARE(steps.at(-1, 100)->number, std::int64_t(2));
}

void TestSteps::fetchesBeatOneProfilerStep() {
    const auto trace = test::traceFromText("main user_annotation ProfilerStep#6 0 100\n"
                                           "main user_annotation enumerate(DataLoader)#it 10 5\n"
                                           "main user_annotation enumerate(DataLoader)#it 40 5\n"
                                           "main user_annotation enumerate(DataLoader)#it 70 5\n");
    QCOMPARE(textOf(findSteps(*trace)), std::string("1[10,40) 2[40,70) "));
}

void TestSteps::oneProfilerStepIsBetterThanNone() {
    const auto trace = test::traceFromText("main user_annotation ProfilerStep#6 0 100\n"
                                           "main user_annotation Optimizer.step#SGD.step 10 5\n"
                                           "main user_annotation Optimizer.step#SGD.step 40 5\n");
    QCOMPARE(textOf(findSteps(*trace)), std::string("Step 6[0,100) "));
}

void TestSteps::optimizerStepsDivideWhatHasNothingElse() {
    const auto trace = test::traceFromText("main user_annotation Optimizer.step#SGD.step 10 5\n"
                                           "main user_annotation Optimizer.step#SGD.step 40 5\n"
                                           "main user_annotation Optimizer.step#SGD.step 80 5\n");
    QCOMPARE(textOf(findSteps(*trace)), std::string("1[15,45) 2[45,85) "));
}

void TestSteps::nestedOptimizersCountOnce() {
    const auto trace = test::traceFromText("main user_annotation Optimizer.step#Outer 10 20\n"
                                           "main user_annotation Optimizer.step#Inner 12 5\n"
                                           "main user_annotation Optimizer.step#Outer 50 20\n"
                                           "main user_annotation Optimizer.step#Inner 52 5\n");
    QCOMPARE(textOf(findSteps(*trace)), std::string("1[30,70) "));
}

void TestSteps::theBusiestThreadLeads() {
    const auto trace = test::traceFromText("other user_annotation ProfilerStep#1 0 10\n"
                                           "main user_annotation ProfilerStep#1 0 20\n"
                                           "main user_annotation ProfilerStep#2 20 20\n");
    QCOMPARE(textOf(findSteps(*trace)), std::string("Step 1[0,20) Step 2[20,40) "));
}

void TestSteps::aTraceWithoutThemHasNone() {
    QVERIFY(findSteps(*test::traceFromText("main cpu_op ProfilerStep#1 0 10\n")).empty());
    QVERIFY(findSteps(*test::traceFromText("")).empty());
}

void TestSteps::aMomentFindsItsStep() {
    const auto trace = test::traceFromText("main user_annotation ProfilerStep#1 0 10\n"
                                           "main user_annotation ProfilerStep#2 20 10\n");
    const SessionSteps steps = findSteps(*trace);
    QCOMPARE(steps.at(-1, -1), nullptr);
    QCOMPARE(steps.at(-1, 0)->number, std::int64_t(1));
    QCOMPARE(steps.at(-1, 15), nullptr);
    QCOMPARE(steps.at(-1, 29)->number, std::int64_t(2));
}

void TestSteps::everyRankHasItsOwn() {
    test::TraceSketch s;
    for (const std::int64_t rank : {0, 1}) {
        const std::string thread = "main" + std::to_string(rank);
        const TrackId track = s.track(thread);
        s.builder().tracks()[track.value].process =
            s.builder().addProcess({.key = std::to_string(rank), .rank = rank});
        s.slice(thread, "user_annotation", "ProfilerStep#1", 0 + 5 * rank, 20);
        s.slice(thread, "user_annotation", "ProfilerStep#2", 20 + 5 * rank, 20);
    }
    const SessionSteps steps = findSteps(*s.build());
    QCOMPARE(textOf(steps), std::string("Step 1[0,20) Step 2[20,40) Step 1[5,25) Step 2[25,45) "));
    QCOMPARE(steps.first().size(), std::size_t(2));
    QCOMPARE(steps.at(0, 22)->number, std::int64_t(2));
    QCOMPARE(steps.at(1, 22)->number, std::int64_t(1));
    QVERIFY(*steps.numbered(2) == (TimeRange{20, 45}));
    QVERIFY(!steps.numbered(3));
    QCOMPARE(steps.nameOf(steps.all()[3]), std::string("Step 2 (rank 1)"));
}

void TestSteps::aStepThatTheRecordingCutsHasNotEnded() {
    const SessionSteps steps = findSteps(*test::traceFromText("main user_annotation ProfilerStep#1 0 20\n"
                                                              "main user_annotation ProfilerStep#2 20 open\n"
                                                              "main cpu_op a 25 10\n"));
    QVERIFY(steps.all()[0].ended);
    QVERIFY(!steps.all()[1].ended);
}

int run_tst_steps(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestSteps>(argc, argv);
}
#include "tst_steps.moc"
