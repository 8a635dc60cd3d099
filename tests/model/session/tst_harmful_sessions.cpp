// Sessions whose checksums are right and whose contents are made to harm the reader or whoever draws what it publishes.
#include "model/lod/LodIndex.h"
#include "model/session/OverviewCodec.h"
#include "model/session/reading/SessionPreview.h"
#include "model/session/reading/SessionReader.h"
#include "model/session/session.pb.h"
#include "model/session/writing/SessionWriter.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionBytes.h"
#include "tests/support/SessionOutput.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace lanes;
using namespace lanes::session;

namespace {

constexpr std::uint32_t kManySlices = 120'000; // enough to be published on the way

struct NoCells : CellSource {
    void cells(LayoutId, std::uint32_t, std::span<std::int64_t>) const override {}
};

std::vector<SliceRecord> slices(std::uint32_t count) {
    std::vector<SliceRecord> records(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        records[i].start = TimeNs(i) * 10;
        records[i].duration = 5;
    }
    return records;
}

std::string overviewOfOneLane() {
    CoarseLanes coarse;
    coarse.span = {0, TimeNs(kManySlices) * 10};
    coarse.slices = kManySlices;
    coarse.lanes.push_back({TrackId(0), LaneGroup::Operators, 0, kManySlices, {Hue::Gemm}, {0, 0, 100, 50}});
    ColumnEncoder encoder;
    proto::Overview message;
    encodeOverview(encoder, coarse, message);
    return message.SerializeAsString();
}

// Of this process, since it began.
long peakMegabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss >> 10; // it counts kilobytes
}

} // namespace

class tst_harmful_sessions : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string path() const { return folder_.filePath("a.lanes").toStdString(); }

    void put(const std::string& bytes) const {
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    }

    // A session of two tracks, each with a TRACKS chunk of its own and slices behind it, without an end.
    std::string twoTracks() const {
        {
            auto writer = SessionWriter::create(test::outputAt(path()));
            const ProcessId process = writer->addProcess({.key = "1"});
            for (const std::uint32_t count : {kManySlices, 10u}) {
                const TrackId track = writer->addTrack({.process = process, .key = std::to_string(count)});
                (void)writer->writeSlices(track, slices(count), {}, NoCells());
            }
            (void)writer->flush();
        }
        QFile file(QString::fromStdString(path()));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }

