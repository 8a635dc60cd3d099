// Processes that end while the recorder looks elsewhere lose nothing.
#include "collector/probe/cupti/ActivityBuffers.h"
#include "collector/probe/cupti/DeviceRing.h"
#include "collector/recorder/Capture.h"
#include "collector/recorder/sink/WriterThread.h"
#include "collector/ring/DeviceRecords.h"
#include "model/io/OpenTrace.h"
#include "tests/collector/RecordedSlices.h"
#include "tests/collector/recorder/FakeTarget.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionOutput.h"

#include <QTemporaryDir>
#include <QTest>

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

using namespace lanes;
using recorder::WriterThread;
namespace fs = std::filesystem;

namespace {

std::unique_ptr<recorder::Capture> captureInto(const std::string& path) {
    auto thread = std::make_unique<WriterThread>(test::outputAt(path));
    const WriterThread& disk = *thread;
    auto capture = std::make_unique<recorder::Capture>(
        recorder::RingFolder::create(ring::DeviceSharing::Share).value(),
        session::SessionWriter::create(std::move(thread)).value(), disk, SessionInfo{}, std::string());
    setenv(ring::kFolderVariable, capture->folder().c_str(), 1);
    return capture;
}

} // namespace

class tst_process_ends : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private Q_SLOTS:
    void aRingThatIsMadeBehindTheLastLookIsRead() {
        const std::string path = folder_.filePath(QStringLiteral("ends.lanes")).toStdString();
        const auto capture = captureInto(path);
        // Reading this one takes a while. It comes first, and its file is known: the other's is not yet.
        test::FakeProcess busy;
        std::uint64_t written = 0;
        std::thread([&] {
            test::FakeThread much = busy.thread();
            while (much.begin("aten::linear", {})) {
                much.end(0);
            }
            written = much.written();
        }).join();
        test::FakeProcess brief;
        const ring::MappedFile ring = test::onlyRing(capture->folder());
        std::thread worker([&] {
            while (test::headerOf(ring).tail.load() == 0) {
                std::this_thread::sleep_for(std::chrono::microseconds(50));
            }
            test::FakeThread late = brief.thread();
            late.begin("aten::linear", {});
            late.end(0);
            brief.probe().leave();
        });
        capture->turn();
        worker.join();
        capture->stop(0);
        capture->finish();
        QCOMPARE(capture->lost(), std::uint64_t{1}); // that which filled the ring
        QCOMPARE(test::recordedSlices(*openTrace(path).value()), static_cast<std::uint32_t>(written + 1));
    }

    void soManyProcessesStillLeaveRoomForTheSessionsProperties() {
        constexpr std::size_t kProcesses = 2'100;
        const std::string path = folder_.filePath(QStringLiteral("many.lanes")).toStdString();
        const auto capture = captureInto(path);
        test::FakeProcess process;
        for (std::size_t i = 1; i < kProcesses; ++i) {
            process.again();
            if (i % 300 == 299) {
                capture->turn();
            }
        }
        capture->stop(0);
        capture->finish();
        const auto trace = openTrace(path).value();
        const auto described = std::ranges::count_if(trace->info().properties, [](const auto& property) {
            return property.first.starts_with("process.") && property.first.ends_with(".arguments");
        });
        QCOMPARE(described, std::ptrdiff_t{2'000});
        QCOMPARE(trace->diagnostics().count("processes-not-described"), std::uint64_t{100});
    }

    // A training of days starts workers anew with each epoch.
    void whatIsKeptOfProcessesThatAreGoneIsLittle() {
        constexpr std::size_t kEach = 1'000;
        const auto capture = captureInto(folder_.filePath(QStringLiteral("gone.lanes")).toStdString());
        const auto filesLeft = [&] {
            capture->turn();
            return std::distance(fs::directory_iterator(capture->folder()), {});
        };
        std::size_t grown = 0;
        test::FakeProcess process;
        for (int thousand = 0; thousand < 3; ++thousand) { // what the first two say stands in the session
            const std::size_t before = mallinfo2().uordblks;
            for (std::size_t i = 0; i < kEach; ++i) {
                process.again();
            }
            QTRY_COMPARE_WITH_TIMEOUT(filesLeft(), std::ptrdiff_t{2},
                                      kPatience); // the session's and the last one's
            grown = mallinfo2().uordblks - before;
        }
        capture->stop(0);
        capture->finish();
        QVERIFY2(grown < 1000 * kEach, qPrintable(QString::number(grown)));
    }

    // A recording ends before the program where a child of it lives on.
    void whatDevicesDidIsAwaitedFromAProcessThatLivesOn() {
        const std::string path = folder_.filePath(QStringLiteral("devices.lanes")).toStdString();
        const auto capture = captureInto(path);
        test::FakeProcess process;
        probe::cupti::ActivityBuffers buffers;
        probe::cupti::DeviceRing device(process.probe().makeOwnRing(), buffers);
        const auto deliver = [&](bool withWork) {
            using ring::RecordType;
            const std::lock_guard lock(device.mutex());
            const auto now = static_cast<std::uint64_t>(ring::monotonicNs());
            if (withWork) {
                const ring::ProfilerOverhead work{
                    {}, now - 1000, now - 500, device.nameOf("Buffer flush"), 0};
                device.write(RecordType::ProfilerOverhead, work, 0, 0);
            }
            const std::uint64_t ticks = ring::readTicks(process.probe().clock());
            device.write(RecordType::ClockPair, ring::ClockPair{{}, ticks, ticks, now}, 0, 0);
            device.write(RecordType::Delivered, ring::Delivered{{}, ticks, ticks, 0, 0}, 0, 0);
        };
        deliver(false);
        capture->turn();
        std::atomic<bool> ends{false};
        std::thread source([&] {
            while (!ends) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(100)); // its period
            deliver(true);
        });
        ends = true;
        capture->stop(0);
        capture->finish();
        source.join();
        QCOMPARE(test::recordedSlices(*openTrace(path).value()), 1u);
    }
};

int run_tst_process_ends(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_process_ends>(argc, argv);
}
#include "tst_process_ends.moc"
