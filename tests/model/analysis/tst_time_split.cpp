// Sets of intervals, and where the time of a session went.
#include "model/analysis/time/Overview.h"
#include "model/analysis/time/TimeSplit.h"
#include "tests/support/GeneratedTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>

using namespace lanes;

namespace {

IntervalSet setOf(std::vector<TimeRange> ranges) {
    return IntervalSet(ranges);
}

std::string textOf(const IntervalSet& set) {
    std::string out;
    for (const TimeRange& r : set.ranges()) {
        out += "[" + std::to_string(r.begin) + "," + std::to_string(r.end) + ") ";
    }
    return out;
}

std::string textOf(const SplitTimes& split) {
    std::string out;
    for (int a = 0; a < kActivityCount; ++a) {
        if (split.ns[a] != 0) {
            out += std::string(activityKey(Activity(a))) + "=" + std::to_string(split.ns[a]) + " ";
        }
    }
    return out;
}

std::vector<bool> marks(const IntervalSet& set, int size) {
    std::vector<bool> out(size);
    for (const TimeRange& r : set.ranges()) {
        for (TimeNs t = r.begin; t < r.end; ++t) {
            out[t] = true;
        }
    }
    return out;
}

} // namespace

class TestTimeSplit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void setsMergeWhatTouches();
    void setsCountWhatARangeCovers();
    void setsMadeInPlaceAreTheSame();
    void setOperationsAgreeWithCountingMoments();
    void manySlicesAreSplitAsFew();
    void everyMomentBelongsToTheFirstThatRuns();
    void labelsAndShadowsAreNoWork();
    void aThreadThatRunsIsNoIdleTime();
    void withoutStatesNothingIsUntraced();
    void overlapOfCommunicationAndComputation();
    void kernelsThatCopySetOrExchange();
    void hostCollectivesAreCommunication();
    void stepsSumToThemselves();
    void ranksShareNoDeviceUnlessItsUuidSaysSo();
    void aMeanIsOfWholeSteps();
    void anEmptyTraceIsIdle();
};

void TestTimeSplit::setsMergeWhatTouches() {
    QCOMPARE(textOf(setOf({{0, 5}, {5, 7}, {6, 6}, {10, 12}, {11, 15}})), std::string("[0,7) [10,15) "));
    QCOMPARE(setOf({{0, 5}, {10, 12}}).total(), TimeNs(7));
}

void TestTimeSplit::setsCountWhatARangeCovers() {
    const IntervalSet set = setOf({{10, 20}, {30, 40}});
    QCOMPARE(set.covered({0, 100}), TimeNs(20));
    QCOMPARE(set.covered({15, 35}), TimeNs(10));
    QCOMPARE(set.covered({20, 30}), TimeNs(0));
    QCOMPARE(set.covered({35, 15}), TimeNs(0));
}

void TestTimeSplit::setsMadeInPlaceAreTheSame() {
    const std::vector<TimeRange> ranges{{5, 5}, {10, 20}, {15, 18}, {20, 30}, {40, 41}, {40, 40}, {50, 60}};
    const IntervalSet inPlace(HugeVector<TimeRange>(ranges.begin(), ranges.end()));
    QCOMPARE(textOf(inPlace), textOf(setOf(ranges)));
    QCOMPARE(inPlace.total(), TimeNs(31));
    QCOMPARE(inPlace.covered({25, 55}), TimeNs(11));
    QVERIFY(IntervalSet(HugeVector<TimeRange>()).empty());
}

