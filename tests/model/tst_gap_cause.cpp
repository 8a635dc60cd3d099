// What a stream waited for: every part measured, and all of them the whole gap.
#include "model/analysis/GapCause.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

#include <numeric>

using namespace lanes;

namespace {

SliceId named(const Trace& trace, std::string_view name) {
    for (SliceId id(0); id.value < trace.sliceCount(); ++id.value) {
        if (trace.text(trace.slice(id).name) == name) {
            return id;
        }
    }
    return {};
}

TimeNs sumOf(const GapCause& cause) {
    return std::accumulate(cause.time.begin(), cause.time.end(), TimeNs(0));
}

// A device that is idle from 100 to 1100: its host waits, loads data, computes, and launches at 1000.
std::shared_ptr<const Trace> waiting() {
    test::TraceSketch sketch;
    sketch.slice("main", "python_function", "train.py(3): step", 0, 2000);
    sketch.slice("main", "cuda_runtime", "cudaStreamSynchronize", 50, 250);
    sketch.slice("main", "user_annotation", "enumerate(DataLoader)#_next", 300, 500);
    sketch.op("main", "aten::add", 350, 100); // the loader's
    sketch.op("main", "aten::mm", 900, 300);
    sketch.slice("main", "cuda_runtime", "launch", 1000, 10);
    return sketch.build();
}

} // namespace

class TestGapCause : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsSumToTheGap() {
        const auto trace = waiting();
        const auto cause = gapCause(*trace, {100, 1100}, named(*trace, "launch"));
        QVERIFY(cause);
        QCOMPARE(cause->of(GapPart::Wait), TimeNs(200));
        QCOMPARE(cause->of(GapPart::DataLoading), TimeNs(500));
        QCOMPARE(cause->of(GapPart::Operator), TimeNs(100));
        QCOMPARE(cause->of(GapPart::Python), TimeNs(100));
        QCOMPARE(cause->of(GapPart::NotRecorded), TimeNs(0));
        QCOMPARE(cause->of(GapPart::Queue), TimeNs(100));
        QCOMPARE(sumOf(*cause), TimeNs(1000));
        QCOMPARE(cause->most, GapPart::DataLoading);
        QCOMPARE(cause->longest[static_cast<std::size_t>(GapPart::Wait)],
                 named(*trace, "cudaStreamSynchronize"));
    }

    void workLaunchedBeforeTheGapWaitedInTheQueue() {
        const auto trace = waiting();
        const auto cause = gapCause(*trace, {1500, 1700}, named(*trace, "launch"));
        QCOMPARE(cause->of(GapPart::Queue), TimeNs(200));
        QCOMPARE(sumOf(*cause), TimeNs(200));
        QCOMPARE(cause->most, GapPart::Queue);
    }

    void whatWasNotRecordedIsSaidToBe() {
        test::TraceSketch sketch;
        sketch.slice("main", "cuda_runtime", "launch", 1000, 10);
        const auto trace = sketch.build();
        const auto cause = gapCause(*trace, {100, 1100}, SliceId(0));
        QCOMPARE(cause->of(GapPart::NotRecorded), TimeNs(900));
        QCOMPARE(sumOf(*cause), TimeNs(1000));
    }

    void withoutALaunchThereIsNoCause() {
        const auto trace = waiting();
        QVERIFY(!gapCause(*trace, {100, 1100}, SliceId()));
        QVERIFY(!gapCause(*trace, {100, 100}, named(*trace, "launch")));
    }
};

QTEST_GUILESS_MAIN(TestGapCause)
#include "tst_gap_cause.moc"
