#include "collector/probe/ProbeProcess.h"
#include "collector/probe/torch/OperatorHook.h"
#include "collector/ring/FileLock.h"
#include "collector/ring/FileNames.h"
#include "collector/ring/RingReader.h"
#include "tests/collector/SessionPage.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <new>
#include <thread>

using namespace lanes;
using namespace lanes::probe;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kBudget = 1 << 20;

// What the system refuses to the code under test.
std::atomic<bool> noRename{false};
std::atomic<bool> noLock{false};
thread_local int allocationsLeft = -1; // of this thread; negative: as many as it likes

// A ring folder as the recorder makes it.
class Session {
public:
    ring::SessionControl& control() { return page_.control(); }
    [[nodiscard]] std::string path() const { return folder_.path().toStdString(); }
    [[nodiscard]] std::string sessionPath() const { return path() + "/" + ring::kSessionFileName; }
    [[nodiscard]] std::vector<std::string> files(ring::FileName::Kind kind) const {
        std::vector<std::string> found;
        for (const auto& entry : fs::directory_iterator(path())) {
            const auto name = ring::parseFileName(entry.path().filename().string());
            if (name && name->kind == kind) {
                found.push_back(entry.path().string());
            }
        }
        return found;
    }

private:
    QTemporaryDir folder_{QStringLiteral("/dev/shm/tst_probe_process-XXXXXX")};
    test::SessionPage page_{path(), ring::kMinRingBytes, kBudget};
};

// In a thread of its own, whose recorder goes back with its end.
void inThread(const std::function<void()>& work) {
    std::thread(work).join();
}

} // namespace

