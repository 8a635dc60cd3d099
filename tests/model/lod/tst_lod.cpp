// Level of detail against counting every slice: row lanes by parents, columns by brute force.
#include "model/lod/LaneQuery.h"
#include "model/lod/LodIndex.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceBuilder.h"
#include "tests/support/TraceText.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <tuple>

using namespace lanes;

namespace {

struct Column {
    int level = 0;
    bool box = false;
    std::array<TimeNs, kAllHues> busy{};
    std::uint32_t starting = 0; // hues of slices that start here, as bits
};

// A trace that has everything that makes drawing hard: idle phases, slices of no duration, lone nanoseconds, slices
// that end where the next begins, nesting of mixed kinds, many hues.
class RandomTrace {
public:
    explicit RandomTrace(std::uint32_t seed)
        : random_(seed) {}

    // `segments`: how often the builder publishes on the way.
    std::shared_ptr<const Trace> make(int slices, int segments) {
        const ProcessId process = builder_.addProcess({.key = "1"});
        track_ = builder_.addTrack({process, "1", "main"});
        name_ = builder_.strings().intern("name");
        std::shared_ptr<const Trace> trace;
        for (int s = 0; s < segments; ++s) {
            for (int i = 0; i < slices / segments;) {
                i += addTree(now_, pick(1, 40) * unit(), 0);
            }
            trace = builder_.publish();
        }
        return trace;
    }

private:
    TimeNs pick(TimeNs low, TimeNs high) { return std::uniform_int_distribution<TimeNs>(low, high)(random_); }
    TimeNs unit() { return pick(0, 9) == 0 ? 1000 : 100; }

