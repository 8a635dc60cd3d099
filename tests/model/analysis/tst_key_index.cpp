// Keys are numbered in order of first appearance, also by a table that was asked to stop and so puts growing off.
#include "model/analysis/operators/KeyIndex.h"
#include "tests/support/RunTest.h"

#include <QTest>

using namespace lanes;

class TestKeyIndex : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keysAreNumberedByFirstAppearance() {
        KeyIndex index;
        QCOMPARE(index.add(7), 0U);
        QCOMPARE(index.add(1ULL << 63), 1U);
        QCOMPARE(index.add(7), 0U);
        QCOMPARE(index.size(), 2U);
    }

    void whatWasAskedToStopStaysRightHoweverMuchComes() {
        std::stop_source stop;
        KeyIndex index(stop.get_token());
        for (std::uint32_t i = 0; i < kMany; ++i) {
            if (i == kMany / 3) {
                stop.request_stop();
            }
            QCOMPARE(index.add(keyOf(i)), i);
        }
        for (std::uint32_t i = 0; i < kMany; ++i) {
            QCOMPARE(index.add(keyOf(i)), i);
        }
        QCOMPARE(index.size(), kMany);
    }

private:
    static constexpr std::uint32_t kMany = 1'000'000;
    static std::uint64_t keyOf(std::uint32_t i) { return (std::uint64_t{i} << 32) + i % 7; }
};

int run_tst_key_index(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestKeyIndex>(argc, argv);
}
#include "tst_key_index.moc"
