// The critical path: as a table, with what would be gained if some of it were faster, and over the rows of the timeline.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/path/PathView.h"
#include "views/path/WhatIfRow.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/table/DataTable.h"
#include "views/timeline/TimelineView.h"

#include <QAction>
#include <QSignalSpy>
#include <QSlider>

#include <map>

using namespace lanes;

class PathViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsWhatThePathGoesThrough();
    void everySummaryByKindSumsToTheRange();
    void groupsByKeyAndByMouse();
    void enterShowsTheLongestSegment();
    void thePanelLeadsToTheLongestSegment();
    void aSliderSaysWhatWouldBeGained();
    void plusAndMinusMoveTheSlider();
    void whatCannotBeFasterSaysSo();
    void nothingIsAskedOfASessionThatIsGone();
    void aBrushedRangeHasItsOwnPath();
    void saysWhatIsMissing();
    void theTimelineShowsThePath();
};

namespace {

using Fixture = test::ViewFixture<PathView>;

// 3 000 ns of one thread: a, then b twice as long.
std::shared_ptr<const Trace> oneAfterTheOther() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::a", 0, 1000);
    sketch.op("main", "aten::b", 1000, 2000);
    return sketch.build();
}

const PathTable& rowsOf(const Fixture& fixture) {
    return static_cast<const PathTable&>(*fixture.view->table().model());
}

std::map<QString, TimeNs> timesOf(const Fixture& fixture) {
    std::map<QString, TimeNs> times;
    for (std::uint32_t row = 0; row < rowsOf(fixture).rows(); ++row) {
        times[rowsOf(fixture).label(row)] = rowsOf(fixture).row(row).time;
    }
    return times;
}

void chooseRow(const Fixture& fixture, const QString& name) {
    for (std::uint32_t row = 0; row < rowsOf(fixture).rows(); ++row) {
        if (rowsOf(fixture).label(row) == name) {
            fixture.view->table().setCurrent(row);
        }
    }
}

} // namespace

void PathViewTest::listsWhatThePathGoesThrough() {
    const Fixture fixture(oneAfterTheOther());
    QVERIFY(fixture.settled());
    const std::map<QString, TimeNs> expected{{QStringLiteral("aten::a"), 1000},
                                             {QStringLiteral("aten::b"), 2000}};
    QCOMPARE(timesOf(fixture), expected);
    QCOMPARE(rowsOf(fixture).total(), 3000);
    QCOMPARE(fixture.view->table().rowAt(0), 0u); // what took longest stands first
    QCOMPARE(rowsOf(fixture).label(0), QStringLiteral("aten::b"));
}

void PathViewTest::everySummaryByKindSumsToTheRange() {
    const Fixture fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    fixture.view->groups().setCurrent(1);
    QTest::keyClick(&fixture.view->groups(), Qt::Key_Left); // names
    QTest::keyClick(&fixture.view->groups(), Qt::Key_Right);
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(fixture).by(), PathBy::Kind, kPatience);
    TimeNs sum = 0;
    for (const auto& [name, time] : timesOf(fixture)) {
        sum += time;
    }
    QCOMPARE(sum, rowsOf(fixture).total());
}

void PathViewTest::groupsByKeyAndByMouse() {
    const Fixture fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QTest::keyClick(&fixture.view->table(), Qt::Key_G);
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(fixture).by(), PathBy::Kind, kPatience);
    QTest::keyClick(&fixture.view->table(), Qt::Key_G);
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(fixture).by(), PathBy::Module, kPatience);
    QVERIFY(timesOf(fixture).contains(QStringLiteral("Linear_0")));
    SegmentedControl& groups = fixture.view->groups();
    QTest::mouseClick(&groups, Qt::LeftButton, {}, {groups.width() - 8, groups.height() / 2});
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(fixture).by(), PathBy::Line, kPatience);
    QVERIFY(timesOf(fixture).contains(QStringLiteral("train.py(12): forward")));
}

void PathViewTest::enterShowsTheLongestSegment() {
    const Fixture fixture(oneAfterTheOther());
    QVERIFY(fixture.settled());
    QSignalSpy timeline(fixture.state.get(), &ViewState::timelineRequested);
    chooseRow(fixture, QStringLiteral("aten::a"));
    QTest::keyClick(&fixture.view->table(), Qt::Key_Return);
    QCOMPARE(timeline.count(), 1);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::a"));
}

void PathViewTest::thePanelLeadsToTheLongestSegment() {
    const Fixture fixture(oneAfterTheOther());
    QVERIFY(fixture.settled());
    chooseRow(fixture, QStringLiteral("aten::a"));
    QSignalSpy timeline(fixture.state.get(), &ViewState::timelineRequested);
    QTest::mouseClick(fixture.view->findChild<PanelLink*>(), Qt::LeftButton);
    QCOMPARE(timeline.count(), 1);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::a"));
}

