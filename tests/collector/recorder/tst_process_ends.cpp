// Processes that end while the recorder looks elsewhere lose nothing.
#include "collector/recorder/Capture.h"
#include "collector/recorder/sink/WriterThread.h"
#include "collector/ring/DeviceRecords.h"
#include "model/io/OpenTrace.h"
#include "model/session/writing/FileOutput.h"
#include "tests/collector/RecordedSlices.h"
#include "tests/collector/recorder/FakeTarget.h"
#include "tests/support/Patience.h"

#include <QTemporaryDir>
#include <QTest>

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

using namespace lanes;
using recorder::WriterThread;
namespace fs = std::filesystem;

namespace {

std::unique_ptr<recorder::Capture> captureInto(const std::string& path) {
    auto thread = std::make_unique<WriterThread>(session::FileOutput::create(path).value());
    const WriterThread& disk = *thread;
    auto capture = std::make_unique<recorder::Capture>(
        recorder::RingFolder::create(ring::DeviceSharing::Share).value(),
        session::SessionWriter::create(std::move(thread)).value(), disk, SessionInfo{}, std::string());
    setenv(ring::kFolderVariable, capture->folder().c_str(), 1);
    return capture;
}

test::FakeThread started(const test::FakeProcess& process, std::uint64_t bytes) {
    test::FakeThread thread = process.thread(0, bytes);
    thread.start(static_cast<std::uint32_t>(getpid()), "MainThread");
    thread.defineName(1, "aten::linear");
    return thread;
}

// The only ring that is there.
ring::MappedFile ringIn(const std::string& folder) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".ring") {
            return ring::MappedFile::open(entry.path().string(), ring::kRingHeaderBytes);
        }
    }
    return {};
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
        const test::FakeProcess busy;
        test::FakeThread much = started(busy, 1 << 24);
        while (much.begin(1, 1) && much.end(1)) {
        }
        auto brief = std::make_unique<test::FakeProcess>();
        const ring::MappedFile ring = ringIn(capture->folder());
        std::thread worker([&] {
            const auto* header = reinterpret_cast<const ring::RingHeader*>(ring.data());
            while (header->tail.load() == 0) {
                std::this_thread::sleep_for(std::chrono::microseconds(50));
            }
            test::FakeThread late = started(*brief, 1 << 16);
            late.begin(1, 1);
            late.end(1);
            brief.reset();
        });
        capture->turn();
        worker.join();
        capture->stop(0);
        capture->finish();
        QCOMPARE(capture->lost(), std::uint64_t{1}); // that which filled the ring
        QCOMPARE(test::recordedSlices(*openTrace(path).value()),
                 static_cast<std::uint32_t>(much.written() + 1));
    }

    void soManyProcessesStillLeaveRoomForTheSessionsProperties() {
        constexpr std::size_t kProcesses = 2'100;
        const std::string path = folder_.filePath(QStringLiteral("many.lanes")).toStdString();
        const auto capture = captureInto(path);
        for (std::size_t i = 0; i < kProcesses; ++i) {
            const test::FakeProcess process;
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
        for (int thousand = 0; thousand < 3; ++thousand) { // what the first two say stands in the session
            const std::size_t before = mallinfo2().uordblks;
            for (std::size_t i = 0; i < kEach; ++i) {
                const test::FakeProcess process;
            }
            QTRY_COMPARE_WITH_TIMEOUT(filesLeft(), std::ptrdiff_t{1}, kPatience); // the session's own
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
        const test::FakeProcess process;
        test::FakeThread device = process.thread(0);
        device.defineName(1, "Buffer flush");
        const auto deliver = [&](bool withWork) {
            const auto now = static_cast<std::uint64_t>(ring::monotonicNs());
            if (withWork) {
                device.record(ring::ProfilerOverhead{
                    {0, ring::RecordType::ProfilerOverhead, 0, 0}, now - 1000, now - 500, 1, 0});
            }
            const std::uint64_t ticks = ring::readTicks(process.clock());
            device.record(ring::ClockPair{{0, ring::RecordType::ClockPair, 0, 0}, ticks, ticks, now});
            device.record(ring::Delivered{{0, ring::RecordType::Delivered, 0, 0}, ticks, 0, 0});
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

QTEST_GUILESS_MAIN(tst_process_ends)
#include "tst_process_ends.moc"
