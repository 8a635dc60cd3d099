// What devices did is joined with the calls, operators and lines that asked for it, in whatever order it comes.
#include "collector/recorder/devices/DeviceJoin.h"
#include "collector/recorder/devices/KernelOccupancy.h"
#include "model/analysis/device/Devices.h"
#include "model/analysis/device/GraphReplays.h"
#include "model/analysis/device/Occupancy.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/text/Filter.h"
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <memory>
#include <string>

using namespace lanes;
using ring::RecordType;
using test::compare;
using test::DeviceRecording;
using test::linesOf;
using test::Program;
using test::TestRing;
using TracePtr = std::shared_ptr<const Trace>;

class tst_record_devices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKernelIsTiedToItsCallItsOperatorAndItsLine() {
        DeviceRecording at;
        Program program(at);
        program.matrixProduct(11, 10'000);
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        compare(test::slicesOf(*trace),
                std::string("1/MainThread: aten::mm 10000+8000 cudaLaunchKernel 11000+1000\n"
                            "GPU 0/stream 7: gemm 14000+3000\n"));
        const SliceId op = test::byName(*trace, "aten::mm");
        const SliceId call = test::byName(*trace, "cudaLaunchKernel");
        const SliceId kernel = test::byName(*trace, "gemm");
        QCOMPARE(trace->slice(call).parent, op);
        QCOMPARE(trace->links().firstTo(kernel, LinkKind::Launch), call);
        QCOMPARE(trace->slice(call).kind, EventKind::Runtime);
        QCOMPARE(trace->slice(kernel).kind, EventKind::Kernel);
        const EventOrigin origin(trace);
        QCOMPARE(origin.operatorOf(kernel), op);
        compare(linesOf(origin, kernel), std::string("train.py(12): step;"));
        QVERIFY(at.diagnostics().empty());
        QCOMPARE(at.process().lost(), 0u);
    }