    int addTree(TimeNs start, TimeNs duration, int depth) {
        static constexpr std::array kKinds{EventKind::UserRange, EventKind::PythonFunction,
                                           EventKind::Operator, EventKind::Runtime};
        SliceRecord record;
        record.start = start;
        record.duration = pick(0, 19) == 0 ? pick(0, 1) : duration;
        record.name = name_;
        record.kind = kKinds[static_cast<std::size_t>(pick(0, 3))];
        record.hue = static_cast<Hue>(pick(0, 8));
        builder_.addSlice(track_, record);
        int count = 1;
        TimeNs at = start;
        for (TimeNs kids = depth < 6 ? pick(0, 3) : 0; kids > 0 && at < start + record.duration; --kids) {
            const TimeNs length = pick(0, std::max<TimeNs>(0, (start + record.duration - at) / kids));
            count += addTree(at, length, depth + 1);
            at += length + pick(0, 3);
        }
        if (depth == 0) {
            now_ =
                std::max(now_, start + record.duration) + (pick(0, 30) == 0 ? pick(1, 200'000) : pick(0, 3));
        }
        return count;
    }

    std::mt19937 random_;
    TraceBuilder builder_;
    TrackId track_;
    StringId name_;
    TimeNs now_ = 1000;
};

using LaneKey = std::tuple<std::uint32_t, LaneGroup, std::uint32_t>; // track, group, depth in the group

// Each slice on the lowest lane of its group, below the innermost slice of the group that encloses it, that is free.
std::map<LaneKey, std::vector<SliceId>> lanesByTheRule(const Trace& trace) {
    std::vector<SliceId> order(trace.sliceCount());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        order[i] = SliceId(i);
    }
    std::ranges::stable_sort(order, {}, [&](SliceId id) {
        const Trace::Slice s = trace.slice(id);
        return std::pair(s.start, s.depth);
    });
    struct Running {
        TimeNs end;
        std::uint32_t lane;
    };
    std::map<std::pair<TrackId, LaneGroup>, std::vector<Running>> running; // as they came
    std::map<LaneKey, std::vector<SliceId>> lanes;
    for (const SliceId id : order) {
        const Trace::Slice slice = trace.slice(id);
        std::vector<Running>& others = running[{slice.track, groupOf(slice.kind)}];
        std::erase_if(others, [&](const Running& r) { return r.end <= slice.start; });
        std::uint32_t lane = 0;
        for (const Running& other : others) {
            lane = other.end >= slice.end() ? other.lane + 1 : lane;
        }
        while (std::ranges::find(others, lane, &Running::lane) != others.end()) {
            ++lane;
        }
        others.push_back({slice.end(), lane});
        lanes[{slice.track.value, groupOf(slice.kind), lane}].push_back(id);
    }
    return lanes;
}

// Every slice on its own: wide ones as boxes, the rest summed up by the columns that it covers.
std::vector<Column> countEverySlice(const Trace& trace, const std::vector<SliceId>& slices,
                                    const PixelGrid& grid, const LaneQueryOptions& options) {
    std::vector<Column> columns(static_cast<std::size_t>(grid.columns()));
    const TimeRange view = grid.range();
    std::vector<Trace::Slice> small;
    for (const SliceId id : slices) {
        const Trace::Slice s = trace.slice(id);
        if (s.start >= view.end || (s.end() <= view.begin && s.start < view.begin)) {
            continue;
        }
        if (s.duration < grid.boxDuration()) {
            small.push_back(s);
            continue;
        }
        for (int x = grid.columnOf(s.start); x < grid.columnOf(s.end()); ++x) {
            columns[static_cast<std::size_t>(x)].box = true;
        }
    }
    for (const Trace::Slice& s : small) {
        for (int x = grid.columnOf(s.start); x <= std::min(grid.columnOf(s.end()), grid.columns() - 1); ++x) {
            const TimeNs overlap = std::min(s.end(), grid.edge(x + 1)) - std::max(s.start, grid.edge(x));
            Column& c = columns[static_cast<std::size_t>(x)];
            c.busy[static_cast<std::size_t>(s.hue)] += std::max<TimeNs>(0, overlap);
            if (x == grid.columnOf(s.start)) {
                c.starting |= 1u << static_cast<unsigned>(s.hue);
            }
        }
    }
    for (int x = 0; x < grid.columns(); ++x) {
        Column& c = columns[static_cast<std::size_t>(x)];
        TimeNs sum = 0;
        for (const TimeNs busy : c.busy) {
            sum += busy;
        }
        if (sum > 0 || c.starting != 0) {
            const auto span = double(std::max<TimeNs>(1, grid.edge(x + 1) - grid.edge(x)));
            c.level = std::clamp(static_cast<int>(std::lround(double(sum) / span * options.levels)),
                                 options.minLevel, options.levels);
        }
    }
    return columns;
}

struct Compared {
    int columns = 0;
    int offByMore = 0; // than one level
    int otherColour = 0;
    int invisible = 0;
};

struct DrawnColumn {
    bool box = false;
    int level = 0;
    Hue hue = Hue::Other;
};

std::vector<DrawnColumn> drawnColumns(const LanePixels& got, std::size_t count) {
    std::vector<DrawnColumn> columns(count);
    for (const SliceBox& box : got.boxes) {
        for (int x = box.x0; x < box.x1; ++x) {
            columns[static_cast<std::size_t>(x)].box = true;
        }
    }
    for (const DensityRun& run : got.runs) {
        for (int x = run.x; x < run.x + run.width; ++x) {
            columns[static_cast<std::size_t>(x)].level = run.level;
            columns[static_cast<std::size_t>(x)].hue = run.hue;
        }
    }
    return columns;
}

// Whether `hue` is one that a column with these slices may have.
bool mayHave(const Column& column, Hue hue, TimeNs tie) {
    const TimeNs most = *std::ranges::max_element(column.busy);
    return most > 0 ? column.busy[static_cast<std::size_t>(hue)] >= most - tie
                    : ((column.starting >> static_cast<unsigned>(hue)) & 1u) != 0;
}

// Next to a box a column may belong to the box or to what lies beside it: there only visibility is compared. `tie`:
// hues whose busy times are that close may stand for each other.
Compared compare(const std::vector<Column>& expected, const LanePixels& got, TimeNs tie = 0) {
    const std::vector<DrawnColumn> actual = drawnColumns(got, expected.size());
    const auto boxAt = [&](std::size_t at) {
        return at < expected.size() && (expected[at].box || actual[at].box);
    };
    Compared result;
    for (std::size_t x = 0; x < expected.size(); ++x) {
        const Column& e = expected[x];
        const bool something = e.box || e.level > 0;
        result.columns += something ? 1 : 0;
        const bool drawn = actual[x].box || actual[x].level > 0;
        const bool besideBox = boxAt(x - 1) || boxAt(x + 1);
        result.invisible += something && !drawn && !besideBox ? 1 : 0;
        if (boxAt(x) || besideBox) {
            continue;
        }
        result.offByMore += std::abs(e.level - actual[x].level) > 1 ? 1 : 0;
        const bool both = e.level > 0 && actual[x].level > 0;
        result.otherColour += both && !mayHave(e, actual[x].hue, tie) ? 1 : 0;
    }
    return result;
}

// Boxes with an edge further than a column from where their slice begins or ends.
int boxesAside(const LanePixels& got, const Trace& trace, const PixelGrid& grid) {
    return static_cast<int>(std::ranges::count_if(got.boxes, [&](const SliceBox& box) {
        const Trace::Slice slice = trace.slice(box.slice);
        return std::abs(box.x0 - grid.columnOf(slice.start)) > 1 ||
               std::abs(box.x1 - grid.columnOf(slice.end())) > 1;
    }));
}

} // namespace

class LodTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowLanesNestWithinTheirGroup();
    void rangeThatSpansSegmentsDoesNotPushOperatorsDown();
    void everyColumnEqualsCountingAllSlices_data();
    void everyColumnEqualsCountingAllSlices();
    void interpolationStaysWithinAPixel();
    void loneNanosecondInAnHourIsVisible();
    void sliceBetweenTwoBoxesKeepsAColumn();
    void busyTimeOfARangeIsExact();
    void sliceIsFoundInItsLane();
    void grownSnapshotReusesItsSegments();
    void pyramidStaysSmall();
    void emptyTraceHasNoLanes();
};

