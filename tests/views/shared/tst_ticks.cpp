// Axes have their marks where they belong, and an end whatever a file says.
#include "tests/support/RunTest.h"
#include "views/shared/painting/Ticks.h"

#include <QTest>

#include <limits>

using namespace lanes;

namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

} // namespace

class TestTicks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void multiplesOfTheStep() {
        QCOMPARE(ticksIn({-7, 21}, 10), (std::vector<TimeNs>{0, 10, 20}));
        QCOMPARE(ticksIn({-20, 10}, 10), (std::vector<TimeNs>{-20, -10, 0}));
        QCOMPARE(ticksIn({11, 20}, 10), std::vector<TimeNs>{});
        QCOMPARE(niceStep(3), TimeNs(5));
        QCOMPARE(niceStep(51), TimeNs(100));
    }
    void timesAtTheEndOfAllTimes() {
        QCOMPARE(niceStep(1e300), TimeNs(5'000'000'000'000'000'000));
        QCOMPARE(ticksIn({kLargest - 5, kLargest}, 10), std::vector<TimeNs>{});
        QCOMPARE(ticksIn({kLargest - 9, kLargest}, 10).size(), std::size_t(1));
        QCOMPARE(ticksIn({kLeast, kLeast + 9}, 10), (std::vector<TimeNs>{kLeast / 10 * 10}));
        QCOMPARE(ticksIn({kLeast, kLargest}, niceStep(1e18)).size(), std::size_t(19));
        QCOMPARE(ticksIn({kLeast, kLargest}, 1).size(), kMostTicks);
    }
    void bytesUpToTheLargestNumber() {
        QCOMPARE(byteTicks(1000, 100, 50), (std::vector<std::int64_t>{0, 512}));
        QCOMPARE(byteTicks(0.5, 100, 50), std::vector<std::int64_t>{0});
        const std::vector<std::int64_t> large = byteTicks(double(kLargest) * 1.08, 400, 40);
        QVERIFY(large.size() > 2 && large.size() < 12);
        QVERIFY(std::ranges::is_sorted(large));
        QVERIFY(large.back() > 0);
    }
    void noRoomForAny() {
        for (const double pixels : {0., -10., 1e-9}) {
            QCOMPARE(byteTicks(double(kLargest), pixels, 40), std::vector<std::int64_t>{0});
        }
        QCOMPARE(byteTicks(std::numeric_limits<double>::infinity(), 100, 40).size(), std::size_t(1));
    }
};

int run_tst_ticks(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestTicks>(argc, argv);
}
#include "tst_ticks.moc"
