// A disk that does not take what it is given: rings are drained all the same, and what is left out is counted.
#include "collector/recorder/Capture.h"
#include "collector/recorder/sink/WriterThread.h"
#include "model/io/OpenTrace.h"
#include "tests/collector/RecordedSlices.h"
#include "tests/collector/recorder/FakeTarget.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionOutput.h"

#include <QTemporaryDir>
#include <QTest>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

using namespace lanes;
using recorder::WriterThread;

namespace {

// Lets nothing through until it is opened.
class Gate {
public:
    void open() {
        {
            const std::lock_guard lock(mutex_);
            open_ = true;
        }
        changed_.notify_all();
    }
    void pass() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return open_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = false;
};

// A file behind a gate.
class GatedOutput final : public session::Output {
public:
    GatedOutput(Gate& gate, std::unique_ptr<session::Output> file)
        : gate_(gate)
        , file_(std::move(file)) {}
    Result<void> append(std::string bytes) override {
        gate_.pass();
        return file_->append(std::move(bytes));
    }
    Result<void> sync() override { return file_->sync(); }
    [[nodiscard]] const std::string& path() const override { return file_->path(); }

private:
    Gate& gate_;
    std::unique_ptr<session::Output> file_;
};

class BrokenOutput final : public session::Output {
public:
    Result<void> append(std::string /*bytes*/) override {
        return Error{path_ + " cannot be written: broken"};
    }
    Result<void> sync() override { return {}; }
    [[nodiscard]] const std::string& path() const override { return path_; }

private:
    std::string path_ = "broken.lanes";
};

constexpr int kRounds = 20;
constexpr int kPairsPerRound = 10'000;
constexpr std::uint64_t kRingBytes = 1 << 20; // a little more than one round

} // namespace

class tst_slow_disk : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    // Records kRounds rounds into `path` behind `gate`, which the caller opens; the capture is finished then.
    struct Recording {
        Recording(const std::string& path, Gate& gate, std::size_t mostWaiting)
            : thread(std::make_unique<WriterThread>(std::make_unique<GatedOutput>(gate, test::outputAt(path)),
                                                    mostWaiting))
            , disk(*thread)
            , capture(recorder::RingFolder::create(ring::DeviceSharing::Share).value(),
                      session::SessionWriter::create(std::move(thread)).value(), disk, {}, {}) {
            setenv(ring::kFolderVariable, capture.folder().c_str(), 1);
        }
        std::unique_ptr<WriterThread> thread;
        const WriterThread& disk;
        recorder::Capture capture;
    };
    static void fill(recorder::Capture& capture) {
        test::FakeProcess process(kRingBytes);
        std::thread([&] {
            test::FakeThread thread = process.thread();
            for (int round = 0; round < kRounds; ++round) {
                for (int i = 0; i < kPairsPerRound; ++i) {
                    QVERIFY(thread.begin("aten::linear", {}));
                    thread.end(0);
                }
                capture.turn();
            }
        }).join();
    }

private Q_SLOTS:
    void aDiskThatStandsStillCostsNothing() {
        const std::string path = folder_.filePath(QStringLiteral("still.lanes")).toStdString();
        Gate gate;
        Recording recording(path, gate, WriterThread::kMostWaiting);
        fill(recording.capture); // the disk has taken nothing so far
        gate.open();
        recording.capture.stop(0);
        recording.capture.finish();
        QVERIFY(!recording.capture.writeError());
        QCOMPARE(recording.capture.lost(), 0u);
        QCOMPARE(test::recordedSlices(*openTrace(path).value()),
                 static_cast<std::uint32_t>(kRounds * kPairsPerRound));
    }

    void whatIsLeftOutIsCounted_data() {
        QTest::addColumn<bool>("untilTheEnd");
        QTest::newRow("the disk catches up") << false;
        QTest::newRow("the last flush leaves out what came since the one before") << true;
    }
    void whatIsLeftOutIsCounted() {
        QFETCH(bool, untilTheEnd);
        const std::string path = folder_.filePath(QStringLiteral("behind.lanes")).toStdString();
        Gate gate;
        Recording recording(path, gate, 0); // anything that waits is too much
        fill(recording.capture);
        // What a flush writes comes behind what it leaves out.
        std::thread opener(
            [&gate, &disk = recording.disk, most = untilTheEnd ? recording.disk.waiting() : 0] {
                while (disk.waiting() <= most) {
                    std::this_thread::yield();
                }
                gate.open();
            });
        if (!untilTheEnd) {
            opener.join();
            QTRY_VERIFY_WITH_TIMEOUT(!recording.disk.full(), kPatience);
        }
        recording.capture.stop(0);
        recording.capture.finish();
        if (untilTheEnd) {
            opener.join();
            QVERIFY(recording.capture.lost() >= kPairsPerRound); // on a slow machine there was one before
        }
        const auto trace = openTrace(path).value();
        QVERIFY(recording.capture.lost() > 0);
        QCOMPARE(recording.capture.events() + recording.capture.lost(),
                 std::uint64_t{kRounds * kPairsPerRound});
        QCOMPARE(test::recordedSlices(*trace), static_cast<std::uint32_t>(recording.capture.events()));
        QCOMPARE(trace->diagnostics().count("slow-disk"), recording.capture.lost());
        QVERIFY(trace->info().complete);
    }

    void whatCannotBeWrittenIsSaidLater() {
        WriterThread thread(std::make_unique<BrokenOutput>());
        QVERIFY(thread.append("first").ok());
        QVERIFY(!thread.sync().ok());
        const auto second = thread.append("second");
        QVERIFY(!second.ok());
        QCOMPARE(second.error().message, std::string("broken.lanes cannot be written: broken"));
    }
};

int run_tst_slow_disk(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_slow_disk>(argc, argv);
}
#include "tst_slow_disk.moc"
