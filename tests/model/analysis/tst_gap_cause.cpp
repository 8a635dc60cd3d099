// What a stream waited for: every part measured, and all of them the whole gap.
#include "model/analysis/gaps/GapCause.h"
#include "model/analysis/gaps/Gaps.h"
#include "model/analysis/gaps/SessionGaps.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

#include <ctime>
#include <limits>
#include <numeric>
#include <string>

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

// That all threads of this process have computed: on a busy machine as on an idle one.
double processSeconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
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

    void theLongestIsCountedWithoutWhatRanInside() {
        test::TraceSketch sketch;
        sketch.slice("main", "python_function", "train.py(1): <module>", 0, 2000);
        sketch.slice("main", "python_function", "profiler.py(8): __enter__", 5, 10); // ends in the label
        sketch.slice("main", "user_annotation", "ProfilerStep#1", 10, 1900);         // a label is no work
        sketch.slice("main", "python_function", "mask.py(7): build", 150, 700);
        sketch.op("main", "aten::add", 200, 50);
        sketch.slice("main", "cuda_runtime", "launch", 1000, 10);
        const auto trace = sketch.build();
        const auto cause = gapCause(*trace, {100, 1100}, named(*trace, "launch"));
        QCOMPARE(cause->most, GapPart::Python);
        QCOMPARE(cause->of(GapPart::Python), TimeNs(850));
        QCOMPARE(cause->longest[static_cast<std::size_t>(GapPart::Python)],
                 named(*trace, "mask.py(7): build"));
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

    void theChainLeadsFromTheGapToTheLine() {
        test::TraceSketch sketch;
        sketch.slice("main", "python_function", "nn.Module: Mask_0", 0, 2000);
        sketch.slice("main", "python_function", "mask.py(243): ignore", 10, 1900);
        sketch.slice("main", "python_function", "/x/site-packages/torch/nn/modules/linear.py(134): forward",
                     20, 1800);
        sketch.op("main", "aten::item", 40, 400);
        sketch.slice("main", "cuda_runtime", "cudaStreamSynchronize", 50, 350);
        sketch.slice("main", "cuda_runtime", "launch", 600, 10);
        const auto trace = sketch.build();
        const SliceId launch = named(*trace, "launch");
        const auto cause = gapCause(*trace, {0, 700}, launch);
        const std::vector<GapLink> chain = gapChain(*trace, EventOrigin(trace), {0, 700}, *cause, launch);
        QCOMPARE(chain.size(), std::size_t(5));
        QCOMPARE(chain[0].time, std::optional<TimeNs>(700));
        QCOMPARE(chain[1].kind, GapLink::Kind::Late);
        QCOMPARE(chain[1].time, std::optional<TimeNs>(600));
        QCOMPARE(chain[1].slice, launch);
        QCOMPARE(chain[2].part, GapPart::Wait);
        QCOMPARE(chain[2].slice, named(*trace, "cudaStreamSynchronize"));
        QCOMPARE(chain[3].kind, GapLink::Kind::Operator);
        QCOMPARE(chain[3].slice, named(*trace, "aten::item"));
        QCOMPARE(chain[4].code, std::string("mask.py(243): ignore"));
        QVERIFY(!chain[4].time.has_value());
    }

    void theChainOfQueuedWorkStartsAtItsLaunch() {
        const auto trace = waiting();
        const SliceId launch = named(*trace, "launch");
        const auto cause = gapCause(*trace, {1500, 1700}, launch);
        const std::vector<GapLink> chain = gapChain(*trace, EventOrigin(trace), {1500, 1700}, *cause, launch);
        QCOMPARE(chain[1].kind, GapLink::Kind::Queued);
        QCOMPARE(chain[1].time, std::optional<TimeNs>(200));
        QCOMPARE(chain[2].slice, named(*trace, "aten::mm"));
        QCOMPARE(chain[3].code, std::string("train.py(3): step"));
    }

    // Not tracks times segments: sixteen times the streams take about sixteen times as long.
    void gapsOfManyStreams() {
        const auto timeOf = [](int streams) {
            test::TraceSketch sketch;
            for (int s = 0; s < streams; ++s) {
                const std::string stream = "gpu0/" + std::to_string(s);
                sketch.slice(stream, "kernel", "a", 0, 10);
                sketch.slice(stream, "kernel", "b", 20 + s, 10);
            }
            const auto trace = sketch.build();
            const double before = processSeconds();
            const SessionGaps gaps = gapsOfSession(*GapData::build(trace), {}, 5);
            const double took = processSeconds() - before;
            return gaps.streams.size() == static_cast<std::size_t>(streams)
                       ? took
                       : std::numeric_limits<double>::max();
        };
        const double few = timeOf(1000);
        const double many = timeOf(16000);
        QVERIFY2(many < 80 * few + 0.05, qPrintable(QString("%1 %2").arg(few).arg(many)));
    }

    void gapsLieBetweenWorkThatMayOverlap() {
        test::TraceSketch sketch;
        sketch.slice("gpu0/7", "kernel", "long", 0, 100);
        sketch.slice("gpu0/7", "kernel", "inside", 10, 20);
        sketch.slice("gpu0/7", "kernel", "after", 150, 10);
        sketch.slice("gpu0/7", "kernel", "at once", 160, 10);
        const auto trace = sketch.build();
        const std::vector<StreamGap> gaps = gapsOf(*trace, trace->slice(SliceId(0)).track);
        QCOMPARE(gaps.size(), std::size_t(1));
        QCOMPARE(gaps[0].range, (TimeRange{100, 150}));
        QCOMPARE(gaps[0].before, named(*trace, "long"));
        QCOMPARE(gaps[0].after, named(*trace, "after"));
        QCOMPARE(gapAt(gaps, 100)->range, gaps[0].range);
        QCOMPARE(gapAt(gaps, 149)->range, gaps[0].range);
        QVERIFY(!gapAt(gaps, 99) && !gapAt(gaps, 150));
    }
};

int run_tst_gap_cause(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestGapCause>(argc, argv);
}
#include "tst_gap_cause.moc"