void TestTimeSplit::setOperationsAgreeWithCountingMoments() {
    constexpr int kSize = 640;
    std::mt19937 random(7);
    for (int round = 0; round < 100; ++round) {
        const auto make = [&] {
            std::vector<TimeRange> ranges;
            for (TimeNs at = random() % 5; at < 600; at += random() % 9) {
                ranges.push_back({at, at + TimeNs(random() % 7)});
            }
            return IntervalSet(ranges);
        };
        const IntervalSet a = make();
        const IntervalSet b = make();
        const auto inA = marks(a, kSize);
        const auto inB = marks(b, kSize);
        const auto united = marks(a.unite(b), kSize);
        const auto without = marks(a.subtract(b), kSize);
        const auto both = marks(a.intersect(b), kSize);
        for (int t = 0; t < kSize; ++t) {
            QCOMPARE(united[t], inA[t] || inB[t]);
            QCOMPARE(without[t], inA[t] && !inB[t]);
            QCOMPARE(both[t], inA[t] && inB[t]);
        }
        const TimeRange range{TimeNs(random() % 300), TimeNs(300 + random() % 300)};
        TimeNs count = 0;
        for (TimeNs t = range.begin; t < range.end; ++t) {
            count += inA[t] ? 1 : 0;
        }
        QCOMPARE(a.covered(range), count);
    }
}

void TestTimeSplit::everyMomentBelongsToTheFirstThatRuns() {
    test::TraceSketch s;
    s.slice("main", "python_function", "train.py(3): main", 0, 100);
    s.op("main", "aten::add", 10, 40);
    s.kernel("main", 20, "gpu0/7", "gemm", 30, 30);
    s.slice("gpu0/8", "gpu_memcpy", "Memcpy DtoH", 50, 20);
    s.slice("gpu0/8", "gpu_memset", "Memset", 70, 5);
    s.slice("main", "user_annotation", "enumerate(DataLoader)#x", 90, 5);
    const auto split = TimeSplit::build(*s.build());
    QCOMPARE(textOf(split->split({0, 100})),
             std::string("kernel=30 copy=10 set=5 runtime=5 data_loading=5 cpu=15 other=30 "));
    QCOMPARE(textOf(split->split({0, 35})), std::string("kernel=5 runtime=5 cpu=15 other=10 "));
    QCOMPARE(textOf(split->split({95, 120})), std::string("other=5 idle=20 "));
}

// So many slices that several threads share the lanes.
void TestTimeSplit::manySlicesAreSplitAsFew() {
    const auto trace = test::generatedTrace(400'000);
    std::array<std::vector<TimeRange>, kActivityCount> ranges;
    for (const auto& segment : trace->segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            const Activity activity =
                activityOf(segment->kind[i], trace->text(segment->name[i]), {}, nullptr);
            ranges[static_cast<std::size_t>(activity)].push_back({segment->start[i], segment->end(i)});
        }
    }
    const auto split = TimeSplit::build(*trace);
    IntervalSet taken;
    for (std::size_t a = 0; a + 1 < ranges.size(); ++a) {
        std::ranges::sort(ranges[a], {}, &TimeRange::begin);
        const IntervalSet all = setOf(ranges[a]);
        const IntervalSet expected = all.subtract(taken);
        QVERIFY(std::ranges::equal(split->exclusive(static_cast<Activity>(a)).ranges(), expected.ranges()));
        taken = taken.unite(all);
    }
    QVERIFY(!split->exclusive(Activity::Kernel).empty() && !split->exclusive(Activity::Cpu).empty());
    QVERIFY(split->devices(trace->span()).at(0).busy > 0);
}

void TestTimeSplit::labelsAndShadowsAreNoWork() {
    const auto split = TimeSplit::build(*test::traceFromText("main user_annotation ProfilerStep#1 0 100\n"
                                                             "spans Trace PyTorch 0 100\n"
                                                             "gpu gpu_user_annotation x 0 100\n"
                                                             "gpu cuda_sync wait 0 100\n"
                                                             "main overhead flush 10 5\n"));
    QCOMPARE(textOf(split->split({0, 100})), std::string("other=5 idle=95 "));
}

