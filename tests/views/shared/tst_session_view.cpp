// What all views do alike when their session changes: of answers only the newest counts, but while a session is recorded the
// one that is on its way comes first, or there would never be any.
#include "tests/support/GeneratedTrace.h"
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/shared/session/EventSearch.h"

#include <QElapsedTimer>

#include <array>
#include <condition_variable>
#include <mutex>

using namespace lanes;

namespace {

// Where the work of a view stays until it is let through.
class Gate {
public:
    // Whether it was let through before it was asked to stop.
    bool pass(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        const bool passed = changed_.wait(lock, stop, [this] { return permits_ > 0; });
        permits_ -= passed ? 1 : 0;
        givenUp_ += passed ? 0 : 1;
        return passed;
    }
    void letOneThrough() {
        const std::scoped_lock lock(mutex_);
        ++permits_;
        changed_.notify_all();
    }
    int givenUp() {
        const std::scoped_lock lock(mutex_);
        return givenUp_;
    }

private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    int permits_ = 0;
    int givenUp_ = 0;
};

class SlowView : public SessionView {
public:
    using SessionView::catchUp;
    using SessionView::SessionView;

    int begun = 0;
    int answers = 0;
    std::shared_ptr<Gate> gate = std::make_shared<Gate>();

protected:
    void refresh() override {
        ++begun;
        run([gate = gate](const std::stop_token& stop) { return gate->pass(stop); },
            [this](bool) { ++answers; });
    }
};

std::shared_ptr<const Trace> traceUntil(TimeNs end) {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 0, end);
    return sketch.build();
}

} // namespace

class SessionViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsOnItsWayIsGivenUpForSomethingNewer();
    void whileRecordedTheAnswerOnItsWayComesFirst();
    void whatIsHiddenWhileRecordedWorksNoMore();
    void whatIsHiddenOtherwiseGoesOn();
    void aSearchAnswersThoughTheSessionGrows();
    void aSearchLeavesLanesOfAnotherSessionAlone();
    void aSearchGoesOnWithWhatItHasFound();

private:
    using Fixture = test::ViewFixture<SlowView>;
    static bool hasBegun(const Fixture& fixture, int times) {
        return QTest::qWaitFor([&] { return fixture.view->begun == times; }, kPatience);
    }
    static bool hasAnswers(const Fixture& fixture, int count) {
        return QTest::qWaitFor([&] { return fixture.view->answers == count; }, kPatience);
    }
};

void SessionViewTest::whatIsOnItsWayIsGivenUpForSomethingNewer() {
    const Fixture fixture(traceUntil(100));
    QVERIFY(hasBegun(fixture, 1));
    fixture.state->setTrace(traceUntil(200));
    QVERIFY(hasBegun(fixture, 2));
    QVERIFY(QTest::qWaitFor([&] { return fixture.view->gate->givenUp() == 1; }, kPatience));
    fixture.view->gate->letOneThrough();
    QVERIFY(hasAnswers(fixture, 1));
    QCOMPARE(fixture.view->shownUntil(), TimeNs(200));
    QVERIFY(!fixture.view->busy());
}

void SessionViewTest::whileRecordedTheAnswerOnItsWayComesFirst() {
    const Fixture fixture(traceUntil(100));
    fixture.state->setLive(true);
    QVERIFY(hasBegun(fixture, 1));
    for (const TimeNs end : {200, 300, 400}) {
        fixture.state->setTrace(traceUntil(end));
        QCoreApplication::processEvents();
    }
    QCOMPARE(fixture.view->begun, 1);
    fixture.view->gate->letOneThrough();
    QVERIFY(hasAnswers(fixture, 1));
    QCOMPARE(fixture.view->shownUntil(), TimeNs(100));
    QVERIFY(hasBegun(fixture, 2)); // and then the newest of all
    fixture.view->gate->letOneThrough();
    QVERIFY(hasAnswers(fixture, 2));
    QCOMPARE(fixture.view->shownUntil(), TimeNs(400));
    QCOMPARE(fixture.view->gate->givenUp(), 0);
}

