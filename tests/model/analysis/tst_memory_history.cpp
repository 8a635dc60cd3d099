// Curves, peaks, blocks and what they hold.
#include "model/analysis/memory/MemoryHistory.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

#include <limits>

using namespace lanes;

namespace {

std::shared_ptr<const MemoryHistory> historyOf(test::TraceSketch& sketch) {
    return MemoryHistory::build(*OperatorData::build(sketch.build()));
}

} // namespace

class TestMemoryHistory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCurvePerDeviceWithItsPeak();
    void totalsThatWereNotRecordedAreSummed();
    void blocksPairAllocationAndFree();
    void whatIsAliveAndWhatGrew();
    void aliveBlocksAndWhatWasThereBeforeMakeTheRecordedTotal();
    void theFirstStepGrowsByWhatItAllocatesNotByWhatWasThere();
    void categories();
    void anAddressTakenAgainEndsTheEarlierBlock();
    void eventsWithoutAddressesAreNoBlocks();
    void sizesWithoutMeasure();
    void processesHaveMemoryOfTheirOwn();
    void noEventsNoDevices();
};

void TestMemoryHistory::aCurvePerDeviceWithItsPeak() {
    test::TraceSketch s;
    s.memory("main", 10, 0x1, 100, 1100, 4000);
    s.memory("main", 20, 0x2, 50, 1150, 5000);
    s.memory("main", 30, 0x1, -100, 1050, 4500);
    s.memory("main", 40, 0x3, 100, 1150, 4500); // the same height again: the first moment counts
    s.memory("main", 15, 0x9, 8, -1, -1, 0, -1);
    const auto history = historyOf(s);
    QCOMPARE(history->devices().size(), std::size_t(2));
    QCOMPARE(history->devices()[0].key, std::string("0:-1"));
    const DeviceMemory& gpu = history->devices()[1];
    QCOMPARE(gpu.key, std::string("1:0"));
    QCOMPARE(gpu.allocatedBytes, std::int64_t(250));
    QCOMPARE(gpu.freedBytes, std::int64_t(100));
    QCOMPARE(gpu.peakAllocated, std::int64_t(1150));
    QCOMPARE(gpu.peakReserved, std::int64_t(5000));
    QCOMPARE(gpu.peakTime, TimeNs(20));
    QCOMPARE(gpu.allocated[*gpu.at(35)], std::int64_t(1050));
    QVERIFY(!gpu.at(9));
}

void TestMemoryHistory::totalsThatWereNotRecordedAreSummed() {
    test::TraceSketch s;
    s.memory("main", 10, 0x1, 100, -1, -1, 0, -1);
    s.memory("main", 20, 0x2, 50, -1, -1, 0, -1);
    s.memory("main", 30, 0x1, -100, -1, -1, 0, -1);
    const auto history = historyOf(s);
    const DeviceMemory& cpu = history->devices()[0];
    QCOMPARE(cpu.allocated, (std::vector<std::int64_t>{100, 150, 50}));
    QCOMPARE(cpu.peakAllocated, std::int64_t(150));
    QCOMPARE(cpu.peakReserved, std::int64_t(0));
}

void TestMemoryHistory::blocksPairAllocationAndFree() {
    test::TraceSketch s;
    s.op("main", "aten::empty", 0, 1000);
    s.memory("main", 10, 0x1, 100, 100, 100);
    s.memory("main", 20, 0x1, -100, 0, 100);
    s.memory("main", 30, 0x1, 70, 70, 100); // the same address again
    s.memory("main", 40, 0x7, -5, 65, 100); // allocated before the recording
    const auto history = historyOf(s);
    const std::vector<MemoryBlock>& blocks = history->devices()[0].blocks;
    QCOMPARE(blocks.size(), std::size_t(3));
    QCOMPARE(blocks[0].life, (TimeRange{0, 40}));
    QCOMPARE(blocks[0].allocation, MemoryBlock::kNoEvent);
    QCOMPARE(blocks[1].life, (TimeRange{10, 20}));
    QCOMPARE(blocks[1].op, 0u);
    QCOMPARE(blocks[2].life, (TimeRange{30, 1000}));
    QCOMPARE(blocks[2].release, MemoryBlock::kNoEvent);
}

