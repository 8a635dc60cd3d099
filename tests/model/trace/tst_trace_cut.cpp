// A range of a session as a session of its own.
#include "model/trace/TraceCut.h"
#include "tests/support/RichTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <string>

using namespace lanes;
using lanes::test::textOf;
using lanes::test::traceFromText;

class TraceCutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatReachesBeyondIsCut();
    void arrowsAndPointsFollow();
    void whatHasNoLengthIsInOrOut();
    void ofEverythingItIsEverything();
    void itStopsWhenAsked();
};

void TraceCutTest::whatReachesBeyondIsCut() {
    const auto trace = traceFromText("main cpu_op outer 0 100\n"
                                     "main cpu_op before 5 10\n"
                                     "main cpu_op into 15 10\n"
                                     "main cpu_op within 30 10\n"
                                     "main cpu_op out 45 20\n"
                                     "main cpu_op behind 70 10\n"
                                     "other cpu_op far 80 5\n");
    const auto cut = cutTrace(*trace, {20, 50});
    QCOMPARE(textOf(*cut),
             std::string("main\n  0 20+30 outer\n  1 20+5 into\n  1 30+10 within\n  1 45+5 out\nother\n"));
    QCOMPARE(cut->slice(SliceId(1)).parent, SliceId(0));
    QCOMPARE(cut->diagnostics().count("cut-range"), std::uint64_t(3));
    QCOMPARE(cut->span(), (TimeRange{20, 50}));
}

void TraceCutTest::arrowsAndPointsFollow() {
    test::TraceSketch sketch;
    for (int i = 0; i < 4; ++i) {
        sketch.kernel("main", i * 100, "gpu0/7", "gemm", i * 100 + 20, 30);
        sketch.memory("main", i * 100 + 1, 1000 + static_cast<std::uint64_t>(i), 8, 8 * (i + 1), 100);
        sketch.instant("main", "mark", i * 100 + 2, "t");
    }
    const auto cut = cutTrace(*sketch.build(), {100, 300});
    QCOMPARE(cut->sliceCount(), 4u);
    QCOMPARE(cut->links().size(), std::size_t(2));
    for (const Link& link : cut->links().all()) {
        QCOMPARE(cut->text(cut->slice(link.to).name), std::string_view("gemm"));
        QCOMPARE(cut->slice(link.to).start, cut->slice(link.from).start + 20);
    }
    QCOMPARE(cut->memory().size(), 2u);
    QCOMPARE(cut->memory().address[0], std::uint64_t(1001));
    QCOMPARE(cut->points().size(), 2u);
    QVERIFY(cut->diagnostics().empty());
}

void TraceCutTest::whatHasNoLengthIsInOrOut() {
    const auto trace = traceFromText("main cpu_op a 10 0\nmain cpu_op b 20 0\nmain cpu_op c 30 0\n");
    QCOMPARE(textOf(*cutTrace(*trace, {20, 30})), std::string("main\n  0 20+0 b\n"));
}

void TraceCutTest::ofEverythingItIsEverything() {
    const auto trace = test::richTrace(2'000);
    const TimeRange all{trace->extent().begin - 1, trace->extent().end + 1};
    const auto cut = cutTrace(*trace, all);
    QCOMPARE(textOf(*cut), textOf(*trace));
    QCOMPARE(cut->links().size(), trace->links().size());
    QCOMPARE(cut->openSlices().size(), trace->openSlices().size());
    QCOMPARE(cut->diagnostics().count("cut-range"), std::uint64_t(0));
}

void TraceCutTest::itStopsWhenAsked() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(cutTrace(*test::richTrace(2'000), {0, 1'000'000}, stop.get_token()) == nullptr);
}

int run_tst_trace_cut(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TraceCutTest>(argc, argv);
}
#include "tst_trace_cut.moc"
