// Instants: which points are some, whose they are, and that every one of them is in exactly one mark at every zoom.
#include "model/lod/LodIndex.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"
#include "tests/support/ThreadClock.h"
#include "tests/support/TraceSketch.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <random>
#include <utility>

using namespace lanes;
using Scope = InstantLane::Scope;

class InstantsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyInstantIsInOneMark_data();
    void everyInstantIsInOneMark();
    void markHasTheHueOfMost();
    void marksFollowPixels();
    void pointsBelongWhereTheirScopeSays();
    void scopesOfAFileAreUnderstood();
    void memoryCountersAndMetadataAreNone();
    void pointIsFoundAgain();
    void samePointsAreIndexedOnce();
    void aSnapshotLooksAtNewPointsOnly();
    void everythingIncludesInstantsOutsideTheSlices();
    void workIsWithoutTheProfilersOwnMarks();
};

namespace {

InstantLane randomLane(int count, TimeNs last) {
    std::mt19937_64 random(7);
    std::vector<Instant> instants;
    for (int i = 0; i < count; ++i) {
        // Bursts: many within a few nanoseconds, some of them at the same one.
        const auto burst = static_cast<TimeNs>(random() % 40) * (last / 40);
        const TimeNs time = i % 3 == 0 ? static_cast<TimeNs>(random() % static_cast<std::uint64_t>(last))
                                       : burst + static_cast<TimeNs>(random() % 50);
        instants.push_back({time, static_cast<std::uint32_t>(i), static_cast<Hue>(random() % kHueCount)});
    }
    return {Scope::Session, 0, std::move(instants)};
}

} // namespace

