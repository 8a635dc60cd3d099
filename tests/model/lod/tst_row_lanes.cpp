// The order in which a segment's slices began, and the row lane of each, against going through them one by one.
#include "model/lod/LodIndex.h"
#include "model/lod/RowLanes.h"
#include "model/lod/SegmentLod.h"
#include "model/lod/StartOrder.h"
#include "model/trace/slices/SegmentBuilder.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

using namespace lanes;

namespace {

constexpr std::array kKinds{EventKind::UserRange, EventKind::PythonFunction, EventKind::Operator,
                            EventKind::Runtime};

// A thread with many slices inside others, some that outlive what is around them, some of no length.
std::vector<SliceRecord> slices(std::mt19937& random, TimeNs from, int count) {
    std::vector<SliceRecord> records;
    for (int i = 0; i < count; ++i) {
        SliceRecord record;
        record.start = from + static_cast<TimeNs>(random() % 2000);
        record.duration = static_cast<TimeNs>(random() % 10 == 0 ? random() % 3000 : random() % 60);
        record.kind = kKinds[random() % kKinds.size()];
        records.push_back(record);
    }
    return records;
}

// The lanes of each group by the rule as it reads, slice by slice over all before it.
class Reference {
public:
    std::uint32_t enter(const SliceRecord& record) {
        Own own{record.start + record.duration, groupOf(record.kind), 0};
        std::vector<bool> taken(all_.size() + 1);
        for (const Own& other : all_) {
            if (other.group == own.group && other.end > record.start) {
                taken[other.lane] = true;
                own.lane = other.end >= own.end ? other.lane + 1 : own.lane;
            }
        }
        while (taken[own.lane]) {
            ++own.lane;
        }
        all_.push_back(own);
        return own.lane;
    }

private:
    struct Own {
        TimeNs end;
        LaneGroup group;
        std::uint32_t lane;
    };
    std::vector<Own> all_;
};

} // namespace

