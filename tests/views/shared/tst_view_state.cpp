// One state that all views share: range, brush, selection, their history, and a session that grows.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"
#include "tests/support/WorkWithinMark.h"
#include "views/shared/session/ViewState.h"

#include <QSignalSpy>
#include <QtTest>

using namespace lanes;

namespace {

const char* const kTrace = "main cpu_op a 0 1000\n"
                           "main cpu_op b 100 200\n"
                           "main cpu_op c 400 100\n";

// As it comes from a recorder: of each second what there was of both threads.
std::shared_ptr<const Trace> recordedInRounds(int rounds, std::uint32_t slicesOfRound) {
    test::TraceSketch sketch;
    const TrackId tracks[] = {sketch.track("main"), sketch.track("other")};
    SliceRecord record;
    record.name = sketch.builder().strings().intern("op");
    record.kind = EventKind::Operator;
    record.duration = 100;
    for (int round = 0; round < rounds; ++round) {
        for (std::uint32_t i = 0; i < slicesOfRound; ++i) {
            record.start = TimeNs{1'000'000'000} * round + i * TimeNs{1000};
            sketch.builder().addSlice(tracks[i % 2], record);
        }
        (void)sketch.build();
    }
    return sketch.build();
}

} // namespace

class ViewStateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheWholeSessionFirst();
    void profilersMarksDoNotStretchTheFirstView();
    void profilersMarksThatFitAreShownFirstToo();
    void timesAreToldFromTheFirstSlice();
    void rangesStayInBounds();
    void quickMovesAreOneStepBack();
    void backAndForwardRestoreEverything();
    void selectionOfNothingKnownIsNone();
    void aBrushElsewhereLetsTheSelectionGo();
    void growingSessionKeepsTheRange();
    void followingKeepsTheEndInView();
    void nothingIsEmittedWithoutAChange();
    void levelOfDetailFollowsTheTrace();
    void aLargeRecordingIsAnalysedByItsNewest();
};

void ViewStateTest::aLargeRecordingIsAnalysedByItsNewest() {
    const auto trace = recordedInRounds(30, ViewState::kMostLive / 20);
    ViewState state;
    state.setTrace(trace);
    QVERIFY(!state.analyses()->stretch());
    const QSignalSpy changed(&state, &ViewState::traceChanged);
    state.setLive(true);
    QCOMPARE(changed.count(), 1); // what views have been told so far is of everything
    QVERIFY(state.analyses()->stretch().has_value());
    const TimeRange newest = state.focus();
    QCOMPARE(newest.end, trace->work().end);
    QVERIFY(newest.begin > trace->work().begin);
    const auto& part = state.analyses()->trace();
    QVERIFY(part->sliceCount() - part->firstSlice() <= ViewState::kMostLive);
    QCOMPARE(state.trace(), trace);

    // A brushed range has its own, wherever it is.
    const TimeNs tenth = trace->span().length() / 10;
    const TimeRange early{trace->span().begin + tenth, trace->span().begin + 2 * tenth};
    state.setBrush(early);
    QCOMPARE(state.focus(), early);
    QVERIFY(state.analyses()->trace()->sliceCount() < trace->sliceCount());
    QVERIFY(state.analysesAt(early.begin + tenth / 2) == state.analyses());
    const TimeNs late = trace->span().end - tenth;
    QVERIFY(state.analysesAt(late) != state.analyses());
    QVERIFY(state.analysesAt(late)->stretch()->range().contains(late));
    state.setBrush(std::nullopt);
    QCOMPARE(state.focus(), newest);

    state.setLive(false);
    QCOMPARE(changed.count(), 2);
    QVERIFY(!state.analyses()->stretch());
    QCOMPARE(state.analyses()->trace(), trace);
    QCOMPARE(state.focus(), trace->work());
}

void ViewStateTest::showsTheWholeSessionFirst() {
    ViewState state;
    QSignalSpy visible(&state, &ViewState::visibleChanged);
    state.setTrace(test::traceFromText(kTrace));
    QCOMPARE(state.visible(), (TimeRange{0, 1000}));
    QCOMPARE(visible.count(), 1);
    QVERIFY(!state.canGoBack());
}

void ViewStateTest::profilersMarksDoNotStretchTheFirstView() {
    ViewState state;
    test::TraceSketch sketch = test::workWithinMark(400'000, 100'000);
    state.setTrace(sketch.build());
    QCOMPARE(state.bounds(), (TimeRange{0, 1'000'000}));
    QCOMPARE(state.visible(), (TimeRange{398'000, 502'000})); // the work, with a little air
    sketch.op("main", "aten::mul", 500'000, 100'000);
    state.setTrace(sketch.build()); // what is read on stays all of the work
    QCOMPARE(state.visible(), (TimeRange{396'000, 604'000}));
    state.showAll();
    QCOMPARE(state.visible(), (TimeRange{0, 1'000'000}));
    sketch.op("main", "aten::sub", 600'000, 100'000);
    state.setTrace(sketch.build()); // the user's choice
    QCOMPARE(state.visible(), (TimeRange{0, 1'000'000}));
}

void ViewStateTest::profilersMarksThatFitAreShownFirstToo() {
    ViewState state;
    test::TraceSketch sketch = test::workWithinMark(10'000, 950'000);
    state.setTrace(sketch.build());
    QCOMPARE(state.visible(), (TimeRange{0, 1'000'000}));
}

