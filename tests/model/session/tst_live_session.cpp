// Following a session that grows: a snapshot costs what is new, however much was there.
#include "model/session/reading/SessionReader.h"
#include "model/session/writing/SessionWriter.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionOutput.h"
#include "tests/support/counting/AllocatedBytes.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <map>

using namespace lanes;
using namespace lanes::session;

namespace {

struct OneCell : CellSource {
    void cells(LayoutId, std::uint32_t row, std::span<std::int64_t> out) const override {
        out[0] = ArgValue::ofInteger(row).encode();
    }
};

// A program of a few threads, as a recorder writes it second by second.
class Recording {
public:
    explicit Recording(const std::string& path)
        : writer_(std::move(SessionWriter::create(test::outputAt(path))).value()) {
        const ProcessId process = writer_.addProcess({.key = "1"});
        for (const char* thread : {"1", "2", "3"}) {
            tracks_.push_back(writer_.addTrack({.process = process, .key = thread}));
        }
        op_ = writer_.string("op");
        const ArgColumn column{writer_.string("bytes"), ArgColumn::Form::Number, false, {}};
        calls_ = writer_.layout({.phase = 'X', .columns = {column}});
        instants_ = writer_.layout({.phase = 'i', .columns = {column}});
    }

    bool writeSecond() {
        const TimeNs begin = TimeNs{1'000'000'000} * second_++;
        return writeSlices(begin) && writeTables(begin);
    }

private:
    bool writeSlices(TimeNs begin) {
        std::vector<SessionLink> links;
        for (const TrackId track : tracks_) {
            std::vector<SliceRecord> slices;
            for (int i = 0; i < kPerSecond; ++i) {
                slices.push_back({begin + i * 1000, 500, op_, calls_, 0});
            }
            const auto places = writer_.writeSlices(track, slices, {}, cells_);
            if (!places) {
                return false;
            }
            for (const std::uint32_t place : places.value()) {
                links.push_back({{tracks_[0], place}, {track, place}, LinkKind::Launch});
            }
        }
        return writer_.writeLinks(links, links.size(), links.size()).ok();
    }

    bool writeTables(TimeNs begin) {
        PointRows points;
        MemoryRows memory;
        CounterSeries counter{tracks_[0], op_, op_, {}, {}};
        for (int i = 0; i < kPerSecond; ++i) {
            const TimeNs time = begin + i * 1000;
            points.time.push_back(time);
            points.name.push_back(op_);
            points.track.push_back(tracks_[1]);
            points.layout.push_back(instants_);
            points.row.push_back(0);
            memory.time.push_back(time);
            memory.address.push_back(64);
            memory.bytes.push_back(i % 2 == 0 ? 512 : -512);
            memory.totalAllocated.push_back(-1);
            memory.totalReserved.push_back(-1);
            memory.deviceType.push_back(1);
            memory.deviceIndex.push_back(0);
            memory.track.push_back(tracks_[2]);
            memory.stack.emplace_back();
            counter.time.push_back(time);
            counter.value.push_back(i);
        }
        return writer_.writePoints(points, cells_).ok() && writer_.writeMemory(memory).ok() &&
               writer_.writeCounters({&counter, 1}).ok();
    }

    static constexpr int kPerSecond = 20;
    SessionWriter writer_;
    std::vector<TrackId> tracks_;
    StringId op_;
    LayoutId calls_;
    LayoutId instants_;
    OneCell cells_;
    TimeNs second_ = 0;
};

} // namespace

class tst_live_session : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSnapshotCostsWhatIsNew() {
        constexpr int kEarly = 50;
        const QTemporaryDir folder;
        const std::string path = folder.filePath("live.lanes").toStdString();
        Recording recording(path);
        auto reader = SessionReader::open(path);
        QVERIFY(reader.ok());
        std::map<int, std::size_t> bytes; // by how often kEarly seconds have doubled
        std::shared_ptr<const Trace> shown;
        ReadOptions options;
        options.threads = 1;
        for (int second = 0; second < 16 * kEarly; ++second) {
            QVERIFY(recording.writeSecond());
            const std::size_t before = test::allocatedBytes();
            const auto now = reader->poll(options);
            QVERIFY(now.ok() && now.value());
            bytes[second / kEarly == 0 ? -1 : std::bit_width(unsigned(second / kEarly)) - 1] +=
                test::allocatedBytes() - before;
            if (shown) {
                QCOMPARE(now.value()->segments()[0].get(), shown->segments()[0].get());
            }
            shown = now.value();
        }
        QCOMPARE(shown->sliceCount(), 16u * kEarly * 60);
        QCOMPARE(shown->memory().size(), 16u * kEarly * 20);
        QCOMPARE(shown->points().size(), 16u * kEarly * 20);
        QCOMPARE(shown->counters()[0].time.size(), std::size_t(16 * kEarly * 20));
        QCOMPARE(shown->links().size(), std::size_t(16 * kEarly * 60));
        QCOMPARE(shown->span().end, TimeNs{1'000'000'000} * (16 * kEarly - 1) + 19'500);
        // Tables that double their last block, and runs of arrows that merge, cost the same per row in every octave.
        const std::size_t early = bytes[0] / kEarly;
        const std::size_t late = bytes[3] / (8 * kEarly);
        qInfo("%zu bytes per snapshot of the first minutes, %zu of the last", early, late);
        QVERIFY(late * 10 <= early * 12);
    }

