// Sorting by digits against sorting by comparison.
#include "model/base/RadixSort.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <utility>
#include <vector>

using namespace lanes;

class tst_radix_sort : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sortsLikeComparing_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<std::uint32_t>("largest");
        QTest::newRow("none") << 0 << 10u;
        QTest::newRow("one") << 1 << 10u;
        QTest::newRow("all equal") << 1000 << 0u;
        QTest::newRow("many equal ones") << 5000 << 20u;
        QTest::newRow("one digit more") << 5000 << 2048u;
        QTest::newRow("all 32 bits") << 200'000 << 0xffffffffu;
    }

    void sortsLikeComparing() {
        QFETCH(int, count);
        QFETCH(std::uint32_t, largest);
        std::mt19937 random(static_cast<unsigned>(count));
        std::uniform_int_distribution<std::uint32_t> pick(0, largest);
        std::vector<std::pair<std::uint32_t, int>> items;
        for (int i = 0; i < count; ++i) {
            items.emplace_back(i == 0 ? largest : pick(random), i);
        }
        auto expected = items;
        std::ranges::stable_sort(expected, {}, [](const auto& item) { return item.first; });
        radixSort(items, [](const auto& item) { return item.first; });
        QVERIFY(items == expected);
    }

    void ordersTimes_data() {
        QTest::addColumn<TimeNs>("first");
        QTest::addColumn<TimeNs>("last");
        QTest::newRow("a second") << TimeNs{1'790'000'000'000'000'000} << TimeNs{1'790'000'001'000'000'000};
        QTest::newRow("an hour") << TimeNs{0} << TimeNs{3'600'000'000'000};
        QTest::newRow("all that there are")
            << std::numeric_limits<TimeNs>::min() << std::numeric_limits<TimeNs>::max();
    }

    void ordersTimes() {
        QFETCH(TimeNs, first);
        QFETCH(TimeNs, last);
        std::mt19937_64 random(7);
        std::uniform_int_distribution<TimeNs> pick(first, last);
        std::vector<TimeNs> times{last, first};
        for (int i = 0; i < 5000; ++i) {
            times.push_back(i % 3 == 0 ? times.back() : pick(random));
        }
        const auto order = orderOf(times);
        QCOMPARE(order.size(), times.size());
        for (std::size_t i = 1; i < order.size(); ++i) {
            QVERIFY(std::pair(times[order[i - 1]], order[i - 1]) < std::pair(times[order[i]], order[i]));
        }
    }
};

int run_tst_radix_sort(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_radix_sort>(argc, argv);
}
#include "tst_radix_sort.moc"
