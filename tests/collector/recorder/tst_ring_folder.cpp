// The folder in which target and recorder meet: what is freed of a ring that is removed.
#include "collector/recorder/host/RingFolder.h"
#include "collector/ring/FileNames.h"
#include "collector/ring/Records.h"
#include "collector/ring/RingBudget.h"
#include "model/base/File.h"
#include "tests/collector/RingFile.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>

using namespace lanes;
using recorder::RingFolder;
using test::put;
using test::RingFile;

namespace {

constexpr std::uint64_t kCapacity = 1 << 20;

// Whether the file holds a page at that place of the ring.
bool holds(const File& file, std::uint64_t at) {
    const auto offset = static_cast<off_t>(ring::kRingHeaderBytes + at % kCapacity);
    return lseek(file.get(), offset, SEEK_DATA) == offset;
}

std::int64_t bytesHeld(const File& file) {
    struct stat facts {};
    return fstat(file.get(), &facts) == 0 ? std::int64_t{facts.st_blocks} * 512 : -1;
}

} // namespace

class tst_ring_folder : public QObject {
    Q_OBJECT

    QTemporaryDir folder_{QStringLiteral("/dev/shm/tst_ring_folder-XXXXXX")};

private Q_SLOTS:
    void aRemovedRingIsFreedButForWhatItsWriterMayStillTouch_data() {
        QTest::addColumn<quint64>("written");
        QTest::newRow("nothing") << quint64{0};
        QTest::newRow("within") << quint64{300'000};
        QTest::newRow("the last page") << quint64{kCapacity - 1000};
        QTest::newRow("once around") << quint64{kCapacity + 100'000};
    }
    void aRemovedRingIsFreedButForWhatItsWriterMayStillTouch() {
        QFETCH(quint64, written);
        const std::string path = folder_
                                     .filePath(QString::fromStdString(toText(
                                         ring::FileName{ring::FileName::Kind::Ring, 1, written + 1, 0})))
                                     .toStdString();
        RingFile ring(path, kCapacity);
        // A page that was never written counts as a hole.
        std::memset(ring.file().data() + ring::kRingHeaderBytes, 1, kCapacity);
        ring::RingWriter writer(&ring.header());
        for (std::uint64_t at = 0; at < written; at += 800) {
            QVERIFY(put(writer, at, 100));
            ring.header().tail = ring.header().head.load();
        }
        const std::uint64_t head = ring.header().head;
        const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
        QVERIFY(bytesHeld(file) >= std::int64_t{kCapacity});
        // Its writer has asked, and writes now.
        void* const place = writer.reserve(ring::kMaxRecordBytes);
        QVERIFY(place != nullptr);
        RingFolder::removeFile(path);
        QVERIFY(access(path.c_str(), F_OK) != 0);
        for (std::uint64_t at = head; at < head + 2 * ring::kMaxRecordBytes; at += ring::kRingHeaderBytes) {
            QVERIFY2(holds(file, at), qPrintable(QString::number(at)));
        }
        QVERIFY(!holds(file, head + kCapacity / 2));
        QVERIFY2(bytesHeld(file) < 128 * 1024, qPrintable(QString::number(bytesHeld(file))));
        // And finds it shut with the next record.
        writer.commit(ring::kMaxRecordBytes);
        QVERIFY(!put(writer, 1, 4));
    }

    void aSmallRingIsShutToo() {
        const std::string path =
            folder_
                .filePath(QString::fromStdString(toText(ring::FileName{ring::FileName::Kind::Ring, 2, 1, 0})))
                .toStdString();
        RingFile ring(path);
        ring::RingWriter writer(&ring.header());
        RingFolder::removeFile(path);
        QVERIFY(!put(writer, 1, 4));
    }
};

int run_tst_ring_folder(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_ring_folder>(argc, argv);
}
#include "tst_ring_folder.moc"
