// What is read of a range is put away by track and time, and what refers to a slice goes with it.
#include "model/io/joining/RangePacker.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <random>

using namespace lanes;

namespace {

EventRange::Slice slice(std::uint32_t track, TimeNs start, TimeNs duration, std::uint32_t name = 0) {
    return {start, duration, name, 0, 0, track};
}

std::vector<std::uint32_t> namesOf(const EventRange& range) {
    std::vector<std::uint32_t> names;
    for (const EventRange::Slice& s : range.slices) {
        names.push_back(s.name);
    }
    return names;
}

class tst_range_packer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slicesStandByTrackAndTime() {
        ReadEvents read;
        read.slices = {slice(1, 50, 5, 10), slice(0, 30, 5, 11), slice(1, 20, 5, 12), slice(0, 10, 5, 13)};
        RangePacker packer;
        EventRange range;
        packer.pack(read, 2, range);
        QCOMPARE(namesOf(range), (std::vector<std::uint32_t>{12, 10, 13, 11}));
        QCOMPARE(range.runs.size(), 2u);
        QCOMPARE(range.runs[0].track, 1u);
        QCOMPARE(range.runs[0].end, 2u);
        QCOMPARE(range.runs[1].track, 0u);
        QCOMPARE(packer.places(), (std::vector<std::uint32_t>{1, 3, 0, 2}));
    }

    void equalStartsStandLongestFirstThenAsInTheFile() {
        ReadEvents read;
        read.slices = {slice(0, 10, 5, 1), slice(0, 10, 9, 2), slice(0, 10, 5, 3)};
        RangePacker packer;
        EventRange range;
        packer.pack(read, 1, range);
        QCOMPARE(namesOf(range), (std::vector<std::uint32_t>{2, 1, 3}));
    }

    void correlationsFollowTheirSlices() {
        ReadEvents read;
        read.slices = {slice(0, 20, 1, 7), slice(0, 10, 1, 8)};
        read.correlations = {{100, 0, 1}, {200, 1, 2}};
        RangePacker packer;
        EventRange range;
        packer.pack(read, 1, range);
        QCOMPARE(range.slices[range.correlations[0].slice].name, 7u);
        QCOMPARE(range.slices[range.correlations[1].slice].name, 8u);
        QCOMPARE(range.correlations[1].id, 200);
    }

    void pointsAndFlowsKeepTheirOrder() {
        ReadEvents read;
        read.points = {{30, 1, 2, 3, 4, 5}, {10, 6, 7, 8, 9, 10}};
        read.flows = {{77, 1}};
        RangePacker packer;
        EventRange range;
        packer.pack(read, 1, range);
        QCOMPARE(range.points.size(), 2u);
        QCOMPARE(range.points[0].time, 30);
        QCOMPARE(range.points[range.flows[0].point].name, 6u);
    }

    // The memory that events are read into is used again; what was packed is not.
    void rangesDoNotDisturbEachOther() {
        std::mt19937 random(5);
        RangePacker packer;
        std::vector<EventRange> ranges(40);
        for (std::uint32_t r = 0; r < ranges.size(); ++r) {
            ReadEvents read;
            for (int i = 0; i < 5000; ++i) {
                read.slices.push_back(slice(random() % 3, random() % 100'000, random() % 50, r));
            }
            packer.pack(read, 3, ranges[r]);
        }
        for (std::uint32_t r = 0; r < ranges.size(); ++r) {
            QCOMPARE(ranges[r].slices.size(), 5000u);
            for (const EventRange::Run& run : ranges[r].runs) {
                for (std::uint32_t i = run.begin; i < run.end; ++i) {
                    const EventRange::Slice& s = ranges[r].slices[i];
                    QVERIFY(s.name == r && s.track == run.track);
                    QVERIFY(i == run.begin || ranges[r].slices[i - 1].start <= s.start);
                }
            }
        }
    }
};

} // namespace

int run_tst_range_packer(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_range_packer>(argc, argv);
}
#include "tst_range_packer.moc"
