// Large arrays: memory that is asked for ahead of time keeps what has been written already.
#include "model/base/HugeVector.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <cstdint>

using namespace lanes;

class tst_huge_vector : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void touchingAheadKeepsWhatIsWritten_data() {
        QTest::addColumn<std::size_t>("items");
        QTest::newRow("none") << std::size_t(0);
        QTest::newRow("few, less than a page") << std::size_t(100);
        QTest::newRow("many") << std::size_t(3'000'000);
    }

    void touchingAheadKeepsWhatIsWritten() {
        QFETCH(std::size_t, items);
        auto array = hugeArray<std::uint32_t>(items);
        for (std::size_t i = 0; i < items / 2; ++i) {
            array[i] = static_cast<std::uint32_t>(i);
        }
        constexpr std::size_t kPage = 4096;
        touchAhead(array, items / 2 / kPage * kPage, items * 2); // also beyond the end
        touchAhead(array, 0, items);
        for (std::size_t i = 0; i < items; ++i) {
            QCOMPARE(array[i], i < items / 2 ? static_cast<std::uint32_t>(i) : 0u);
        }
    }

    void filledVectorsHaveTheirValue() {
        const UnwrittenVector<std::uint32_t> vector(1'000'000, 7u);
        QCOMPARE(vector.front(), 7u);
        QCOMPARE(vector.back(), 7u);
    }
};

int run_tst_huge_vector(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_huge_vector>(argc, argv);
}
#include "tst_huge_vector.moc"