// A compiler that no event shows, as XLA's: the states of its thread say that it ran.
void TestTimeSplit::aThreadThatRunsIsNoIdleTime() {
    test::TraceSketch s;
    s.op("main", "aten::add", 10, 10);
    s.slice("main", "user_annotation", "XlaCompile", 20, 80);
    s.slice("main state", "thread_state", "Running", 0, 30);
    s.slice("main state", "thread_state", "Waiting for a lock", 30, 70);
    s.slice("pool state", "thread_state", "Running", 40, 50);
    s.slice("other state", "thread_state", "Waiting for a CPU", 90, 30);
    s.pause(60, 10);
    const auto split = TimeSplit::build(*s.build());
    QCOMPARE(textOf(split->split({0, 120})), std::string("cpu=10 not_recorded=10 untraced=60 idle=40 "));
    QCOMPARE(textOf(split->split({90, 120})), std::string("idle=30 "));
}

void TestTimeSplit::withoutStatesNothingIsUntraced() {
    const auto split = TimeSplit::build(*test::traceFromText("main cpu_op a 0 10\n"
                                                             "main user_annotation Running 20 10\n"));
    QCOMPARE(textOf(split->split({0, 30})), std::string("cpu=10 idle=20 "));
}

void TestTimeSplit::overlapOfCommunicationAndComputation() {
    test::TraceSketch s;
    s.slice("gpu1/7", "kernel", "gemm", 0, 50);
    s.slice("gpu1/8", "kernel", "other_gemm", 40, 20);
    s.slice("gpu1/9", "kernel", "ncclDevKernel_AllReduce", 45, 30);
    s.slice("gpu1/9", "gpu_memcpy", "Memcpy", 90, 5);
    s.slice("gpu2/7", "kernel", "gemm", 0, 7);
    const auto split = TimeSplit::build(*s.build());
    const auto devices = split->devices({0, 100});
    QCOMPARE(devices.size(), std::size_t(2));
    QCOMPARE(devices[0].device.key, std::string("1"));
    QCOMPARE(devices[0].busy, TimeNs(80));
    QCOMPARE(devices[0].compute, TimeNs(60));
    QCOMPARE(devices[0].communication, TimeNs(30));
    QCOMPARE(devices[0].overlap, TimeNs(15));
    QCOMPARE(devices[1].device.key, std::string("2"));
    QCOMPARE(devices[1].busy, TimeNs(7));
    QCOMPARE(split->devices({0, 50})[0].overlap, TimeNs(5));
    QCOMPARE(textOf(split->split({0, 100})), std::string("kernel=60 copy=5 communication=15 idle=20 "));
}

void TestTimeSplit::kernelsThatCopySetOrExchange() {
    const auto of = [](const char* name) { return activityOf(EventKind::Kernel, name, {}, nullptr); };
    QCOMPARE(of("__amd_rocclr_copyBuffer"), Activity::Copy);
    QCOMPARE(of("__amd_rocclr_fillBufferAligned"), Activity::Set);
    QCOMPARE(of("void vllm::cross_device_reduce_2stage<__nv_bfloat16, 8>(vllm::RankData*)"),
             Activity::Communication);
    QCOMPARE(of("mscclKernel_Sum_half_LL_false"), Activity::Communication);
    QCOMPARE(of("Cijk_gemm"), Activity::Kernel);
}

void TestTimeSplit::hostCollectivesAreCommunication() {
    const auto split = TimeSplit::build(*test::traceFromText("main cpu_op c10d::allreduce_ 0 10\n"
                                                             "gloo user_annotation gloo:all_reduce 5 20\n"
                                                             "main user_annotation nccl:all_reduce 50 20\n"));
    QCOMPARE(textOf(split->split({0, 100})), std::string("communication=20 cpu=5 idle=75 "));
}

