// What a writer writes a reader takes, however much it is: no chunk grows past what readers accept.
#include "model/session/FooterCodec.h"
#include "model/session/reading/SessionReader.h"
#include "model/session/session.pb.h"
#include "model/session/writing/SessionWriter.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionOutput.h"

#include <QTemporaryDir>
#include <QTest>

using namespace lanes;
using namespace lanes::session;

namespace {

// Cells that no coding makes smaller.
struct WildCells : CellSource {
    void cells(LayoutId, std::uint32_t row, std::span<std::int64_t> out) const override {
        std::uint64_t state = row;
        for (std::int64_t& cell : out) {
            state = (state + 0x9E3779B97F4A7C15ull) * 0xD1B54A32D192ED03ull;
            cell = static_cast<std::int64_t>((state ^ state >> 29) & ~3ull);
        }
    }
    std::int64_t last(std::uint32_t row, std::size_t columns) const {
        std::vector<std::int64_t> all(columns);
        cells({}, row, all);
        return all.back();
    }
};

} // namespace

class tst_session_limits : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string path() const { return folder_.filePath("a.lanes").toStdString(); }
    std::shared_ptr<const Trace> read() const {
        auto reader = SessionReader::open(path());
        auto trace = reader ? reader->read() : Result<std::shared_ptr<const Trace>>(reader.error());
        return trace ? trace.value() : nullptr;
    }