void LodTest::rowLanesNestWithinTheirGroup() {
    for (const int segments : {1, 7}) {
        const auto trace = RandomTrace(11).make(4000, segments);
        const auto index = LodIndex::build(trace);
        const auto expected = lanesByTheRule(*trace);
        QCOMPARE(index->lanes().size(), expected.size());
        for (const LodLane& lane : index->lanes()) {
            const auto found = expected.find({lane.track.value, lane.group, lane.depth});
            QVERIFY(found != expected.end());
            QCOMPARE(lane.count(), std::uint32_t(found->second.size()));
            for (std::uint32_t i = 0; i < lane.count(); ++i) {
                QCOMPARE(trace->slice(lane.id(i)).start, trace->slice(found->second[i]).start);
                QVERIFY(i == 0 || lane.start(i) >= lane.end(i - 1));
            }
        }
    }
}

void LodTest::everyColumnEqualsCountingAllSlices_data() {
    QTest::addColumn<int>("segments");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("share"); // of the span that is visible
    for (const int segments : {1, 13}) {
        for (const int width : {40, 700, 1688}) {
            for (const double share : {1., .3, .02, .0005}) {
                QTest::addRow("%d segments, %d px, %g of the span", segments, width, share)
                    << segments << width << share;
            }
        }
    }
}