void SessionViewTest::whatIsHiddenWhileRecordedWorksNoMore() {
    const Fixture fixture(traceUntil(100));
    fixture.state->setLive(true);
    QVERIFY(hasBegun(fixture, 1));
    fixture.view->hide();
    QVERIFY(QTest::qWaitFor([&] { return fixture.view->gate->givenUp() == 1; }, kPatience));
    fixture.view->show();
    QVERIFY(hasBegun(fixture, 2));
    fixture.view->gate->letOneThrough();
    QVERIFY(hasAnswers(fixture, 1));
}

void SessionViewTest::whatIsHiddenOtherwiseGoesOn() {
    const Fixture fixture(traceUntil(100));
    QVERIFY(hasBegun(fixture, 1));
    fixture.view->hide();
    fixture.view->gate->letOneThrough();
    QVERIFY(hasAnswers(fixture, 1));
    fixture.view->show();
    QCoreApplication::processEvents();
    QCOMPARE(fixture.view->begun, 1);
}

void SessionViewTest::aSearchAnswersThoughTheSessionGrows() {
    const std::array snapshots{test::generatedTrace(400'000), test::generatedTrace(401'000)};
    ViewState state;
    state.setTrace(snapshots[0]);
    state.setLive(true);
    state.setFilter(QStringLiteral("op"));
    QVERIFY(state.search().busy());
    QElapsedTimer timer;
    timer.start();
    // Every turn of the loop a newer snapshot comes, sooner than any search is done.
    for (std::size_t turn = 1; state.search().result() == nullptr && timer.elapsed() < kPatience; ++turn) {
        state.setTrace(snapshots[turn % 2]);
        QCoreApplication::processEvents();
    }
    QVERIFY(state.search().result() != nullptr);
    QVERIFY(QTest::qWaitFor([&] { return !state.search().busy(); }, kPatience));
    QCOMPARE(state.search().result()->events->trace(), state.trace());
}

// As when a file is read again that holds less than before.
void SessionViewTest::aSearchLeavesLanesOfAnotherSessionAlone() {
    const auto larger = LodIndex::build(test::generatedTrace(40'000));
    const auto smaller = test::generatedTrace(4'000);
    const auto result = findEvents(smaller, larger, Filter::parse("op").value());
    QVERIFY(result->events->count() > 0);
    QVERIFY(result->searched == nullptr);
    QVERIFY(result->byLane.empty());
}

void SessionViewTest::aSearchGoesOnWithWhatItHasFound() {
    test::TraceSketch sketch;
    const auto grow = [&](TimeNs from) {
        for (int i = 0; i < 1000; ++i) {
            sketch.op("main", i % 3 == 0 ? "aten::add" : "aten::mul", from + i * 10, 5);
        }
        return sketch.build();
    };
    ViewState state;
    state.setTrace(grow(0));
    state.setLive(true);
    state.setFilter(QStringLiteral("add"));
    const auto found = [&] {
        const auto& result = state.search().result();
        return !state.search().busy() && result && result->searched && result->searched == state.lod() &&
               result->events->trace() == state.trace();
    };
    QTRY_VERIFY_WITH_TIMEOUT(found(), kPatience);
    for (const TimeNs from : {10'000, 20'000, 30'000}) {
        state.setTrace(grow(from));
        QTRY_VERIFY_WITH_TIMEOUT(found() && state.lod()->trace() == state.trace(), kPatience);
        const SearchResult& grown = *state.search().result();
        QVERIFY(grown.events->grew());
        const auto fresh = findEvents(state.trace(), state.lod(), grown.events->filter());
        QVERIFY(!fresh->events->grew());
        QVERIFY(grown.byLane == fresh->byLane);
        QVERIFY(grown.laneSizes == fresh->laneSizes);
        QVERIFY(grown.moments == fresh->moments);
    }
}

int run_tst_session_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<SessionViewTest>(argc, argv);
}
#include "tst_session_view.moc"