    void arrowsAreFoundInEveryRun() {
        LinkTable table;
        std::vector<LinkTable> copies;
        for (std::uint32_t i = 0; i < 500; ++i) {
            copies.push_back(table);
            // Each once more than once, in any order.
            table.add({{SliceId(i + 1000), SliceId(i), LinkKind::Flow},
                       {SliceId(i % 7), SliceId(i), LinkKind::Launch},
                       {SliceId(i % 7), SliceId(i), LinkKind::Launch}});
            table.add({{SliceId(i % 7), SliceId(i), LinkKind::Launch}});
        }
        QCOMPARE(table.size(), std::size_t(1000));
        for (std::uint32_t i = 0; i < 500; ++i) {
            QCOMPARE(copies[i].size(), std::size_t(2 * i));
            QCOMPARE(table.firstFrom(SliceId(i + 1000), LinkKind::Flow), SliceId(i));
            QCOMPARE(table.firstTo(SliceId(i), LinkKind::Launch), SliceId(i % 7));
            QCOMPARE(table.to(SliceId(i)).size(), std::size_t(2));
            QVERIFY(!copies[i].firstTo(SliceId(i), LinkKind::Launch).valid());
        }
        QCOMPARE(table.from(SliceId(3)).size(), std::size_t(71));
        QCOMPARE(std::ranges::distance(table.all()), std::ptrdiff_t(1000));
    }

    // Arrows of each part of a session that is read at a time: the lost ones go, and no other.
    void anArrowToALostSliceIsCountedAndLeftOut() {
        constexpr std::uint32_t kParts = 3;
        constexpr std::size_t kMoreThanIsReadAtOnce = std::size_t{13} << 20;
        const QTemporaryDir folder;
        const std::string path = folder.filePath("lost.lanes").toStdString();
        auto writer = SessionWriter::create(test::outputAt(path));
        QVERIFY(writer.ok());
        const TrackId track = writer->addTrack({.process = writer->addProcess({.key = "1"}), .key = "1"});
        const ArgColumn column{writer->string("bytes"), ArgColumn::Form::Number, false, {}};
        const LayoutId layout = writer->layout({.phase = 'X', .columns = {column}});
        for (std::uint32_t part = 0; part < kParts; ++part) {
            std::vector<SliceRecord> slices;
            for (int i = 0; i < 4; ++i) {
                slices.push_back({part * 100 + i * 10, 5, writer->string("op"), layout, 0});
            }
            const auto places = writer->writeSlices(track, slices, {}, OneCell());
            QVERIFY(places.ok());
            const auto slice = [&](std::size_t i) { return SliceRef{track, places.value()[i]}; };
            const std::array links{SessionLink{slice(0), slice(1), LinkKind::Launch},
                                   SessionLink{slice(1), {track, 1'000'000}, LinkKind::Launch},
                                   SessionLink{slice(2), slice(3), LinkKind::Launch}};
            QVERIFY(writer->writeLinks(links, 3, 3).ok());
            writer->string(std::string(kMoreThanIsReadAtOnce, static_cast<char>('a' + part)));
        }
        QVERIFY(writer->finish().ok());
        auto reader = SessionReader::open(path);
        QVERIFY(reader.ok());
        const auto trace = reader->read();
        QVERIFY(trace.ok());
        QCOMPARE(trace.value()->links().size(), std::size_t(2 * kParts));
        for (std::uint32_t first = 0; first < 4 * kParts; first += 2) {
            QCOMPARE(trace.value()->links().firstTo(SliceId(first + 1), LinkKind::Launch), SliceId(first));
        }
        const auto& all = trace.value()->diagnostics().all();
        const auto lost = std::ranges::find(all, "link-without-slice", &Diagnostic::kind);
        QVERIFY(lost != all.end());
        QCOMPARE(lost->count, std::uint64_t(kParts));
    }
};

int run_tst_live_session(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_live_session>(argc, argv);
}
#include "tst_live_session.moc"