private Q_SLOTS:
    void theIndexLeavesOutTracksThatSlicesStandOn() {
        std::string bytes = twoTracks();
        test::appendChunk(bytes, ChunkType::Overview, overviewOfOneLane());
        std::vector<FooterEntry> index = test::chunksOf(bytes);
        const auto isTracks = [](const FooterEntry& e) { return e.type == ChunkType::Tracks; };
        QCOMPARE(std::ranges::count_if(index, isTracks), 2);
        index.erase(std::find_if(index.rbegin(), index.rend(), isTracks).base() - 1);
        test::appendEnd(bytes, index);
        put(bytes);

        std::vector<std::shared_ptr<const Trace>> snapshots;
        ReadOptions options;
        options.publish = [&](const auto& trace) { snapshots.push_back(trace); };
        auto reader = SessionReader::open(path());
        QVERIFY(reader->read(options).ok());
        QCOMPARE(snapshots.size(), std::size_t(2));
        QCOMPARE(snapshots[0]->tracks().size(), std::size_t(1));
        QCOMPARE(snapshots[1]->tracks().size(), std::size_t(2));
        for (const auto& trace : snapshots) {
            QVERIFY(trace->coarse() != nullptr);
            QVERIFY(!LodIndex::build(trace)->lanes().empty());
        }
    }

    // A few bytes of index would otherwise unpack one chunk a million times.
    void theIndexNamesAChunkTwice() {
        std::string bytes = twoTracks();
        test::appendChunk(bytes, ChunkType::Overview, overviewOfOneLane());
        std::vector<FooterEntry> index = test::chunksOf(bytes);
        std::string good = bytes;
        test::appendEnd(good, index);
        put(good);
        QVERIFY(previewOf(path()) != nullptr);
        index.insert(index.begin(), index.front());
        test::appendEnd(bytes, index);
        put(bytes);
        QVERIFY(previewOf(path()) == nullptr);
    }

    // More would take longer than anybody waits if each were compared with all before it.
    void aMillionCounterSeries() {
        std::string bytes = twoTracks();
        proto::Counters message;
        ColumnEncoder encoder;
        const std::vector<std::int64_t> one{1};
        const std::string column = encoder.encode(one);
        for (std::uint32_t i = 0; i < 1'000'000; ++i) {
            proto::Counter& series = *message.add_series();
            series.set_name_plus1(i + 1);
            series.set_count(1);
            series.set_time(column);
            series.set_value(column);
        }
        test::appendChunk(bytes, ChunkType::Counters, message.SerializeAsString());
        put(bytes);
        auto reader = SessionReader::open(path());
        const auto trace = reader->read();
        QVERIFY(trace.ok());
        QCOMPARE(trace.value()->counters().size(), std::size_t(1'000'000));
    }

    // A few kilobytes each, of which the reader holds no more than a batch at a time.
    void chunksThatGrowTenThousandfold() {
        std::string bytes = twoTracks();
        proto::Slices message;
        message.set_count(1);
        message.set_name_plus1(std::string(60 << 20, '\0'));
        const std::string one = message.SerializeAsString();
        for (int i = 0; i < 30; ++i) {
            test::appendPackedChunk(bytes, ChunkType::Slices, one);
        }
        QVERIFY(bytes.size() < 1 << 20);
        put(bytes);
        const long before = peakMegabytes();
        auto reader = SessionReader::open(path());
        const auto trace = reader->read();
        QVERIFY(trace.ok());
        QVERIFY2(peakMegabytes() - before < 800, qPrintable(QString::number(peakMegabytes() - before)));
        QVERIFY(trace.value()->diagnostics().count("damaged-chunk") >= 30);
    }

    void moreSlicesWithoutAnEndThanThereAre() {
        std::string bytes = twoTracks();
        ColumnEncoder encoder;
        const std::string nothing = encoder.encode(std::vector<std::int64_t>{0});
        proto::Slices message;
        message.set_count(1);
        message.set_first(kManySlices);
        message.set_start(encoder.encode(std::vector<std::int64_t>{TimeNs(kManySlices) * 10}));
        message.set_duration(nothing);
        message.set_name_plus1(nothing);
        message.set_layout_plus1(nothing);
        message.add_unended(0);
        std::string good = bytes;
        test::appendChunk(good, ChunkType::Slices, message.SerializeAsString());
        put(good);
        QCOMPARE(SessionReader::open(path())->read().value()->openSlices().size(), std::size_t(1));
        message.add_unended(0);
        test::appendChunk(bytes, ChunkType::Slices, message.SerializeAsString());
        put(bytes);
        const auto trace = SessionReader::open(path())->read();
        QVERIFY(trace.ok());
        QVERIFY(trace.value()->openSlices().empty());
        QCOMPARE(trace.value()->diagnostics().count("damaged-chunk"), std::uint64_t(1));
    }

    void aMillionKindsOfDiagnostics() {
        std::string bytes = twoTracks();
        proto::Diagnostics message;
        for (int i = 0; i < 1'000'000; ++i) {
            proto::Diagnostics::Entry& entry = *message.add_entries();
            entry.set_kind("kind-" + std::to_string(i));
            entry.set_count(1);
        }
        test::appendChunk(bytes, ChunkType::Diagnostics, message.SerializeAsString());
        put(bytes);
        auto reader = SessionReader::open(path());
        const auto trace = reader->read();
        QVERIFY(trace.ok());
        QVERIFY(trace.value()->diagnostics().count("kind-0") == 1);
        QVERIFY(trace.value()->diagnostics().all().size() < 10'000);
    }
};

int run_tst_harmful_sessions(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_harmful_sessions>(argc, argv);
}
#include "tst_harmful_sessions.moc"