private Q_SLOTS:
    void slicesAndPointsWithManyArgumentsAreSplit() {
        constexpr std::uint32_t kRows = 50'000;
        constexpr std::size_t kColumns = 180; // of eight bytes: 72 MB
        auto writer = SessionWriter::create(test::outputAt(path()));
        QVERIFY(writer.ok());
        const TrackId track = writer->addTrack({.process = writer->addProcess({.key = "1"}), .key = "1"});
        ArgLayout prototype;
        prototype.columns.resize(kColumns, {writer->string("a"), ArgColumn::Form::Number, false, {}});
        const LayoutId layout = writer->layout(prototype);
        std::vector<SliceRecord> slices;
        PointRows points;
        for (std::uint32_t i = 0; i < kRows; ++i) {
            slices.push_back({TimeNs{i} * 10, 5, writer->string("op"), layout, i});
            points.time.push_back(i);
            points.name.push_back(writer->string("op"));
            points.track.push_back(track);
            points.layout.push_back(layout);
            points.row.push_back(i);
        }
        const WildCells cells;
        const auto places = writer->writeSlices(track, slices, {}, cells);
        QVERIFY(places.ok());
        QCOMPARE(places.value().back(), kRows - 1);
        QVERIFY(writer->writePoints(points, cells).ok());
        QVERIFY(writer->finish().ok());
        const auto trace = read();
        QVERIFY(trace);
        QVERIFY(trace->diagnostics().empty());
        QCOMPARE(trace->sliceCount(), kRows);
        QCOMPARE(trace->points().size(), kRows);
        for (const std::uint32_t i : {0u, 30'000u, kRows - 1}) {
            const std::int64_t want = ArgValue::decode(cells.last(i, kColumns)).integer;
            const Trace::Slice slice = trace->slice(SliceId(i));
            QCOMPARE(trace->args().value(slice.layout, slice.row, kColumns - 1)->integer, want);
            const auto row = trace->points().row[i];
            QCOMPARE(trace->args().value(layout, row, kColumns - 1)->integer, want);
        }
    }

    void namesOfManyMegabytesAreSplit() {
        constexpr std::uint32_t kTracks = 70;
        auto writer = SessionWriter::create(test::outputAt(path()));
        const ProcessId process = writer->addProcess({.key = "1"});
        for (std::uint32_t t = 0; t < kTracks; ++t) {
            writer->addTrack(
                {.process = process, .key = std::to_string(t), .name = std::string(1 << 20, 'n')});
        }
        QVERIFY(writer->finish().ok());
        const auto trace = read();
        QVERIFY(trace && trace->diagnostics().empty());
        QCOMPARE(trace->tracks().size(), std::size_t(kTracks));
        QCOMPARE(trace->tracks().back().name.size(), std::size_t(1) << 20);
    }

    void aTextThatNoChunkHoldsIsCutAndCounted() {
        auto writer = SessionWriter::create(test::outputAt(path()));
        const TrackId track = writer->addTrack({.process = writer->addProcess({.key = "1"}), .key = "1"});
        std::string text;
        while (text.size() < 70u << 20) {
            text += "h\xC3\xA9"; // so that 32 MiB end inside a character
        }
        const std::vector<SliceRecord> slices{
            {0, 1, writer->string("before")}, {2, 1, writer->string(text)}, {4, 1, writer->string("behind")}};
        QVERIFY(writer->writeSlices(track, slices, {}, WildCells()).ok());
        QVERIFY(writer->finish().ok());
        const auto trace = read();
        QVERIFY(trace);
        QCOMPARE(trace->diagnostics().total(), std::uint64_t(1));
        QCOMPARE(trace->diagnostics().count("text-cut"), std::uint64_t(1));
        QCOMPARE(trace->text(trace->slice(SliceId(0)).name), std::string_view("before"));
        QCOMPARE(trace->text(trace->slice(SliceId(2)).name), std::string_view("behind"));
        const std::string_view cut = trace->text(trace->slice(SliceId(1)).name);
        QVERIFY(cut.size() > (32u << 20) - 4 && std::string_view(text).starts_with(cut));
        QVERIFY(cut.ends_with('h') || cut.ends_with('\xA9'));
    }

    void whatCannotBeSplitIsAnError() {
        auto writer = SessionWriter::create(test::outputAt(path()));
        SessionInfo info;
        info.properties.emplace_back("all", std::string(65u << 20, 'x'));
        writer->setInfo(info);
        const auto written = writer->finish();
        QVERIFY(!written.ok());
        QVERIFY(written.error().message.starts_with(path() + " cannot be written"));
    }

    void endsOfManySlicesAreSplit() {
        auto writer = SessionWriter::create(test::outputAt(path()));
        const TrackId track = writer->addTrack({.process = writer->addProcess({.key = "1"}), .key = "1"});
        const std::vector<SliceRecord> open{{0, -1, writer->string("op")}};
        QVERIFY(writer->writeSlices(track, open, {}, WildCells()).ok());
        std::vector<SliceEnd> ends(5'500'000, {0xfffffff0, TimeNs{1} << 60}); // 14 bytes each
        ends.back() = {0, 77};
        QVERIFY(writer->writeSlices(track, {}, ends, WildCells()).ok());
        QVERIFY(writer->finish().ok());
        const auto trace = read();
        QVERIFY(trace && trace->diagnostics().empty());
        QCOMPARE(trace->slice(SliceId(0)).duration, TimeNs(77));
    }

    // An hour of 64 busy threads has a chunk for each second and thread.
    void anIndexMayHaveMillionsOfChunks() {
        constexpr std::uint32_t kChunks = kMaxRowsPerChunk + 5;
        std::vector<FooterEntry> index(kChunks);
        for (std::uint32_t i = 0; i < kChunks; ++i) {
            index[i] = {ChunkType::Slices, std::uint64_t{i} * 100, 60, TrackId(i % 64)};
        }
        ColumnEncoder encoder;
        proto::Footer footer;
        encodeFooter(encoder, index, footer);
        ColumnDecoder decoder;
        const auto back = decodeFooter(decoder, footer, std::uint64_t{kChunks} * 100);
        QVERIFY(back);
        QCOMPARE(back->size(), std::size_t(kChunks));
        QCOMPARE(back->back().offset, std::uint64_t{kChunks - 1} * 100);
        QVERIFY(
            !decodeFooter(decoder, footer, std::uint64_t{kChunks} * 31)); // no file has chunks of 31 bytes
    }
};

int run_tst_session_limits(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_session_limits>(argc, argv);
}
#include "tst_session_limits.moc"