extern "C" int rename(const char* from, const char* to) noexcept {
    if (noRename) {
        errno = EACCES;
        return -1;
    }
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

extern "C" int madvise(void* page, std::size_t bytes, int advice) noexcept {
    if (noLock && advice == MADV_DONTFORK) { // the last step of taking a FileLock
        errno = ENOMEM;
        return -1;
    }
    return static_cast<int>(syscall(SYS_madvise, page, bytes, advice));
}

void* operator new(std::size_t bytes) {
    if (allocationsLeft == 0) {
        throw std::bad_alloc();
    }
    allocationsLeft -= allocationsLeft > 0 ? 1 : 0;
    if (void* place = std::malloc(bytes)) {
        return place;
    }
    throw std::bad_alloc();
}
void operator delete(void* place) noexcept {
    std::free(place);
}
void operator delete(void* place, std::size_t) noexcept {
    std::free(place);
}

class tst_probe_process : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGateSaysWhatIsWantedOnlyWhileItIsOpen() {
        std::atomic<std::uint64_t> word{std::uint64_t{7} << 32 | ring::kOperators};
        SourceGate gate;
        QCOMPARE(gate.wanted(), 0U);
        gate.open(word);
        QCOMPARE(gate.wanted(), std::uint32_t{ring::kOperators});
        word = ring::kMemory;
        QCOMPARE(gate.wanted(), std::uint32_t{ring::kMemory});
        gate.close();
        QCOMPARE(gate.wanted(), 0U);
    }
    void aProcessJoinsOnceOrSaysWhyNot() {
        ProbeProcess process;
        QVERIFY(QByteArray::fromStdString(process.join("/nowhere")).contains("No such file"));
        Session other;
        other.control().version = ring::kRingVersion + 1;
        QVERIFY(QByteArray::fromStdString(process.join(other.path())).contains("another version"));
        Session over;
        over.control().closed = 1;
        QCOMPARE(process.join(over.path()), std::string("the recording has ended"));
        QVERIFY(!process.joined());
        Session session;
        QCOMPARE(process.join(session.path()), std::string());
        QVERIFY(process.joined());
        QVERIFY(!process.join(session.path()).empty()); // torch imported twice
    }
    void aProcessJoinsTheNextSessionAndItsThreadsGoWithIt() {
        Session first;
        ProbeProcess process;
        QCOMPARE(process.join(first.path()), std::string());
        inThread([&] { // whose recorder waits for another thread then
            QVERIFY(process.recorderForThisThread(0) != nullptr);
        });
        inThread([&] {
            ThreadRecorder* const before = process.recorderForThisThread(0);
            QVERIFY(before != nullptr && process.isOfNow(*before));
            Session over;
            over.control().closed = 1;
            QCOMPARE(process.joinNext(over.path()), std::string("the recording has ended"));
            QVERIFY(process.isOfNow(*before));
            Session next;
            QCOMPARE(process.joinNext(next.path()), std::string());
            QVERIFY(!process.isOfNow(*before));
            QVERIFY(process.recorderForThisThread(0) != nullptr && process.isOfNow(*process.current()));
            QCOMPARE(process.recorderForThisThread(0), process.current());
            QCOMPARE(next.files(ring::FileName::Kind::Ring).size(), std::size_t{1});
            next.control().closed = 1;
            QVERIFY(process.closed());
            QVERIFY(first.control().closed == 0);
        });
    }
    void aThreadWithoutRoomIsCountedOnceAndTriesAgain() {
        Session session;
        session.control().ringBytesLeft = 0;
        ProbeProcess process;
        QCOMPARE(process.join(session.path()), std::string());
        inThread([&] {
            for (int i = 0; i < 5000; ++i) {
                QVERIFY(process.recorderForThisThread(0) == nullptr);
            }
            QCOMPARE(session.control().threadsRefused.load(), std::uint64_t{1});
            session.control().ringBytesLeft = kBudget;
            int tries = 0;
            while (process.recorderForThisThread(0) == nullptr && tries < 5000) {
                ++tries;
            }
            QVERIFY(ProbeProcess::current() != nullptr);
        });
        QCOMPARE(session.control().threadsRefused.load(), std::uint64_t{1});
        QCOMPARE(session.control().rings.load(), 1U);
        QCOMPARE(session.files(ring::FileName::Kind::Ring).size(), std::size_t{1});
        inThread(
            [&] { QVERIFY(process.recorderForThisThread(0) != nullptr); }); // the ring of the thread before
        QCOMPARE(session.control().rings.load(), 1U);
    }
    void aProcessThatCannotWriteAnythingIsCounted() {
        Session session;
        ProbeProcess process;
        QCOMPARE(process.join(session.path()), std::string());
        fs::rename(session.path(), session.path() + ".away"); // as by rm -rf /dev/shm/*
        inThread([&] { QVERIFY(process.recorderForThisThread(0) == nullptr); });
        QCOMPARE(session.control().processesRefused.load(), std::uint64_t{1});
        QCOMPARE(session.control().threadsRefused.load(), std::uint64_t{1});
        QCOMPARE(session.control().ringBytesLeft.load(), kBudget);
        QCOMPARE(session.control().rings.load(), 0U);
        fs::rename(session.path() + ".away", session.path());
        inThread([&] { QVERIFY(process.recorderForThisThread(0) != nullptr); });
        QCOMPARE(session.control().processesRefused.load(), std::uint64_t{0});
        QCOMPARE(session.files(ring::FileName::Kind::Process).size(), std::size_t{1});
    }
    void aProcessThatCannotSayThatItLivesIsRefusedUntilItCan_data() {
        QTest::addColumn<bool>("lock");
        QTest::newRow("no lock") << true;
        QTest::newRow("no name") << false;
    }
    void aProcessThatCannotSayThatItLivesIsRefusedUntilItCan() {
        QFETCH(bool, lock);
        Session session;
        ProbeProcess process;
        QCOMPARE(process.join(session.path()), std::string());
        std::atomic<bool>& refused = lock ? noLock : noRename;
        refused = true;
        inThread([&] { QVERIFY(process.recorderForThisThread(0) == nullptr); });
        refused = false;
        QCOMPARE(session.control().processesRefused.load(), std::uint64_t{1});
        QCOMPARE(session.control().ringBytesLeft.load(), kBudget);
        for (const auto& entry : fs::directory_iterator(session.path())) {
            QCOMPARE(entry.path().filename().string(), std::string(ring::kSessionFileName));
        }
        inThread([&] { QVERIFY(process.recorderForThisThread(0) != nullptr); });
        QCOMPARE(session.control().processesRefused.load(), std::uint64_t{0});
        const std::vector<std::string> files = session.files(ring::FileName::Kind::Process);
        QCOMPARE(files.size(), std::size_t{1});
        QCOMPARE(ring::FileLock::holderOf(files.front()), ring::FileLock::Holder::Somebody);
    }
    void aThreadThatFindsNoMemoryIsRefusedAndTriesAgain() {
        Session session;
        ProbeProcess process;
        QCOMPARE(process.join(session.path()), std::string());
        int failures = 0;
        inThread([&] {
            const auto recorder = [&](int allocations) {
                allocationsLeft = allocations;
                ThreadRecorder* found = process.recorderForThisThread(0);
                allocationsLeft = -1;
                return found;
            };
            while (recorder(failures) == nullptr) {
                ++failures;
                for (int i = 0; i < 1024; ++i) { // operators between two tries
                    QVERIFY(recorder(0) == nullptr);
                }
            }
        });
        QVERIFY2(failures > 4, qPrintable(QString::number(failures)));
        QCOMPARE(session.control().threadsRefused.load(), std::uint64_t{1});
        QCOMPARE(session.control().processesRefused.load(), std::uint64_t{0});
        QCOMPARE(session.control().rings.load(), 1U);
        QCOMPARE(session.files(ring::FileName::Kind::Ring).size(), std::size_t{1});
        QCOMPARE(session.files(ring::FileName::Kind::Process).size(), std::size_t{1});
    }
    void aRecorderIsGoneWhenItsLockIsFreeAndNotWhenItStandsStill() {
        Session session;
        ProbeProcess process;
        QCOMPARE(process.join(session.path()), std::string());
        session.control().heartbeatNs = ring::monotonicNs() - 10 * ring::kHeartbeatLimitNs;
        {
            const ring::FileLock recorder = ring::FileLock::take(session.sessionPath());
            QVERIFY(recorder);
            QVERIFY(!process.readerIsGone());
            QVERIFY(process.readerIsLate());
        }
        QVERIFY(process.readerIsGone());
        session.control().heartbeatNs = ring::monotonicNs();
        QVERIFY(!process.readerIsLate());
        fs::remove(session.sessionPath()); // nobody can be asked any more: silence tells
        QVERIFY(!process.readerIsGone());
        session.control().heartbeatNs = ring::monotonicNs() - 2 * ring::kHeartbeatLimitNs;
        QVERIFY(process.readerIsGone());
    }
    void theEndOfAnothersRangeIsKeptOnAThreadWithoutARing() {
        Session session;
        QCOMPARE(probeProcess().join(session.path()), std::string());
        const int range = 0; // any address
        inThread([&] {
            ThreadRecorder* owner = probeProcess().recorderForThisThread(0);
            QVERIFY(owner != nullptr);
            inThread([&] { recordEnd(&range, &owner->mark()); });
        });
        std::vector<std::uint32_t> ends;
        for (const std::string& path : session.files(ring::FileName::Kind::Ring)) {
            auto reader = ring::RingReader::open(path);
            QVERIFY(reader);
            reader->drain([&](const ring::RecordView& record) {
                if (record.type() == ring::RecordType::OpEnd) {
                    QCOMPARE(record.header().flags, ring::kEndElsewhere);
                    ends.push_back(record.header().key);
                }
            });
        }
        QCOMPARE(ends, std::vector<std::uint32_t>{keyOf(&range)});
    }
};

int run_tst_probe_process(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_probe_process>(argc, argv);
}
#include "tst_probe_process.moc"
