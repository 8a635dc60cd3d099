// The kernel table, and how many blocks fit.
#include "model/analysis/device/KernelStats.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

#include <limits>

using namespace lanes;

namespace {

const char* const kProperties =
    R"([{"id": 0, "name": "NVIDIA H100", "totalGlobalMem": 85018279936, "computeMajor": 9, "computeMinor": 0, )"
    R"("maxThreadsPerMultiprocessor": 2048, "regsPerBlock": 65536, "warpSize": 32, "numSms": 132, )"
    R"("regsPerMultiprocessor": 65536, "sharedMemPerMultiprocessor": 233472}])";

std::vector<test::TraceSketch::Arg> launched(const std::string& grid, const std::string& block) {
    return {{"grid", grid},
            {"block", block},
            {"registers per thread", "236"},
            {"shared memory", "49152"},
            {"device", "0"}};
}

std::shared_ptr<const Trace> sample() {
    test::TraceSketch s;
    s.builder().info().properties.emplace_back("deviceProperties", kProperties);
    s.op("main", "aten::bmm", 0, 100, "[[16, 5185, 64]]");
    s.kernel("main", 10, "gpu0/7", "gemm", 30, 20, "kernel", launched("[328, 3, 16]", "[256, 1, 1]"));
    s.kernel("main", 20, "gpu0/7", "gemm", 50, 40, "kernel", launched("[328, 3, 16]", "[256, 1, 1]"));
    s.op("main", "aten::mm", 100, 100, "[[4, 4]]");
    s.kernel("main", 120, "gpu0/7", "gemm", 126, 9, "kernel", launched("[1, 1, 1]", "[256, 1, 1]"));
    s.slice("gpu0/7", "kernel", "lonely", 200, 3, {{"est. achieved occupancy %", "37"}});
    s.kernel("main", 130, "gpu0/7", "Memcpy DtoH", 300, 5, "gpu_memcpy");
    return s.build();
}

KernelData dataOf(const std::shared_ptr<const Trace>& trace) {
    return *KernelData::build(*OperatorData::build(trace));
}

} // namespace

class TestKernelStats : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRowPerName();
    void theLaunchSeenMostSpeaksForTheRow();
    void ownersDelaysAndQueues();
    void rangesAndFilters();
    void copiesOnRequest();
    void theLaunchingCallKnowsWhatTheKernelDoesNot();
    void occupancyIsLimitedByTheScarcestResource();
    void ranksMayHaveOtherDevices();
    void aGridOfAnySizeHasItsBlocksCounted();
    void occupancyIsNotGuessed();
};

void TestKernelStats::aRowPerName() {
    const auto data = dataOf(sample());
    const auto rows = kernelStats(data, {});
    QCOMPARE(rows->size(), std::size_t(2));
    const KernelRow& gemm = rows->front();
    QCOMPARE(gemm.calls, std::int64_t(3));
    QCOMPARE(gemm.total, TimeNs(69));
    QCOMPARE(gemm.min, TimeNs(9));
    QCOMPARE(gemm.max, TimeNs(40));
    QCOMPARE(gemm.mean(), TimeNs(23));
    QCOMPARE(data.start[gemm.slowest], TimeNs(50));
    QCOMPARE(rows->at(1).occupancy, 37);
    QVERIFY(rows->at(1).owners.empty());
    QCOMPARE(rows->at(1).medianDelay, TimeNs(-1));
}

void TestKernelStats::theLaunchSeenMostSpeaksForTheRow() {
    const auto data = dataOf(sample());
    const KernelRow gemm = kernelStats(data, {})->front();
    const LaunchShape& shape = data.launches[gemm.launch].shape;
    QCOMPARE(shape.grid, (std::array<std::int64_t, 3>{328, 3, 16}));
    QCOMPARE(shape.block, (std::array<std::int64_t, 3>{256, 1, 1}));
    QCOMPARE(shape.registers, std::int64_t(236));
    QCOMPARE(shape.sharedBytes, std::int64_t(49152));
    QVERIFY(gemm.launchVaries);
    QCOMPARE(gemm.occupancy, 12);
}

void TestKernelStats::ownersDelaysAndQueues() {
    const auto trace = sample();
    const KernelRow gemm = kernelStats(dataOf(trace), {})->front();
    QCOMPARE(gemm.owners.size(), std::size_t(2));
    QCOMPARE(trace->text(gemm.owners[0].name), std::string_view("aten::bmm"));
    QCOMPARE(trace->text(gemm.owners[0].dims), std::string_view("[[16, 5185, 64]]"));
    QCOMPARE(gemm.owners[0].launches, std::int64_t(2));
    QCOMPARE(gemm.owners[0].time, TimeNs(60));
    QCOMPARE(gemm.medianDelay, TimeNs(20)); // 6, 20, 30
    QCOMPARE(gemm.medianQueue, TimeNs(15)); // 1, 15, 25
}

void TestKernelStats::rangesAndFilters() {
    const auto data = dataOf(sample());
    QCOMPARE(kernelStats(data, {.range = TimeRange{30, 51}})->front().calls, std::int64_t(2));
    QCOMPARE(kernelStats(data, {.filter = Filter::parse("dur>30ns").value()})->front().calls,
             std::int64_t(1));
    QVERIFY(kernelStats(data, {.range = TimeRange{1000, 2000}})->empty());
}

void TestKernelStats::copiesOnRequest() {
    const auto rows = kernelStats(dataOf(sample()), {.copiesToo = true});
    QCOMPARE(rows->size(), std::size_t(3));
    QCOMPARE(rows->at(2).kind, EventKind::Memcpy);
}

