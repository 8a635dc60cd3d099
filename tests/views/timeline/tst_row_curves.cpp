// The counter rows of the timeline.
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/shared/text/Text.h"
#include "views/timeline/rows/RowCurves.h"
#include "views/timeline/rows/SpotAt.h"

#include <QtTest>

#include <algorithm>

using namespace lanes;

namespace {

std::vector<RowCurves> curvesOf(const std::shared_ptr<const Trace>& trace) {
    return findCurves(*trace, SessionCurves(*trace));
}

} // namespace

class RowCurvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void memoryIsWhatTheSessionRecorded() {
        test::TraceSketch sketch;
        sketch.op("main", "aten::empty", 0, 100);
        sketch.memory("main", 10, 1, 4096, 10'000, 20'000);
        sketch.memory("main", 20, 1, -4096, 5'904, 20'000);
        const std::vector<RowCurves> rows = curvesOf(sketch.build());
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
        const std::vector<RowCurves> rows = curvesOf(sketch.build());
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
        const std::vector<RowCurves> rows = curvesOf(trace);
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].label, QStringLiteral("Power (GPU 0)"));
        QCOMPARE(rows[1].label, QStringLiteral("Power (GPU 1)"));
        QCOMPARE(rows[1].note, QString()); // its unit stands behind the value
        QCOMPARE(rows[1].value, QStringLiteral("200\u00a0W"));
        const auto shown = TimelineRows::build(LodIndex::build(trace));
        for (std::uint32_t i = 0; i < 2; ++i) {
            const auto row = std::ranges::find(shown->rows(), i, &TimelineRow::counter);
            QVERIFY(row != shown->rows().end());
            const auto spot = spotAt(*trace, *row, 50);
            QVERIFY(spot);
            QCOMPARE(spot->index, i);
            QCOMPARE(placeOf(*shown, *spot)->row, static_cast<int>(row - shown->rows().begin()));
        }
    }

    void launchesWaitForTheirOwnDevice() {
        test::TraceSketch sketch;
        sketch.kernel("main", 10, "gpu0/7", "a", 30, 5);
        sketch.kernel("main", 20, "gpu0/7", "b", 35, 5);
        const std::vector<RowCurves> one = curvesOf(sketch.build());
        QCOMPARE(one.size(), std::size_t(1));
        QCOMPARE(one.front().label, QStringLiteral("Launch queue"));
        QCOMPARE(one.front().curves.front().curve->maximum(), 2.);
        sketch.kernel("main", 25, "gpu1/7", "c", 50, 5);
        const std::vector<RowCurves> two = curvesOf(sketch.build());
        QCOMPARE(two.size(), std::size_t(2));
        QCOMPARE(two[0].label, QStringLiteral("Launch queue (GPU 0)"));
        QCOMPARE(two[0].curves.front().curve->maximum(), 2.);
        QCOMPARE(two[1].label, QStringLiteral("Launch queue (GPU 1)"));
        QCOMPARE(two[1].curves.front().curve->at(25), 1.);
        QCOMPARE(two[1].curves.front().curve->at(50), 0.);
        QVERIFY(two[0].key != two[1].key);
        QCOMPARE(two[0].key, one[0].key); // what the user chose of it is kept by this
    }

    void memoryOfAProcessKeepsItsKeyWhenOthersUseTheDevice() {
        test::TraceSketch sketch;
        sketch.op("main", "aten::empty", 0, 100);
        sketch.memory("main", 10, 1, 4096, 10'000, 20'000);
        const std::vector<RowCurves> one = curvesOf(sketch.build());
        TraceBuilder& builder = sketch.builder();
        const ProcessId other = builder.addProcess({.key = "77", .name = "python3"});
        const TrackId thread = builder.addTrack({.process = other, .key = "77", .name = "MainThread"});
        sketch.memory("main", 20, 2, 4096, 10'000, 20'000);
        builder.memory().track.back() = thread;
        const std::vector<RowCurves> two = curvesOf(sketch.build());
        QCOMPARE(one.size(), std::size_t(1));
        QCOMPARE(two.size(), std::size_t(2));
        QCOMPARE(two[0].key, one[0].key);
        QVERIFY(two[1].key.endsWith(QLatin1String("/77"))); // a number that stands for it in every session
    }

    void valuesHaveTheirUnit_data() {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("bytes") << QStringLiteral("bytes") << 4096. << bytesText(4096);
        QTest::newRow("bytes a second") << QStringLiteral("bytes/s") << 4096. << bytesText(4096) + "/s";
        QTest::newRow("a share") << QStringLiteral("%") << 87.5 << QStringLiteral("87.5\u00a0%");
        QTest::newRow("a rate") << QStringLiteral("/s") << 12.25 << QStringLiteral("12.25/s");
        QTest::newRow("a negative one") << QStringLiteral("W") << -1.5 << QStringLiteral("-1.5\u00a0W");
        QTest::newRow("a series of several") << QStringLiteral("allocated") << 2.5 << QStringLiteral("2.5");
    }
    void valuesHaveTheirUnit() {
        QFETCH(QString, unit);
        QFETCH(double, value);
        QFETCH(QString, text);
        test::TraceSketch sketch;
        const TrackId track = sketch.track("main");
        TraceBuilder& builder = sketch.builder();
        builder.counters().push_back({track,
                                      builder.strings().intern("counter"),
                                      builder.strings().intern(unit.toStdString()),
                                      {10},
                                      {value}});
        const std::vector<RowCurves> rows = curvesOf(sketch.build());
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].value, text);
        QCOMPARE(rows[0].note, counterUnit(unit).isEmpty() ? unit : QString());
    }

    void manyCountersOfAProcessStandFoldedBelowIt() {
        test::TraceSketch sketch;
        sketch.op("main", "aten::empty", 0, 100);
        const TrackId track = sketch.track("main");
        TraceBuilder& builder = sketch.builder();
        for (const char* name : {"CPU", "Read", "Written", "Page faults"}) {
            builder.counters().push_back(
                {track, builder.strings().intern(name), builder.strings().intern("%"), {10}, {1}});
        }
        const auto shown = TimelineRows::build(LodIndex::build(sketch.build()));
        const auto head = std::ranges::find(shown->rows(), TimelineRow::Kind::Bundle, &TimelineRow::kind);
        QVERIFY(head != shown->rows().end());
        QVERIFY(head->folds);
        QCOMPARE(head->value, QStringLiteral("4"));
        QCOMPARE(shown->rows()[static_cast<std::size_t>(head->parent)].kind, TimelineRow::Kind::Process);
        QCOMPARE(std::ranges::count(shown->rows(), static_cast<int>(head - shown->rows().begin()),
                                    &TimelineRow::parent),
                 4);
    }
};

int run_tst_row_curves(int argc, char** argv) {
    return lanes::test::runWithWidgets<RowCurvesTest>(argc, argv);
}
#include "tst_row_curves.moc"