void ViewStateTest::timesAreToldFromTheFirstSlice() {
    ViewState state;
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 5'000, 1'000);
    sketch.instant("main", "long before", 1'000, "g");
    state.setTrace(sketch.build());
    QCOMPARE(state.bounds().begin, TimeNs(1'000)); // nothing that exists is out of reach
    QCOMPARE(state.origin(), TimeNs(5'000));
    QCOMPARE(state.focus(), (TimeRange{5'000, 6'000})); // and what is counted is what takes time
}

void ViewStateTest::rangesStayInBounds() {
    ViewState state;
    state.setTrace(test::traceFromText(kTrace));
    state.setVisible({-500, 0});
    QCOMPARE(state.visible(), (TimeRange{0, 500}));
    state.setVisible({300, 301});
    QCOMPARE(state.visible().length(), ViewState::kShortest);
    state.setBrush(TimeRange{900, 200}); // dragged to the left
    QCOMPARE(state.brush(), (TimeRange{200, 900}));
    state.setBrush(TimeRange{500, 500});
    QVERIFY(!state.brush());
}

void ViewStateTest::quickMovesAreOneStepBack() {
    ViewState state;
    state.setTrace(test::traceFromText(kTrace));
    for (TimeNs begin = 1; begin < 100; ++begin) {
        state.setVisible({begin, begin + 200});
    }
    state.goBack();
    QCOMPARE(state.visible(), (TimeRange{0, 1000}));
    QVERIFY(!state.canGoBack());
    state.goForward();
    QCOMPARE(state.visible(), (TimeRange{99, 299}));
}

void ViewStateTest::backAndForwardRestoreEverything() {
    ViewState state;
    state.setTrace(test::traceFromText(kTrace));
    state.select(SliceId(1));
    state.setBrush(TimeRange{100, 300});
    state.setVisible({100, 300});
    state.goBack();
    QCOMPARE(state.visible(), (TimeRange{0, 1000}));
    QCOMPARE(state.brush(), (TimeRange{100, 300}));
    state.goBack();
    QVERIFY(!state.brush());
    QCOMPARE(state.selection(), SliceId(1));
    state.goBack();
    QVERIFY(!state.selection().valid());
    state.goForward();
    QCOMPARE(state.selection(), SliceId(1));
    state.setVisible({0, 500}); // a new way: the old one is gone
    QVERIFY(!state.canGoForward());
}

void ViewStateTest::selectionOfNothingKnownIsNone() {
    ViewState state;
    state.setTrace(test::traceFromText(kTrace));
    state.select(SliceId(99));
    QVERIFY(!state.selection().valid());
    QSignalSpy reveal(&state, &ViewState::revealRequested);
    state.reveal(SliceId(2));
    QCOMPARE(reveal.count(), 1);
    QCOMPARE(state.selection(), SliceId(2));
}

void ViewStateTest::aBrushElsewhereLetsTheSelectionGo() {
    ViewState state;
    state.setTrace(test::traceFromText(kTrace));
    const SliceId b(1);
    state.select(b);
    state.setBrush(TimeRange{250, 350}); // b ends within it
    QCOMPARE(state.selection(), b);
    state.setBrush(TimeRange{390, 600});
    QVERIFY(!state.selection().valid());
    state.goBack();
    QCOMPARE(state.selection(), b);
}

void ViewStateTest::growingSessionKeepsTheRange() {
    ViewState state;
    state.setTrace(test::traceFromText(kTrace));
    state.setVisible({100, 400});
    state.setTrace(test::traceFromText("main cpu_op a 0 1000\nmain cpu_op d 1000 5000\n"));
    QCOMPARE(state.visible(), (TimeRange{100, 400}));
    state.showAll();
    QCOMPARE(state.visible(), (TimeRange{0, 6000}));
}

void ViewStateTest::followingKeepsTheEndInView() {
    ViewState state;
    state.setTrace(test::traceFromText(kTrace));
    state.setVisible({800, 1000});
    state.setFollowing(true);
    state.setTrace(test::traceFromText("main cpu_op a 0 1000\nmain cpu_op d 1000 5000\n"));
    QCOMPARE(state.visible().length(), TimeNs(200));
    QCOMPARE(state.visible().end, TimeNs(6011)); // with a little room behind the end
    state.setVisible({0, 200});
    QVERIFY(!state.following());
}

void ViewStateTest::nothingIsEmittedWithoutAChange() {
    ViewState state;
    state.setTrace(test::traceFromText(kTrace));
    QSignalSpy visible(&state, &ViewState::visibleChanged);
    QSignalSpy selection(&state, &ViewState::selectionChanged);
    QSignalSpy history(&state, &ViewState::historyChanged);
    state.setVisible(state.visible());
    state.select(SliceId());
    state.setBrush({});
    QCOMPARE(visible.count() + selection.count() + history.count(), 0);
}

void ViewStateTest::levelOfDetailFollowsTheTrace() {
    ViewState state;
    state.setTrace(test::traceFromText(kTrace));
    const auto newest = test::traceFromText("main cpu_op a 0 1000\nmain cpu_op d 1000 5000\n");
    state.setTrace(newest); // while the first is still indexed
    QTRY_VERIFY_WITH_TIMEOUT(state.lod() && state.lod()->trace() == newest, kPatience);
    QCOMPARE(state.lod()->lanes().size(), std::size_t(1));
}

int run_tst_view_state(int argc, char** argv) {
    return lanes::test::runWithoutWindow<ViewStateTest>(argc, argv);
}
#include "tst_view_state.moc"
