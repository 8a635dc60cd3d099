#include "collector/ring/FileNames.h"
#include "collector/ring/RingBudget.h"
#include "collector/ring/RingReader.h"
#include "collector/ring/RingWriter.h"
#include "collector/ring/SharedText.h"
#include "collector/ring/SourceMask.h"
#include "tests/collector/RingFile.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <random>
#include <thread>

using namespace lanes::ring;

using lanes::test::intact;
using lanes::test::put;
using lanes::test::RingFile;

namespace {

constexpr std::uint64_t kCapacity = kMinRingBytes;

} // namespace

class tst_ring : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    int files_ = 0;

    std::string freshPath() { return folder_.filePath(QString::number(++files_)).toStdString(); }

private Q_SLOTS:
    void theBudgetGivesLargeRingsToTheFirstAndSomethingToTheThousandth() {
        constexpr std::int64_t kBudget = 1 << 30;
        SessionControl control{};
        control.mostRingBytes = 16 << 20;
        control.ringBytesLeft = kBudget;
        std::vector<std::uint64_t> rings;
        while (const std::uint64_t capacity = takeRing(control)) {
            QVERIFY(std::has_single_bit(capacity) && capacity >= kMinRingBytes && capacity <= 16 << 20);
            QVERIFY(rings.empty() || capacity <= rings.back());
            QVERIFY(control.ringBytesLeft.load() >= 0);
            rings.push_back(capacity);
        }
        QVERIFY2(rings.size() > 1000, qPrintable(QString::number(rings.size())));
        // A main thread, its autograd thread and eight data workers get the same.
        QCOMPARE(std::count(rings.begin(), rings.begin() + 10, std::uint64_t{16} << 20), 10);
        for (const std::uint64_t capacity : rings) {
            giveRingBack(control, capacity);
        }
        QCOMPARE(control.ringBytesLeft.load(), kBudget);
        QCOMPARE(control.rings.load(), 0U);
        QCOMPARE(takeRing(control, 100'000), kMinRingBytes); // as large as asked for at most
    }
    void aSpentOrDamagedBudgetGivesNothingOrTheSmallest() {
        SessionControl control{};
        control.mostRingBytes = 16 << 20;
        for (const std::int64_t left : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, std::int64_t{65536}}) {
            control.ringBytesLeft = left;
            QCOMPARE(takeRing(control), std::uint64_t{0});
            QCOMPARE(control.ringBytesLeft.load(), left);
        }
        control.ringBytesLeft = INT64_MAX;
        control.rings = UINT32_MAX;
        control.mostRingBytes = 0;
        QCOMPARE(takeRing(control), kMinRingBytes);
    }
    void eachChangeOfWhatIsWantedIsANewGeneration() {
        SessionControl control{};
        setSources(control, kOperators | kMemory);
        const std::uint64_t first = control.wanted;
        QCOMPARE(sourcesOf(first), std::uint32_t{kOperators | kMemory});
        setSources(control, kOperators | kMemory);
        QCOMPARE(control.wanted.load(), first);
        setSources(control, 0);
        setSources(control, kOperators | kMemory);
        QCOMPARE(sourcesOf(control.wanted), std::uint32_t{kOperators | kMemory});
        QCOMPARE(generationOf(control.wanted), generationOf(first) + 2);
    }
    void aFileBeyondTheProcesssLimitIsRefusedWithoutASignal() {
        const std::string path = freshPath();
        const pid_t child = fork();
        if (child == 0) { // SIGXFSZ would end it
            const rlimit limit{100'000, 100'000};
            setrlimit(RLIMIT_FSIZE, &limit);
            const bool refused = !MappedFile::create(path, 200'000) && errno == EFBIG;
            _exit(refused && MappedFile::create(path, 50'000) ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
    }
    // On tmpfs a signal undoes what it interrupts.
    void aFileIsMadeAlsoUnderAFastTimer() {
        const std::string folder = "/dev/shm/tst_ring-" + std::to_string(getpid());
        struct sigaction action {};
        action.sa_handler = [](int) {};
        struct sigaction before {};
        sigaction(SIGALRM, &action, &before);
        const itimerval fast{{0, 500}, {0, 500}};
        setitimer(ITIMER_REAL, &fast, nullptr);
        const MappedFile file = MappedFile::create(folder, 8 << 20);
        const int problem = errno;
        const itimerval off{};
        setitimer(ITIMER_REAL, &off, nullptr);
        sigaction(SIGALRM, &before, nullptr);
        unlink(folder.c_str());
        QVERIFY2(file, std::strerror(problem));
    }
    void recordsComeOutInOrderAcrossTheEndOfTheRing() {
        const std::string path = freshPath();
        RingFile target(path);
        RingWriter writer(&target.header());
        auto reader = RingReader::open(path);
        QVERIFY(reader);
        std::uint64_t written = 0;
        std::uint64_t read = 0;
        for (int round = 0; round < 300; ++round) {
            for (int i = 0; i < 40; ++i, ++written) {
                QVERIFY(put(writer, written, 2 + written % 17));
            }
            reader->drain([&](const RecordView& record) { read += intact(record, read) ? 1 : 1'000'000; });
            QCOMPARE(read, written);
        }
        QCOMPARE(reader->damagedBytes(), std::uint64_t{0});
        QCOMPARE(reader->dropped(), std::uint64_t{0});
    }
    void whatDoesNotFitIsCountedAndNothingElseIsHurt() {
        const std::string path = freshPath();
        RingFile target(path);
        RingWriter writer(&target.header());
        std::uint64_t written = 0;
        while (put(writer, written, 4)) {
            ++written;
        }
        QCOMPARE(written, kCapacity / 32);
        QVERIFY(!put(writer, 0, 4));
        auto reader = RingReader::open(path);
        QVERIFY(reader);
        QCOMPARE(reader->dropped(), std::uint64_t{2});
        std::uint64_t read = 0;
        reader->drain([&](const RecordView& record) { read += intact(record, read) ? 1 : 1'000'000; });
        QCOMPARE(read, written);
        QVERIFY(put(writer, 5, 4)); // room again
    }
    void aPositionFromNowhereIsNeverBelieved() {
        RingFile target(freshPath());
        RingWriter writer(&target.header());
        while (put(writer, 1, 4)) {
        }
        const std::uint64_t head = target.header().head;
        for (const std::uint64_t tail : {head + 8, head - kCapacity - 8, ~std::uint64_t{0}}) {
            target.header().tail = tail;
            for (int i = 0; i < 3; ++i) {
                QVERIFY(writer.reserve(64) == nullptr);
            }
        }
        target.header().tail = head;
        QVERIFY(writer.reserve(64) != nullptr);
    }
    void spareRoomIsKeptForTheEndsOfOpenOperators() {
        RingFile target(freshPath());
        RingWriter writer(&target.header());
        constexpr std::size_t kOwed = 100;
        OpBegin begin{};
        begin.header = recordHeader(RecordType::OpBegin, sizeof begin, 0, 1);
        while (writer.write(begin, kOwed * sizeof(OpEnd))) {
        }
        OpEnd end{};
        end.header = recordHeader(RecordType::OpEnd, sizeof end, 0, 1);
        for (std::size_t i = 0; i < kOwed; ++i) {
            QVERIFY(writer.write(end));
        }
    }
    void writerAndReaderAtTheSameTime() {
        const std::string path = freshPath();
        RingFile target(path);
        constexpr std::uint64_t kRecords = 400'000;
        std::thread thread([&target] {
            RingWriter writer(&target.header());
            for (std::uint64_t i = 0; i < kRecords;) {
                i += put(writer, i, 2 + i % 23) ? 1 : 0;
                if (i % 1024 == 0) {
                    std::this_thread::yield();
                }
            }
        });
        auto reader = RingReader::open(path);
        std::uint64_t read = 0;
        std::uint64_t bad = 0;
        while (reader && read < kRecords) {
            const std::size_t bytes =
                reader->drain([&](const RecordView& record) { bad += intact(record, read++) ? 0 : 1; });
            if (bytes == 0) {
                std::this_thread::yield();
            }
        }
        thread.join();
        QVERIFY(reader);
        QCOMPARE(bad, std::uint64_t{0});
        QCOMPARE(read, kRecords);
        QCOMPARE(reader->damagedBytes(), std::uint64_t{0});
    }
    void recordsOutliveAKilledWriter() {
        const std::string path = freshPath();
        RingFile target(path, 1U << 20);
        const pid_t child = fork();
        if (child == 0) {
            RingWriter writer(&target.header());
            for (std::uint64_t i = 0; i < 10'000; ++i) {
                put(writer, i, 4);
            }
            kill(getpid(), SIGKILL);
        }
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        auto reader = RingReader::open(path);
        QVERIFY(reader);
        std::uint64_t read = 0;
        while (reader->drain(
                   [&](const RecordView& record) { read += intact(record, read) ? 1 : 1'000'000; }) != 0) {
        }
        QCOMPARE(read, std::uint64_t{10'000});
    }
    void damageIsSkippedCountedAndReadingGoesOn() {
        const std::string path = freshPath();
        RingFile target(path);
        RingWriter writer(&target.header());
        auto reader = RingReader::open(path);
        QVERIFY(reader);
        for (std::uint64_t i = 0; i < 10; ++i) {
            QVERIFY(put(writer, i, 4));
        }
        std::memset(target.file().data() + kRingHeaderBytes + std::size_t{5} * 32, 0,
                    8); // the sixth record's length
        std::uint64_t read = 0;
        const auto count = [&](const RecordView&) { ++read; };
        reader->drain(count);
        QCOMPARE(read, std::uint64_t{5});
        QCOMPARE(reader->damagedBytes(), std::uint64_t{5 * 32});
        QVERIFY(put(writer, 1, 4));
        reader->drain(count);
        QCOMPARE(read, std::uint64_t{6});
    }
    void anyBytesAreSurvived() {
        std::mt19937_64 random(11);
        const std::string path = freshPath();
        RingFile target(path);
        auto reader = RingReader::open(path);
        QVERIFY(reader);
        auto* data = reinterpret_cast<std::uint64_t*>(target.file().data() + kRingHeaderBytes);
        std::size_t records = 0;
        std::size_t bytes = 0;
        for (int round = 0; round < 2000; ++round) {
            for (int i = 0; i < 200; ++i) {
                data[random() % (kCapacity / 8)] = random() >> (random() % 64);
            }
            target.header().head.store(random() % 3 == 0 ? random()
                                                         : target.header().head.load() + random() % 4096);
            target.header().capacity = random();
            reader->drain([&](const RecordView& record) {
                ++records;
                bytes += record.text<DefineName>(random(), random()).size() + record.words<OpBegin>().size();
                QVERIFY(std::size_t{record.header().words} * 8 <= kMaxRecordBytes);
            });
        }
        QVERIFY(reader->damagedBytes() > 0);
        QVERIFY(records > 0 && bytes > 0);
    }
    void aFileThatIsNoRingIsRefusedWithAReason_data() {
        QTest::addColumn<int>("change");
        QTest::addColumn<QString>("says");
        QTest::newRow("magic") << 0 << "is not a ring";
        QTest::newRow("version") << 1 << "another version";
        QTest::newRow("capacity") << 2 << "impossible size";
        QTest::newRow("cut short") << 3 << "cannot be mapped";
        QTest::newRow("missing") << 4 << "cannot be mapped";
    }
    void aFileThatIsNoRingIsRefusedWithAReason() {
        QFETCH(int, change);
        QFETCH(QString, says);
        const std::string path = freshPath();
        RingFile target(path);
        switch (change) {
        case 0:
            target.header().magic = 1;
            break;
        case 1:
            target.header().version = kRingVersion + 1;
            break;
        case 2:
            target.header().capacity = kCapacity * 2;
            break;
        case 3:
            QCOMPARE(truncate(path.c_str(), 100), 0);
            break;
        default:
            QCOMPARE(unlink(path.c_str()), 0);
            break;
        }
        std::string reason;
        QVERIFY(!RingReader::open(path, &reason));
        QVERIFY2(QString::fromStdString(reason).contains(says), reason.c_str());
    }
    void namesTellProcessesAndRingsApart() {
        const FileName process{FileName::Kind::Process, 4711, 0xabcdef0123, 0};
        const FileName ring{FileName::Kind::Ring, 4711, 0xabcdef0123, 12};
        QCOMPARE(toText(process), std::string("4711-abcdef0123.process"));
        QCOMPARE(toText(ring), std::string("4711-abcdef0123-12.ring"));
        QVERIFY(parseFileName(toText(process)) == process);
        QVERIFY(parseFileName(toText(ring)) == ring);
        for (const char* wrong :
             {"", "session", "4711-ab.process.new", "04711-ab.process", "4711-.process", "4711-ab-.ring",
              "99999999999-ab.process", "4711-ab-1.ring2", "-1-ab.process", "4711-AB.process"}) {
            QVERIFY2(!parseFileName(wrong), wrong);
        }
    }
    void textsOfAProcessAreClippedAndReadBack() {
        const std::string path = freshPath();
        MappedFile file = MappedFile::create(path, sizeof(ProcessControl));
        QVERIFY(file);
        auto& control = *reinterpret_cast<ProcessControl*>(file.data());
        QVERIFY(!isProcessControl(file.data(), file.size()));
        control.magic = kProcessMagic;
        control.version = kRingVersion;
        QVERIFY(isProcessControl(file.data(), file.size()));
        setText(control, control.name, std::string(1000, 'x'));
        setText(control, control.reason, "layout unknown");
        const ProcessFacts facts = readFacts(control);
        QCOMPARE(facts.name, std::string(255, 'x'));
        QCOMPARE(facts.reason, std::string("layout unknown"));
        QCOMPARE(facts.textVersion, 4U);
        std::memset(control.name, 'y', sizeof control.name); // hostile: no terminator
        QCOMPARE(readFacts(control).name.size(), sizeof control.name);
    }
    void ticksBecomeNanoseconds() {
        const TickClock plain(ClockKind::MonotonicNs);
        QCOMPARE(plain.toNs(123'456'789), 123'456'789);
        TickClock clock(ClockKind::Tsc);
        clock.add(readTicks(ClockKind::Tsc) + 1, 4'000'000'000'000'000'000); // the steepest slope there is
        for (const std::uint64_t hostile : {~std::uint64_t{0}, ~std::uint64_t{0} / 2, std::uint64_t{0}}) {
            QVERIFY(std::abs(clock.toNs(hostile)) <= 4'000'000'000'000'000'000);
            QVERIFY(std::abs(plain.toNs(hostile)) <= 4'000'000'000'000'000'000);
            QVERIFY(std::abs(plain.toNs(hostile / 2 + 1)) <= 4'000'000'000'000'000'000);
        }

        const ClockKind kind = bestClock();
        TickClock real(kind);
        const std::int64_t before = monotonicNs();
        const std::uint64_t ticks = readTicks(kind);
        const std::int64_t after = monotonicNs();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        real.sample();
        QVERIFY2(real.toNs(ticks) >= before - 2000 && real.toNs(ticks) <= after + 2000,
                 qPrintable(QString::number(real.toNs(ticks) - before)));
    }
    void anEarlierSampleNeverReplacesALaterOne() {
        TickClock clock(ClockKind::Tsc);
        const std::uint64_t now = readTicks(ClockKind::Tsc) + 1'000'000'000;
        const std::int64_t ns = monotonicNs() + 1'000'000'000;
        clock.add(now, ns);
        clock.add(now - 5, ns + 5);
        clock.add(now + 1000, ns + 500);
        QCOMPARE(clock.toNs(now), ns);
        QCOMPARE(clock.toNs(now + 1000), ns + 500);
        QCOMPARE(clock.toNs(now + 2000), ns + 1000);
    }
    void aRingThatIsShutTakesNothing() {
        RingFile file(freshPath());
        RingWriter writer(&file.header());
        QVERIFY(put(writer, 1, 4));
        file.header().shut = 1;
        QVERIFY(!put(writer, 2, 4));
        QCOMPARE(writer.reserve(8), nullptr);
        QCOMPARE(file.header().head.load(), 32u);
        QCOMPARE(file.header().dropped.load(), 0u); // nobody records any more
    }
    void aClockOfDaysForgetsHowItRanHoursAgo() {
        TickClock clock(ClockKind::Tsc);
        const std::uint64_t ticks = readTicks(ClockKind::Tsc) + 1'000'000'000;
        const std::int64_t ns = monotonicNs() + 1'000'000'000;
        const auto add = [&](std::size_t i, std::int64_t off) {
            clock.add(ticks + i * 1000, ns + static_cast<std::int64_t>(i) * 1000 + off);
        };
        constexpr std::size_t kBump = 16; // of those that are forgotten first
        for (std::size_t i = 0; i < TickClock::kMostSamples; ++i) {
            add(i, i == kBump ? 500 : 0);
        }
        QCOMPARE(clock.toNs(ticks + kBump * 1000),
                 ns + kBump * 1000); // the clock's own first sample makes it odd
        QCOMPARE(clock.toNs(ticks + (kBump + 2) * 1000), ns + (kBump + 2) * 1000);
        const std::size_t last = TickClock::kMostSamples - 1;
        QCOMPARE(clock.toNs(ticks + last * 1000), ns + static_cast<std::int64_t>(last) * 1000);
    }
};

int run_tst_ring(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_ring>(argc, argv);
}
#include "tst_ring.moc"