void PathViewTest::aSliderSaysWhatWouldBeGained() {
    const Fixture fixture(oneAfterTheOther());
    QVERIFY(fixture.settled());
    chooseRow(fixture, QStringLiteral("aten::b"));
    WhatIfRow* row = fixture.view->whatIf();
    QVERIFY(row != nullptr);
    QCOMPARE(row->after(), std::optional<TimeNs>(3000));
    QTest::keyClick(&row->slider(), Qt::Key_PageUp); // 2 times as fast
    QCOMPARE(row->times(), 2.0);
    QTRY_COMPARE_WITH_TIMEOUT(row->after(), std::optional<TimeNs>(2000), kPatience);
    QTest::keyClick(&row->slider(), Qt::Key_End);
    QCOMPARE(row->times(), 10.0);
    QTRY_COMPARE_WITH_TIMEOUT(row->after(), std::optional<TimeNs>(1200), kPatience);
    QVERIFY(row->slider().accessibleDescription().contains(QLatin1String("instead of")));
}

void PathViewTest::plusAndMinusMoveTheSlider() {
    const Fixture fixture(oneAfterTheOther());
    QVERIFY(fixture.settled());
    chooseRow(fixture, QStringLiteral("aten::a"));
    QTest::keyClick(&fixture.view->table(), Qt::Key_Plus);
    QTest::keyClick(&fixture.view->table(), Qt::Key_Plus);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.view->whatIf()->after(), std::optional<TimeNs>(2500), kPatience);
    QTest::keyClick(&fixture.view->table(), Qt::Key_Minus);
    QTest::keyClick(&fixture.view->table(), Qt::Key_Minus);
    QCOMPARE(fixture.view->whatIf()->times(), 1.0);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.view->whatIf()->after(), std::optional<TimeNs>(3000), kPatience);
}

void PathViewTest::whatCannotBeFasterSaysSo() {
    const Fixture fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(&fixture.view->table(), Qt::Key_G);
        QVERIFY(fixture.settled());
    }
    QCOMPARE(rowsOf(fixture).by(), PathBy::Line);
    QVERIFY(fixture.view->whatIf() == nullptr);
    QTest::keyClick(&fixture.view->table(), Qt::Key_Plus); // does nothing
}

void PathViewTest::nothingIsAskedOfASessionThatIsGone() {
    const Fixture fixture(oneAfterTheOther());
    QVERIFY(fixture.settled());
    chooseRow(fixture, QStringLiteral("aten::b"));
    fixture.state->setTrace(nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.view->emptyState() != nullptr, kPatience);
    QTest::keyClick(fixture.view.get(), Qt::Key_Plus);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("No session"));
}

void PathViewTest::aBrushedRangeHasItsOwnPath() {
    const Fixture fixture(oneAfterTheOther());
    QVERIFY(fixture.settled());
    fixture.state->setBrush(TimeRange{500, 1500});
    QTRY_COMPARE_WITH_TIMEOUT(rowsOf(fixture).total(), 1000, kPatience);
    const std::map<QString, TimeNs> expected{{QStringLiteral("aten::a"), 500},
                                             {QStringLiteral("aten::b"), 500}};
    QCOMPARE(timesOf(fixture), expected);
}

void PathViewTest::saysWhatIsMissing() {
    const Fixture fixture(nullptr);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("No session"));
    fixture.state->setTrace(oneAfterTheOther());
    QTRY_VERIFY_WITH_TIMEOUT(fixture.view->emptyState() == nullptr, kPatience);
    QTest::keyClicks(&fixture.view->filterField(), QStringLiteral("nothing-of-that-name"));
    QTest::keyClick(&fixture.view->filterField(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.view->emptyState() != nullptr, kPatience);
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("No row matches the filter"));
}

void PathViewTest::theTimelineShowsThePath() {
    Appearance look{Appearance::Mode::Dark};
    ViewState state;
    TimelineView view(state, look);
    view.resize(900, 300);
    view.show();
    state.setTrace(oneAfterTheOther());
    QTRY_VERIFY_WITH_TIMEOUT(view.canvas().isUpToDate(), kPatience);
    const QImage without = view.grab().toImage();
    QTest::keyClick(&view.canvas(), Qt::Key_P);
    QTRY_VERIFY_WITH_TIMEOUT(view.canvas().path().path() != nullptr, kPatience);
    QCOMPARE(view.canvas().path().path()->segments.size(), std::size_t(2));
    QVERIFY(view.grab().toImage() != without);
    state.setBrush(TimeRange{0, 1000});
    QTRY_COMPARE_WITH_TIMEOUT(view.canvas().path().path()->segments.size(), std::size_t(1), kPatience);
    state.setBrush(std::nullopt);
    view.command(QStringLiteral("path"))->trigger();
    QVERIFY(view.canvas().path().path() == nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(view.canvas().isUpToDate(), kPatience);
    QCOMPARE(view.grab().toImage(), without);
}

int run_tst_path_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<PathViewTest>(argc, argv);
}
#include "tst_path_view.moc"
