// Which lanes are taken, and by how many slices that overlap.
#include "model/trace/slices/Nesting.h"
#include "tests/support/RunTest.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace lanes;

class tst_taken_lanes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Each slice outlives the one before: as many lanes as slices, but no time for each of them.
    void allOverlap() {
        constexpr std::uint32_t kSlices = 300'000;
        Nesting nesting;
        QElapsedTimer timer;
        timer.start();
        for (std::uint32_t i = 0; i < kSlices; ++i) {
            QCOMPARE(nesting.place(i, kSlices + i), i);
        }
        for (std::uint32_t i = 0; i < kSlices; ++i) { // each takes the lane of the one that ends
            QCOMPARE(nesting.place(kSlices + i, 2 * kSlices + i), i);
        }
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    }

    void lanesThatAreTaken() {
        std::mt19937 random(3);
        TakenLanes lanes;
        std::vector<bool> taken(20'000);
        for (int turn = 0; turn < 60'000; ++turn) {
            const auto lane = static_cast<std::uint32_t>(random() % (turn < 30'000 ? 9000 : 300));
            taken[lane] = random() % 8 != 0;
            lanes.take(lane);
            if (!taken[lane]) {
                lanes.release(lane);
            }
            const auto from = static_cast<std::uint32_t>(random() % 9000);
            const auto free = std::find(taken.begin() + from, taken.end(), false) - taken.begin();
            QCOMPARE(lanes.firstFree(from), static_cast<std::uint32_t>(free));
        }
    }
};

int run_tst_taken_lanes(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_taken_lanes>(argc, argv);
}
#include "tst_taken_lanes.moc"
