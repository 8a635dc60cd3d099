// What is said beside the work of devices: arguments of launches, what the driver compiles, memory and pools, links.
#include "collector/recorder/devices/LaunchTexts.h"
#include "model/analysis/device/Occupancy.h"
#include "model/analysis/gaps/HostRole.h"
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

using namespace lanes;
using ring::RecordType;
using test::compare;
using test::DeviceRecording;
using test::Program;
using test::TestRing;
using TracePtr = std::shared_ptr<const Trace>;

class tst_device_details : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKernelSaysWhatItsLaunchGaveIt() {
        DeviceRecording at;
        Program program(at);
        program.thread.defineName(
            7, "x_ptr: *fp32, n: i32, mask: i1, half: fp16, scale: fp32, big: u64, back: i8, map: nvTmaDesc, "
               "brain: bf16");
        const auto give = [&](std::uint32_t correlation, std::vector<std::uint64_t> values,
                              std::uint8_t count, std::uint32_t signature = 7) {
            const ring::LaunchArguments record{
                {0, RecordType::LaunchArguments, count, correlation}, signature, 0};
            program.thread.put(
                record, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]});
        };
        const std::vector<std::uint64_t> values{
            0x7f5e40000200,    1000, 1,     0x3e00, std::bit_cast<std::uint32_t>(2.5F),
            ~std::uint64_t{0}, 0xfe, 0xc020};
        program.thread.launch(11, 10'000, 1);
        give(11, values, 8);
        program.thread.launch(12, 11'000, 1);
        program.thread.graphNode(0x77, 12'000, 1); // of a launch that gave nothing that is known
        program.thread.launch(13, 13'000, 1);
        give(13, {0, 64}, 2); // another probe's, which knows of fewer
        program.thread.graphNode(0x78, 14'000, 1);
        program.thread.launch(14, 15'000, 1);
        give(13, {1}, 1);     // of another launch
        give(14, {1}, 2);     // cut short
        give(14, {1}, 1, 99); // of no signature
        program.thread.launch(15, 16'000, 2);
        program.device.put(TestRing::kernel(11, 3, 20'000, 10));
        program.device.put(TestRing::kernel(12, 3, 21'000, 10));
        program.device.put(TestRing::kernel(14, 3, 22'000, 10));
        for (const std::uint64_t node : {0x77, 0x78}) { // replayed
            ring::Kernel replayed = TestRing::kernel(15, 3, 23'000 + static_cast<TimeNs>(node), 10);
            replayed.place.graph = 5;
            replayed.place.graphNode = node;
            program.device.put(replayed);
        }
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        const auto given = [&](int which) {
            const std::string all = test::argumentsOf(*trace, test::byName(*trace, "gemm", which));
            const std::size_t from = all.find("launch arguments=");
            return from == all.npos ? std::string() : all.substr(from + 17, all.find(';', from) - from - 17);
        };
        compare(given(0),
                std::string(
                    "x_ptr=0x7f5e40000200, n=1000, mask=1, half=1.5, scale=2.5, big=18446744073709551615, "
                    "back=-2, brain=-2.5"));
        compare(given(1), std::string());
        compare(given(2), std::string());
        compare(given(3), std::string());
        compare(given(4), std::string("x_ptr=0x0, n=64"));
        QCOMPARE(at.diagnostics().count("malformed-record"), 3u);
    }

    void halfFloatsAreWrittenOut_data() {
        QTest::addColumn<quint64>("bits");
        QTest::addColumn<QString>("text");
        QTest::newRow("one") << quint64{0x3c00} << "1";
        QTest::newRow("largest") << quint64{0x7bff} << "65504";
        QTest::newRow("smallest") << quint64{0x0001} << "5.9604645e-08";
        QTest::newRow("smallest normal") << quint64{0x0400} << "6.1035156e-05";
        QTest::newRow("negative") << quint64{0xbc00} << "-1";
        QTest::newRow("minus zero") << quint64{0x8000} << "-0";
        QTest::newRow("infinity") << quint64{0xfc00} << "-inf";
        QTest::newRow("none") << quint64{0x7e00} << "nan";
    }
    void halfFloatsAreWrittenOut() {
        QFETCH(quint64, bits);
        QFETCH(QString, text);
        DeviceRecording at;
        recorder::LaunchTexts texts(at.sink().writer());
        const std::vector<std::uint64_t> values{bits};
        const StringId made = texts.text(at.sink().writer().string("h: fp16"), values);
        compare(std::string(at.sink().writer().text(made)), "h=" + text.toStdString());
    }

    // An allocator that gives each launch another address fills no table with them.
    void tooManyAddressesAreLeftOut() {
        DeviceRecording at;
        session::SessionWriter& writer = at.sink().writer();
        recorder::LaunchTexts texts(writer);
        const StringId signature = writer.string("x_ptr: *fp32, n: i32");
        const auto told = [&](std::uint64_t address, std::uint64_t n) {
            const std::vector<std::uint64_t> values{address, n};
            return std::string(writer.text(texts.text(signature, values)));
        };
        for (std::uint64_t i = 0; i < recorder::LaunchTexts::kMostWithAddresses; ++i) {
            compare(told(0x10000 + i, 5).substr(0, 9), std::string("x_ptr=0x1"));
        }
        compare(told(0x10'0000, 5), std::string("n=5"));
        compare(told(0x20'0000, 6), std::string("n=6"));
        compare(told(0x10000, 5), std::string("x_ptr=0x10000, n=5"));
    }

    void whatTheDriverCompilesStandsInItsCall() {
        DeviceRecording at;
        Program program(at);
        const auto compile = [&](std::uint32_t correlation, std::uint8_t step, TimeNs start, TimeNs duration,
                                 std::uint32_t thread = 0) {
            ring::Compilation record{};
            record.header = {0, RecordType::Compilation, step, correlation};
            record.start = test::deviceTime(start);
            record.end = test::deviceTime(start + duration);
            record.unit = 7;
            record.thread = thread;
            record.from = 1;
            record.cache = step == 3 ? 0 : 6;
            program.device.put(record);
        };
        program.device.defineName(5, "cuModuleLoadData");
        program.device.defineName(6, "/cache");
        program.device.call(21, 5, test::kHandle, 10'000, 5'000);
        compile(21, 3, 11'000, 3'000);
        compile(21, 2, 14'000, 500);
        compile(22, 1, 20'000, 500, test::kHandle); // in a call that is not recorded
        compile(23, 1, 30'000, 500);                // on nobody knows which thread
        ring::Compilation timeless{};               // and one that ends before it begins
        timeless.header = {0, RecordType::Compilation, 3, 24};
        program.device.put(timeless);
        timeless.start = test::deviceTime(40'000);
        program.device.put(timeless);
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        compare(test::slicesOf(*trace),
                std::string("1/MainThread: cuModuleLoadData 10000+5000 Driver Compiler (PTX to machine code) "
                            "11000+3000 Driver Compiler (store in the cache) 14000+500 Driver Compiler (load "
                            "from the cache) 20000+500\n"
                            "-1/process 1: Driver Compiler (load from the cache) 30000+500\n"));
        const SliceId compiled = test::byName(*trace, "Driver Compiler (PTX to machine code)");
        QCOMPARE(trace->slice(compiled).kind, EventKind::Runtime);
        QCOMPARE(trace->slice(compiled).parent, test::byName(*trace, "cuModuleLoadData"));
        QCOMPARE(hostRoleOf(EventKind::Runtime, "Driver Compiler (PTX to machine code)").cause,
                 WaitCause::Compile);
        compare(test::argumentsOf(*trace, test::byName(*trace, "Driver Compiler (store in the cache)")),
                std::string("operation=store in the cache; compiles=PTX to machine code; compilation unit=7; "
                            "cache=/cache; device=0; correlation=21"));
        QCOMPARE(at.diagnostics().count("device-times-missing"), 2u);
    }

    void aCallSaysWhatItDidToMemoryAndPools() {
        DeviceRecording at;
        Program program(at);
        program.device.defineName(5, "cudaMallocAsync");
        ring::ApiMemory memory{};
        memory.header = {0, RecordType::ApiMemory, 1, 31};
        memory.bytes = 512;
        memory.address = 0x7000;
        memory.kind = ring::MemoryKind::Device;
        memory.pool = 0x5000;
        memory.poolBytes = 2'048;
        memory.poolUsed = 1'024;
        program.device.put(memory);
        ring::PoolChange pool{};
        pool.header = {0, RecordType::PoolChange, 3, 32};
        pool.pool = 0x5000;
        pool.bytes = 4'096;
        pool.used = 1'024;
        pool.kept = 2'048;
        program.device.put(pool);
        program.device.call(31, 5, test::kHandle, 10'000, 1'000);
        program.device.call(32, 2, test::kHandle, 20'000, 1'000);
        program.device.call(33, 4, test::kHandle, 30'000, 1'000);
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        compare(
            test::argumentsOf(*trace, test::byName(*trace, "cudaMallocAsync")),
            std::string("correlation=31; memory operation=allocated; memory kind=Device; bytes=512; "
                        "address=28672; device=0; memory pool=20480; bytes of the pool=2048; bytes in use "
                        "of the pool=1024"));
        compare(test::argumentsOf(*trace, test::byName(*trace, "cudaLaunchKernel")),
                std::string("correlation=32; pool operation=trimmed; memory pool=20480; bytes of the "
                            "pool=4096; bytes in use of the pool=1024; bytes to keep=2048; release "
                            "threshold=0"));
        compare(test::argumentsOf(*trace, test::byName(*trace, "cudaGraphLaunch")),
                std::string("correlation=33"));
    }

    void linksStandAmongADevicesProperties() {
        DeviceRecording at;
        Program program(at);
        program.device.device(1, 0xa1);
        const auto link = [&](std::uint8_t first, std::uint8_t second, std::uint32_t throughSwitch) {
            ring::DeviceLink record{};
            record.header = {0, RecordType::DeviceLink, 0, 18};
            std::ranges::fill(record.first, first);
            std::ranges::fill(record.second, second);
            record.bandwidth = 450'000'000;
            record.version = 4;
            record.throughSwitch = throughSwitch;
            program.device.put(record);
        };
        link(0xa0, 0xa1, 1);
        link(0xa0, 0xa1, 1); // told again
        link(0xa0, 0, 0);
        link(0xb0, 0xb1, 0); // of devices that this process does not see
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const std::vector<DeviceLimits> devices = deviceLimits(at.finished()->info());
        QCOMPARE(devices.size(), std::size_t{2});
        compare(
            devices[0].links,
            std::string("NVLink 4 x18 to GPU 1 by a switch, 450 GB/s; NVLink 4 x18 to the host, 450 GB/s"));
        compare(devices[1].links, std::string("NVLink 4 x18 to GPU 0 by a switch, 450 GB/s"));
        QVERIFY(at.diagnostics().empty());
    }
};

int run_tst_device_details(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_device_details>(argc, argv);
}
#include "tst_device_details.moc"
