// The tree of modules: siblings of one class in a row, opened for each; follows range and selection.
#include "tests/views/ViewFixture.h"
#include "views/modules/ModuleTimeline.h"
#include "views/modules/ModulesView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/Segments.h"
#include "views/shared/table/DataTable.h"

#include <QSignalSpy>

#include <algorithm>

using namespace lanes;

class ModulesViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theCallsStandBelowInTime();
    void siblingsOfOneClassShareARow();
    void brushRestrictsIt();
    void choosesAndFollows();
    void saysWhatIsMissing();
};

namespace {

QString exact(const ModulesView& view, int position, ModuleColumn column) {
    return view.table().model()->exact(view.table().rowAt(position), static_cast<int>(column));
}

} // namespace

void ModulesViewTest::siblingsOfOneClassShareARow() {
    const test::ViewFixture<ModulesView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->table().visibleRows(), 1);
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Name), QStringLiteral("Linear"));
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Calls), QStringLiteral("4"));
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Host), QStringLiteral("8000"));
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Device), QStringLiteral("2200"));
    auto* merging = fixture.view->findChild<Segments*>();
    QTest::keyClick(merging, Qt::Key_Right);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->table().visibleRows(), 2);
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Name), QStringLiteral("Linear_1")); // the slower
}

void ModulesViewTest::brushRestrictsIt() {
    const test::ViewFixture<ModulesView> fixture(test::twoSteps());
    fixture.state->setBrush(TimeRange{0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Calls), QStringLiteral("2"));
}

void ModulesViewTest::choosesAndFollows() {
    const test::ViewFixture<ModulesView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QSignalSpy revealed(fixture.state.get(), &ViewState::revealRequested);
    QTest::keyClick(&fixture.view->table(), Qt::Key_Return);
    QCOMPARE(revealed.count(), 1);
    QVERIFY(fixture.selected().startsWith(QStringLiteral("nn.Module: Linear")));
    QTest::keyClick(fixture.view->findChild<Segments*>(), Qt::Key_Right);
    QVERIFY(fixture.settled());
    fixture.select("aten::mm"); // inside the first layer
    QCOMPARE(exact(*fixture.view, fixture.view->table().currentPosition(), ModuleColumn::Name),
             QStringLiteral("Linear_0"));
}

void ModulesViewTest::saysWhatIsMissing() {
    const test::ViewFixture<ModulesView> fixture(test::bareOperators());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QVERIFY(fixture.view->emptyState()->remedy().contains(QStringLiteral("with_modules")));
}

void ModulesViewTest::theCallsStandBelowInTime() {
    const test::ViewFixture<ModulesView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    ModuleTimeline& timeline = fixture.view->timeline();
    QCOMPARE(timeline.picture().calls.size(), std::size_t(4)); // both layers in both steps
    QCOMPARE(timeline.picture().rows.size(), std::size_t(2));  // and the stream
    const auto lit = [](const std::vector<float>& shares) {
        return std::ranges::any_of(shares, [](float share) { return share > 0; });
    };
    QVERIFY(lit(timeline.picture().rows[1].inside));
    QVERIFY(!lit(timeline.picture().rows[1].other)); // every kernel was launched by a layer
    const int x = timeline.width() - timeline.plotWidth() + timeline.plotWidth() / 2;
    QTest::mouseClick(&timeline, Qt::LeftButton, {}, QPoint(x, timeline.height() / 2));
    QCOMPARE(fixture.selected().left(18), QStringLiteral("nn.Module: Linear_"));
    QTest::keyClick(&fixture.view->table(), Qt::Key_N);
    QCOMPARE(fixture.state->trace()->slice(fixture.state->selection()).start, TimeNs(13'100));
    fixture.state->setBrush(TimeRange{0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(timeline.picture().calls.size(), std::size_t(2));
}

QTEST_MAIN(ModulesViewTest)
#include "tst_modules_view.moc"
