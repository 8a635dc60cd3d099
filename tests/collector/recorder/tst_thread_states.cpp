// What threads do, from the kernel's text files as they stand in a folder, and when one state gave way to the next.
#include "collector/recorder/states/StatePieces.h"
#include "collector/recorder/states/StateSampler.h"
#include "collector/recorder/states/ThreadFiles.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/syscall.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace lanes;
using namespace lanes::recorder;

namespace {

constexpr TimeNs kMs = 1'000'000;

ThreadWait in(ThreadState state) {
    return {state, -1, {}, {}};
}

// "Running 0, Sleeping 5": states with the millisecond in which each begins.
std::string piecesOf(const std::vector<StateSample>& samples) {
    StatePieces pieces;
    std::vector<StateChange> changes;
    for (const StateSample& sample : samples) {
        pieces.add(sample, changes);
    }
    std::string text;
    for (const StateChange& change : changes) {
        text += (text.empty() ? "" : ", ") + std::string(stateName(change.wait.state)) + " " +
                std::to_string(change.at / kMs);
    }
    return text;
}

// A look at `at` ms, when the thread had run and waited for a CPU for so many ms, and been put onto one so often.
StateSample look(TimeNs at, std::uint64_t ran, std::uint64_t waited, std::uint64_t put, ThreadState state) {
    return {at * kMs, {ran * kMs, waited * kMs, put}, in(state)};
}

class ThreadFolder {
public:
    void write(const std::string& file, const std::string& text) const {
        const QString path = folder_.filePath(QString::fromStdString("7/task/8/" + file));
        QDir().mkpath(QFileInfo(path).path());
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text.c_str());
    }
    void link(int descriptor, const std::string& target) const {
        QDir().mkpath(folder_.filePath(QStringLiteral("7/fd")));
        QVERIFY(QFile::link(QString::fromStdString(target),
                            folder_.filePath(QStringLiteral("7/fd/%1").arg(descriptor))));
    }
    [[nodiscard]] ThreadFiles files() const { return {folder_.path().toStdString(), 7, 8}; }
    // "Waiting for a pipe, read, pipe:[5], pipe_read"
    [[nodiscard]] std::string wait() const {
        const auto wait = files().wait();
        return !wait ? "gone"
                     : std::string(stateName(wait->state)) + ", " + std::string(callName(wait->call)) + ", " +
                           wait->on + ", " + wait->function;
    }

private:
    QTemporaryDir folder_;
};

} // namespace

class ThreadStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aThreadThatRunsAndThenWaits() {
        QCOMPARE(
            piecesOf({look(0, 10, 0, 1, ThreadState::Running), look(20, 18, 0, 1, ThreadState::Sleep),
                      look(100, 18, 0, 1, ThreadState::Sleep), look(120, 21, 1, 2, ThreadState::Running)}),
            std::string("Running 0, Sleeping 8, Running 116"));
    }

    void aThreadThatNoCpuIsFreeFor() {
        // What it waited is counted when it is put onto a CPU: until then nobody knows whether it runs.
        QCOMPARE(
            piecesOf({look(0, 10, 0, 1, ThreadState::Running), look(5, 10, 0, 1, ThreadState::Running),
                      look(40, 11, 38, 2, ThreadState::Running), look(45, 16, 38, 2, ThreadState::Running)}),
            std::string("Waiting for a CPU 0, Running 40"));
    }

    void aThreadThatRunsOnIsCountedAtTheKernelsTick() {
        QCOMPARE(piecesOf({look(0, 10, 0, 1, ThreadState::Running), look(5, 10, 0, 1, ThreadState::Running),
                           look(10, 18, 0, 1, ThreadState::Running), look(15, 18, 0, 1, ThreadState::Lock),
                           look(20, 18, 0, 1, ThreadState::Lock)}),
                 std::string("Running 0, Waiting for a lock 10"));
    }

    void whatItDidLongestStandsForWhatWasNotSeen() {
        QCOMPARE(piecesOf({look(0, 0, 0, 1, ThreadState::Sleep), look(20, 18, 0, 90, ThreadState::Lock),
                           look(40, 20, 0, 91, ThreadState::Lock)}),
                 std::string("Running 0, Waiting for a lock 20"));
        QCOMPARE(piecesOf({look(0, 0, 0, 1, ThreadState::Running), look(60, 10, 0, 3, ThreadState::Running)}),
                 std::string("Waiting 0"));
    }

    void aStateThatLastedNoTimeIsNone() {
        QCOMPARE(piecesOf({look(0, 0, 0, 1, ThreadState::Sleep), look(20, 0, 0, 1, ThreadState::Sleep),
                           look(20, 20, 0, 2, ThreadState::Running), look(40, 30, 0, 3, ThreadState::Lock)}),
                 std::string("Sleeping 0, Running 20, Waiting for a lock 30"));
    }

    void countersThatWereSetBackMakeNoTimeOfTheirOwn() {
        QCOMPARE(piecesOf({look(0, 900, 900, 9, ThreadState::Sleep), look(10, 0, 0, 0, ThreadState::Running),
                           look(20, 10, 0, 0, ThreadState::Sleep)}),
                 std::string("Sleeping 0, Running 10, Sleeping 20"));
    }

    void whatAThreadWaitsFor_data() {
        QTest::addColumn<QByteArray>("syscall");
        QTest::addColumn<QByteArray>("function");
        QTest::addColumn<QByteArray>("target"); // of descriptor 5
        QTest::addColumn<QByteArray>("wait");
        const QByteArray read = QByteArray::number(SYS_read) + " 0x5 0x7f 0x1 0x0 0x0 0x0 0x7ff 0x7f1\n";
        QTest::newRow("running") << QByteArray("running\n") << QByteArray("0") << QByteArray()
                                 << QByteArray("Running, , , ");
        QTest::newRow("lock") << QByteArray::number(SYS_futex) + " 0x7f 0x189 0x0\n"
                              << QByteArray("futex_wait_queue") << QByteArray()
                              << QByteArray("Waiting for a lock, futex, , futex_wait_queue");
        QTest::newRow("sleep") << QByteArray::number(SYS_clock_nanosleep) + " 0x0 0x0\n"
                               << QByteArray("hrtimer_nanosleep") << QByteArray()
                               << QByteArray("Sleeping, clock_nanosleep, , hrtimer_nanosleep");
        QTest::newRow("pipe") << read << QByteArray("pipe_read") << QByteArray("pipe:[77]")
                              << QByteArray("Waiting for a pipe, read, pipe:[77], pipe_read");
        QTest::newRow("socket") << read << QByteArray("wait_woken") << QByteArray("socket:[78]")
                                << QByteArray("Waiting for a socket, read, socket:[78], wait_woken");
        QTest::newRow("file") << read << QByteArray("folio_wait_bit_common.isra.0")
                              << QByteArray("/data/train.bin")
                              << QByteArray(
                                     "Waiting for a disk, read, /data/train.bin, folio_wait_bit_common");
        QTest::newRow("driver") << QByteArray::number(SYS_ioctl) + " 0x5 0xc0 0x7f\n"
                                << QByteArray("os_acquire_semaphore") << QByteArray("/dev/nvidia0")
                                << QByteArray(
                                       "Waiting for a device, ioctl, /dev/nvidia0, os_acquire_semaphore");
        QTest::newRow("no such descriptor")
            << read << QByteArray("0") << QByteArray() << QByteArray("Waiting in the kernel, read, , ");
        QTest::newRow("page fault") << QByteArray("-1 0x7ffe 0x7f00\n") << QByteArray("0") << QByteArray()
                                    << QByteArray("Waiting for memory, , , ");
        QTest::newRow("page of a file")
            << QByteArray("-1 0x7ffe 0x7f00\n") << QByteArray("folio_wait_bit_common") << QByteArray()
            << QByteArray("Waiting for a disk, , , folio_wait_bit_common");
        QTest::newRow("stopped in a call") << read << QByteArray("do_signal_stop") << QByteArray("pipe:[77]")
                                           << QByteArray("Stopped, read, pipe:[77], do_signal_stop");
        QTest::newRow("a call without a name") << QByteArray("9999 0x1 0x2\n") << QByteArray("0")
                                               << QByteArray() << QByteArray("Waiting in the kernel, , , ");
        QTest::newRow("ended") << QByteArray("-1 0x0 0x0\n") << QByteArray("0") << QByteArray()
                               << QByteArray("gone");
        QTest::newRow("no text that the kernel writes")
            << QByteArray("(\0) 1", 6) << QByteArray("a b;\n") << QByteArray() << QByteArray("gone");
    }
    void whatAThreadWaitsFor() {
        QFETCH(QByteArray, syscall);
        QFETCH(QByteArray, function);
        QFETCH(QByteArray, target);
        QFETCH(QByteArray, wait);
        const ThreadFolder folder;
        folder.write("schedstat", "1 2 3\n");
        folder.write("syscall", syscall.toStdString());
        folder.write("wchan", function.toStdString());
        if (!target.isEmpty()) {
            folder.link(5, target.toStdString());
        }
        QCOMPARE(QByteArray::fromStdString(folder.wait()), wait);
    }

    // Where the system lets nobody trace its processes.
    void withoutSystemCallsTheKernelsFunctionTells() {
        const ThreadFolder folder;
        folder.write("schedstat", "1 2 3\n");
        folder.write("wchan", "futex_wait_queue");
        folder.write("stat", "8 (a) R) b) S 7 7 7 0 -1\n");
        QVERIFY(!folder.files().tellsCalls());
        QCOMPARE(folder.wait(), std::string("Waiting for a lock, , , futex_wait_queue"));
        folder.write("stat", "8 (a) R 7 7 7 0 -1\n");
        QCOMPARE(folder.wait(), std::string("Running, , , "));
        folder.write("wchan", "0");
        folder.write("stat", "8 (a) D 7 7 7 0 -1\n");
        QCOMPARE(folder.wait(), std::string("Waiting, , , "));
    }

    void aThreadThatIsGoneHasNoTimes() {
        const ThreadFolder folder;
        QVERIFY(!folder.files().times());
        folder.write("schedstat", "12 x\n");
        QVERIFY(!folder.files().times());
        folder.write("schedstat", "12 34 5\n");
        QCOMPARE(folder.files().times()->waitedNs, std::uint64_t(34));
    }

    void threadsThatHaveEndedTakeNoPlaceOfThoseThatRun() {
        constexpr std::size_t kMany = 3 * StateSampler::kMostThreads;
        const QTemporaryDir folder;
        const auto own = [&](std::size_t thread) {
            return folder.filePath(QStringLiteral("7/task/%1").arg(thread));
        };
        std::vector<ThreadKey> all;
        for (std::uint32_t thread = 0; thread < kMany; ++thread) {
            all.push_back({7, thread});
            QVERIFY(QDir().mkpath(own(thread)));
        }
        const auto run = [&](std::size_t from, std::size_t to) {
            for (std::size_t thread = from; thread < to; ++thread) {
                for (const char* name : {"schedstat", "syscall"}) {
                    QFile file(own(thread) + '/' + QLatin1String(name));
                    QVERIFY(file.open(QIODevice::WriteOnly));
                    file.write(name == std::string_view("syscall") ? "running\n" : "1 2 3\n");
                }
            }
        };
        StateSampler sampler(folder.path().toStdString());
        std::map<ThreadKey, StateSampler::Seen> seen;
        const auto take = [&] {
            for (auto& [thread, news] : sampler.take()) {
                seen[thread].over = seen[thread].over || news.over;
                seen[thread].until = std::max(seen[thread].until, news.until);
            }
        };
        const auto over = [&] {
            take();
            return std::ranges::count_if(seen, [](const auto& entry) { return entry.second.over; });
        };
        // All but the last ones ended before anybody looked.
        const std::size_t last = kMany - StateSampler::kMostThreads;
        run(last, kMany);
        sampler.follow(all, StateSampler::kOften);
        QTRY_COMPARE_WITH_TIMEOUT(over(), static_cast<std::ptrdiff_t>(last), kPatience);
        QCOMPARE(sampler.refused(), std::uint64_t{0});
        // Those that are watched end as well, and as many others run.
        for (std::size_t thread = last; thread < kMany; ++thread) {
            QFile(own(thread) + QStringLiteral("/schedstat")).resize(0);
        }
        run(0, StateSampler::kMostThreads);
        for (ThreadKey& thread : all) {
            thread.turn = 2;
        }
        sampler.follow(all, StateSampler::kOften);
        QTRY_COMPARE_WITH_TIMEOUT((take(), std::ranges::count_if(seen,
                                                                 [](const auto& entry) {
                                                                     return entry.first.turn == 2 &&
                                                                            entry.second.until > 0;
                                                                 })),
                                  static_cast<std::ptrdiff_t>(StateSampler::kMostThreads), kPatience);
        QCOMPARE(sampler.refused(), std::uint64_t{0});
        // One too many.
        run(StateSampler::kMostThreads, StateSampler::kMostThreads + 1);
        sampler.follow(all, StateSampler::kOften);
        QTRY_COMPARE_WITH_TIMEOUT(sampler.refused(), std::uint64_t{1}, kPatience);
    }
};

int run_tst_thread_states(int argc, char** argv) {
    return lanes::test::runWithoutWindow<ThreadStatesTest>(argc, argv);
}
#include "tst_thread_states.moc"
