// The counter rows of the timeline.
#include "tests/support/TraceSketch.h"
#include "views/timeline/RowCurves.h"

#include <QtTest>

using namespace lanes;

class RowCurvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void memoryIsWhatTheSessionRecorded() {
        test::TraceSketch sketch;
        sketch.op("main", "aten::empty", 0, 100);
        sketch.memory("main", 10, 1, 4096, 10'000, 20'000);
        sketch.memory("main", 20, 1, -4096, 5'904, 20'000);
        const std::vector<RowCurves> rows = findCurves(*sketch.build());
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows.front().curves.size(), std::size_t(2)); // reserved behind allocated
        QCOMPARE(rows.front().curves.back().curve->at(15), 10'000.);
        QCOMPARE(rows.front().curves.back().curve->at(20), 5'904.);
    }

    void memoryWithoutTotalsIsAddedUp() {
        test::TraceSketch sketch;
        sketch.op("main", "aten::empty", 0, 100);
        sketch.memory("main", 10, 1, 4096, -1, -1, 0, -1);
        sketch.memory("main", 20, 2, 1024, -1, -1, 0, -1);
        sketch.memory("main", 30, 1, -4096, -1, -1, 0, -1);
        const std::vector<RowCurves> rows = findCurves(*sketch.build());
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows.front().label, QStringLiteral("CPU memory"));
        QCOMPARE(rows.front().curves.size(), std::size_t(1));
        const CurveLod& curve = *rows.front().curves.front().curve;
        QCOMPARE(curve.at(10), 4096.);
        QCOMPARE(curve.at(25), 5120.);
        QCOMPARE(curve.at(40), 1024.);
        QCOMPARE(curve.maximum(), 5120.);
    }
};

QTEST_MAIN(RowCurvesTest)
#include "tst_row_curves.moc"
