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
    void batchesWithBackwardAloneAreOneStepWithTheNext();
    void twoOptimizersInTurnsMakeOneStep();
    void repeatedOperatorsAreStepsAfterSetUp();
    void repeatsWithinOneForwardAreLayers();
    void slowLeadingStepsAreWarmUp();
    void aRareLongStepIsAHiccup();
};

namespace {

std::string line(const std::string& kind, const std::string& name, int begin, int length) {
    return "main " + kind + " " + name + " " + std::to_string(begin) + " " + std::to_string(length) + "\n";
}

// Six operators of one iteration, 10 apart.
std::string iteration(int begin) {
    std::string text;
    for (const char* name : {"randn", "linear", "relu", "matmul", "softmax", "argmax"}) {
        text += line("cpu_op", std::string("aten::") + name, begin, 9);
        begin += 10;
    }
    return text;
}

std::string kindsOf(const SessionSteps& steps) {
    std::string out;
    for (const Step& s : steps.all()) {
        out += std::string(stepKindKey(s.kind)) + " ";
    }
    return out;
}

} // namespace

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
                                           "main user_annotation Optimizer.step#SGD.step 10 5\n");
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
    QVERIFY(findSteps(*test::traceFromText("main cpu_op aten::mm 0 10\n")).empty());
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

void TestSteps::batchesWithBackwardAloneAreOneStepWithTheNext() {
    std::string text;
    for (int batch = 0; batch < 4; ++batch) {
        const int at = 100 * batch;
        text += line("user_annotation", "enumerate(DataLoader)#it", at, 5) +
                line("cpu_op", "aten::mm", at + 10, 5) +
                line("cpu_op", "autograd::engine::evaluate_function", at + 20, 5);
        text += batch % 2 == 1 ? line("user_annotation", "Optimizer.step#SGD.step", at + 40, 20) : "";
    }
    QCOMPARE(textOf(findSteps(*test::traceFromText(text))), std::string("1[0,200) 2[200,360) "));
}

void TestSteps::twoOptimizersInTurnsMakeOneStep() {
    std::string text;
    for (int i = 0; i < 8; ++i) {
        const int at = 100 * i;
        for (int op = 0; op < 5; ++op) {
            text += line("cpu_op", "aten::d" + std::to_string(op), at + 10 + op, 1);
        }
        text += line("user_annotation", "Optimizer.step#D", at + 20, 10);
        for (int op = 0; op < 2; ++op) {
            text += line("cpu_op", "aten::g" + std::to_string(op), at + 40 + op, 1);
        }
        text += line("user_annotation", "Optimizer.step#G", at + 50, 10);
    }
    const SessionSteps steps = findSteps(*test::traceFromText(text));
    QCOMPARE(steps.all().size(), std::size_t(8));
    QVERIFY(steps.all()[1].range == (TimeRange{60, 160}));
}

void TestSteps::repeatedOperatorsAreStepsAfterSetUp() {
    std::string text = line("cpu_op", "aten::empty", 0, 5) + line("cpu_op", "aten::uniform_", 10, 5);
    for (int i = 0; i < 6; ++i) {
        text += iteration(100 + 100 * i);
    }
    const SessionSteps steps = findSteps(*test::traceFromText(text));
    QCOMPARE(textOf(steps),
             std::string("1[100,200) 2[200,300) 3[300,400) 4[400,500) 5[500,600) 6[600,659) "));
    QCOMPARE(steps.steady(-1)->median, TimeNs(100));
}

void TestSteps::repeatsWithinOneForwardAreLayers() {
    std::string text = "main python_function model.py(5):forward 90 900\n";
    for (int i = 0; i < 6; ++i) {
        text += iteration(100 + 100 * i);
    }
    QCOMPARE(textOf(findSteps(*test::traceFromText(text))), std::string());
}

void TestSteps::slowLeadingStepsAreWarmUp() {
    std::string text;
    int at = 0;
    for (const int length : {500, 300, 100, 101, 99, 100, 102, 100}) {
        text += line("user_annotation", "ProfilerStep#1", at, length);
        at += length;
    }
    const SessionSteps steps = findSteps(*test::traceFromText(text));
    QCOMPARE(kindsOf(steps), std::string("warmup warmup steady steady steady steady steady steady "));
    QCOMPARE(steps.all()[0].why, std::string("5.0x the median after it"));
    QVERIFY(steps.steady(-1)->range == (TimeRange{800, at}));
    QCOMPARE(steps.steady(-1)->mean, TimeNs(100));
}

void TestSteps::aRareLongStepIsAHiccup() {
    std::string text;
    int at = 0;
    for (const int length : {100, 100, 100, 900, 100, 100, 100, 100}) {
        text += line("user_annotation", "ProfilerStep#1", at, length);
        at += length;
    }
    QCOMPARE(kindsOf(findSteps(*test::traceFromText(text))),
             std::string("steady steady steady hiccup steady steady steady steady "));
}

int run_tst_steps(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestSteps>(argc, argv);
}
#include "tst_steps.moc"