void InstantsTest::everyInstantIsInOneMark_data() {
    QTest::addColumn<int>("count");
    for (const int count : {0, 1, 63, 64, 65, 5'000}) {
        QTest::addRow("%d instants", count) << count;
    }
}

void InstantsTest::everyInstantIsInOneMark() {
    QFETCH(int, count);
    constexpr TimeNs kLast = 1'000'000;
    const InstantLane lane = randomLane(count, kLast);
    for (TimeNs length = 2 * kLast; length >= 64; length /= 3) {
        for (const TimeNs begin : {TimeNs(-kLast / 2), TimeNs(0), kLast / 3, kLast - length / 2}) {
            const PixelGrid grid(TimeScale({begin, begin + length}, 317));
            std::vector<int> marked(static_cast<std::size_t>(count), 0);
            int lastColumn = -1;
            for (const InstantMark& mark : lane.marks(grid)) {
                QVERIFY(mark.x > lastColumn); // one to a column, in order
                lastColumn = mark.x;
                QVERIFY(mark.count > 0);
                for (std::uint32_t i = mark.first; i < mark.first + mark.count; ++i) {
                    ++marked[lane.at(i).point];
                    QVERIFY(lane.at(i).time >= grid.edge(mark.x) && lane.at(i).time < grid.edge(mark.x + 1));
                }
            }
            for (std::uint32_t i = 0; i < lane.count(); ++i) {
                QCOMPARE(marked[lane.at(i).point], grid.range().contains(lane.at(i).time) ? 1 : 0);
            }
        }
    }
}

void InstantsTest::markHasTheHueOfMost() {
    const InstantLane lane = randomLane(3'000, 1'000'000);
    for (std::uint32_t begin = 0; begin < lane.count(); begin += 37) {
        for (const std::uint32_t length : {1u, 2u, 63u, 64u, 65u, 200u, 1'500u}) {
            const std::uint32_t end = std::min(begin + length, lane.count());
            std::array<int, kHueCount> counts{};
            for (std::uint32_t i = begin; i < end; ++i) {
                ++counts[static_cast<std::size_t>(lane.at(i).hue)];
            }
            QCOMPARE(static_cast<int>(lane.commonest(begin, end)),
                     static_cast<int>(std::ranges::max_element(counts) - counts.begin()));
        }
    }
}

void InstantsTest::marksFollowPixels() {
    const InstantLane lane = randomLane(200'000, 1'000'000'000);
    const PixelGrid grid(TimeScale({0, 1'000'000'000}, 1000));
    QVERIFY(lane.marks(grid).size() <= 1000);
}

void InstantsTest::pointsBelongWhereTheirScopeSays() {
    test::TraceSketch sketch;
    sketch.instant("main", "on the thread", 10, "t");
    sketch.instant("main", "says nothing", 20, "");
    sketch.instant("main", "of the process", 30, "p");
    sketch.instant("gpu0/7", "on the stream", 40, "t");
    sketch.instant("gpu0/7", "of the session", 50, "g");
    const auto trace = sketch.build();
    const auto lod = LodIndex::build(trace);
    const auto names = [&](Scope scope, std::uint32_t owner) {
        std::string all;
        const auto at = lod->instants().laneOf(scope, owner);
        for (std::uint32_t i = 0; at && i < lod->instants().lanes()[*at].count(); ++i) {
            const std::uint32_t point = lod->instants().lanes()[*at].at(i).point;
            all += std::string(trace->text(trace->points().name[point])) + "|";
        }
        return all;
    };
    QCOMPARE(names(Scope::Track, 0), std::string("on the thread|says nothing|"));
    QCOMPARE(names(Scope::Process, trace->tracks()[0].process.value), std::string("of the process|"));
    QCOMPARE(names(Scope::Track, 1), std::string("on the stream|"));
    QCOMPARE(names(Scope::Session, 0), std::string("of the session|"));
    QCOMPARE(names(Scope::Process, trace->tracks()[1].process.value), std::string());
    QCOMPARE(lod->instants().lanes().size(), std::size_t(4));
}

void InstantsTest::scopesOfAFileAreUnderstood() {
    const auto trace = test::importText(test::q(R"({'traceEvents': [
        {'ph': 'X', 'cat': 'cpu_op', 'name': 'a', 'pid': 1, 'tid': 1, 'ts': 10, 'dur': 100},
        {'name': 'global', 'ph': 'i', 's': 'g', 'pid': 'Traces', 'tid': 'T', 'ts': 20},
        {'name': 'process', 'ph': 'i', 's': 'p', 'pid': 1, 'tid': 1, 'ts': 30},
        {'name': 'thread', 'ph': 'I', 's': 't', 'pid': 1, 'tid': 1, 'ts': 40},
        {'name': 'bare', 'ph': 'i', 'pid': 1, 'tid': 1, 'ts': 50}]})"));
    const auto lod = LodIndex::build(trace);
    const auto count = [&](Scope scope) {
        std::uint32_t all = 0;
        for (const InstantLane& lane : lod->instants().lanes()) {
            all += lane.scope() == scope ? lane.count() : 0;
        }
        return all;
    };
    QCOMPARE(count(Scope::Session), 1u);
    QCOMPARE(count(Scope::Process), 1u);
    QCOMPARE(count(Scope::Track), 2u);
}

void InstantsTest::memoryCountersAndMetadataAreNone() {
    test::TraceSketch sketch;
    sketch.instant("main", "[memory]", 10, "t");
    sketch.instant("main", "counter", 20, "", 'C');
    sketch.instant("main", "thread_name", 30, "", 'M');
    sketch.instant("main", "flow", 40, "", 's');
    QVERIFY(LodIndex::build(sketch.build())->instants().lanes().empty());
    sketch.instant("main", "real", 50, "t", 'I');
    QCOMPARE(LodIndex::build(sketch.build())->instants().lanes().size(), std::size_t(1));
}

void InstantsTest::pointIsFoundAgain() {
    const InstantLane lane = randomLane(2'000, 1'000);
    for (std::uint32_t i = 0; i < lane.count(); ++i) {
        QCOMPARE(lane.ordinalOf(lane.at(i).point, lane.at(i).time), std::optional(i));
    }
    QVERIFY(!lane.ordinalOf(lane.at(0).point, lane.at(0).time + 1));
}

void InstantsTest::samePointsAreIndexedOnce() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 0, 100);
    sketch.instant("main", "once", 10, "t");
    const auto trace = sketch.build();
    const auto lod = LodIndex::build(trace);
    const auto again = LodIndex::build(std::make_shared<const Trace>(trace->data()), lod.get());
    QCOMPARE(&again->instants(), &lod->instants());
}

void InstantsTest::aSnapshotLooksAtNewPointsOnly() {
    constexpr int kMany = 1'000'000;
    test::TraceSketch sketch;
    for (int i = 0; i < kMany; ++i) {
        sketch.instant("main", "many", i, "t");
    }
    const auto before = sketch.build();
    sketch.instant("main", "one more", kMany, "t");
    const auto all = sketch.build();
    const auto timeOf = [&](const Trace* known) {
        TraceData data = all->data();
        const std::int64_t begin = test::threadNs();
        const Trace trace(std::move(data), known);
        const std::int64_t took = test::threadNs() - begin;
        return trace.extent() == all->extent() ? took : std::numeric_limits<std::int64_t>::max();
    };
    const std::int64_t whole = timeOf(nullptr);
    const std::int64_t more = timeOf(before.get());
    QVERIFY2(20 * more < whole, qPrintable(QString("%1 of %2 ns").arg(more).arg(whole)));
}

void InstantsTest::everythingIncludesInstantsOutsideTheSlices() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 1'000, 9'000);
    QCOMPARE(sketch.build()->extent(), (TimeRange{1'000, 10'000}));
    sketch.instant("main", "[memory]", 50'000, "t");
    sketch.instant("main", "inside", 5'000, "t");
    QCOMPARE(sketch.build()->extent(), (TimeRange{1'000, 10'000}));
    sketch.instant("main", "before", 500, "g");
    sketch.instant("main", "behind", 40'000, "g");
    const auto trace = sketch.build();
    QCOMPARE(trace->span(), (TimeRange{1'000, 10'000})); // what takes time
    QCOMPARE(trace->extent().begin, TimeNs(500));
    for (const int width :
         {97, 1'000, 3'840}) { // the last one's pixel is inside, however wide the picture is
        QVERIFY(TimeScale(trace->extent(), width).toPixel(40'000) < width);
    }
}

void InstantsTest::workIsWithoutTheProfilersOwnMarks() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add", 1'000, 500);
    sketch.kernel("main", 1'100, "gpu0/7", "gemm", 2'000, 700);
    QCOMPARE(sketch.build()->work(), (TimeRange{1'000, 2'700}));
    const ProcessId spans = sketch.builder().addProcess({.key = "Spans"});
    const TrackId track = sketch.builder().addTrack({.process = spans, .key = "PyTorch Profiler"});
    SliceRecord record;
    record.start = 0;
    record.duration = 1'000'000;
    record.name = sketch.builder().strings().intern("PyTorch Profiler (0)");
    sketch.builder().addSlice(track, record);
    const auto trace = sketch.build();
    QCOMPARE(trace->span(), (TimeRange{0, 1'000'000}));
    QCOMPARE(trace->work(), (TimeRange{1'000, 2'700}));
}

int run_tst_instants(int argc, char** argv) {
    return lanes::test::runWithoutWindow<InstantsTest>(argc, argv);
}
#include "tst_instants.moc"
