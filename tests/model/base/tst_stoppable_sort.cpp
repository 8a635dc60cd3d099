// Sorting that can be stopped gives what std::stable_sort gives.
#include "model/base/StoppableSort.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <random>

using namespace lanes;

class TestStoppableSort : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sortsAsTheStandardDoes_data() {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 2, 1 << 14, (1 << 14) + 1, 3 << 14, 100'000}) {
            QTest::newRow(std::to_string(size).c_str()) << size;
        }
    }

    void sortsAsTheStandardDoes() {
        QFETCH(int, size);
        std::mt19937 random(7);
        std::vector<std::pair<int, int>> items; // of equal keys the second tells which stood first
        for (int i = 0; i < size; ++i) {
            items.emplace_back(int(random() % 50), i);
        }
        const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
        auto expected = items;
        std::stable_sort(expected.begin(), expected.end(), less);
        QVERIFY(sortStoppably(items, less, {}));
        QVERIFY(items == expected);
    }

    void stopsWhileItSorts() {
        std::stop_source stop;
        std::vector<int> items(1'000'000);
        std::iota(items.rbegin(), items.rend(), 0);
        std::uint64_t after = 0;
        std::uint64_t seen = 0;
        const auto less = [&](int a, int b) {
            after += stop.stop_requested() ? 1 : 0;
            if (++seen == 2'000'000) {
                stop.request_stop();
            }
            return a < b;
        };
        QVERIFY(!sortStoppably(items, less, stop.get_token()));
        QVERIFY2(after < 400'000, qPrintable(QString::number(after))); // one piece, not all that is left
    }
};

int run_tst_stoppable_sort(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestStoppableSort>(argc, argv);
}
#include "tst_stoppable_sort.moc"
