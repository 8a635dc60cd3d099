// What becomes of records when their ring is full: what has begun ends, what is lost is counted where it was lost.
#include "collector/probe/torch/OperatorHook.h"
#include "tests/collector/probe/RecordedRing.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace lanes;
using namespace lanes::probe;
using test::begin;
using test::nameIn;
using test::RecordedRing;

class tst_full_ring : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    int files_ = 0;

    std::string freshPath() { return folder_.filePath(QString::number(++files_)).toStdString(); }

private Q_SLOTS:
    void whatBeganEndsEvenInAFullRing() {
        RecordedRing ring(freshPath());
        std::vector<bool> recorded(4000);
        for (std::uint32_t depth = 0; depth < recorded.size(); ++depth) {
            recorded[depth] = begin(ring.recorder(), 7, depth);
        }
        const auto begun = static_cast<std::size_t>(std::count(recorded.begin(), recorded.end(), true));
        QVERIFY(begun > 0 && begun < recorded.size());
        QCOMPARE(ring.dropped(), std::uint64_t{recorded.size() - begun});
        for (std::uint32_t depth = 4000; depth-- > 0;) {
            if (recorded[depth]) {
                ring.recorder().endOperator(depth, 0);
            }
        }
        const std::vector<std::string> seen = ring.read();
        QCOMPARE(static_cast<std::size_t>(std::count(seen.begin(), seen.end(), "-")), begun);
        QCOMPARE(seen.size(), 2 * begun);
    }
    void aLossIsNotedWhereItHappened() {
        RecordedRing ring(freshPath());
        std::uint64_t lost = 0;
        while (lost < 10) {
            if (begin(ring.recorder(), 7, 1)) {
                ring.recorder().endOperator(1, 0);
            } else {
                ++lost;
            }
        }
        QCOMPARE(ring.recorder().lossesInARow(), lost);
        (void)ring.read();
        QVERIFY(begin(ring.recorder(), 7, 1));
        QCOMPARE(ring.read(), (std::vector<std::string>{"!10", "op7"}));
        QCOMPARE(ring.dropped(), lost);
    }
    void operatorsThatEndOnAnotherThreadDoNotFillTheRing() {
        RecordedRing ring(freshPath());
        RecordedRing other(freshPath());
        for (std::uint32_t i = 0; i < 50'000; ++i) {
            QVERIFY(begin(ring.recorder(), 7, i));
            other.recorder().endOperatorOf(ring.recorder(), i, 0);
            if (i % 100 == 99) {
                QCOMPARE(ring.read().size(), std::size_t{100});
                QCOMPARE(other.read().size(), std::size_t{100});
            }
        }
    }
    void whatANewTenantEndsForTheOldOneCostsNoRoom() {
        RecordedRing ring(freshPath());
        ring.recorder().startThread(1, 0, "old");
        for (std::uint32_t key = 0; key < 3; ++key) {
            QVERIFY(begin(ring.recorder(), 7, key));
        }
        ring.recorder().endThread();
        ring.recorder().startThread(2, 0, "new");
        for (std::uint32_t key = 0; key < 3; ++key) {
            ring.recorder().endOperator(key, 0);
        }
        QVERIFY(begin(ring.recorder(), 7, 1));
        ring.recorder().endOperator(1, 0);
        QCOMPARE(ring.read(),
                 (std::vector<std::string>{">old", "op7", "op7", "op7", ">new", "-", "-", "-", "op7", "-"}));
        QCOMPARE(ring.dropped(), std::uint64_t{0});
    }
    void aThreadThatStartsInAFullRingIsToldOfBeforeItsOperators() {
        RecordedRing ring(freshPath());
        ring.recorder().startThread(1, 0, "old");
        // Ended at once: an open one keeps room for its end, which the next thread would find.
        while (begin(ring.recorder(), 7, 1)) {
            ring.recorder().endOperator(1, 0);
        }
        ring.recorder().endThread();
        ring.recorder().startThread(2, 0, "new");
        ring.recorder().nameThread(2, "a thread whose name finds no room");
        QVERIFY(!begin(ring.recorder(), 7, 2));
        const std::uint64_t lost = ring.recorder().lossesInARow();
        std::vector<std::string> seen = ring.read();
        QCOMPARE(std::ranges::count(seen, ">old"), 1);
        QCOMPARE(std::ranges::count(seen, ">new"), 0);
        QVERIFY(begin(ring.recorder(), 7, 2));
        QCOMPARE(ring.read(), (std::vector<std::string>{"!" + std::to_string(lost), ">new", "op7"}));
    }
    void anEndThatIsLostElsewhereIsCountedAndOwedNoLonger() {
        RecordedRing ring(freshPath());
        for (std::uint32_t i = 1; i <= 50'000; ++i) {
            QVERIFY(begin(ring.recorder(), 7, i));
            ring.recorder().loseEnd();
            QCOMPARE(ring.dropped(), std::uint64_t{i});
            QCOMPARE(ring.read().size(), std::size_t{1});
        }
        ring.recorder().abandon(); // as in a forked child, whose parent's ring it was
        ring.recorder().loseEnd();
        QCOMPARE(ring.dropped(), std::uint64_t{50'000});
    }
    void anOperatorWhoseNameFindsNoRoomIsLostAndNotAnother() {
        RecordedRing ring(freshPath());
        std::uint64_t recorded = 0;
        std::uint64_t lost = 0;
        while (lost < 1000) { // every operator is a new one
            ring.recorder().arguments().clear();
            const std::uint32_t name = nameIn(ring.recorder(), 1 + recorded + lost);
            OperatorFacts facts;
            facts.key = 1;
            if (void* mark = recordBegin(ring.recorder(), facts, name, ring::kOperators)) {
                QCOMPARE(static_cast<OpenMark*>(mark)->owner(), &ring.recorder());
                ring.recorder().endOperator(1, 0);
                ++recorded;
            } else {
                ++lost;
            }
        }
        QCOMPARE(ring.dropped(), lost);
        const std::vector<std::string> seen = ring.read();
        QCOMPARE(seen.size(), 2 * recorded);
        QVERIFY(std::ranges::find(seen, std::string()) == seen.end());
    }
};

int run_tst_full_ring(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_full_ring>(argc, argv);
}
#include "tst_full_ring.moc"