class tst_row_lanes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void likeGoingThroughTheSlicesOneByOne_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 0; seed < 20; ++seed) {
            QTest::addRow("seed %d", seed) << seed;
        }
    }
    void likeGoingThroughTheSlicesOneByOne() {
        QFETCH(int, seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        OpenStack open;
        Reference reference;
        NestingState before;
        std::uint32_t firstId = 0;
        for (int s = 0; s < 8; ++s) {
            const auto records = slices(random, s * 2000, 1 + seed * seed);
            std::vector<SliceId> placed;
            const auto segment = buildSegment(TrackId(0), firstId, records, open, &placed);
            const RowLanes rows(*segment, before);
            const auto order = inStartOrder(*segment);
            const auto expected = startOrder(records);
            QCOMPARE(order.size(), expected.size());
            std::array<std::vector<std::uint32_t>, kLaneGroupCount> counts;
            for (std::size_t i = 0; i < order.size(); ++i) {
                const SliceRecord& record = records[expected[i]];
                QCOMPARE(order[i], placed[expected[i]].value - firstId);
                const std::uint32_t lane = reference.enter(record);
                QCOMPARE(rows.lane(order[i]), lane);
                QCOMPARE(rows.group(order[i]), groupOf(record.kind));
                auto& count = counts[static_cast<std::size_t>(groupOf(record.kind))];
                count.resize(std::max<std::size_t>(count.size(), lane + 1));
                ++count[lane];
            }
            for (int g = 0; g < kLaneGroupCount; ++g) {
                QVERIFY(rows.counts(static_cast<LaneGroup>(g)) == counts[static_cast<std::size_t>(g)]);
            }
            const auto after = nestingAfter(*segment, onlyGroupOf(*segment), before);
            QVERIFY(!after.sure || after.state == rows.after());
            before = rows.after();
            firstId += segment->size();
        }
    }

    // Where slices nest, what they leave is known without going through them; where they are of one kind, always.
    void whatASegmentLeaves() {
        for (const bool oneKind : {false, true}) {
            std::mt19937 random(7);
            OpenStack open;
            NestingState before;
            std::uint32_t firstId = 0;
            for (int s = 0; s < 30; ++s) {
                std::vector<SliceRecord> records = slices(random, s * 2000, 40);
                for (SliceRecord& record : records) {
                    record.kind = EventKind::Kernel;
                }
                if (!oneKind) { // a tower that may stand into the next segments
                    records.resize(5);
                    for (TimeNs i = 0; i < 5; ++i) {
                        SliceRecord& record = records[static_cast<std::size_t>(i)];
                        record.start = s * 2000 + i;
                        record.duration = (s / 3 + 1) * 6000 - (s % 3 + 1) * 10 - i - record.start;
                        record.kind = kKinds[random() % kKinds.size()];
                    }
                }
                const auto segment = buildSegment(TrackId(0), firstId, records, open);
                const auto after = nestingAfter(*segment, onlyGroupOf(*segment), before);
                QVERIFY(after.sure);
                before = RowLanes(*segment, before).after();
                QVERIFY(after.state == before);
                firstId += segment->size();
            }
        }
    }

    // Level of detail of a segment can be built before that of the segments in front of it: also when slices reach over
    // segments and overlap only partly.
    void whatASegmentLeavesIsKnownWithoutLookingAtItsSlices() {
        std::mt19937 random(7);
        TraceBuilder builder;
        const TrackId track = builder.addTrack({.process = builder.addProcess({.key = "1"}), .key = "1"});
        constexpr int kSegments = 60;
        constexpr TimeNs kSegment = 1000;
        for (int s = 0; s < kSegments; ++s) {
            for (int i = 0; i < 30; ++i) {
                SliceRecord slice;
                slice.start = s * kSegment + i * kSegment / 30;
                slice.duration =
                    static_cast<TimeNs>(random() % 8 == 0 ? random() % (4 * kSegment) : random() % 100);
                slice.kind = s % 10 < 2 ? EventKind::Operator : kKinds[random() % kKinds.size()];
                slice.name = builder.strings().intern("slice");
                builder.addSlice(track, slice);
            }
            std::ignore = builder.publish();
        }
        const auto trace = builder.publish();
        QCOMPARE(trace->segments().size(), std::size_t(kSegments));
        NestingState before;
        std::map<std::pair<LaneGroup, std::uint32_t>, std::vector<SliceId>> expected;
        int misjudged = 0;
        for (const auto& segment : trace->segments()) {
            const SegmentLod lod(segment, before);
            for (const SegmentLod::Lane& lane : lod.lanes()) {
                for (std::uint32_t i = 0; i < lane.piece.count(); ++i) {
                    expected[{lane.group, lane.depth}].push_back(lane.piece.id(i));
                }
            }
            const auto after = nestingAfter(*segment, onlyGroupOf(*segment), before);
            before = lod.after(before);
            QVERIFY(!after.sure || after.state == before);
            misjudged += after.state != before ? 1 : 0;
        }
        QVERIFY(misjudged > 0 && misjudged < kSegments);
        const auto index = LodIndex::build(trace);
        for (const auto& [place, ids] : expected) {
            const LodLane& lane = index->lanesOf(track, place.first)[place.second];
            QCOMPARE(std::size_t(lane.count()), ids.size());
            for (std::uint32_t i = 0; i < lane.count(); ++i) {
                QCOMPARE(lane.id(i), ids[i]);
            }
        }
    }

    // Whose parent was lost is placed like what stands in no slice that is here.
    void parentsThatAreNotHere() {
        std::vector<SliceRecord> records(3);
        records[1].start = 5;
        records[2].start = 10;
        OpenStack open;
        open.entries = {{SliceId(), 8, 0, 0}, {SliceId(), 7, 0, 1}};
        const auto segment = buildSegment(TrackId(0), 100, records, open);
        QCOMPARE(segment->depths(), 3u);
        const auto order = inStartOrder(*segment);
        const RowLanes rows(*segment, {});
        for (std::size_t i = 0; i < order.size(); ++i) {
            QCOMPARE(segment->start[order[i]], records[i].start);
            QCOMPARE(rows.lane(order[i]), 0u);
        }
    }
};

int run_tst_row_lanes(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_row_lanes>(argc, argv);
}
#include "tst_row_lanes.moc"
