// The order in which a segment's slices began, and the row lane of each, against going through them one by one.
#include "model/lod/RowLanes.h"
#include "model/lod/StartOrder.h"
#include "model/trace/SegmentBuilder.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>

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

// What is around a place, slice by slice.
class Reference {
public:
    std::uint32_t enter(const SliceRecord& record, std::uint32_t depth) {
        state_.resize(std::max<std::size_t>(state_.size(), depth + 1));
        const LaneGroup group = groupOf(record.kind);
        std::uint32_t lane = 0;
        for (std::uint32_t d = depth; d-- > 0 && lane == 0;) {
            if (state_[d].group == group && state_[d].end > record.start) {
                lane = state_[d].lane + 1;
            }
        }
        state_[depth] = {record.start + record.duration, group, lane};
        return lane;
    }
    [[nodiscard]] const NestingState& state() const { return state_; }

private:
    NestingState state_;
};

std::uint32_t depthOf(const Segment& segment, std::uint32_t index) {
    const auto after = std::ranges::upper_bound(segment.laneBegin, index);
    return static_cast<std::uint32_t>(after - segment.laneBegin.begin()) - 1;
}

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
        std::uint32_t firstId = 0;
        for (int s = 0; s < 8; ++s) {
            const auto records = slices(random, s * 2000, 1 + seed * seed);
            std::vector<SliceId> placed;
            const auto segment = buildSegment(TrackId(0), firstId, records, open, &placed);
            const NestingState before = reference.state();
            const RowLanes rows(*segment, before);
            const auto order = inStartOrder(*segment);
            const auto expected = startOrder(records);
            QCOMPARE(order.size(), expected.size());
            std::array<std::vector<std::uint32_t>, kLaneGroupCount> counts;
            for (std::size_t i = 0; i < order.size(); ++i) {
                const SliceRecord& record = records[expected[i]];
                QCOMPARE(order[i], placed[expected[i]].value - firstId);
                const std::uint32_t lane = reference.enter(record, depthOf(*segment, order[i]));
                QCOMPARE(rows.lane(order[i]), lane);
                QCOMPARE(rows.group(order[i]), groupOf(record.kind));
                auto& count = counts[static_cast<std::size_t>(groupOf(record.kind))];
                count.resize(std::max<std::size_t>(count.size(), lane + 1));
                ++count[lane];
            }
            for (int g = 0; g < kLaneGroupCount; ++g) {
                QVERIFY(rows.counts(static_cast<LaneGroup>(g)) == counts[static_cast<std::size_t>(g)]);
            }
            firstId += segment->size();
        }
    }

    // Whose parent was lost is placed like what stands in no slice that is here.
    void parentsThatAreNotHere() {
        std::vector<SliceRecord> records(3);
        records[1].start = 5;
        records[2].start = 10;
        OpenStack open;
        open.entries = {{SliceId(), 8, 0}, {SliceId(), 7, 0}};
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

QTEST_APPLESS_MAIN(tst_row_lanes)
#include "tst_row_lanes.moc"