void TestMemoryHistory::whatIsAliveAndWhatGrew() {
    test::TraceSketch s;
    s.memory("main", 10, 0x1, 100, 100, 100);
    s.memory("main", 20, 0x2, 50, 150, 200);
    s.memory("main", 30, 0x1, -100, 50, 200);
    const auto history = historyOf(s);
    const DeviceMemory& gpu = history->devices()[0];
    QCOMPARE(aliveAt(gpu, 9).size(), std::size_t(0));
    QCOMPARE(aliveAt(gpu, 20).size(), std::size_t(2));
    QCOMPARE(aliveAt(gpu, 30).size(), std::size_t(1));
    QCOMPARE(grownBetween(gpu, 10, 25).size(), std::size_t(1));
    QCOMPARE(grownBetween(gpu, 10, 25)[0]->address, std::uint64_t(0x2));
}

void TestMemoryHistory::aliveBlocksAndWhatWasThereBeforeMakeTheRecordedTotal() {
    test::TraceSketch s;
    s.op("main", "aten::empty", 0, 1000);
    s.memory("main", 10, 0x1, 100, 1100, 4000); // 1000 stood there
    s.memory("main", 20, 0x7, -300, 800, 4000); // 300 of them go
    s.memory("main", 30, 0x1, -100, 700, 4000);
    const auto history = historyOf(s);
    const DeviceMemory& gpu = history->devices()[0];
    QCOMPARE(gpu.allocatedAt(5), std::int64_t(1000));
    for (const TimeNs t : {5, 10, 15, 20, 30, 99}) {
        QCOMPARE(unseenAt(gpu, t), std::int64_t(700));
        std::int64_t alive = 0;
        for (const MemoryBlock* block : aliveAt(gpu, t)) {
            alive += block->bytes;
        }
        QCOMPARE(alive + unseenAt(gpu, t), gpu.allocatedAt(t));
    }
}

void TestMemoryHistory::theFirstStepGrowsByWhatItAllocatesNotByWhatWasThere() {
    test::TraceSketch s;
    s.slice("main", "user_annotation", "ProfilerStep#1", 0, 100);
    s.slice("main", "user_annotation", "ProfilerStep#2", 100, 100);
    s.memory("main", 10, 0x1, 64, 5064, 8000);
    s.memory("main", 110, 0x2, 32, 5096, 8000);
    const std::optional<OperatorData> data = OperatorData::build(s.build());
    const auto history = MemoryHistory::build(*data);
    const std::vector<StepGrowth> growth = growthBySteps(history->devices()[0], data->steps.first());
    QCOMPARE(growth.size(), std::size_t(2));
    QCOMPARE(growth[0].bytes, std::int64_t(64));
    QCOMPARE(growth[1].bytes, std::int64_t(32));
}

void TestMemoryHistory::categories() {
    test::TraceSketch s;
    s.op("main", "aten::rand", 0, 10);
    s.memory("main", 5, 0x1, 1, -1, -1); // parameter
    s.op("main", "aten::to", 20, 10);
    s.memory("main", 25, 0x9, 9, -1, -1); // parameter, of a module's to()
    s.slice("main", "user_annotation", "ProfilerStep#1", 100, 900);
    s.slice("main", "user_annotation", "enumerate(DataLoader)#it", 110, 20);
    s.memory("main", 115, 0x2, 2, -1, -1); // input
    s.op("main", "aten::to", 140, 10);
    s.memory("main", 145, 0x3, 3, -1, -1); // input
    s.slice("main", "python_function", "torch/nn/modules/module.py(900): _apply", 150, 30);
    s.op("main", "aten::to", 155, 10);
    s.memory("main", 157, 0x15, 15, -1, -1); // parameter: a module moves late
    s.op("main", "aten::to", 170, 8);
    s.memory("main", 171, 0x16, 16, -1, -1); // input: over before the copy is
    s.memory("main", 173, 0x16, -16, -1, -1);
    s.op("main", "aten::linear", 200, 100);
    s.memory("main", 210, 0x4, 4, -1, -1); // temporary
    s.memory("main", 220, 0x5, 5, -1, -1); // activation
    s.memory("main", 230, 0x4, -4, -1, -1);
    s.op("main", "autograd::engine::evaluate_function: AddmmBackward0", 400, 100);
    s.memory("main", 410, 0x6, 6, -1, -1); // gradient
    s.memory("main", 420, 0x5, -5, -1, -1);
    s.op("main", "aten::mm", 430, 20);
    s.memory("main", 431, 0x10, 32 << 20, -1, -1); // workspace: the first of its size
    s.memory("main", 432, 0x11, 32 << 20, -1, -1); // gradient
    s.op("main", "aten::addmm", 520, 20);
    s.memory("main", 521, 0x12, 1 << 20, -1, -1); // workspace
    s.memory("main", 522, 0x14, 40, -1, -1);      // activation: a result that the program keeps
    s.slice("main", "user_annotation", "Optimizer.step#Adam.step", 600, 100);
    s.op("main", "aten::zeros", 610, 10);
    s.memory("main", 615, 0x7, 7, -1, -1); // optimizer state
    s.memory("main", 990, 0x8, 8, -1, -1); // nobody's
    s.slice("main", "user_annotation", "ProfilerStep#2", 1000, 900);
    s.op("main", "aten::addmm", 1100, 20);
    s.memory("main", 1101, 0x13, 13, -1, -1); // activation: of the last step
    const auto history = historyOf(s);
    std::string out;
    for (const MemoryBlock& block : history->devices()[0].blocks) {
        out += std::to_string(block.bytes) + " " + std::string(memoryCategoryName(block.category)) + "\n";
    }
    QCOMPARE(
        out,
        std::string(
            "1 parameter\n9 parameter\n2 input\n3 input\n15 parameter\n16 input\n4 temporary\n5 "
            "activation\n6 gradient\n"
            "33554432 workspace\n33554432 gradient\n1048576 workspace\n40 activation\n7 optimizer state\n"
            "8 unknown\n13 activation\n"));
}

