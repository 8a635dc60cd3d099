// Where devices stood still: every gap with its cause, its stretches and what shows them.
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/gaps/GapsView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/table/DataTable.h"

#include <QSignalSpy>

using namespace lanes;

class GapsViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsTheLongestFirst();
    void everyColumnSorts();
    void stretchesSumToTheirGap();
    void aGapSaysWhyAndWhatShowsIt();
    void enterGoesToTheGapAndToWhatShowsIt();
    void thePanelLeadsToWhatShowsIt();
    void streamsByKeyAndByMouse();
    void aBrushedRangeHasItsOwnGaps();
    void theFilterFindsCausesAndNames();
    void saysWhatIsMissing();
};

namespace {

using Fixture = test::ViewFixture<GapsView>;

// Stream 7: kernels at 100..200, 1 200..1 300 and 1 400..1 500; before the second the host waits in a call and loads data.
// Stream 8: one kernel at 1 300..1 400, in the second gap of stream 7.
std::shared_ptr<const Trace> waitThenLaunch() {
    test::TraceSketch sketch;
    sketch.kernel("main", 50, "gpu0/7", "first", 100, 100);
    sketch.slice("main", "cuda_runtime", "cudaDeviceSynchronize", 210, 500);
    sketch.op("main", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 720, 300);
    sketch.op("main", "aten::mm", 1'100, 60);
    sketch.kernel("main", 1'110, "gpu0/7", "second", 1'200, 100);
    sketch.kernel("main", 1'180, "gpu0/8", "beside", 1'300, 100);
    sketch.kernel("main", 1'190, "gpu0/7", "third", 1'400, 100);
    return sketch.build();
}

const GapTable& rowsOf(const Fixture& fixture) {
    return static_cast<const GapTable&>(*fixture.view->table().model());
}

// What a column shows, from the top.
QStringList shown(const Fixture& fixture, std::string_view column) {
    QStringList texts;
    const DataTable& table = fixture.view->table();
    for (int position = 0; position < table.visibleRows(); ++position) {
        texts << rowsOf(fixture).exact(table.rowAt(position), column);
    }
    return texts;
}

} // namespace

void GapsViewTest::listsTheLongestFirst() {
    const Fixture fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QCOMPARE(shown(fixture, "range_ns"), (QStringList{"6400", "2500", "2500"}));
    QCOMPARE(rowsOf(fixture).place(0), QStringLiteral("GPU 0, the whole device"));
    QCOMPARE(rowsOf(fixture).found(), 3);
    QCOMPARE(rowsOf(fixture).idle(), 11'400);
}

void GapsViewTest::everyColumnSorts() {
    const Fixture fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    DataTable& table = fixture.view->table();
    for (int column = 0; column < static_cast<int>(table.columns().size()); ++column) {
        for (const bool descending : {false, true}) {
            table.sortBy(column, descending);
            for (int position = 1; position < table.visibleRows(); ++position) {
                const int order =
                    table.model()->compare(table.rowAt(position - 1), table.rowAt(position), column);
                QVERIFY2(descending ? order >= 0 : order <= 0, qPrintable(QString::number(column)));
            }
        }
    }
    table.sortBy(rowsOf(fixture).column("start_ns"), false);
    QCOMPARE(shown(fixture, "range_ns"), (QStringList{"2500", "6400", "2500"}));
}

void GapsViewTest::stretchesSumToTheirGap() {
    const Fixture fixture(waitThenLaunch());
    QVERIFY(fixture.settled());
    DataTable& table = fixture.view->table();
    const int gaps = table.visibleRows();
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Right); // opens the first
    QVERIFY(table.visibleRows() > gaps);
    TimeNs sum = 0;
    const GapTable& rows = rowsOf(fixture);
    for (std::uint32_t row = 1; row < rows.rows() && rows.parent(row) == 0; ++row) {
        sum += rows.stretch(row)->range.length();
    }
    QCOMPARE(sum, rows.gap(0).gap.range.length());
}

void GapsViewTest::aGapSaysWhyAndWhatShowsIt() {
    const Fixture fixture(waitThenLaunch());
    QVERIFY(fixture.settled());
    const GapTable& rows = rowsOf(fixture);
    QCOMPARE(rows.gap(0).gap.range, (TimeRange{200, 1'200}));
    QCOMPARE(rows.cause(0), WaitCause::HostSync);
    QCOMPARE(rows.exact(0, "proof"), QStringLiteral("cudaDeviceSynchronize"));
    QVERIFY(rows.exact(0, "confidence").toDouble() > 0.5);
    QCOMPARE(shown(fixture, "cause").front(), QStringLiteral("host_sync"));
    QCOMPARE(shown(fixture, "after").front(), QStringLiteral("second"));
}

void GapsViewTest::enterGoesToTheGapAndToWhatShowsIt() {
    const Fixture fixture(waitThenLaunch());
    QVERIFY(fixture.settled());
    const QSignalSpy inFront(fixture.state.get(), &ViewState::timelineRequested);
    DataTable& table = fixture.view->table();
    table.setFocus();
    QTest::keyClick(&table, Qt::Key_Return);
    QCOMPARE(inFront.size(), 1);
    QVERIFY(fixture.state->spot());
    QCOMPARE(fixture.state->spot()->kind, Spot::Kind::Gap);
    QCOMPARE(fixture.state->spot()->time, 700);
    QVERIFY(fixture.state->visible().begin <= 200 && fixture.state->visible().end >= 1'200);
    QTest::keyClick(&table, Qt::Key_Right);
    const GapTable& rows = rowsOf(fixture);
    while (rows.exact(table.current(), "proof") != QLatin1String("cudaDeviceSynchronize") ||
           rows.stretch(table.current()) == nullptr) {
        const std::uint32_t before = table.current();
        QTest::keyClick(&table, Qt::Key_Down);
        QVERIFY(table.current() != before);
    }
    QTest::keyClick(&table, Qt::Key_Return);
    QCOMPARE(inFront.size(), 2);
    QCOMPARE(fixture.selected(), QStringLiteral("cudaDeviceSynchronize"));
}

void GapsViewTest::thePanelLeadsToWhatShowsIt() {
    const Fixture fixture(waitThenLaunch());
    QVERIFY(fixture.settled());
    for (auto* link : fixture.view->findChildren<PanelLink*>()) {
        if (link->content().text == QLatin1String("cudaDeviceSynchronize")) {
            QTest::mouseClick(link, Qt::LeftButton);
            QCOMPARE(fixture.selected(), QStringLiteral("cudaDeviceSynchronize"));
            return;
        }
    }
    QFAIL("the panel has no link to it");
}

void GapsViewTest::streamsByKeyAndByMouse() {
    const Fixture fixture(waitThenLaunch());
    QVERIFY(fixture.settled());
    QCOMPARE(shown(fixture, "range_ns"), QStringList{"1000"}); // the device always had something to do
    QTest::keyClick(&fixture.view->table(), Qt::Key_G);
    QVERIFY(fixture.settled());
    QCOMPARE(shown(fixture, "range_ns"), (QStringList{"1000", "100"}));
    QCOMPARE(rowsOf(fixture).place(0), QStringLiteral("GPU 0, Stream 7"));
    SegmentedControl& places = fixture.view->places();
    QTest::mouseClick(&places, Qt::LeftButton, {}, QPoint(10, places.height() / 2));
    QVERIFY(fixture.settled());
    QCOMPARE(shown(fixture, "range_ns"), QStringList{"1000"});
}

void GapsViewTest::aBrushedRangeHasItsOwnGaps() {
    const Fixture fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    fixture.state->setBrush(TimeRange{0, 5'000});
    QVERIFY(fixture.settled());
    QCOMPARE(shown(fixture, "range_ns"), QStringList{"2500"});
}

void GapsViewTest::theFilterFindsCausesAndNames() {
    const Fixture fixture(waitThenLaunch());
    QVERIFY(fixture.settled());
    const auto filter = [&](const QString& text) {
        QTest::keyClick(&fixture.view->table(), Qt::Key_F);
        fixture.view->filterField().clear();
        QTest::keyClicks(&fixture.view->filterField(), text);
        QTest::keyClick(&fixture.view->filterField(), Qt::Key_Return);
        return fixture.settled();
    };
    QVERIFY(filter("Synchronize"));
    QCOMPARE(fixture.view->table().visibleRows(), 1);
    QVERIFY(filter("nothing of the kind"));
    QVERIFY(fixture.view->emptyState() != nullptr);
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("No gap matches the filter"));
}

void GapsViewTest::saysWhatIsMissing() {
    const Fixture host(test::bareOperators());
    QVERIFY(host.settled());
    QCOMPARE(host.view->emptyState()->title(), QStringLiteral("No work of a GPU"));
    test::TraceSketch sketch;
    sketch.kernel("main", 50, "gpu0/7", "alone", 100, 100);
    const Fixture busy(sketch.build());
    QVERIFY(busy.settled());
    QCOMPARE(busy.view->emptyState()->title(), QStringLiteral("No gaps"));
    busy.state->setBrush(TimeRange{0, 150});
    QVERIFY(busy.settled());
    QCOMPARE(busy.view->emptyState()->title(), QStringLiteral("No gaps in this range"));
    const Fixture none(nullptr);
    QVERIFY(none.settled());
    QCOMPARE(none.view->emptyState()->title(), QStringLiteral("No session"));
}

int run_tst_gaps_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<GapsViewTest>(argc, argv);
}
#include "tst_gaps_view.moc"
