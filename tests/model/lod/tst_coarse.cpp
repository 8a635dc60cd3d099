// The coarse picture of a session: gathered while it is written, stored at its end, shown while it is read.
#include "model/lod/CoarseBuilder.h"
#include "model/lod/LaneQuery.h"
#include "model/lod/LodIndex.h"
#include "model/session/OverviewCodec.h"
#include "model/session/reading/ColumnDecoder.h"
#include "model/session/reading/SessionPreview.h"
#include "model/session/reading/SessionReader.h"
#include "model/session/session.pb.h"
#include "model/session/writing/ColumnEncoder.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionGenerator.h"
#include "tests/support/TraceBuilder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <malloc.h>

#include <random>
#include <string>

using namespace lanes;

namespace {

constexpr std::size_t kPlenty = 1u << 20;

SliceRecord slice(TimeNs start, TimeNs duration, Hue hue = Hue::Gemm) {
    SliceRecord record;
    record.start = start;
    record.duration = duration;
    record.kind = EventKind::Kernel;
    record.hue = hue;
    return record;
}

// Streams of kernels with pauses between them; `segments` parts of each.
std::shared_ptr<const Trace> kernels(int streams, int perStream, int segments) {
    std::mt19937 random(5);
    const auto pick = [&](TimeNs low, TimeNs high) {
        return std::uniform_int_distribution<TimeNs>(low, high)(random);
    };
    TraceBuilder builder;
    const ProcessId gpu = builder.addProcess({.key = "0", .kind = Process::Kind::Device});
    for (int s = 0; s < streams; ++s) {
        const TrackId stream = builder.addTrack({.process = gpu, .key = std::to_string(s)});
        TimeNs now = pick(0, 1000);
        for (int i = 0; i < perStream; ++i) {
            const TimeNs duration = pick(0, 500);
            builder.addSlice(stream, slice(now, duration, static_cast<Hue>(pick(7, 10))));
            now += duration + (i % 1000 == 0 ? pick(1, 30'000) : pick(1, 100));
            if ((i + 1) % (perStream / segments) == 0) {
                (void)builder.publish();
            }
        }
    }
    return builder.publish();
}

CoarseLanes coarseOf(const Trace& trace, std::size_t records = kPlenty) {
    CoarseBuilder builder;
    for (const auto& segment : trace.segments()) {
        builder.add(segment, {});
    }
    return builder.result(records);
}

// The trace as it looks while it is read: so many of its segments, and the coarse picture of all.
std::shared_ptr<const Trace> readInPart(const Trace& trace, std::size_t segments) {
    TraceData data;
    data.processes = trace.processes();
    data.tracks = trace.tracks();
    data.segments = trace.segments();
    data.segments.truncate(segments);
    data.coarse = std::make_shared<CoarseLanes>(coarseOf(trace));
    return std::make_shared<Trace>(std::move(data));
}

std::vector<int> levels(const LodLane& lane, const PixelGrid& grid) {
    LanePixels pixels;
    std::vector<TimeNs> scratch;
    queryLane(lane, grid, {}, scratch, pixels);
    std::vector<int> columns(static_cast<std::size_t>(grid.columns()), 0);
    for (const DensityRun& run : pixels.runs) {
        std::fill_n(columns.begin() + run.x, run.width, int(run.level));
    }
    for (const SliceBox& box : pixels.boxes) {
        std::fill(columns.begin() + box.x0, columns.begin() + box.x1, LaneQueryOptions().levels);
    }
    return columns;
}

TimeNs busy(const LodLane& lane, TimeRange range) {
    return lane.totalBusyIn(range);
}

} // namespace

class tst_coarse : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path(const char* name) const { return folder_.filePath(name).toStdString(); }

    // A session long enough for an overview.
    std::string longSession() const {
        std::string file = path("long.lanes");
        if (!QFile::exists(QString::fromStdString(file)) && !test::generateSession(file, 1'200'000)) {
            file.clear();
        }
        return file;
    }

    static std::vector<std::shared_ptr<const Trace>> snapshotsOf(const std::string& file) {
        std::vector<std::shared_ptr<const Trace>> snapshots;
        auto reader = session::SessionReader::open(file);
        if (reader) {
            session::ReadOptions options;
            options.publish = [&](const auto& trace) { snapshots.push_back(trace); };
            if (auto whole = reader->read(options)) {
                snapshots.push_back(whole.value());
            }
        }
        return snapshots;
    }

private Q_SLOTS:
    // A program may have ten thousands of threads that end soon.
    void aTrackOfFewSlicesTakesLittle() {
        constexpr int kTracks = 10'000;
        constexpr std::size_t kMostBytes = 800; // of each: 640 measured, 1,200 where all hues were kept
        TraceBuilder traces;
        const ProcessId process = traces.addProcess({.key = "1"});
        for (int t = 0; t < kTracks; ++t) {
            const TrackId track = traces.addTrack({.process = process, .key = std::to_string(t)});
            traces.addSlice(track, slice(t, 100, Hue::Range));
            traces.addSlice(track, slice(t, 50));
            traces.addSlice(track, slice(t + 50, 50));
        }
        const auto trace = traces.publish();
        const std::size_t before = mallinfo2().uordblks;
        CoarseBuilder builder;
        for (const auto& segment : trace->segments()) {
            builder.add(segment, {});
        }
        const std::size_t each = (mallinfo2().uordblks - before) / kTracks;
        QVERIFY2(each <= kMostBytes, std::to_string(each).c_str());
        QCOMPARE(builder.result(kPlenty).slices, std::uint64_t{3 * kTracks});
    }

    void aShortLaneHasARecordForEachSlice() {
        CoarseLaneBuilder lane;
        lane.add(10, 5, Hue::Gemm);
        lane.add(20, 7, Hue::Copy);
        lane.add(40, 1, Hue::Gemm);
        const CoarseLane result = lane.result();
        QCOMPARE(result.slices, 3u);
        QCOMPARE(result.hues, (std::vector{Hue::Gemm, Hue::Copy}));
        QCOMPARE(result.records, (std::vector<std::int64_t>{10, 0, 0, 20, 5, 0, 40, 5, 7, 41, 6, 7}));
    }

    void aLongLaneIsBoundedAndItsRecordsAreExact() {
        for (const int slices : {8191, 8192, 8193, 16384, 50'001}) {
            CoarseLaneBuilder lane;
            std::map<TimeNs, TimeNs> before;
            TimeNs total = 0;
            for (int i = 0; i < slices; ++i) {
                const TimeNs start = TimeNs(i) * 100;
                before[start] = total;
                lane.add(start, i % 50, Hue::Gemm);
                total += i % 50;
            }
            const CoarseLane result = lane.result();
            QVERIFY(result.count() <= CoarseLaneBuilder::kMostRecords + 1);
            QVERIFY(result.count() > CoarseLaneBuilder::kMostRecords / 2 ||
                    std::size_t(slices) < result.count());
            for (std::size_t i = 0; i + 1 < result.count(); ++i) {
                QCOMPARE(result.record(i)[1], before.at(result.record(i)[0]));
                QCOMPARE(result.record(i)[0] % (result.record(1)[0] - result.record(0)[0]),
                         0); // evenly spread
            }
            QCOMPARE(result.record(result.count() - 1)[1], total);
        }
    }

    void allLanesTogetherAreBounded() {
        const auto trace = kernels(6, 20'000, 2);
        const CoarseLanes all = coarseOf(*trace, 3000);
        QCOMPARE(all.lanes.size(), std::size_t(6));
        std::size_t records = 0;
        for (const CoarseLane& lane : all.lanes) {
            records += lane.count();
            QCOMPARE(lane.slices, 20'000u);
        }
        QVERIFY2(records <= 3000 + 6, qPrintable(QString::number(records)));
        QCOMPARE(all.span, trace->span());
    }

    void aSliceThatEndsLaterCountsFromThenOn() {
        TraceBuilder builder;
        builder.addProcess({.key = "1"});
        const TrackId track = builder.addTrack({.process = ProcessId(0), .key = "1"});
        SliceRecord outer = slice(0, -1, Hue::Range);
        outer.kind = EventKind::UserRange;
        builder.addSlice(track, outer);
        builder.addSlice(track, slice(10, 5));
        const auto first = builder.publish();
        SliceRecord next = slice(100, 10, Hue::Range);
        next.kind = EventKind::UserRange;
        builder.endSlice(track, 0, 60);
        builder.addSlice(track, next);
        const auto second = builder.publish();

        CoarseBuilder coarse;
        const std::vector<SliceId> open{SliceId(0)};
        coarse.add(first->segments()[0], open);
        coarse.close(track, SliceId(0), 60);
        coarse.add(second->segments()[1], {});
        const CoarseLanes all = coarse.result(kPlenty);
        QCOMPARE(all.lanes.size(), std::size_t(2)); // the next range stands beside the first, not in it
        QCOMPARE(all.lanes[0].group, LaneGroup::Ranges);
        QCOMPARE(all.lanes[0].records, (std::vector<std::int64_t>{0, 0, 100, 60, 110, 70}));
        QCOMPARE(all.span, (TimeRange{0, 110}));
    }

    void withoutSlicesThePictureIsCloseToTheExactOne() {
        const auto trace = kernels(3, 60'000, 4);
        const auto exact = LodIndex::build(trace);
        const auto coarse = LodIndex::build(readInPart(*trace, 0));
        QCOMPARE(coarse->lanes().size(), exact->lanes().size());
        const PixelGrid grid{TimeScale(trace->span(), 1600)};
        for (std::size_t l = 0; l < exact->lanes().size(); ++l) {
            QCOMPARE(coarse->lanes()[l].slices(), exact->lanes()[l].slices());
            QCOMPARE(coarse->lanes()[l].id(0), SliceId());
            const auto want = levels(exact->lanes()[l], grid);
            const auto got = levels(coarse->lanes()[l], grid);
            int off = 0;
            for (std::size_t x = 0; x < want.size(); ++x) {
                off += std::abs(want[x] - got[x]) > 2;
                QVERIFY(want[x] == 0 || got[x] > 0);
            }
            QVERIFY2(off <= 16, qPrintable(QString::number(off)));
        }
    }

    void zoomedInWithoutSlicesNothingIsClaimedToBeASlice() {
        const auto trace = kernels(1, 60'000, 4);
        const auto coarse = LodIndex::build(readInPart(*trace, 0));
        const TimeNs middle = trace->span().length() / 2;
        const PixelGrid grid{TimeScale({middle, middle + 5'000}, 1000)};
        LanePixels pixels;
        std::vector<TimeNs> scratch;
        queryLane(coarse->lanes()[0], grid, {}, scratch, pixels);
        QVERIFY(pixels.boxes.empty());
        QVERIFY(!pixels.runs.empty());
    }

    void aTraceReadInPartShowsItsSlicesAndTheRestCoarsely() {
        const auto trace = kernels(2, 60'000, 10);
        const auto exact = LodIndex::build(trace);
        for (const std::size_t segments :
             {std::size_t(1), std::size_t(4), std::size_t(13), std::size_t(20)}) {
            const auto part = readInPart(*trace, segments);
            QCOMPARE(part->span(), trace->span());
            const auto lod = LodIndex::build(part);
            for (std::size_t l = 0; l < lod->lanes().size(); ++l) {
                const LodLane& lane = lod->lanes()[l];
                const LodLane& whole = exact->lanes()[l];
                QCOMPARE(lane.slices(), whole.slices());
                QCOMPARE(busy(lane, trace->span()), busy(whole, trace->span()));
                const std::uint32_t read =
                    lane.unread > 0 ? lane.first[lane.pieces.size() - 1] : lane.count();
                QVERIFY(read + lane.unread == whole.count());
                if (read == 0) {
                    continue;
                }
                const TimeRange there{trace->span().begin, whole.end(read - 1)};
                QCOMPARE(busy(lane, there), busy(whole, there));
                const PixelGrid grid{TimeScale(there, 900)};
                QCOMPARE(levels(lane, grid), levels(whole, grid));
            }
        }
    }

    void anOverviewComesBackFromItsMessage() {
        const CoarseLanes all = coarseOf(*kernels(3, 5000, 2));
        session::ColumnEncoder encoder;
        session::ColumnDecoder decoder;
        proto::Overview message;
        session::encodeOverview(encoder, all, message);
        const auto back = session::decodeOverview(decoder, message, 3);
        QVERIFY(back.has_value());
        QCOMPARE(back->span, all.span);
        QCOMPARE(back->slices, all.slices);
        QCOMPARE(back->lanes.size(), all.lanes.size());
        for (std::size_t i = 0; i < all.lanes.size(); ++i) {
            QCOMPARE(back->lanes[i].track, all.lanes[i].track);
            QCOMPARE(back->lanes[i].hues, all.lanes[i].hues);
            QCOMPARE(back->lanes[i].records, all.lanes[i].records);
        }
    }

    void damagedLanesOfAnOverviewAreLeftOut() {
        const CoarseLanes all = coarseOf(*kernels(3, 500, 1));
        session::ColumnEncoder encoder;
        session::ColumnDecoder decoder;
        const auto lanesLeft = [&](auto damage, std::uint32_t tracks = 3) {
            proto::Overview message;
            session::encodeOverview(encoder, all, message);
            damage(message);
            const auto back = session::decodeOverview(decoder, message, tracks);
            return back ? back->lanes.size() : 0;
        };
        QCOMPARE(lanesLeft([](auto&) {}), std::size_t(3));
        QCOMPARE(lanesLeft([](auto&) {}, 2), std::size_t(2)); // of a track that nobody knows
        QCOMPARE(lanesLeft([](auto& m) { m.mutable_lanes(1)->set_depth(1'000'000); }), std::size_t(2));
        QCOMPARE(lanesLeft([](auto& m) { m.mutable_lanes(1)->set_count(1u << 31); }), std::size_t(2));
        QCOMPARE(lanesLeft([](auto& m) { m.mutable_lanes(1)->set_hues("\x63"); }), std::size_t(2));
        QCOMPARE(lanesLeft([](auto& m) { m.mutable_lanes(1)->set_group(99); }), std::size_t(2));
        QCOMPARE(lanesLeft([](auto& m) { m.mutable_lanes(2)->set_track(0); }), std::size_t(2)); // twice
        QCOMPARE(lanesLeft([](auto& m) { m.mutable_lanes(0)->set_time("no column"); }), std::size_t(2));
        QCOMPARE(lanesLeft([](auto& m) { m.set_end(m.begin()); }), std::size_t(0));
    }

    void aLongSessionIsShownBeforeItIsRead() {
        const auto snapshots = snapshotsOf(longSession());
        QVERIFY(snapshots.size() >= 3);
        const Trace& whole = *snapshots.back();
        QVERIFY(whole.diagnostics().empty());
        QVERIFY(whole.coarse() == nullptr);
        QVERIFY(whole.info().complete);
        const auto exact = LodIndex::build(snapshots.back());
        std::uint32_t slices = 0;
        std::shared_ptr<const LodIndex> lod;
        for (std::size_t i = 0; i + 1 < snapshots.size(); ++i) {
            const Trace& part = *snapshots[i];
            QVERIFY(part.coarse() != nullptr);
            QCOMPARE(part.sliceCount() == 0, i == 0);
            QVERIFY(i == 0 || part.sliceCount() > slices);
            slices = part.sliceCount();
            QCOMPARE(part.span(), whole.span());
            QCOMPARE(part.tracks().size(), whole.tracks().size());
            QCOMPARE(part.processes().size(), whole.processes().size());
            lod = LodIndex::build(snapshots[i], lod.get());
            QCOMPARE(lod->lanes().size(), exact->lanes().size());
            for (std::size_t l = 0; l < lod->lanes().size(); ++l) {
                QCOMPARE(lod->lanes()[l].slices(), exact->lanes()[l].slices());
            }
        }
    }

    void aShortSessionHasNoOverview() {
        const std::string file = path("short.lanes");
        QVERIFY(test::generateSession(file, 20'000).ok());
        QVERIFY(session::previewOf(file) == nullptr);
    }

    void aSessionThatIsCutOrDamagedAtItsEndIsReadWithoutAPreview() {
        QFile whole(QString::fromStdString(longSession()));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray bytes = whole.readAll();
        const auto read = [&](const QByteArray& changed) {
            QFile file(folder_.filePath("changed.lanes"));
            if (!file.open(QIODevice::WriteOnly)) {
                return std::vector<std::shared_ptr<const Trace>>();
            }
            file.write(changed);
            file.close();
            return snapshotsOf(file.fileName().toStdString());
        };
        const std::uint32_t slices = read(bytes).back()->sliceCount();
        const auto cut = read(bytes.left(bytes.size() - 1));
        QVERIFY(cut.front()->coarse() == nullptr);
        QCOMPARE(cut.back()->sliceCount(), slices);

        std::mt19937 random(1);
        for (int i = 0; i < 20; ++i) { // the overview and the footer are the last chunks
            QByteArray damaged = bytes;
            const auto at = damaged.size() - 1 - qsizetype(random() % 20'000);
            damaged[at] = char(damaged[at] ^ 0x55);
            const auto snapshots = read(damaged);
            QVERIFY(!snapshots.empty());
            QCOMPARE(snapshots.back()->sliceCount(), slices);
        }
    }
};

int run_tst_coarse(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_coarse>(argc, argv);
}
#include "tst_coarse.moc"