void TestMemoryHistory::anAddressTakenAgainEndsTheEarlierBlock() {
    test::TraceSketch s;
    s.memory("main", 1, 0x1000, 100, 100, 1000);
    s.memory("main", 51, 0x1000, 100, 100, 1000); // whose release was not recorded
    s.memory("main", 90, 0x1000, -100, 0, 1000);
    const auto history = historyOf(s);
    const DeviceMemory& device = history->devices()[0];
    QCOMPARE(device.blocks.size(), std::size_t(2));
    QCOMPARE(device.blocks[0].life, (TimeRange{1, 51}));
    QCOMPARE(device.blocks[1].life, (TimeRange{51, 90}));
    QCOMPARE(aliveAt(device, 60).size(), std::size_t(1));
    QCOMPARE(unseenAt(device, 60), std::int64_t(0));
}

// As old traces have them: nobody can say what frees what.
void TestMemoryHistory::eventsWithoutAddressesAreNoBlocks() {
    test::TraceSketch s;
    for (TimeNs t = 0; t < 10; ++t) {
        s.memory("main", t * 10, 0, 100, 100, 1000);
        s.memory("main", t * 10 + 5, 0, -100, 0, 1000);
    }
    const auto history = historyOf(s);
    const DeviceMemory& device = history->devices()[0];
    QCOMPARE(device.blocks.size(), std::size_t(0));
    QCOMPARE(device.peakAllocated, std::int64_t(100));
    QCOMPARE(unseenAt(device, 41), std::int64_t(100));
}

void TestMemoryHistory::sizesWithoutMeasure() {
    test::TraceSketch s;
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    s.memory("main", 1, 0x1, most, most, most);
    s.memory("main", 2, 0x2, most, -1, most);
    s.memory("main", 3, 0x1, std::numeric_limits<std::int64_t>::min(), -1, -1);
    const auto history = historyOf(s);
    QVERIFY(history->devices()[0].peakAllocated > 0);
    QVERIFY(history->devices()[0].allocatedBytes > 0);
    QVERIFY(history->devices()[0].freedBytes > 0);
}

void TestMemoryHistory::processesHaveMemoryOfTheirOwn() {
    test::TraceSketch s;
    for (const std::int64_t rank : {0, 1}) {
        const std::string thread = "main" + std::to_string(rank);
        s.builder().tracks()[s.track(thread).value].process =
            s.builder().addProcess({.key = "5 (rank " + std::to_string(rank) + ")", .rank = rank});
        s.memory(thread, 10 + rank, 0x1, 100, 100 + 1000 * rank, -1); // at one address in both
    }
    s.memory("main0", 20, 0x1, -100, 0, -1);
    const auto history = historyOf(s);
    QCOMPARE(history->devices().size(), std::size_t(2));
    QCOMPARE(history->devices()[0].key, std::string("1:0 (rank 0)"));
    QCOMPARE(history->devices()[0].peakAllocated, std::int64_t(100));
    QCOMPARE(history->devices()[0].blocks[0].life.end, TimeNs(20));
    QCOMPARE(history->devices()[1].key, std::string("1:0 (rank 1)"));
    QCOMPARE(history->devices()[1].peakAllocated, std::int64_t(1100));
    QCOMPARE(history->devices()[1].blocks[0].release, MemoryBlock::kNoEvent);
}

void TestMemoryHistory::noEventsNoDevices() {
    test::TraceSketch s;
    s.op("main", "aten::add", 0, 10);
    QVERIFY(historyOf(s)->empty());
}

int run_tst_memory_history(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestMemoryHistory>(argc, argv);
}
#include "tst_memory_history.moc"
