#include "collector/probe/LineTable.h"
#include "collector/probe/OperatorHook.h"
#include "collector/probe/ProfilerSwitch.h"
#include "collector/probe/ThreadRecorder.h"
#include "collector/ring/RingReader.h"

#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>

using namespace lanes;
using namespace lanes::probe;

namespace {

// A recorder with its ring, and what a reader makes of it.
class Ring {
public:
    explicit Ring(const std::string& path, std::uint64_t capacity = ring::kMinRingBytes)
        : recorder_(made(path, capacity), ring::ClockKind::MonotonicNs)
        , reader_(*ring::RingReader::open(path)) {}

    ThreadRecorder& recorder() { return recorder_; }
    [[nodiscard]] std::uint64_t dropped() const { return reader_.dropped(); }

    // Reads everything; names of begun operators, "-" for ends, "!n" for a note of n losses.
    std::vector<std::string> read() {
        std::vector<std::string> found;
        while (reader_.drain([&](const ring::RecordView& record) { take(record, found); }) != 0) {
        }
        return found;
    }

private:
    static ring::MappedFile made(const std::string& path, std::uint64_t capacity) {
        ring::MappedFile file = ring::MappedFile::create(path, ring::kRingHeaderBytes + capacity);
        auto* header = reinterpret_cast<ring::RingHeader*>(file.data());
        header->magic = ring::kRingMagic;
        header->version = ring::kRingVersion;
        header->capacity = capacity;
        return file;
    }

    void take(const ring::RecordView& record, std::vector<std::string>& found) {
        switch (record.type()) {
        case ring::RecordType::DefineName:
            names_[record.header().key] =
                record.text<ring::DefineName>(0, record.as<ring::DefineName>()->nameBytes);
            break;
        case ring::RecordType::OpBegin:
            found.push_back(names_[record.as<ring::OpBegin>()->name]);
            break;
        case ring::RecordType::OpEnd:
            found.emplace_back("-");
            break;
        case ring::RecordType::Dropped:
            found.push_back("!" + std::to_string(record.as<ring::Dropped>()->count));
            break;
        default:
            break;
        }
    }

    ThreadRecorder recorder_;
    ring::RingReader reader_;
    std::map<std::uint32_t, std::string> names_;
};

std::uint32_t nameIn(ThreadRecorder& recorder, std::uint64_t key) {
    const std::uint32_t known = recorder.findName(key);
    return known != 0 ? known : recorder.defineName({key, "op" + std::to_string(key), {}});
}

bool begin(ThreadRecorder& recorder, std::uint64_t name, std::uint32_t key) {
    OperatorFacts facts;
    facts.key = key;
    recorder.arguments().clear();
    const std::uint32_t id = nameIn(recorder, name);
    return recorder.beginOperator(facts, id, 0, 0, recorder.arguments());
}

} // namespace

class tst_probe_records : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    int files_ = 0;

    std::string freshPath() { return folder_.filePath(QString::number(++files_)).toStdString(); }

