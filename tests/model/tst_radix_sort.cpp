// Sorting by digits against sorting by comparison.
#include "model/base/RadixSort.h"

#include <QTest>

#include <algorithm>
#include <random>

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
};

QTEST_APPLESS_MAIN(tst_radix_sort)
#include "tst_radix_sort.moc"
