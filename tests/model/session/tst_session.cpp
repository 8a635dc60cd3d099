#include "model/session/reading/SessionReader.h"
#include "model/session/writing/WriteTrace.h"
#include "tests/support/RichTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionOutput.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceDump.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <random>
#include <stop_token>

using namespace lanes;
using namespace lanes::session;
using lanes::test::dump;
using lanes::test::richTrace;
using lanes::test::textOf;

class tst_session : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string path(const char* name = "a.lanes") const { return folder_.filePath(name).toStdString(); }
    QByteArray bytesOf(const std::string& file) const {
        QFile f(QString::fromStdString(file));
        return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
    }
    std::string fileOf(const QByteArray& bytes, const char* name = "damaged.lanes") const {
        QFile f(folder_.filePath(name));
        if (f.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
            f.write(bytes);
        }
        return f.fileName().toStdString();
    }
    std::string written(const Trace& trace, const char* name = "a.lanes") const {
        const auto done = writeTrace(trace, path(name));
        return done ? path(name) : "not written: " + done.error().message;
    }
    static Result<std::shared_ptr<const Trace>> readFile(const std::string& file,
                                                         const ReadOptions& options = {}) {
        auto reader = SessionReader::open(file);
        return reader ? reader->read(options) : Result<std::shared_ptr<const Trace>>(reader.error());
    }

    // Memory of its own that this process really holds: pages of files come and go as the machine pleases.
    static std::size_t residentBytes() {
        malloc_trim(0);
        QFile statm("/proc/self/statm");
        const QList<QByteArray> words =
            statm.open(QIODevice::ReadOnly) ? statm.readAll().split(' ') : QList<QByteArray>();
        const qint64 pages = words.size() > 2 ? words[1].toLongLong() - words[2].toLongLong() : 0;
        return static_cast<std::size_t>(pages * sysconf(_SC_PAGESIZE));
    }

    // By how much reading `file` makes a process grow; 0 where that could not be told. In a process of its own: what an
    // earlier reading has freed would take in some of it.
    static std::size_t grownByReading(const std::string& file, const ReadOptions& options) {
        std::array<int, 2> pipe{};
        if (::pipe(pipe.data()) != 0) {
            return 0;
        }
        const pid_t child = fork();
        if (child == 0) {
            const std::size_t before = residentBytes();
            const auto trace = readFile(file, options);
            const std::size_t grown = trace ? residentBytes() - before : 0;
            _exit(write(pipe[1], &grown, sizeof grown) == sizeof grown ? 0 : 1);
        }
        close(pipe[1]);
        std::size_t grown = 0;
        const bool told = child > 0 && read(pipe[0], &grown, sizeof grown) == sizeof grown;
        close(pipe[0]);
        waitpid(child, nullptr, 0);
        return told ? grown : 0;
    }

    struct NoCells : CellSource {
        void cells(LayoutId, std::uint32_t, std::span<std::int64_t>) const override {}
    };