void TestTimeSplit::stepsSumToThemselves() {
    const auto trace = test::traceFromText("main user_annotation ProfilerStep#1 0 40\n"
                                           "main cpu_op a 10 20\n"
                                           "main user_annotation ProfilerStep#2 40 60\n");
    const Overview overview = overviewOf(*TimeSplit::build(*trace), findSteps(*trace), {0, 60});
    QCOMPARE(overview.steps.size(), std::size_t(2));
    QCOMPARE(textOf(overview.steps[0].split), std::string("cpu=20 idle=20 "));
    QCOMPARE(overview.steps[1].range, (TimeRange{40, 60}));
    QCOMPARE(overview.steps[1].split.sum(), TimeNs(20));
    QCOMPARE(percentOf(1, 3), 33);
    QCOMPARE(percentOf(1, 0), 0);
}

namespace {

// Two ranks that each keep their "GPU 0" busy for 100 us, at once.
std::shared_ptr<const Trace> twoRanks(const std::array<std::string, 2>& uuids) {
    test::TraceSketch s;
    const std::array<std::string_view, 2> kernels{"gemm", "ncclDevKernel_AllReduce"};
    for (std::size_t rank = 0; rank < 2; ++rank) {
        const std::string stream = "stream" + std::to_string(rank);
        s.builder().tracks()[s.track(stream).value].process =
            s.builder().addProcess({.key = "0 (rank " + std::to_string(rank) + ")",
                                    .kind = Process::Kind::Device,
                                    .deviceIndex = 0,
                                    .rank = static_cast<std::int64_t>(rank),
                                    .deviceUuid = uuids[rank]});
        s.slice(stream, "kernel", kernels[rank], 0, 100000);
    }
    return s.build();
}

} // namespace

void TestTimeSplit::ranksShareNoDeviceUnlessItsUuidSaysSo() {
    const auto apart = TimeSplit::build(*twoRanks({"", ""}));
    const auto devices = apart->devices({0, 100000});
    QCOMPARE(devices.size(), std::size_t(2));
    QCOMPARE(devices[0].device.key, std::string("0 (rank 0)"));
    QCOMPARE(devices[0].compute, TimeNs(100000));
    QCOMPARE(devices[0].overlap, TimeNs(0));
    QCOMPARE(devices[1].device.key, std::string("0 (rank 1)"));
    QCOMPARE(devices[1].communication, TimeNs(100000));
    QCOMPARE(devices[1].overlap, TimeNs(0));
    QCOMPARE(textOf(apart->ofRank(1).split({0, 100000})), std::string("communication=100000 "));
    QCOMPARE(TimeSplit::build(*twoRanks({"GPU-a", "GPU-b"}))->devices({0, 100000}).size(), std::size_t(2));
    const auto shared = TimeSplit::build(*twoRanks({"GPU-a", "GPU-a"}))->devices({0, 100000});
    QCOMPARE(shared.size(), std::size_t(1));
    QCOMPARE(shared[0].device.key, std::string("0"));
    QCOMPARE(shared[0].overlap, TimeNs(100000));
}

void TestTimeSplit::aMeanIsOfWholeSteps() {
    const auto trace = test::traceFromText("main user_annotation ProfilerStep#1 0 40\n"
                                           "main user_annotation ProfilerStep#2 40 60\n"
                                           "main user_annotation ProfilerStep#3 100 open\n"
                                           "main cpu_op a 110 10\n");
    const auto split = TimeSplit::build(*trace);
    const SessionSteps steps = findSteps(*trace);
    QCOMPARE(overviewOf(*split, steps, {0, 120}).meanStep(), std::optional<TimeNs>(50));
    QCOMPARE(overviewOf(*split, steps, {0, 60}).meanStep(), std::optional<TimeNs>(40));
    QCOMPARE(overviewOf(*split, steps, {10, 60}).meanStep(), std::optional<TimeNs>());
}

void TestTimeSplit::anEmptyTraceIsIdle() {
    const auto split = TimeSplit::build(*test::traceFromText(""));
    QCOMPARE(textOf(split->split({0, 10})), std::string("idle=10 "));
    QVERIFY(split->devices({0, 10}).empty());
}

int run_tst_time_split(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestTimeSplit>(argc, argv);
}
#include "tst_time_split.moc"