    void everyFieldOfAKernelStandsUnderKinetosKey() {
        DeviceRecording at;
        Program program(at);
        program.matrixProduct(11, 10'000);
        ring::Kernel full = TestRing::kernel(12, 3, 20'000, 10, 13);
        full.queued = test::deviceTime(18'000);
        full.submitted = test::deviceTime(19'000);
        full.cluster[0] = 2;
        full.cluster[1] = full.cluster[2] = 1;
        full.launchType = 1;
        full.priority = -1;
        full.sharedExecuted = 2048;
        full.localPerThread = 16;
        full.place.graph = 5;
        full.place.graphNode = 6;
        program.device.put(full);
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        compare(test::argumentsOf(*trace, test::byName(*trace, "gemm")),
                std::string(
                    "queued=0; device=0; context=1; stream=7; correlation=11; registers per thread=32; "
                    "shared memory=1536; blocks per SM=2.000000; warps per SM=8.000000; grid=[264, 1, 1]; "
                    "block=[128, 1, 1]; est. achieved occupancy %=13; priority=0; shared memory executed=0; "
                    "local memory per thread=0"));
        compare(test::argumentsOf(*trace, test::byName(*trace, "gemm", 1)),
                std::string("queued=1700000000000018; device=0; context=1; stream=13; correlation=12; "
                            "registers per thread=32; shared memory=1536; blocks per SM=2.000000; warps per "
                            "SM=8.000000; grid=[264, 1, 1]; block=[128, 1, 1]; est. achieved occupancy %=13; "
                            "cluster=[2, 1, 1]; "
                            "priority=-1; submitted=1700000000000019; shared memory executed=2048; local "
                            "memory per thread=16; launch type=cooperative; graph id=5; graph node id=6"));
        QCOMPARE(at.diagnostics().count("work-without-launch"), 1u);
    }

    // Found by the fuzzer; what it overflowed is seen under the sanitizers.
    void whatIsDeliveredBeforeAnyClockStaysInItsBounds() {
        DeviceRecording at;
        TestRing ring = at.ring(0);
        ring.device(0, 0xa0);
        ring.delivered(100'000);
        at.drain();
        ring.delivered(INT64_MAX / 2);
        at.drain();
        QVERIFY(at.finished() != nullptr);
        QVERIFY(at.diagnostics().empty());
    }

    // Kineto's figures of traces of an H100 and an A100.
    void occupancyIsKinetos_data() {
        QTest::addColumn<bool>("h100");
        QTest::addColumn<int>("registers");
        QTest::addColumn<int>("shared");
        QTest::addColumn<int>("blocks");
        QTest::addColumn<int>("threads");
        QTest::addColumn<int>("percent");
        QTest::newRow("h100 0") << true << 24 << 0 << 10370 << 128 << 100;
        QTest::newRow("h100 1") << true << 34 << 24 << 5185 << 128 << 75;
        QTest::newRow("h100 2") << true << 236 << 49152 << 15744 << 256 << 13;
        QTest::newRow("h100 3") << true << 32 << 128 << 82960 << 1024 << 100;
        QTest::newRow("h100 4") << true << 54 << 5120 << 12 << 128 << 1;
        QTest::newRow("h100 5") << true << 22 << 0 << 30 << 128 << 1;
        QTest::newRow("h100 6") << true << 29 << 512 << 496 << 128 << 23;
        QTest::newRow("h100 7") << true << 32 << 0 << 1056 << 128 << 50;
        QTest::newRow("diff 8") << false << 90 << 49152 << 64 << 128 << 4;
        QTest::newRow("diff 9") << false << 40 << 0 << 56 << 512 << 13;
        QTest::newRow("diff 10") << false << 18 << 0 << 2808 << 512 << 100;
        QTest::newRow("diff 11") << false << 26 << 0 << 732 << 128 << 42;
        QTest::newRow("diff 12") << false << 40 << 0 << 12580 << 128 << 75;
        QTest::newRow("diff 13") << false << 122 << 12544 << 9216 << 128 << 25;
        QTest::newRow("diff 14") << false << 28 << 2064 << 192 << 512 << 44;
        QTest::newRow("diff 15") << false << 50 << 2064 << 368 << 128 << 21;
    }
    void occupancyIsKinetos() {
        QFETCH(bool, h100);
        QFETCH(int, registers);
        QFETCH(int, shared);
        QFETCH(int, blocks);
        QFETCH(int, threads);
        QFETCH(int, percent);
        const recorder::DeviceFigures device =
            h100 ? recorder::DeviceFigures{132, 32, 64, 32, 65536, 233'472, 9}
                 : recorder::DeviceFigures{108, 32, 64, 32, 65536, 167'936, 8};
        ring::Kernel kernel = TestRing::kernel(1, 1, 0, 1);
        kernel.registers = static_cast<std::uint32_t>(registers);
        kernel.staticShared = 0;
        kernel.dynamicShared = shared;
        kernel.grid[0] = blocks;
        kernel.block[0] = threads;
        QCOMPARE(recorder::achievedOccupancy(kernel, device), std::optional(percent));
        kernel.block[2] = 0x7fffffff;
        QVERIFY(!recorder::achievedOccupancy(kernel, device));
    }

    void kernelsHaveTheNamesOfTheirSource() {
        DeviceRecording at;
        Program program(at);
        program.device.defineName(6, "_Z3addIfEvPT_");
        program.thread.launch(11, 1'000);
        program.device.put(TestRing::kernel(11, 6, 14'000, 3'000));
        program.device.pair(100'000);
        const TracePtr trace = at.finished();
        QVERIFY(test::byName(*trace, "void add<float>(float*)").valid());
    }

    void copiesFillsAndOverheadAreNamedAsKinetoNamesThem() {
        DeviceRecording at;
        Program program(at);
        program.device.defineName(5, "Buffer Flush");
        program.device.put(ring::DeviceCopy{{0, RecordType::DeviceCopy, 1, 21},
                                            test::deviceTime(30'000),
                                            test::deviceTime(31'000),
                                            4'000,
                                            {0, 1, 7, 0, 0},
                                            ring::MemoryKind::Pinned,
                                            ring::MemoryKind::Device,
                                            1,
                                            0,
                                            0,
                                            0,
                                            0});
        program.device.put(ring::DeviceFill{{0, RecordType::DeviceFill, 3, 22},
                                            test::deviceTime(32'000),
                                            test::deviceTime(32'500),
                                            1'000,
                                            {0, 1, 7, 0, 0},
                                            255,
                                            0});
        program.device.put(ring::ProfilerOverhead{{0, RecordType::ProfilerOverhead, 0, 0},
                                                  test::deviceTime(40'000),
                                                  test::deviceTime(41'000),
                                                  5,
                                                  0});
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        compare(test::slicesOf(*trace),
                std::string("1/MainThread:\n-1/process 1: Buffer Flush 40000+1000\nGPU 0/stream 7: "
                            "Memcpy HtoD (Pinned -> Device) 30000+1000 Memset (Device) 32000+500\n"));
        const SliceId copy = test::byName(*trace, "Memcpy HtoD (Pinned -> Device)");
        const SliceId fill = test::byName(*trace, "Memset (Device)");
        QCOMPARE(trace->slice(copy).kind, EventKind::Memcpy);
        QCOMPARE(trace->slice(fill).kind, EventKind::Memset);
        QCOMPARE(trace->slice(test::byName(*trace, "Buffer Flush")).kind, EventKind::Overhead);
        compare(test::argumentsOf(*trace, copy),
                std::string("device=0; context=1; stream=7; correlation=21; bytes=4000; memory bandwidth "
                            "(GB/s)=4.000000; async=1"));
        compare(test::argumentsOf(*trace, fill),
                std::string("device=0; context=1; stream=7; correlation=22; "
                            "bytes=1000; memory bandwidth (GB/s)=2.000000; value=255"));
    }

    void waitsStandBesideTheirStream() {
        DeviceRecording at;
        Program program(at);
        const auto wait = [&](ring::SynchronizationKind kind, std::uint32_t correlation, std::uint32_t stream,
                              std::uint32_t event, std::uint64_t record) {
            const TimeNs start = 1'000 * TimeNs{correlation};
            program.device.put(ring::Synchronization{
                {0, RecordType::Synchronization, static_cast<std::uint8_t>(kind), correlation},
                test::deviceTime(start),
                test::deviceTime(start + 500),
                1,
                stream,
                event,
                0,
                record});
        };
        program.device.put(ring::DeviceEvent{{0, RecordType::DeviceEvent, 0, 30}, 900, 1, 13, 4, 0});
        program.device.put(ring::DeviceEvent{{0, RecordType::DeviceEvent, 0, 31}, 901, 1, 14, 4, 0});
        program.device.call(40, 2, test::kHandle, 39'900, 700);
        wait(ring::SynchronizationKind::Stream, 40, 7, ring::kNoEvent, 0);
        wait(ring::SynchronizationKind::Event, 41, ring::kNoStream, 4, 900);
        wait(ring::SynchronizationKind::Context, 42, ring::kNoStream, ring::kNoEvent, 0);
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        compare(test::slicesOf(*trace),
                std::string("1/MainThread: cudaLaunchKernel 39900+700\nGPU 0/stream 7 (sync): Stream Sync "
                            "40000+500\nGPU 0/Waits: Event Sync 41000+500 Context Sync 42000+500\n"));
        QCOMPARE(trace->tracks()[1].key, std::string("1000007"));
        QCOMPARE(trace->tracks()[2].key, std::string("-1"));
        QCOMPARE(trace->tracks()[1].kind, Track::Kind::Stream);
        const SliceId sync = test::byName(*trace, "Stream Sync");
        QCOMPARE(trace->slice(sync).kind, EventKind::DeviceSync);
        QCOMPARE(trace->links().firstTo(sync, LinkKind::Launch), test::byName(*trace, "cudaLaunchKernel"));
        compare(
            test::argumentsOf(*trace, test::byName(*trace, "Event Sync")),
            std::string("cuda_sync_kind=Event Sync; wait_on_stream=13; wait_on_cuda_event_record_corr_id=30; "
                        "wait_on_cuda_event_id=4; stream=-1; correlation=41; device=0; context=1"));
    }

    void devicesAreWhatTheirDriverSays() {
        DeviceRecording at;
        Program first(at, 1);
        Program second(at, 2); // the same device, the same ids
        first.matrixProduct(11, 10'000);
        second.matrixProduct(11, 10'500);
        second.device.device(1, static_cast<std::uint8_t>(0xb1), "Evil \"}{");
        for (Program* program : {&first, &second}) {
            program->device.pair(100'000);
            program->device.delivered(100'000);
        }
        const TracePtr trace = at.finished();
        compare(test::slicesOf(*trace),
                std::string("1/MainThread: aten::mm 10000+8000 cudaLaunchKernel 11000+1000\n"
                            "2/MainThread: aten::mm 10500+8000 cudaLaunchKernel 11500+1000\n"
                            "GPU 0/stream 7: gemm 14000+3000\n"
                            "GPU 0/stream 7 of process 2: gemm 14500+3000\n"));
        QCOMPARE(trace->links().firstTo(test::byName(*trace, "gemm", 1), LinkKind::Launch),
                 test::byName(*trace, "cudaLaunchKernel", 1));
        const Process& device = trace->processes()[2];
        QCOMPARE(device.deviceUuid, std::string("GPU-a0a0a0a0-a0a0-a0a0-a0a0-a0a0a0a0a0a0"));
        QCOMPARE(device.kind, Process::Kind::Device);
        QCOMPARE(device.deviceIndex, 0);
        QCOMPARE(device.label, std::string("GPU 0"));
        const auto limits = deviceLimits(trace->info());
        QCOMPARE(limits.size(), std::size_t{2});
        QCOMPARE(limits[0].name, std::string("NVIDIA H100 80GB HBM3"));
        QCOMPARE(limits[0].multiprocessors, 132);
        QCOMPARE(limits[0].threads, 2048);
        QCOMPARE(limits[0].registers, 65536);
        QCOMPARE(limits[0].sharedBytes, 233'472);
        QCOMPARE(limits[0].memoryBytes, 85'018'279'936);
        QCOMPARE(limits[0].major, 9);
        QCOMPARE(limits[1].device, 1);
        QCOMPARE(limits[1].name, std::string("Evil "));
        QCOMPARE(deviceName(*trace, device), std::string("H100 80GB HBM3"));
    }

    void whatIsReplayedShowsWhatWasCaptured() {
        DeviceRecording at;
        Program program(at);
        // Captured by one operator, instantiated at another line, replayed twice at a third.
        program.thread.begin(1, 1, 1'000, 1);
        program.thread.graphNode(900, 1'500, 1);
        program.thread.end(1, 2'000);
        program.thread.graphNode(901, 3'000, 2, 900);
        for (std::uint32_t replay = 0; replay < 2; ++replay) {
            const TimeNs start = 20'000 + 10'000 * TimeNs{replay};
            program.thread.launch(50 + replay, start, 2);
            program.device.call(50 + replay, 4, test::kHandle, start - 100, 1'000);
            ring::Kernel kernel = TestRing::kernel(50 + replay, 3, start + 2'000, 1'000);
            kernel.place.graph = 5;
            kernel.place.graphNode = 901;
            program.device.put(kernel);
        }
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        const EventOrigin origin(trace);
        const SliceId op = test::byName(*trace, "aten::mm");
        const auto forest = OperatorForest::build(trace);
        for (int replay = 0; replay < 2; ++replay) {
            const SliceId kernel = test::byName(*trace, "gemm", replay);
            QCOMPARE(origin.operatorOf(kernel), op);
            compare(linesOf(origin, kernel), std::string("train.py(12): step;"));
            compare(linesOf(origin, origin.launchOf(kernel)), std::string("train.py(40): replay;"));
            QCOMPARE(trace->links().firstTo(kernel, LinkKind::Captured), op);
            QCOMPARE(forest->slice(forest->workOf(kernel)->op), op);
            QCOMPARE(forest->workOf(kernel)->launch, origin.launchOf(kernel));
        }
        const auto data = KernelData::build(*OperatorData::build(trace));
        const auto graphs = findGraphs(*data);
        QCOMPARE(graphs->size(), std::size_t{1});
        QCOMPARE(graphs->front().id, 5);
        QVERIFY(graphs->front().nodesRecorded);
        QCOMPARE(graphs->front().replays.size(), std::size_t{2});
    }

    // Of a program that launches faster than its records are read, work comes long after its call.
    void callsAreRememberedAsLongAsTheirWorkMayCome() {
        constexpr std::uint32_t kCalls = 4 * recorder::LaunchTable::kMostCalls;
        recorder::LaunchTable table;
        for (std::uint32_t call = 1; call <= kCalls; ++call) {
            table.begin(call, {.time = call});
        }
        QVERIFY(table.find(1) != nullptr && table.find(kCalls) != nullptr);
        table.settle(kCalls);
        for (std::uint32_t call = kCalls + 1; call <= 2 * kCalls; ++call) {
            table.begin(call, {.time = call});
        }
        QVERIFY(table.find(1) == nullptr && table.find(kCalls + 1) != nullptr);
    }

    // Autograd's own threads run no Python: what they capture goes back to the line of the forward operator, which may stand
    // in a ring that is read later.
    void whatBackwardCapturedShowsTheForwardLine() {
        DeviceRecording at;
        TestRing autograd = at.ring(7);
        Program program(at);
        autograd.startThread(2, test::kThread + 0x1000, "autograd");
        autograd.defineName(1, "MmBackward0");
        program.thread.begin(1, 1, 1'000, 1, ring::Scope::Function, 41);
        program.thread.end(1, 2'000);
        autograd.begin(2, 1, 3'000, 0, ring::Scope::BackwardFunction, 41, 1);
        autograd.begin(3, 1, 3'100); // an operator inside
        autograd.graphNode(900, 3'500);
        autograd.end(3, 3'900);
        autograd.end(2, 4'000);
        autograd.graphNode(902, 4'100);                                // a sum behind it
        autograd.begin(4, 1, 4'200, 0, ring::Scope::BackwardFunction); // of no forward operator
        autograd.graphNode(903, 4'300);
        autograd.end(4, 4'400);
        program.thread.graphNode(800, 2'500, 2);
        program.thread.graphNode(901, 5'000, 2, 900);
        program.thread.launch(50, 20'000, 2);
        program.device.call(50, 4, test::kHandle, 19'900, 1'000);
        for (const std::uint64_t node : {901, 902, 903}) {
            ring::Kernel kernel = TestRing::kernel(50, 3, 22'000 + static_cast<TimeNs>(node), 1'000);
            kernel.place.graph = 5;
            kernel.place.graphNode = node;
            program.device.put(kernel);
        }
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        const EventOrigin origin(trace);
        compare(linesOf(origin, test::byName(*trace, "gemm", 0)), "train.py(12): step;");
        compare(linesOf(origin, test::byName(*trace, "gemm", 1)), "train.py(12): step;");
        compare(linesOf(origin, test::byName(*trace, "gemm", 2)), "train.py(40): replay;");
        const SliceId inside = trace->links().firstTo(test::byName(*trace, "gemm", 0), LinkKind::Captured);
        QVERIFY(inside.valid());
        QCOMPARE(trace->slice(inside).start, TimeNs{3'100});
    }

    // Calls come when their operators have been there for long.
    void slicesOfThreadsWaitForTheCallsBetweenThem() {
        DeviceRecording at(0);
        Program program(at);
        at.drain();
        const TimeNs now = at.now();
        program.thread.begin(11, 1, now, 1);
        program.thread.launch(11, now + 1'100, 1);
        program.thread.end(11, now + 8'000);
        program.thread.begin(12, 1, now + 10'000, 1);
        program.thread.end(12, now + 11'000);
        at.drain();
        const TracePtr before = at.flushed();
        QVERIFY(before == nullptr || before->sliceCount() == 0);
        program.device.call(11, 2, test::kHandle, now + 1'000, 1'000);
        program.device.put(TestRing::kernel(11, 3, now + 4'000, 3'000));
        constexpr TimeNs kWithin = 250'000'000; // a call around others may return so much later
        program.device.pair(now + 9'000 + kWithin);
        program.device.delivered(now + 9'000 + kWithin);
        at.drain();
        const TracePtr live = at.flushed();
        QVERIFY(live);
        QCOMPARE(live->sliceCount(), 2u); // not the operator after that, and streams lag behind
        QCOMPARE(live->slice(test::byName(*live, "cudaLaunchKernel")).parent,
                 test::byName(*live, "aten::mm"));
        const TracePtr trace = at.finished();
        QCOMPARE(trace->sliceCount(), 4u);
        QCOMPARE(trace->tracks().size(), std::size_t{2}); // none is late
        QCOMPARE(at.sink().late(), 0u);
    }

    void aSourceThatIsSilentHoldsNothingForEver() {
        const TimeNs age = 2 * recorder::DeviceCapture::kLongestSilence;
        DeviceRecording at(age);
        Program program(at);
        program.matrixProduct(11, 10'000);
        at.drain();
        const TracePtr live = at.flushed();
        QVERIFY(live);
        QCOMPARE(live->slice(SliceId(0)).start, 10'000);
    }

    void workWithoutItsCallIsTiedToItsOperator() {
        DeviceRecording at;
        Program program(at);
        program.thread.begin(1, 1, 10'000, 1);
        program.thread.launch(11, 11'000, 1);
        program.thread.end(1, 18'000);
        program.thread.launch(12, 21'000, 2); // by no operator
        program.device.put(TestRing::kernel(11, 3, 14'000, 3'000));
        program.device.put(TestRing::kernel(12, 3, 24'000, 3'000));
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        const EventOrigin origin(trace);
        QCOMPARE(origin.operatorOf(test::byName(*trace, "gemm")), test::byName(*trace, "aten::mm"));
        compare(linesOf(origin, test::byName(*trace, "gemm")), std::string("train.py(12): step;"));
        QVERIFY(!origin.operatorOf(test::byName(*trace, "gemm", 1)).valid());
        compare(linesOf(origin, test::byName(*trace, "gemm", 1)), std::string("train.py(40): replay;"));
    }

    void aModuleIsFoundByTheStackOfALaunchWithoutOperator() {
        DeviceRecording at;
        Program program(at);
        program.thread.defineStack(3, "model.py", "Attention.forward", 7);
        for (std::uint32_t number = 11; number < 14; ++number) { // the last call is lost
            const TimeNs start = 10'000 * TimeNs{number};
            program.thread.launch(number, start, number == 11 ? 1 : 3);
            if (number < 13) {
                program.device.call(number, 2, test::kHandle, start - 100, 1'000);
            }
            program.device.put(TestRing::kernel(number, 3, start + 2'000, 1'000));
        }
        program.device.pair(200'000);
        program.device.delivered(200'000);
        const TracePtr trace = at.finished();
        FilterMatcher matcher(Filter::parse("module:Attention").value(), trace);
        for (int which = 0; which < 3; ++which) {
            const SliceId kernel = test::byName(*trace, "gemm", which);
            QCOMPARE(matcher.matches(kernel), which > 0);
        }
    }

    // A call may return after its work has ended: what the graph ran is delivered first.
    void aCallMayComeAfterItsWork() {
        DeviceRecording at;
        Program program(at);
        program.thread.launch(50, 20'000, 2);
        program.device.put(TestRing::kernel(50, 3, 21'000, 1'000));
        program.device.pair(30'000);
        program.device.delivered(30'000);
        at.drain();
        program.device.call(50, 4, test::kHandle, 19'900, 20'000);
        program.device.pair(50'000);
        program.device.delivered(50'000);
        const TracePtr trace = at.finished();
        QCOMPARE(trace->links().firstTo(test::byName(*trace, "gemm"), LinkKind::Launch),
                 test::byName(*trace, "cudaGraphLaunch"));
    }
};

int run_tst_record_devices(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_record_devices>(argc, argv);
}
#include "tst_record_devices.moc"