void LodTest::everyColumnEqualsCountingAllSlices() {
    QFETCH(int, segments);
    QFETCH(int, width);
    QFETCH(double, share);
    const auto trace = RandomTrace(42).make(60'000, segments);
    const auto index = LodIndex::build(trace);
    const auto slices = lanesByTheRule(*trace);
    const TimeRange span = trace->span();
    const auto length = static_cast<TimeNs>(double(span.length()) * share);
    const TimeNs begin = span.begin + (span.length() - length) * 37 / 100;
    const PixelGrid grid(TimeScale({begin, begin + length}, width));
    LaneQueryOptions options;
    options.exact = true;
    std::vector<TimeNs> scratch;
    for (const LodLane& lane : index->lanes()) {
        LanePixels pixels;
        queryLane(lane, grid, options, scratch, pixels);
        const Compared c = compare(
            countEverySlice(*trace, slices.at({lane.track.value, lane.group, lane.depth}), grid, options),
            pixels);
        QCOMPARE(c.offByMore + c.otherColour + c.invisible, 0);
        QCOMPARE(boxesAside(pixels, *trace, grid), 0);
    }
}

void LodTest::interpolationStaysWithinAPixel() {
    const auto trace = RandomTrace(7).make(400'000, 3);
    const auto index = LodIndex::build(trace);
    const auto slices = lanesByTheRule(*trace);
    const LaneQueryOptions options; // as when drawing
    std::vector<TimeNs> scratch;
    Compared all;
    for (const int width : {300, 1688}) {
        const PixelGrid grid(TimeScale(trace->span(), width));
        for (const LodLane& lane : index->lanes()) {
            LanePixels pixels;
            queryLane(lane, grid, options, scratch, pixels);
            const Compared c = compare(
                countEverySlice(*trace, slices.at({lane.track.value, lane.group, lane.depth}), grid, options),
                pixels, static_cast<TimeNs>(grid.nsPerColumn() / 4)); // an eighth at either edge
            all.columns += c.columns;
            all.offByMore += c.offByMore;
            all.otherColour += c.otherColour;
            all.invisible += c.invisible;
        }
    }
    QVERIFY(all.columns > 10'000);
    QCOMPARE(all.offByMore, 0);
    QCOMPARE(all.invisible, 0);
    QCOMPARE(all.otherColour, 0);
}

void LodTest::loneNanosecondInAnHourIsVisible() {
    constexpr TimeNs kHour = 3'600'000'000'000;
    for (const TimeNs duration : {0, 1}) {
        TraceBuilder builder;
        const TrackId track = builder.addTrack({builder.addProcess({.key = "1"}), "1", "main"});
        const StringId name = builder.strings().intern("lone");
        for (const TimeNs at : {TimeNs(0), kHour / 3, kHour}) {
            builder.addSlice(track, {.start = at,
                                     .duration = duration,
                                     .name = name,
                                     .kind = EventKind::Operator,
                                     .hue = Hue::Gemm});
        }
        const auto index = LodIndex::build(builder.publish());
        const PixelGrid grid(TimeScale({0, kHour + 1'000'000'000}, 1000));
        std::vector<TimeNs> scratch;
        LanePixels pixels;
        queryLane(index->lanes()[0], grid, {}, scratch, pixels);
        QCOMPARE(pixels.runs.size(), std::size_t(3));
        QCOMPARE(pixels.runs[1], (DensityRun{std::uint16_t(grid.columnOf(kHour / 3)), 1, 2, Hue::Gemm}));
    }
}

void LodTest::sliceBetweenTwoBoxesKeepsAColumn() {
    const auto trace = test::traceFromText("main cpu_op a 0 500\n"
                                           "main cpu_op tiny 500 1\n"
                                           "main cpu_op b 501 499\n");
    const auto index = LodIndex::build(trace);
    const PixelGrid grid(TimeScale({0, 1000}, 100));
    std::vector<TimeNs> scratch;
    LanePixels pixels;
    queryLane(index->lanes()[0], grid, {}, scratch, pixels);
    QCOMPARE(pixels.boxes.size(), std::size_t(2));
    QCOMPARE(pixels.runs.size(), std::size_t(1));
    QCOMPARE(int(pixels.runs[0].x), 50);
    QCOMPARE(int(pixels.boxes[1].x0), 51);
}

void LodTest::busyTimeOfARangeIsExact() {
    const auto trace = RandomTrace(5).make(20'000, 4);
    const auto index = LodIndex::build(trace);
    const auto slices = lanesByTheRule(*trace);
    const TimeRange span = trace->span();
    const TimeRange range{span.begin + span.length() / 7, span.end - span.length() / 3};
    for (const LodLane& lane : index->lanes()) {
        LodLane::Busy expected{};
        std::uint32_t count = 0;
        for (const SliceId id : slices.at({lane.track.value, lane.group, lane.depth})) {
            const Trace::Slice s = trace->slice(id);
            expected[static_cast<std::size_t>(s.hue)] +=
                std::max<TimeNs>(0, std::min(s.end(), range.end) - std::max(s.start, range.begin));
            count += s.start < range.end && (s.end() > range.begin || s.start >= range.begin) ? 1 : 0;
        }
        QVERIFY(lane.busyIn(range) == expected);
        const auto [first, last] = lane.slicesIn(range);
        QCOMPARE(last - first, count);
    }
}

void LodTest::sliceIsFoundInItsLane() {
    const auto trace = RandomTrace(3).make(3000, 5);
    const auto index = LodIndex::build(trace);
    for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
        const auto at = index->laneOf(SliceId(i));
        QVERIFY(at.has_value());
        const LodLane& lane = index->lanes()[*at];
        const auto [first, last] =
            lane.slicesIn({trace->slice(SliceId(i)).start, trace->slice(SliceId(i)).start + 1});
        bool found = false;
        for (std::uint32_t o = first; o < last; ++o) {
            found = found || lane.id(o) == SliceId(i);
        }
        QVERIFY(found);
    }
    QVERIFY(!index->laneOf(SliceId(trace->sliceCount())));
}

void LodTest::grownSnapshotReusesItsSegments() {
    TraceBuilder builder;
    const TrackId track = builder.addTrack({builder.addProcess({.key = "1"}), "1", "main"});
    const StringId name = builder.strings().intern("a");
    const auto add = [&](TimeNs from) {
        for (TimeNs t = from; t < from + 1000; t += 10) {
            builder.addSlice(track, {.start = t, .duration = 5, .name = name, .kind = EventKind::Operator});
        }
    };
    add(0);
    const auto first = LodIndex::build(builder.publish());
    add(1000);
    const auto second = LodIndex::build(builder.publish(), first.get());
    QCOMPARE(second->lanes()[0].count(), 200u);
    QCOMPARE(second->lanes()[0].pieces[0], first->lanes()[0].pieces[0]);
}

void LodTest::pyramidStaysSmall() {
    const auto trace = RandomTrace(9).make(500'000, 2);
    const auto index = LodIndex::build(trace);
    QVERIFY2(index->pyramidBytes() <= 3 * std::size_t(trace->sliceCount()),
             qPrintable(QString::number(double(index->pyramidBytes()) / trace->sliceCount())));
    QVERIFY(index->indexBytes() <= 4 * std::size_t(trace->sliceCount()));
}

void LodTest::emptyTraceHasNoLanes() {
    const auto index = LodIndex::build(test::traceFromText(""));
    QVERIFY(index->lanes().empty());
    QVERIFY(index->lanesOf(TrackId(0), LaneGroup::Operators).empty());
}

// The second segment holds what still runs inside the step and, at the top of the track, what follows it.
void LodTest::rangeThatSpansSegmentsDoesNotPushOperatorsDown() {
    TraceBuilder builder;
    const TrackId track = builder.addTrack({.process = builder.addProcess({.key = "1"}), .key = "1"});
    const auto add = [&](TimeNs start, TimeNs duration, EventKind kind) {
        SliceRecord slice;
        slice.start = start;
        slice.duration = duration;
        slice.kind = kind;
        slice.name = builder.strings().intern("slice");
        builder.addSlice(track, slice);
    };
    add(0, -1, EventKind::UserRange);
    add(10, 5, EventKind::Operator);
    std::ignore = builder.publish();
    builder.endSlice(track, 0, 100);
    add(20, 5, EventKind::Operator);
    add(30, 5, EventKind::Operator);
    add(120, 5, EventKind::Operator);
    const auto trace = builder.publish();
    QCOMPARE(trace->segments().size(), 2u);
    const SegmentLod first(trace->segments()[0], {});
    const SegmentLod second(trace->segments()[1], first.after({}));
    QCOMPARE(second.lanes().size(), 1u);
    QCOMPARE(second.lanes().front().depth, 0u);
    QCOMPARE(second.lanes().front().piece.count(), 3u);
}

int run_tst_lod(int argc, char** argv) {
    return lanes::test::runWithoutWindow<LodTest>(argc, argv);
}
#include "tst_lod.moc"
