// The page of advice: findings, their places, and what it says where there are none.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/advice/AdviceView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/table/DataTable.h"

#include <QLabel>
#include <QSignalSpy>

using namespace lanes;

class AdviceViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsFindingsByWhatTheySave();
    void enterShowsTheFirstPlaceOfAFinding();
    void placesAreReachedByKeyboard();
    void aClickOnAPlaceShowsIt();
    void findingsOfTheSameTimeLeadToEachOther();
    void thePanelSaysWhatWasSeenAndWhatToDo();
    void aBrushedRangeCountsAlone();
    void saysWhatIsMissing();
    void canBeReadAloud();
};

namespace {

constexpr TimeNs kMs = 1'000'000;
using Fixture = test::ViewFixture<AdviceView>;

// Three steps of 10 ms, 4 ms of which Python collects garbage; in the last it takes 6 ms. All of it within `around`, where
// that has a name.
std::shared_ptr<const Trace> collecting(const std::string& around = {}) {
    test::TraceSketch sketch;
    for (int step = 0; step < 3; ++step) {
        const TimeNs at = step * 10 * kMs;
        sketch.slice("main", "user_annotation", "ProfilerStep#" + std::to_string(step + 1), at, 10 * kMs - 1);
        sketch.slice("main", "python_function", "train.py(12): train", at + 1000, 9 * kMs);
        if (!around.empty()) {
            sketch.slice("main", "user_annotation", around, at + 2 * kMs - 1000, 7 * kMs);
        }
        sketch.slice("main", "python_function", "<built-in function collect>", at + 2 * kMs,
                     (step == 2 ? 6 : 4) * kMs);
        sketch.op("main", "aten::linear", at + kMs, kMs / 2);
    }
    return sketch.build();
}

const AdviceTable& rowsOf(const Fixture& fixture) {
    return static_cast<const AdviceTable&>(*fixture.view->table().model());
}

std::uint32_t collections(const Fixture& fixture) {
    return rowsOf(fixture).rowOf("garbage-collection");
}

QString savedIn(const Fixture& fixture) {
    return rowsOf(fixture).exact(collections(fixture), "saves_ns");
}

} // namespace

void AdviceViewTest::listsFindingsByWhatTheySave() {
    const Fixture fixture(collecting());
    QVERIFY(fixture.settled());
    const DataTable& table = fixture.view->table();
    QVERIFY(collections(fixture) != TableModel::kNone);
    TimeNs before = std::numeric_limits<TimeNs>::max();
    for (int i = 0; i < table.visibleRows(); ++i) {
        QVERIFY(!rowsOf(fixture).row(table.rowAt(i)).place.valid()); // closed
        const TimeNs saves = rowsOf(fixture).finding(table.rowAt(i)).saves.best;
        QVERIFY(saves <= before);
        before = saves;
    }
    QCOMPARE(savedIn(fixture).toLongLong(), 14 * kMs / 3);
    QCOMPARE(fixture.view->table().current(), table.rowAt(0));
}

void AdviceViewTest::enterShowsTheFirstPlaceOfAFinding() {
    const Fixture fixture(collecting());
    QVERIFY(fixture.settled());
    QSignalSpy timeline(fixture.state.get(), &ViewState::timelineRequested);
    fixture.view->table().setCurrent(collections(fixture));
    QTest::keyClick(&fixture.view->table(), Qt::Key_Return);
    QCOMPARE(timeline.count(), 1);
    QCOMPARE(fixture.selected(), QStringLiteral("<built-in function collect>"));
    const Trace::Slice longest = fixture.state->trace()->slice(fixture.state->selection());
    QCOMPARE(longest.duration, 6 * kMs);
    QVERIFY(fixture.state->visible().begin <= longest.start && fixture.state->visible().end >= longest.end());
}

void AdviceViewTest::placesAreReachedByKeyboard() {
    const Fixture fixture(collecting());
    QVERIFY(fixture.settled());
    QSignalSpy timeline(fixture.state.get(), &ViewState::timelineRequested);
    DataTable& table = fixture.view->table();
    table.setCurrent(collections(fixture));
    QTest::keyClick(&table, Qt::Key_Right);
    QTest::keyClick(&table, Qt::Key_Down);
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(rowsOf(fixture).row(table.current()).parent, collections(fixture));
    QCOMPARE(fixture.selected(), QStringLiteral("<built-in function collect>"));
    QCOMPARE(fixture.state->trace()->slice(fixture.state->selection()).duration, 4 * kMs);
    QCOMPARE(timeline.count(), 0);
    QTest::keyClick(&table, Qt::Key_Return);
    QCOMPARE(timeline.count(), 1);
}