private Q_SLOTS:
    void everythingComesBack_data() {
        QTest::addColumn<uint>("slices");
        for (const uint n : {1u, 2u, 50u, 5000u, 200000u}) {
            QTest::addRow("%u slices", n) << n;
        }
    }
    void everythingComesBack() {
        QFETCH(uint, slices);
        const auto trace = richTrace(slices);
        const auto back = readFile(written(*trace));
        QVERIFY2(back.ok(), back.ok() ? "" : back.error().message.c_str());
        QVERIFY(back.value()->info().complete);
        QCOMPARE(dump(*back.value()), dump(*trace));
        // and once more, from what was read
        const auto again = readFile(written(*back.value(), "b.lanes"));
        QVERIFY(again.ok());
        QCOMPARE(dump(*again.value()), dump(*trace));
    }

    void anEmptyTraceIsASession() {
        const auto back = readFile(written(*test::traceFromText("")));
        QVERIFY(back.ok());
        QCOMPARE(back.value()->sliceCount(), 0u);
        QVERIFY(back.value()->diagnostics().empty());
    }

    void kindsAndHuesThatDoNotFollowFromTheNameAreKept() {
        TraceBuilder builder;
        builder.addProcess({.key = "1"});
        builder.addTrack({.process = ProcessId(0), .key = "1"});
        SliceRecord r{10, 5, builder.strings().intern("gloo:all_reduce")};
        r.kind = EventKind::Communication;
        r.hue = Hue::Gemm;
        builder.addSlice(TrackId(0), r);
        const auto back = readFile(written(*builder.publish()));
        QCOMPARE(back.value()->slice(SliceId(0)).kind, EventKind::Communication);
        QCOMPARE(back.value()->slice(SliceId(0)).hue, Hue::Gemm);
    }

    // What a recorder does: slices that are still open when they are written, their ends later; a window
    // reads along.
    void aReaderFollowsASessionWhileItGrows() {
        auto writer = SessionWriter::create(test::outputAt(path()));
        QVERIFY(writer.ok());
        SessionWriter& w = writer.value();
        const TrackId track = w.addTrack({.process = w.addProcess({.key = "1"}), .key = "1", .name = "m"});
        auto reader = SessionReader::open(path());
        QVERIFY(reader.ok());
        QVERIFY(reader->poll().value() == nullptr);

        NoCells none;
        const StringId step = w.string("step");
        const StringId op = w.string("op");
        const auto first =
            w.writeSlices(track, std::vector<SliceRecord>{{0, -1, step}, {1, 2, op}}, {}, none);
        auto trace = reader->poll().value();
        QCOMPARE(textOf(*trace), std::string("m\n  0 0+3 step\n  1 1+2 op\n"));
        QVERIFY(trace->isOpen(SliceId(0)));
        QVERIFY(!trace->info().complete);
        QVERIFY(reader->poll().value() == nullptr);

        const std::vector<SliceEnd> ends{{first.value()[0], 10}};
        const auto second =
            w.writeSlices(track, std::vector<SliceRecord>{{5, 4, op}, {20, 1, op}}, ends, none);
        QVERIFY(w.writeLinks(
                     std::vector<SessionLink>{{{track, first.value()[1]}, {track, second.value()[1]}}}, 0, 0)
                    .ok());
        const auto grown = reader->poll().value();
        QCOMPARE(textOf(*grown), std::string("m\n  0 0+10 step\n  1 1+2 op\n  1 5+4 op\n  0 20+1 op\n"));
        QVERIFY(grown->openSlices().empty());
        QCOMPARE(grown->slice((*grown->links().all().begin()).to).start, 20);
        QCOMPARE(textOf(*trace),
                 std::string("m\n  0 0+3 step\n  1 1+2 op\n")); // the old snapshot did not move
        QVERIFY(w.writeSlices(track, {}, {}, none).ok());
        QVERIFY(w.finish().ok());
        const auto last = reader->poll().value();
        QVERIFY(reader->ended());
        QVERIFY(last->info().complete);
        QCOMPARE(textOf(*last), textOf(*grown));
        QVERIFY(last->diagnostics().empty());
        QCOMPARE(dump(*readFile(path()).value()), dump(*last));
    }

    void watermarksSayUpToWhereATrackIsWhole() {
        constexpr TimeNs kNotKnown = std::numeric_limits<TimeNs>::min();
        auto writer = SessionWriter::create(test::outputAt(path()));
        const ProcessId process = writer->addProcess({.key = "1"});
        const TrackId a = writer->addTrack({.process = process, .key = "1"});
        const TrackId b = writer->addTrack({.process = process, .key = "2"});
        writer->setWholeUpTo(a, 500);
        QVERIFY(writer->flush().ok());
        auto reader = SessionReader::open(path());
        const auto first = reader->poll().value();
        QCOMPARE(first->tracks()[a.value].wholeUpTo, TimeNs(500));
        QCOMPARE(first->tracks()[b.value].wholeUpTo, kNotKnown);
        writer->setWholeUpTo(b, -7);
        writer->setWholeUpTo(a, 900);
        QVERIFY(writer->flush().ok());
        const auto second = reader->poll().value();
        QCOMPARE(second->tracks()[a.value].wholeUpTo, TimeNs(900));
        QCOMPARE(second->tracks()[b.value].wholeUpTo, TimeNs(-7));
        QVERIFY(writer->finish().ok());
        const auto whole = reader->poll().value();
        QCOMPARE(whole->tracks()[b.value].wholeUpTo, std::numeric_limits<TimeNs>::max());
        QVERIFY(whole->diagnostics().empty());
    }

    void clocksComeBackAndMoveNothing() {
        TraceBuilder builder;
        builder.addProcess({.key = "1"});
        builder.addProcess({.key = "GPU 0", .kind = Process::Kind::Device});
        builder.addTrack({.process = ProcessId(1), .key = "7"});
        builder.addSlice(TrackId(0), {100, 5, builder.strings().intern("gemm")});
        TraceData data = builder.publish()->data();
        data.clocks = {{ProcessId(1), -12'000'000, 3, 2000, "midpoint", true, {{10, 20, 1}, {30, 41, 2}}}};
        const auto back = readFile(written(Trace(data)));
        QVERIFY(back.ok());
        QCOMPARE(back.value()->slice(SliceId(0)).start, TimeNs(100));
        QVERIFY(back.value()->diagnostics().empty());
        QCOMPARE(back.value()->clocks().size(), std::size_t(1));
        const Clock& clock = back.value()->clocks()[0];
        QCOMPARE(clock.process, ProcessId(1));
        QCOMPARE(clock.offset, TimeNs(-12'000'000));
        QCOMPARE(clock.driftPerBillion, std::int64_t(3));
        QCOMPARE(clock.error, TimeNs(2000));
        QCOMPARE(clock.method, std::string("midpoint"));
        QVERIFY(clock.applied);
        QCOMPARE(clock.samples.size(), std::size_t(2));
        QCOMPARE(clock.samples[1].session, TimeNs(41));
        QCOMPARE(clock.samples[1].error, TimeNs(2));
        QVERIFY(!bytesOf(path()).contains("clocks")); // any reader shows such a session rightly

        data.clocks[0].applied = false;
        const auto foreign = readFile(written(Trace(data)));
        QVERIFY(foreign.ok());
        QCOMPARE(foreign.value()->slice(SliceId(0)).start, TimeNs(100));
        QCOMPARE(foreign.value()->diagnostics().count("foreign-clock"), 1u);
        QVERIFY(bytesOf(path()).contains("clocks")); // a reader that does not know them refuses it
    }

    void aSessionWithoutItsEndSaysSo() {
        const auto trace = richTrace(3000);
        const QByteArray bytes = bytesOf(written(*trace));
        const auto back = readFile(fileOf(bytes.left(bytes.size() - 60)));
        QVERIFY(back.ok());
        QCOMPARE(back.value()->diagnostics().count("truncated-tail"), 1u);
        QCOMPARE(back.value()->sliceCount(), trace->sliceCount());
    }

    void cutAnywhereItOpensWithWhatStandsBeforeTheCut() {
        const QByteArray bytes = bytesOf(written(*richTrace(4000)));
        std::uint32_t most = 0;
        for (int i = 1; i <= 200; ++i) {
            const auto size = static_cast<qsizetype>(bytes.size() * qint64{i} / 200);
            const auto back = readFile(fileOf(bytes.left(size)));
            QVERIFY2(back.ok() || size < 16, qPrintable(QString::number(size)));
            if (back) {
                QVERIFY(back.value()->sliceCount() >= most);
                most = back.value()->sliceCount();
                QVERIFY(size == bytes.size() || !back.value()->diagnostics().empty());
            }
        }
        QCOMPARE(most, 4000u);
    }

    void flippedBytesCostOneChunkAndAreCounted() {
        const auto trace = richTrace(20000);
        const QByteArray bytes = bytesOf(written(*trace));
        std::mt19937 random(5);
        for (int round = 0; round < 300; ++round) {
            QByteArray damaged = bytes;
            for (int flips = 0; flips <= round % 3; ++flips) {
                const auto at =
                    16 + static_cast<qsizetype>(random() % static_cast<std::uint32_t>(bytes.size() - 32));
                damaged[at] = static_cast<char>(damaged[at] ^ (1 << (random() % 8)));
            }
            const auto back = readFile(fileOf(damaged));
            QVERIFY2(back.ok(), back.ok() ? "" : back.error().message.c_str());
            QVERIFY(back.value()->diagnostics().total() > trace->diagnostics().total() ||
                    back.value()->diagnostics().count("damaged-chunk") > 0);
            std::ignore = dump(*back.value()); // every value can be asked for
        }
    }

    void aLostChunkLeavesLanesThatDoNotOverlap() {
        // Three chunks on one track; the middle one is damaged, so that the third's open slices are unknown.
        auto writer = SessionWriter::create(test::outputAt(path()));
        SessionWriter& w = writer.value();
        const TrackId track = w.addTrack({.process = w.addProcess({.key = "1"}), .key = "1", .name = "m"});
        const StringId a = w.string("a");
        NoCells none;
        QVERIFY(w.writeSlices(track, std::vector<SliceRecord>{{0, 3, a}}, {}, none).ok());
        const std::uint64_t from = w.bytesWritten();
        QVERIFY(w.writeSlices(track, std::vector<SliceRecord>{{10, 90, a}}, {}, none).ok());
        QVERIFY(w.writeSlices(track, std::vector<SliceRecord>{{20, 5, a}, {22, 1, a}}, {}, none).ok());
        QVERIFY(w.finish().ok());
        QByteArray bytes = bytesOf(path());
        bytes[static_cast<qsizetype>(from) + 40] =
            static_cast<char>(bytes[static_cast<qsizetype>(from) + 40] + 1);
        const auto back = readFile(fileOf(bytes));
        QCOMPARE(textOf(*back.value()), std::string("m\n  0 0+3 a\n  0 20+5 a\n  1 22+1 a\n"));
        QCOMPARE(back.value()->diagnostics().count("damaged-chunk"), 1u);
    }

    void whatIsNoSessionIsRefusedInOneSentence_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << QByteArray() << "is empty";
        QTest::newRow("PNG") << QByteArray("\x89PNG\r\n\x1a\n0000IHDR", 16) << "no Lanescope session";
        QTest::newRow("text") << QByteArray("{\"traceEvents\": []}") << "no Lanescope session";
        QTest::newRow("cut magic") << QByteArray::fromStdString(encodeFileHeader()).left(9) << "cut inside";
        QTest::newRow("future version")
            << QByteArray::fromStdString(encodeFileHeader(kVersion + 1)) << "newer one is needed";
    }
    void whatIsNoSessionIsRefusedInOneSentence() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        const auto back = readFile(fileOf(bytes));
        QVERIFY(!back.ok());
        QVERIFY2(QString::fromStdString(back.error().message).contains(says), back.error().message.c_str());
        QVERIFY(QString::fromStdString(back.error().message).contains("damaged.lanes"));
    }

    void aMissingFileIsNamed() {
        const auto back = readFile(path("none.lanes"));
        QVERIFY(!back.ok());
        QVERIFY(back.error().message.find("none.lanes") != std::string::npos);
    }

    void chunksOfAnUnknownKindAreSkipped() {
        const auto trace = richTrace(100);
        QByteArray bytes = bytesOf(written(*trace));
        const std::string payload = "something of tomorrow";
        const ChunkHeader header{static_cast<ChunkType>(77),
                                 Packing::None,
                                 static_cast<std::uint32_t>(payload.size()),
                                 static_cast<std::uint32_t>(payload.size()),
                                 0,
                                 checksumOf(payload)};
        bytes.insert(16, QByteArray::fromStdString(encode(header) + payload));
        const auto back = readFile(fileOf(bytes));
        QVERIFY(back.ok());
        QCOMPARE(back.value()->sliceCount(), 100u);
        QCOMPARE(back.value()->diagnostics().count("unknown-chunk"), 1u);
    }

    void readingCanBeCancelled() {
        const std::string file = written(*richTrace(5000));
        std::stop_source stop;
        stop.request_stop();
        const auto back = readFile(file, {.stop = stop.get_token()});
        QVERIFY(!back.ok());
        QCOMPARE(back.error().message, std::string("cancelled"));
    }

    void theMemoryLimitIsKeptAndSaid() {
        if (!qEnvironmentVariableIsEmpty("LANESCOPE_SANITIZE")) {
            QSKIP("a sanitizer keeps what was freed");
        }
        const std::string file = written(*richTrace(200000));
        constexpr std::size_t kLimit = std::size_t{4} << 20;
        const std::size_t limited = grownByReading(file, {.memoryLimit = kLimit, .threads = 1});
        const std::size_t whole = grownByReading(file, {.threads = 1});
        // One batch of chunks on its way stands beside what is kept.
        QVERIFY2(limited > 0 && limited < 4 * kLimit, qPrintable(QString::number(limited)));
        QVERIFY2(whole > limited + kLimit, qPrintable(QStringLiteral("%1, %2").arg(whole).arg(limited)));
        const auto back = readFile(file, {.memoryLimit = kLimit, .threads = 1});
        QVERIFY(back.ok());
        QCOMPARE(back.value()->diagnostics().count("memory-limit") > 0, true);
        QVERIFY(back.value()->sliceCount() < 200000u);
        QVERIFY(back.value()->sliceCount() > 0u);
    }

    void aFullDiskIsAnErrorThatNamesTheFile() {
        const auto writer = SessionWriter::create(test::outputAt("/dev/full"));
        QVERIFY(!writer.ok());
        QVERIFY(writer.error().message.find("/dev/full") != std::string::npos);
        QVERIFY(writer.error().message.find("No space left") != std::string::npos);
    }

    void whatCannotBeWrittenWholeLeavesEverythingAsItWas() {
        const auto trace = richTrace(50);
        WriteOptions stopped;
        std::stop_source stop;
        stop.request_stop();
        stopped.stop = stop.get_token();
        rlimit usual{};
        getrlimit(RLIMIT_FSIZE, &usual);
        const auto fails = [&](const std::string& file, bool full) {
            const rlimit none{0, usual.rlim_max};
            const auto before = signal(SIGXFSZ, SIG_IGN);
            setrlimit(RLIMIT_FSIZE, full ? &none : &usual); // as a full disk does
            const bool failed = !writeTrace(*trace, file, full ? WriteOptions() : stopped).ok();
            setrlimit(RLIMIT_FSIZE, &usual);
            signal(SIGXFSZ, before);
            return failed;
        };
        const QDir folder(folder_.filePath("whole"));
        QVERIFY(folder.mkpath("."));
        const std::string fresh = folder.filePath("fresh.lanes").toStdString();
        const std::string there = fileOf("precious", "whole/there.lanes");
        for (const bool full : {false, true}) {
            QVERIFY(fails(fresh, full));
            QVERIFY(fails(there, full));
            QCOMPARE(folder.entryList(QDir::Files), QStringList{"there.lanes"});
            QCOMPARE(bytesOf(there), QByteArray("precious"));
        }
        QVERIFY(writeTrace(*trace, there).ok());
        QVERIFY(readFile(there).ok());
        QCOMPARE(folder.entryList(QDir::Files), QStringList{"there.lanes"});
    }

    void progressAndSnapshotsComeWhileReading() {
        const auto trace = richTrace(200000);
        const std::string file = written(*trace);
        std::vector<std::uint32_t> seen;
        std::uint64_t done = 0;
        ReadOptions options;
        options.publish = [&](const std::shared_ptr<const Trace>& t) { seen.push_back(t->sliceCount()); };
        options.progress = [&](std::uint64_t bytes, std::uint64_t total, std::uint64_t) {
            QVERIFY(bytes >= done && bytes <= total);
            done = bytes;
        };
        QVERIFY(readFile(file, options).ok());
        QVERIFY(!seen.empty());
        QVERIFY(std::ranges::is_sorted(seen));
        QVERIFY(done > 0);
    }
};

int run_tst_session(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_session>(argc, argv);
}
#include "tst_session.moc"
