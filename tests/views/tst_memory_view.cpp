// Memory: the curve's peak, what is alive at a moment, what grew since a mark, and the way to who allocated it.
#include "tests/views/ViewFixture.h"
#include "views/memory/MemoryCanvas.h"
#include "views/memory/MemoryView.h"
#include "views/shared/controls/EmptyState.h"

#include <QSignalSpy>

using namespace lanes;

namespace {

constexpr std::int64_t kBlock = 4 << 20;

} // namespace

class MemoryViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsPeakAndWhatIsAlive();
    void visibleRangeRestrictsIt();
    void aBlockLeadsToItsOperator();
    void keyboardAloneSuffices();
    void saysWhatIsMissing();
};

void MemoryViewTest::showsPeakAndWhatIsAlive() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().peak, 4 * kBlock);
    QCOMPARE(fixture.view->picture().blocks.size(), std::size_t(4));
    QCOMPARE(fixture.view->picture().stacked, 4 * kBlock); // none is freed: they stand on one another
    QCOMPARE(fixture.view->moment().alive, std::size_t(4));
    QCOMPARE(fixture.view->moment().groups.size(), std::size_t(1));
    QCOMPARE(fixture.view->moment().groups.front().name, std::string("aten::mm"));
    fixture.view->setMoment(5'000);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().allocated, 2 * kBlock);
    fixture.view->setGroup(MemoryGroup::Module);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().groups.size(), std::size_t(2));
}

void MemoryViewTest::visibleRangeRestrictsIt() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    fixture.state->setVisible({0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().peak, 2 * kBlock);
    QCOMPARE(fixture.view->picture().columns.front().allocated, std::int64_t(0));
}

void MemoryViewTest::aBlockLeadsToItsOperator() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QSignalSpy revealed(fixture.state.get(), &ViewState::revealRequested);
    const MemoryCanvas& canvas = fixture.view->canvas();
    const QPointF inside = canvas.boxOf(fixture.view->picture().blocks.front()).center();
    QTest::mouseClick(&fixture.view->canvas(), Qt::LeftButton, {}, inside.toPoint());
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
}

void MemoryViewTest::keyboardAloneSuffices() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    fixture.view->setMoment(0);
    QTest::keyClick(fixture.view.get(), Qt::Key_Right);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().allocated, kBlock);
    QTest::keyClick(fixture.view.get(), Qt::Key_M);
    QTest::keyClick(fixture.view.get(), Qt::Key_Home); // the peak
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->moment().since.has_value());
    QCOMPARE(fixture.view->moment().alive, std::size_t(3)); // grown since the first
    QTest::keyClick(fixture.view.get(), Qt::Key_Escape);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().alive, std::size_t(4));
    QTest::keyClick(fixture.view.get(), Qt::Key_Return);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
    const TimeNs before = fixture.state->visible().length();
    QTest::keyClick(fixture.view.get(), Qt::Key_Plus);
    QVERIFY(fixture.state->visible().length() < before);
}

void MemoryViewTest::saysWhatIsMissing() {
    const test::ViewFixture<MemoryView> fixture(test::bareOperators());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QVERIFY(fixture.view->emptyState()->remedy().contains(QStringLiteral("profile_memory=True")));
}

QTEST_MAIN(MemoryViewTest)
#include "tst_memory_view.moc"
