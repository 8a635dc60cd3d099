// Rings are emptied into memory while the recorder is busy, and nothing changes but that there is room.
#include "collector/recorder/rings/RingPump.h"
#include "tests/collector/RingFile.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>
#include <thread>

using namespace lanes;
using recorder::PumpedRing;
using recorder::RingPump;
using ring::RecordView;
using ring::RingReader;
using ring::RingWriter;
using test::intact;
using test::put;
using test::RingFile;

namespace {

constexpr std::size_t kWords = 8;
constexpr std::uint64_t kFit = ring::kMinRingBytes / (kWords * 8); // records in one ring

struct PumpedFile {
    PumpedFile(const std::string& path, RingPump& pump)
        : file(path)
        , writer(&file.header())
        , ring(pump.add(*RingReader::open(path))) {}

    RingFile file;
    RingWriter writer;
    std::shared_ptr<PumpedRing> ring;
};

// Writes records from `next` on until the ring is full; returns the one that found no room.
std::uint64_t fill(RingWriter& writer, std::uint64_t next) {
    while (put(writer, next, kWords)) {
        ++next;
    }
    return next;
}

// Takes what is there, which should be the records from `next` on; returns the one after the last.
std::uint64_t drained(PumpedRing& ring, std::uint64_t next, std::uint64_t& bad) {
    ring.drain([&](const RecordView& record) { bad += intact(record, next++) ? 0 : 1; });
    return next;
}

} // namespace

class tst_ring_pump : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    int files_ = 0;

    std::string freshPath() { return folder_.filePath(QString::number(++files_)).toStdString(); }

private Q_SLOTS:
    void whileTheRecorderIsBusyAFullRingFindsRoom() {
        RingPump pump;
        PumpedFile made(freshPath(), pump);
        auto& [file, writer, ring] = made;
        {
            const RingPump::Busy busy(pump);
            for (std::uint64_t i = 0; i < 5 * kFit; ++i) {
                if (!put(writer, i, kWords)) {
                    QTRY_VERIFY_WITH_TIMEOUT(ring->pressure() < 1, kPatience);
                    QVERIFY(put(writer, i, kWords));
                }
            }
        }
        std::uint64_t bad = 0;
        QCOMPARE(drained(*ring, 0, bad), 5 * kFit);
        QCOMPARE(bad, 0u);
        QCOMPARE(ring->damagedBytes(), 0u);
    }

    void whatIsInMemoryComesBeforeWhatIsInTheRing() {
        RingPump pump;
        PumpedFile made(freshPath(), pump);
        auto& [file, writer, ring] = made;
        std::uint64_t written = fill(writer, 0);
        {
            const RingPump::Busy busy(pump);
            QTRY_COMPARE_WITH_TIMEOUT(ring->pressure(), 0.0, kPatience);
        }
        QVERIFY(put(writer, written++, kWords));
        std::uint64_t bad = 0;
        QCOMPARE(drained(*ring, 0, bad), written);
        QCOMPARE(bad, 0u);
        QCOMPARE(drained(*ring, written, bad), written); // and nothing more
    }

    void noMoreIsHeldThanMay() {
        RingPump pump(2 * ring::kMinRingBytes + ring::kMinRingBytes / 4);
        PumpedFile made(freshPath(), pump);
        auto& [file, writer, ring] = made;
        PumpedFile small(freshPath(), pump);
        std::uint64_t written = 0;
        for (int round = 0; round < 2; ++round) {
            written = fill(writer, written);
            const RingPump::Busy busy(pump);
            QTRY_COMPARE_WITH_TIMEOUT(ring->pressure(), 0.0, kPatience);
        }
        written = fill(writer, written);
        // It comes behind the full one, and for what it has there is room.
        for (std::uint64_t i = 0; i < kFit / 8; ++i) {
            QVERIFY(put(small.writer, i, kWords));
        }
        {
            const RingPump::Busy busy(pump);
            QTRY_COMPARE_WITH_TIMEOUT(small.ring->pressure(), 0.0, kPatience);
        }
        QCOMPARE(ring->pressure(), 1.0);
        QCOMPARE(ring->dropped(), 3u);
        std::uint64_t bad = 0;
        QCOMPARE(drained(*ring, 0, bad), written);
        QCOMPARE(bad, 0u);
        fill(writer, written);
        const RingPump::Busy busy(pump);
        QTRY_COMPARE_WITH_TIMEOUT(ring->pressure(), 0.0, kPatience); // what was read has made room
    }

    void damageCostsWhatWasTakenOutWithIt() {
        RingPump pump;
        PumpedFile made(freshPath(), pump);
        auto& [file, writer, ring] = made;
        std::uint64_t written = fill(writer, 0);
        const ring::RecordHeader nonsense{};
        constexpr std::size_t kWhole = 100;
        std::memcpy(file.file().data() + ring::kRingHeaderBytes + kWhole * kWords * 8, &nonsense,
                    sizeof nonsense);
        {
            const RingPump::Busy busy(pump);
            QTRY_COMPARE_WITH_TIMEOUT(ring->pressure(), 0.0, kPatience);
        }
        std::uint64_t bad = 0;
        QCOMPARE(drained(*ring, 0, bad), kWhole);
        QCOMPARE(ring->damagedBytes(), ring::kMinRingBytes - kWhole * kWords * 8);
        QVERIFY(put(writer, written, kWords));
        QCOMPARE(drained(*ring, written, bad), written + 1);
        QCOMPARE(bad, 0u);
    }

    void writerPumpAndReaderAtTheSameTime() {
        RingPump pump;
        PumpedFile made(freshPath(), pump);
        auto& [file, writer, ring] = made;
        constexpr std::uint64_t kRecords = 400'000;
        std::thread thread([&made] {
            for (std::uint64_t i = 0; i < kRecords;) {
                if (put(made.writer, i, 2 + i % 23)) {
                    ++i;
                } else {
                    std::this_thread::yield();
                }
            }
        });
        std::uint64_t read = 0;
        std::uint64_t bad = 0;
        for (bool pumped = false; read < kRecords; pumped = !pumped) {
            std::optional<RingPump::Busy> busy;
            if (pumped) {
                busy.emplace(pump);
                std::this_thread::yield();
            }
            read = drained(*ring, read, bad);
        }
        thread.join();
        QCOMPARE(read, kRecords);
        QCOMPARE(bad, 0u);
    }
};

int run_tst_ring_pump(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_ring_pump>(argc, argv);
}
#include "tst_ring_pump.moc"
