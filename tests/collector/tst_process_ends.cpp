// Processes that end while the recorder looks elsewhere lose nothing.
#include "collector/recorder/Capture.h"
#include "collector/recorder/sink/WriterThread.h"
#include "model/io/OpenTrace.h"
#include "model/session/FileOutput.h"
#include "tests/collector/FakeTarget.h"

#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

using namespace lanes;
using recorder::WriterThread;
namespace fs = std::filesystem;

namespace {

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
        auto thread = std::make_unique<WriterThread>(session::FileOutput::create(path).value());
        const WriterThread& disk = *thread;
        recorder::Capture capture(recorder::RingFolder::create(ring::DeviceSharing::Share).value(),
                                  session::SessionWriter::create(std::move(thread)).value(), disk, {}, {});
        setenv(ring::kFolderVariable, capture.folder().c_str(), 1);
        // Reading this one takes a while. It comes first, and its file is known: the other's is not yet.
        const test::FakeProcess busy;
        test::FakeThread much = started(busy, 1 << 24);
        while (much.begin(1, 1) && much.end(1)) {
        }
        auto brief = std::make_unique<test::FakeProcess>();
        const ring::MappedFile ring = ringIn(capture.folder());
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
        capture.turn();
        worker.join();
        capture.finish(0);
        QCOMPARE(capture.lost(), std::uint64_t{1}); // that which filled the ring
        QCOMPARE(openTrace(path).value()->sliceCount(), static_cast<std::uint32_t>(much.written() + 1));
    }
};

QTEST_GUILESS_MAIN(tst_process_ends)
#include "tst_process_ends.moc"
