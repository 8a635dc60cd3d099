// The counter rows of the timeline.
#include "tests/support/TraceSketch.h"
#include "views/shared/Text.h"
#include "views/timeline/RowCurves.h"
#include "views/timeline/SpotAt.h"

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

    void countersOfTwoDevicesAreTwoRowsAndSpotsFindTheirOwn() {
        test::TraceSketch sketch;
        sketch.op("main", "aten::empty", 0, 100);
        TraceBuilder& builder = sketch.builder();
        for (const double watts : {100., 200.}) {
            const std::string number = watts == 100. ? "0" : "1";
            const ProcessId gpu =
                builder.addProcess({.key = number, .label = "GPU " + number, .kind = Process::Kind::Device});
            const TrackId track =
                builder.addTrack({.process = gpu, .key = "1", .kind = Track::Kind::Counter});
            builder.counters().push_back(
                {track, builder.strings().intern("Power"), builder.strings().intern("W"), {10}, {watts}});
        }
        const auto trace = sketch.build();
        const std::vector<RowCurves> rows = findCurves(*trace);
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].label, QStringLiteral("Power (GPU 0)"));
        QCOMPARE(rows[1].label, QStringLiteral("Power (GPU 1)"));
        QCOMPARE(rows[1].note, QStringLiteral("W"));
        for (std::uint32_t i = 0; i < 2; ++i) {
            TimelineRow row;
            row.kind = TimelineRow::Kind::Counter;
            row.key = QStringLiteral("c/") + rows[i].key;
            const auto spot = spotAt(*trace, row, 50);
            QVERIFY(spot);
            QCOMPARE(spot->index, i);
        }
    }

    void launchesWaitForTheirOwnDevice() {
        test::TraceSketch sketch;
        sketch.kernel("main", 10, "gpu0/7", "a", 30, 5);
        sketch.kernel("main", 20, "gpu0/7", "b", 35, 5);
        const std::vector<RowCurves> one = findCurves(*sketch.build());
        QCOMPARE(one.size(), std::size_t(1));
        QCOMPARE(one.front().label, QStringLiteral("Launch queue"));
        QCOMPARE(one.front().curves.front().curve->maximum(), 2.);
        sketch.kernel("main", 25, "gpu1/7", "c", 50, 5);
        const std::vector<RowCurves> two = findCurves(*sketch.build());
        QCOMPARE(two.size(), std::size_t(2));
        QCOMPARE(two[0].label, QStringLiteral("Launch queue (GPU 0)"));
        QCOMPARE(two[0].curves.front().curve->maximum(), 2.);
        QCOMPARE(two[1].label, QStringLiteral("Launch queue (GPU 1)"));
        QCOMPARE(two[1].curves.front().curve->at(25), 1.);
        QCOMPARE(two[1].curves.front().curve->at(50), 0.);
        QVERIFY(two[0].key != two[1].key);
    }

    void bytesAreShownAsBytes() {
        test::TraceSketch sketch;
        const TrackId track = sketch.track("main");
        TraceBuilder& builder = sketch.builder();
        builder.counters().push_back({track,
                                      builder.strings().intern("Memory used"),
                                      builder.strings().intern("bytes"),
                                      {10},
                                      {4096}});
        const std::vector<RowCurves> rows = findCurves(*sketch.build());
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].value, bytesText(4096));
        QVERIFY(rows[0].curves[0].unit == TimelineCurve::Unit::Bytes);
    }
};

QTEST_MAIN(RowCurvesTest)
#include "tst_row_curves.moc"