void TestKernelStats::theLaunchingCallKnowsWhatTheKernelDoesNot() {
    test::TraceSketch s;
    const auto call = s.slice("main", "cuda_runtime", "hipLaunchKernel", 0, 5,
                              {{"grid", "[4, 2, 1]"}, {"block", "[64, 1, 1]"}, {"shared memory", "128"}});
    s.link(LinkKind::Launch, call, s.slice("gpu0/7", "kernel", "k", 10, 5));
    const auto data = dataOf(s.build());
    const LaunchShape& shape = data.launches[kernelStats(data, {})->front().launch].shape;
    QCOMPARE(shape.blocks(), std::int64_t(8));
    QCOMPARE(shape.threadsPerBlock(), std::int64_t(64));
    QCOMPARE(shape.sharedBytes, std::int64_t(128));
}

void TestKernelStats::occupancyIsLimitedByTheScarcestResource() {
    SessionInfo info;
    info.properties.emplace_back("deviceProperties", kProperties);
    const std::vector<DeviceLimits> devices = deviceLimits(info);
    QCOMPARE(devices.size(), std::size_t(1));
    QCOMPARE(devices[0].name, std::string("NVIDIA H100"));
    const Occupancy registers = estimateOccupancy({{328, 3, 16}, {256, 1, 1}, 236, 49152}, devices[0]);
    QCOMPARE(registers.fit, (std::array<std::int64_t, 4>{1, 4, 8, 32}));
    QCOMPARE(registers.limit, OccupancyLimit::Registers);
    QCOMPARE(registers.percent, 12);
    QVERIFY(registers.fills);
    QCOMPARE(int(registers.waves * 10), 1192);
    const Occupancy shared = estimateOccupancy({{10, 1, 1}, {128, 1, 1}, 32, 100000}, devices[0]);
    QCOMPARE(shared.limit, OccupancyLimit::SharedMemory);
    QCOMPARE(shared.percent, 12); // 2 blocks of 4 warps
    QVERIFY(!shared.fills);
    const Occupancy blocks = estimateOccupancy({{100000, 1, 1}, {32, 1, 1}, 16, 0}, devices[0]);
    QCOMPARE(blocks.limit, OccupancyLimit::Blocks);
    QCOMPARE(blocks.percent, 50);
}

void TestKernelStats::ranksMayHaveOtherDevices() {
    SessionInfo info;
    info.properties.emplace_back("deviceProperties", kProperties);
    info.properties.emplace_back("deviceProperties.rank3", R"([{"id": 0, "name": "AMD MI300X"}])");
    info.properties.emplace_back("deviceProperties.rankless", kProperties);
    const std::vector<DeviceLimits> devices = deviceLimits(info);
    QCOMPARE(devices.size(), std::size_t(2));
    QCOMPARE(limitsOf(devices, 0, -1)->name, std::string("NVIDIA H100"));
    QCOMPARE(limitsOf(devices, 0, 1)->name, std::string("NVIDIA H100"));
    QCOMPARE(limitsOf(devices, 0, 3)->name, std::string("AMD MI300X"));
    QCOMPARE(limitsOf(devices, 7, 3), nullptr);
    test::TraceSketch s;
    s.builder().info() = info;
    QCOMPARE(deviceName(*s.build(), {.deviceIndex = 0}), std::string("H100"));
}

void TestKernelStats::aGridOfAnySizeHasItsBlocksCounted() {
    test::TraceSketch s;
    s.slice("gpu0/7", "kernel", "k", 10, 5,
            {{"grid", "[9999999999, 9999999999, 9999999999]"}, {"block", "[64, 1, 1]"}});
    const auto data = dataOf(s.build());
    QCOMPARE(data.launches[0].shape.blocks(), std::int64_t(0x7fffffff) * 65535 * 65535);
}

void TestKernelStats::occupancyIsNotGuessed() {
    QVERIFY(!estimateOccupancy({{1, 1, 1}, {32, 1, 1}, 16, 0}, DeviceLimits{}).known);
    // Files hold any number: none divides by nothing, and a product beyond 64 bits is not known.
    const DeviceLimits a100{.multiprocessors = 108,
                            .warpSize = 32,
                            .registers = 65536,
                            .sharedBytes = 167936,
                            .threads = 2048,
                            .major = 8};
    for (const std::int64_t value :
         {std::int64_t{16}, std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 59,
          std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
        for (auto field : {&DeviceLimits::multiprocessors, &DeviceLimits::warpSize, &DeviceLimits::registers,
                           &DeviceLimits::sharedBytes, &DeviceLimits::threads, &DeviceLimits::major}) {
            DeviceLimits odd = a100;
            odd.*field = value;
            const Occupancy estimate = estimateOccupancy({{1, 1, 1}, {32, 1, 1}, 16, 1024}, odd);
            QVERIFY(!estimate.known || (estimate.percent >= 0 && estimate.percent <= 100));
        }
        QVERIFY(!estimateOccupancy({{1, 1, 1}, {value, value, value}, 32, 0}, a100).known);
        QVERIFY(value == 16 || !estimateOccupancy({{1, 1, 1}, {32, 1, 1}, value, 0}, a100).known);
        QVERIFY(value == 16 || LaunchShape({.grid = {value, value, value}}).blocks() <= 0);
    }
    QVERIFY(!estimateOccupancy({}, DeviceLimits{.warpSize = 32, .registers = 65536, .threads = 2048}).known);
    SessionInfo info;
    info.properties.emplace_back("deviceProperties", "[{\"id\": ");
    QVERIFY(deviceLimits(info).empty());
}

int run_tst_kernel_stats(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestKernelStats>(argc, argv);
}
#include "tst_kernel_stats.moc"