private Q_SLOTS:
    void namesBeyondTheTableAreDefinedAgain() {
        Ring ring(freshPath());
        constexpr std::uint64_t kNames = 5000; // the table of the smallest ring holds 256
        for (int round = 0; round < 2; ++round) {
            for (std::uint64_t name = 1; name <= kNames; ++name) {
                QVERIFY(begin(ring.recorder(), name, 1));
                ring.recorder().endOperator(1, 0);
                if (name % 100 != 0) {
                    continue;
                }
                const std::vector<std::string> seen = ring.read();
                QCOMPARE(seen.size(), std::size_t{200});
                QCOMPARE(seen.front(), "op" + std::to_string(name - 99));
                QCOMPARE(seen[198], "op" + std::to_string(name));
            }
        }
        QCOMPARE(ring.dropped(), std::uint64_t{0});
    }
    void whatBeganEndsEvenInAFullRing() {
        Ring ring(freshPath());
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
        Ring ring(freshPath());
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
        Ring ring(freshPath());
        Ring other(freshPath());
        for (std::uint32_t i = 0; i < 50'000; ++i) {
            QVERIFY(begin(ring.recorder(), 7, i));
            other.recorder().endOperatorOf(ring.recorder(), i, 0);
            if (i % 100 == 99) {
                QCOMPARE(ring.read().size(), std::size_t{100});
                QCOMPARE(other.read().size(), std::size_t{100});
            }
        }
    }
    void equalArgumentsAreDefinedOnce() {
        Ring ring(freshPath());
        ArgumentBuffer& arguments = ring.recorder().arguments();
        std::set<std::uint32_t> ids;
        for (std::uint64_t round = 0; round < 3; ++round) {
            for (std::uint64_t size = 1; size <= 50; ++size) {
                arguments.clear();
                arguments.push(ring::argumentWord(ring::ArgumentKind::Tensor, 1, 6));
                arguments.push(size);
                arguments.push(1);
                arguments.pushScalar(ring::ArgumentKind::Int, round); // the value is no part of the signature
                ids.insert(ring.recorder().signatureOf(arguments));
            }
        }
        QCOMPARE(ids.size(), std::size_t{50});
        QVERIFY(!ids.contains(0));
    }
    void linesOfEachPython_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QList<int>>("lines"); // of the instructions 0, 2, 4, ...; the first line is 10
        QTest::newRow("3.9: pairs that begin at their address")
            << 0 << QByteArray::fromStdString(std::string("\x00\x01\x04\x02\x04\xff", 6))
            << QList<int>{11, 11, 13, 13, 12};
        QTest::newRow("3.10: pairs that cover a range, one without a line")
            << 1 << QByteArray::fromStdString(std::string("\x04\x01\x02\x80\x02\x03", 6))
            << QList<int>{11, 11, 0, 14, 0};
        // A short entry of two units; one line further; no columns, two lines back; long, five lines on; none.
        const std::string locations("\x81\x00"
                                    "\xd8\x00\x00"
                                    "\xe8\x05"
                                    "\xf0\x0a\x00\x01\x01"
                                    "\xf8",
                                    13);
        QTest::newRow("3.11: locations")
            << 2 << QByteArray::fromStdString(locations) << QList<int>{10, 10, 11, 9, 14, 0, 0};
    }
    // A busy worker may ask for the next cycle before the main thread's callable has taken what the last one brought.
    void aCycleOfTheProfilerWaitsUntilTheLastWasTaken() {
        static int object = 0;
        ProfilerSwitch profiler;
        profiler.interpreter.call = [](void*) -> void* { return &object; };
        profiler.interpreter.release = [](void*) {};
        turnProfiler(profiler, true);
        QCOMPARE(profiler.running, 1);
        turnProfiler(profiler, false);
        QCOMPARE(profiler.result, static_cast<void*>(&object));
        const auto begin = profiler.begin.ticks;
        QVERIFY(profiler.end.ticks > begin);
        turnProfiler(profiler, true);
        QCOMPARE(profiler.running, 0);
        QCOMPARE(profiler.begin.ticks, begin);
        profiler.result = nullptr;
        turnProfiler(profiler, true);
        QCOMPARE(profiler.running, 1);
    }
    void aCycleOfTheProfilerEndsAfterSoManyOperators() {
        static int asked = 0;
        ProfilerSwitch profiler;
        profiler.interpreter.call = [](void*) -> void* { return &asked; };
        profiler.interpreter.release = [](void*) {};
        MainThreadCall call;
        call.interpreter.addPendingCall = [](int (*)(void*), void*) { return asked++; };
        profiler.enough = &call;
        profiler.most = 3;
        turnProfiler(profiler, true);
        HookState& hook = hookState();
        QVERIFY(hook.mode == HookMode::Count);
        QVERIFY(pthread_equal(hook.countedThread, pthread_self()) != 0);
        QCOMPARE(hook.countdown, 3);
        profiler.wanted = 1;
        hook.counted();
        QCOMPARE(asked, 1);
        QCOMPARE(profiler.wanted, 0);
        QCOMPARE(profiler.waiting, 1);
        turnProfiler(profiler, false);
        QVERIFY(hook.mode == HookMode::Off);
    }
    void linesOfEachPython() {
        QFETCH(int, kind);
        QFETCH(QByteArray, table);
        QFETCH(QList<int>, lines);
        const std::vector<std::uint8_t> raw(table.begin(), table.end());
        for (int i = 0; i < lines.size(); ++i) {
            QCOMPARE(
                int(lineOf(static_cast<LineTableKind>(kind), raw, 10, static_cast<std::uint32_t>(2 * i))),
                lines[i]);
        }
    }
    void anyLineTableIsSurvived() {
        std::uint32_t state = 1;
        for (int round = 0; round < 30'000; ++round) {
            std::vector<std::uint8_t> table(round % 40);
            for (std::uint8_t& byte : table) {
                state = state * 1664525 + 1013904223;
                byte = static_cast<std::uint8_t>(state >> 24);
            }
            for (const LineTableKind kind :
                 {LineTableKind::Lnotab, LineTableKind::LineTable, LineTableKind::Locations}) {
                QVERIFY(lineOf(kind, table, 5, state % 100) <= INT32_MAX);
            }
        }
    }
};

QTEST_GUILESS_MAIN(tst_probe_records)
#include "tst_probe_records.moc"
