// Any byte of a session may be wrong: whatever comes out of the reader, every analysis and export lives with it.
#include "model/session/ChunkFile.h"
#include "model/session/reading/ColumnDecoder.h"
#include "model/session/reading/SessionReader.h"
#include "model/session/writing/WriteTrace.h"
#include "tests/support/EveryAnalysis.h"
#include "tests/support/RichTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionBytes.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <string>

using namespace lanes;
using namespace lanes::session;

class tst_flipped_sessions : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string path() const { return folder_.filePath("a.lanes").toStdString(); }

    void put(const std::string& bytes) const {
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    }

    // A small session with something of everything; no chunk is packed as a whole, so that flips reach what is inside.
    std::string session() const {
        const std::string packed = folder_.filePath("packed.lanes").toStdString();
        if (!writeTrace(*test::richTrace(14), packed).ok()) {
            return {};
        }
        auto source = ChunkScanner::open(packed);
        std::string bytes = encodeFileHeader();
        ColumnDecoder decoder;
        ChunkHeader header;
        std::string payload;
        while (source->next(header, payload) == ChunkScanner::Step::Chunk) {
            std::string raw(header.raw, '\0');
            if (header.packing == Packing::Zstd && decoder.decompress(payload, raw)) {
                payload = raw;
            }
            if (header.type != ChunkType::Footer) {
                test::appendChunk(bytes, header.type, payload);
            }
        }
        return bytes;
    }

    // What came out; 0 if the session was refused.
    std::size_t analyse(std::string bytes) const {
        test::putChecksumsRight(bytes);
        put(bytes);
        auto reader = SessionReader::open(path());
        const auto trace = reader ? reader->read({.memoryLimit = std::size_t{64} << 20, .threads = 1})
                                  : Result<std::shared_ptr<const Trace>>(reader.error());
        return trace ? test::analyseEverything(trace.value()) : 0;
    }

private Q_SLOTS:
    void theSessionItself() {
        const std::string bytes = session();
        QVERIFY(bytes.size() > 1000);
        QVERIFY(analyse(bytes) > 0);
    }

    void everyByte_data() {
        QTest::addColumn<int>("part");
        for (int part = 0; part < kParts; ++part) {
            QTest::addRow("part %d", part) << part;
        }
    }
    void everyByte() {
        QFETCH(int, part);
        const std::string good = session();
        std::size_t read = 0;
        std::size_t flipped = 0;
        for (std::size_t at = static_cast<std::size_t>(part); at < good.size(); at += kParts) {
            static constexpr std::array<unsigned char, 4> kFlips{0x01, 0x80, 0xff, 0x10};
            std::string bytes = good;
            bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^
                                          kFlips[at / kParts % kFlips.size()]);
            read += analyse(std::move(bytes)) > 0 ? 1 : 0;
            ++flipped;
        }
        QVERIFY2(read > flipped / 2, qPrintable(QString::number(read))); // most damage costs a part, not all
    }

    // A whole chunk that was lost leaves numbers of what it defined.
    void everyChunkLost() {
        const std::string good = session();
        for (const FooterEntry& chunk : test::chunksOf(good)) {
            std::string bytes = good;
            bytes.erase(chunk.offset, kChunkHeaderBytes + chunk.stored);
            analyse(bytes);
        }
    }

private:
    static constexpr int kParts = 8;
};

int run_tst_flipped_sessions(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_flipped_sessions>(argc, argv);
}
#include "tst_flipped_sessions.moc"