void AdviceViewTest::aClickOnAPlaceShowsIt() {
    const Fixture fixture(collecting());
    QVERIFY(fixture.settled());
    fixture.view->table().setCurrent(collections(fixture));
    QSignalSpy timeline(fixture.state.get(), &ViewState::timelineRequested);
    PanelLink* place = nullptr;
    for (PanelLink* link : fixture.view->findChildren<PanelLink*>()) {
        place = place == nullptr && link->content().icon == QLatin1String("timeline") ? link : place;
    }
    QVERIFY(place != nullptr);
    QVERIFY(
        place->content().second.isEmpty()); // the name has the room: when it was stands behind it, if it fits
    QVERIFY(place->content().detail.startsWith(QLatin1String("at ")));
    QTest::mouseClick(place, Qt::LeftButton);
    QCOMPARE(timeline.count(), 1);
    QCOMPARE(fixture.selected(), QStringLiteral("<built-in function collect>"));
}

void AdviceViewTest::findingsOfTheSameTimeLeadToEachOther() {
    const Fixture fixture(collecting("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"));
    QVERIFY(fixture.settled());
    fixture.view->table().setCurrent(collections(fixture));
    for (PanelLink* link : fixture.view->findChildren<PanelLink*>()) {
        if (link->content().icon == QLatin1String("advice")) {
            QTest::mouseClick(link, Qt::LeftButton);
            QTRY_COMPARE_WITH_TIMEOUT(fixture.view->table().current(), rowsOf(fixture).rowOf("data-loading"),
                                      kPatience);
            return;
        }
    }
    QFAIL("the panel has no link to it");
}

void AdviceViewTest::thePanelSaysWhatWasSeenAndWhatToDo() {
    const Fixture fixture(collecting());
    QVERIFY(fixture.settled());
    fixture.view->table().setCurrent(collections(fixture));
    QString said;
    for (const PanelParagraph* paragraph : fixture.view->findChildren<PanelParagraph*>()) {
        said += paragraph->text() + QLatin1Char('\n');
    }
    QVERIFY2(said.contains(QLatin1String("3 collections in 3 steps")), qPrintable(said));
    QVERIFY2(said.contains(QLatin1String("gc.freeze()")), qPrintable(said));
    QTest::keyClick(&fixture.view->table(), Qt::Key_Right);
    QTest::keyClick(&fixture.view->table(), Qt::Key_Down);
    QStringList frames; // of the place
    for (const PanelLink* link : fixture.view->findChildren<PanelLink*>()) {
        frames << link->content().value;
    }
    QVERIFY2(frames.contains(QLatin1String("train.py:12")), qPrintable(frames.join(QLatin1Char(' '))));
}

void AdviceViewTest::aBrushedRangeCountsAlone() {
    const Fixture fixture(collecting());
    QVERIFY(fixture.settled());
    fixture.state->setBrush(TimeRange{20 * kMs, 30 * kMs}); // the third step
    QTRY_COMPARE_WITH_TIMEOUT(savedIn(fixture).toLongLong(), 6 * kMs, kPatience);
    fixture.state->setBrush(std::nullopt);
    QTRY_COMPARE_WITH_TIMEOUT(savedIn(fixture).toLongLong(), 14 * kMs / 3, kPatience);
}

void AdviceViewTest::saysWhatIsMissing() {
    const Fixture fixture(nullptr);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("No session"));
    fixture.state->setTrace(test::bareOperators());
    QTRY_COMPARE_WITH_TIMEOUT(fixture.view->emptyState()->title(), QStringLiteral("Nothing to advise"),
                              kPatience);
    for (const char* missing : {"work of a GPU", "steps", "Python stacks", "memory"}) {
        QVERIFY2(fixture.view->emptyState()->remedy().contains(QLatin1String(missing)), missing);
    }
    fixture.state->setTrace(collecting());
    QTRY_VERIFY_WITH_TIMEOUT(fixture.view->emptyState() == nullptr, kPatience);
    QTest::keyClicks(&fixture.view->filterField(), QStringLiteral("nothing-of-that-name"));
    QTest::keyClick(&fixture.view->filterField(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.view->emptyState() != nullptr, kPatience);
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("No finding matches the filter"));
}

void AdviceViewTest::canBeReadAloud() {
    const Fixture fixture(collecting());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->table().accessibleName(), QStringLiteral("Recommendations"));
    for (const PanelLink* link : fixture.view->findChildren<PanelLink*>()) {
        QVERIFY(!link->accessibleName().isEmpty());
    }
}

int run_tst_advice_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<AdviceViewTest>(argc, argv);
}
#include "tst_advice_view.moc"
