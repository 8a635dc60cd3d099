// The kernel table follows range and selection, and leads to launches and operators.
#include "tests/views/ViewFixture.h"
#include "views/kernels/KernelsView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/Histogram.h"
#include "views/shared/table/DataTable.h"

#include <QSignalSpy>

using namespace lanes;

class KernelsViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAndFollowsTheBrush();
    void clickSelectsTheSlowestLaunch();
    void keyboardAloneSuffices();
    void saysWhatIsMissing();
};

namespace {

QString exact(const KernelsView& view, KernelColumn column) {
    return view.table().model()->exact(view.table().rowAt(0), static_cast<int>(column));
}

} // namespace

void KernelsViewTest::countsAndFollowsTheBrush() {
    const test::ViewFixture<KernelsView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->table().visibleRows(), 1);
    QCOMPARE(exact(*fixture.view, KernelColumn::Launches), QStringLiteral("4"));
    QCOMPARE(exact(*fixture.view, KernelColumn::Time), QStringLiteral("2200"));
    QCOMPARE(exact(*fixture.view, KernelColumn::Operator), QStringLiteral("aten::mm"));
    QCOMPARE(fixture.view->findChild<Histogram*>()->spread().count, std::size_t(4));
    fixture.state->setBrush(TimeRange{10'000, 13'000});
    QVERIFY(fixture.settled());
    QCOMPARE(exact(*fixture.view, KernelColumn::Launches), QStringLiteral("1"));
}

void KernelsViewTest::clickSelectsTheSlowestLaunch() {
    const test::ViewFixture<KernelsView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QTest::mouseClick(fixture.view->table().viewport(), Qt::LeftButton, {}, QPoint(60, 12));
    QCOMPARE(fixture.selected(), QStringLiteral("ampere_sgemm_128x64_nn"));
    QCOMPARE(fixture.state->trace()->slice(fixture.state->selection()).duration, TimeNs(600));
}

void KernelsViewTest::keyboardAloneSuffices() {
    const test::ViewFixture<KernelsView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QSignalSpy revealed(fixture.state.get(), &ViewState::revealRequested);
    QTest::keyClick(&fixture.view->table(), Qt::Key_N);
    const TimeNs first = fixture.state->trace()->slice(fixture.state->selection()).start;
    QTest::keyClick(&fixture.view->table(), Qt::Key_N);
    QVERIFY(fixture.state->trace()->slice(fixture.state->selection()).start > first);
    QTest::keyClick(&fixture.view->table(), Qt::Key_O);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
    QCOMPARE(revealed.count(), 3);
}

void KernelsViewTest::saysWhatIsMissing() {
    const test::ViewFixture<KernelsView> fixture(test::bareOperators());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QVERIFY(fixture.view->emptyState()->remedy().contains(QStringLiteral("ProfilerActivity.CUDA")));
}

QTEST_MAIN(KernelsViewTest)
#include "tst_kernels_view.moc"
