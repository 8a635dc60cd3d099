// Time <-> pixel: exact, monotone, and on a grid that panning does not shift.
#include "model/base/TimeScale.h"
#include "tests/support/RunTest.h"

#include <QtTest>

using namespace lanes;

class TimeScaleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pixelsAndTimesAgree_data();
    void pixelsAndTimesAgree();
    void panningMovesByWholePixels();
    void zoomKeepsTheAnchor();
    void insideKeepsTheLengthWhereItCan();
};

void TimeScaleTest::pixelsAndTimesAgree_data() {
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<int>("width");
    QTest::newRow("an hour") << qint64(0) << qint64(3'600'000'000'000) << 1688;
    QTest::newRow("64 ns, closer than a nanosecond per pixel") << qint64(123'456'789) << qint64(64) << 1000;
    QTest::newRow("epoch nanoseconds") << qint64(1'700'000'000'123'456'789) << qint64(1'000'003) << 3608;
    QTest::newRow("before zero") << qint64(-5'000'001) << qint64(10'000'000) << 777;
    QTest::newRow("all of time") << qint64(0) << qint64(INT64_MAX / 2) << 4000;
}

void TimeScaleTest::pixelsAndTimesAgree() {
    QFETCH(qint64, begin);
    QFETCH(qint64, length);
    QFETCH(int, width);
    const TimeScale scale({begin, begin + length}, width);
    QCOMPARE(scale.toPixel(begin), 0);
    QVERIFY(scale.toPixel(begin + length) == width || scale.toPixel(begin + length) == width + 1);
    for (int x = 0; x <= width; ++x) {
        const TimeNs t = scale.toTime(x);
        QVERIFY(scale.toPixel(t) >= x);
        QVERIFY(scale.toPixel(t - 1) < x); // the first nanosecond of the pixel
    }
}

void TimeScaleTest::panningMovesByWholePixels() {
    const TimeNs length = 1'000'003;
    const TimeScale before({5'000, 5'000 + length}, 1688);
    for (const TimeNs by : {1, 300, 592, 593, 100'000}) {
        const TimeScale after({5'000 + by, 5'000 + by + length}, 1688);
        const int moved = before.toPixel(700'000) - after.toPixel(700'000);
        for (TimeNs t = 0; t < 2 * length; t += 997) {
            QCOMPARE(before.toPixel(t) - after.toPixel(t), moved);
        }
    }
}

void TimeScaleTest::zoomKeepsTheAnchor() {
    const TimeRange range{1'000'000, 3'000'000};
    const TimeNs anchor = 1'700'000;
    const TimeRange closer = zoomed(range, anchor, .5, 64);
    QCOMPARE(closer.length(), TimeNs(1'000'000));
    QCOMPARE(TimeScale(closer, 1000).toPixel(anchor), TimeScale(range, 1000).toPixel(anchor));
    QCOMPARE(zoomed(range, anchor, 1e-9, 64).length(), TimeNs(64));
}

void TimeScaleTest::insideKeepsTheLengthWhereItCan() {
    const TimeRange bounds{0, 1000};
    QCOMPARE(inside({-50, 50}, bounds), (TimeRange{0, 100}));
    QCOMPARE(inside({950, 1050}, bounds), (TimeRange{900, 1000}));
    QCOMPARE(inside({-10, 5000}, bounds), bounds);
}

int run_tst_time_scale(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TimeScaleTest>(argc, argv);
}
#include "tst_time_scale.moc"
