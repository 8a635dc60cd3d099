// What the recorder makes of one process's files: what it says of itself, its rings, its threads.
#include "collector/ring/Records.h"
#include "collector/ring/SharedText.h"
#include "tests/collector/ControlFile.h"
#include "tests/collector/RingFile.h"
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <new>
#include <string>

using namespace lanes;
using test::ControlFile;
using test::DeviceRecording;
using test::TestRing;

class tst_process_capture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void secretsStayAwayHoweverOftenTheProcessIsAsked() {
        const std::string harmless = "python train.py --token *** \uFFFD";
        DeviceRecording recording;
        ControlFile file(recording);
        recorder::ProcessCapture& process = recording.process();
        QCOMPARE(process.facts().arguments, harmless);
        file.control().state = static_cast<std::uint32_t>(ring::ProcessState::Recording);
        file.control().threadsRefused = 3;
        process.refresh();
        QCOMPARE(process.facts().arguments, harmless);
        QCOMPARE(process.facts().state, ring::ProcessState::Recording);
        QCOMPARE(process.facts().threadsRefused, std::uint64_t{3});
        ring::setText(file.control(), file.control().torchVersion, "2.9.1");
        process.refresh();
        process.refresh();
        QCOMPARE(process.facts().torchVersion, std::string("2.9.1"));
        QCOMPARE(process.facts().arguments, harmless);
    }

    void aFileThatCannotBeReadIsToldOfAndTriedAgain() {
        DeviceRecording recording;
        recorder::ProcessCapture& process = recording.process();
        const ring::FileName name{ring::FileName::Kind::Ring, 1, 1, 0};
        const std::string path = recording.folder() + "/" + ring::toText(name);
        test::RingFile file(path);
        file.header().version = ring::kRingVersion + 1;
        process.addFile(path, name);
        process.addFile(path, name);
        const auto told = recording.diagnostics().all();
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].kind, std::string("unreadable-file"));
        QCOMPARE(told[0].severity, Severity::Loss);
        QCOMPARE(told[0].count, std::uint64_t{1});
        QVERIFY2(told[0].message.find(path + " was written by another version") != std::string::npos,
                 told[0].message.c_str());
        file.header().version = ring::kRingVersion;
        process.addFile(path, name);
        QVERIFY(recording.diagnostics().all().empty());
        ring::RingWriter writer(&file.header());
        QVERIFY(test::put(writer, 7, 4));
        QVERIFY(process.drain() > 0);
    }

    void whatComesAfterAThreadsEndIsNotItsOwn() {
        DeviceRecording recording;
        TestRing ring = recording.ring(0);
        ring.startThread(7, test::kThread, "first");
        ring.defineName(1, "op");
        ring.begin(1, 1, 1000);
        ring.end(1, 2000);
        ring.put(ring::ThreadEnd{{0, ring::RecordType::ThreadEnd, 0, 7}, 0});
        ring.begin(2, 1, 3000);
        ring.startThread(8, test::kThread, "second");
        ring.begin(3, 1, 4000);
        ring.end(3, 5000);
        test::compare(test::slicesOf(*recording.finished()),
                      "1/first: op 1000+1000\n1/second: op 4000+1000\n");
        QCOMPARE(recording.diagnostics().all().front().kind, std::string("malformed-record"));
    }

    void anotherThreadOfTheSameNumberHasARowOfItsOwn() {
        DeviceRecording recording;
        TestRing ring = recording.ring(0);
        ring.defineName(1, "op");
        const auto work = [&](std::uint32_t key) {
            ring.begin(key, 1, key * 1000);
            ring.end(key, key * 1000 + 500);
        };
        ring.startThread(7, test::kThread, "first");
        work(1);
        ring.put(ring::ThreadEnd{{0, ring::RecordType::ThreadEnd, 0, 7}, 0});
        ring.startThread(7, test::kThread, "second");
        work(2);
        ring.put(ring::ThreadEnd{{0, ring::RecordType::ThreadEnd, 0, 7}, 0});
        // The destructors of a thread may call operators.
        ring.put(
            ring::ThreadStart{{0, ring::RecordType::ThreadStart, ring::kThreadGoesOn, 7}, 0, 0, 7, 0, 0});
        work(3);
        ring.startThread(7, test::kThread, "third"); // the end before it was lost
        work(4);
        const auto trace = recording.finished();
        test::compare(test::slicesOf(*trace),
                      "1/first: op 1000+500\n1/second: op 2000+500 op 3000+500\n1/third: op 4000+500\n");
        QCOMPARE(trace->tracks().back().key, std::string("7.3"));
    }

    void threadsThatHaveEndedAreNotNamedAgain() {
        DeviceRecording recording;
        TestRing ring = recording.ring(0);
        ring.defineName(1, "op");
        for (std::uint32_t thread = 1; thread <= 100; ++thread) {
            ring.startThread(thread, test::kThread);
            ring.begin(1, 1, thread * 1000);
            ring.end(1, thread * 1000 + 500);
            if (thread != 50) {
                ring.put(ring::ThreadEnd{{0, ring::RecordType::ThreadEnd, 0, thread}, 0});
            }
        }
        recording.drain();
        std::vector<recorder::StateRows::Target> running;
        recording.process().addThreads(running);
        QCOMPARE(running.size(), std::size_t{1});
        QCOMPARE(running.front().thread.thread, 50U);
        recorder::ThreadKey other = running.front().thread;
        ++other.turn;
        recording.process().threadIsGone(other);
        recording.process().addThreads(running);
        QCOMPARE(running.size(), std::size_t{2});
        recording.process().threadIsGone(running.front().thread);
        running.clear();
        recording.process().addThreads(running);
        QVERIFY(running.empty());
    }

    void aTimeThatCannotBeIsTheRecordsOwnAffair() {
        DeviceRecording recording;
        TestRing ring = recording.ring(0);
        ring.startThread(7, test::kThread, "thread");
        ring.defineName(1, "op");
        ring.begin(1, 1, 1000);
        ring.end(1, 2000);
        ring.begin(2, 1, TimeNs{1} << 60);
        ring.end(2, 3000);
        ring.begin(3, 1, 4000);
        ring.end(3, recording.now() + 100'000'000'000);
        ring.begin(4, 1, -100'000'000'000);
        ring.end(4, 5000);
        const auto whole = [&](TimeNs begin, TimeNs end) {
            const auto ticks = [&](TimeNs at) { return static_cast<std::uint64_t>(recording.origin() + at); };
            ring.put(ring::OpComplete{
                {0, ring::RecordType::OpComplete, 0, 7}, ticks(begin), ticks(end), 1, 0, 0, 0, -1});
        };
        whole(6000, TimeNs{1} << 60);
        whole(7000, 8000);
        test::compare(test::slicesOf(*recording.finished()),
                      "1/thread: op 1000+1000 op 2000+1000 op 4000+1000 op 4000+0 op 7000+1000\n");
        QCOMPARE(recording.diagnostics().count("malformed-record"), 4u);
    }

    // Operators of an inference are numbered, too.
    void whatNeverGoesBackwardIsForgotten() {
        constexpr std::int64_t kMostForwards = 1 << 19;
        DeviceRecording recording;
        TestRing ring = recording.ring(0);
        ring.startThread(7, test::kThread, "thread");
        ring.defineName(1, "forward");
        ring.defineName(2, "backward");
        for (std::int64_t sequence = 0; sequence <= kMostForwards; ++sequence) {
            ring.begin(1, 1, 10 * sequence, 0, ring::Scope::Function, sequence);
            ring.end(1, 10 * sequence + 5);
            if (sequence % 10'000 == 0) {
                recording.drain();
            }
        }
        for (const std::int64_t sequence : {std::int64_t{0}, kMostForwards}) {
            ring.begin(2, 2, 20 * kMostForwards + sequence, 0, ring::Scope::BackwardFunction, sequence, 7);
            ring.end(2, 20 * kMostForwards + sequence + 5);
        }
        const auto trace = recording.finished();
        const auto forwardOf = [&](int backward) {
            return trace->links().firstTo(test::byName(*trace, "backward", backward),
                                          LinkKind::ForwardBackward);
        };
        QVERIFY(!forwardOf(0).valid());
        QCOMPARE(trace->slice(forwardOf(1)).start, 10 * kMostForwards);
    }
};

int run_tst_process_capture(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_process_capture>(argc, argv);
}
#include "tst_process_capture.moc"
