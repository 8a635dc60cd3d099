// Times of devices: their clock's, as pairs with the session's tell it, and what cannot be.
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace lanes;
using ring::RecordType;
using test::compare;
using test::DeviceRecording;
using test::Program;
using test::TestRing;
using TracePtr = std::shared_ptr<const Trace>;

class tst_device_times : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callsMoveByWhatTheClocksMayBeOff() {
        DeviceRecording at;
        Program program(at);
        program.device.pair(5'000, 600); // 300 either way, and 50 of the session's own
        const auto product = [&](std::uint32_t number, TimeNs op, TimeNs call) {
            program.thread.begin(number, 1, op);
            program.thread.launch(number, op + 200);
            program.thread.end(number, op + 2'000);
            program.device.call(number, 2, test::kHandle, call, 1'000);
        };
        product(1, 10'000, 9'700);  // before its operator
        product(2, 20'000, 21'300); // behind it
        product(3, 30'000, 29'600); // by more
        product(4, 40'000, 40'500);
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        compare(test::slicesOf(*trace),
                std::string(
                    "1/MainThread: aten::mm 10000+2000 cudaLaunchKernel 10000+1000 aten::mm 20000+2000 "
                    "cudaLaunchKernel 21000+1000 cudaLaunchKernel 29600+1000 aten::mm 30000+2000 aten::mm "
                    "40000+2000 cudaLaunchKernel 40500+1000\n"));
        QCOMPARE(at.diagnostics().count("call-moved"), 2u);
        QCOMPARE(at.diagnostics().count("call-outside-operator"), 1u);
        QCOMPARE(trace->clocks().size(), std::size_t{1});
        QCOMPARE(trace->clocks()[0].error, 350);
        QCOMPARE(trace->clocks()[0].samples.size(), std::size_t{3});
        QVERIFY(trace->clocks()[0].applied);
    }

    void aClockThatRunsUnevenlyIsFollowed() {
        DeviceRecording at;
        Program program(at);
        // 100 ns fast after 1 s, and 300 after 2 s.
        constexpr TimeNs kSecond = 1'000'000'000;
        program.device.pair(kSecond, 0, 100);
        program.device.pair(2 * kSecond, 0, 300);
        program.thread.launch(1, kSecond / 2);
        program.device.put(TestRing::kernel(1, 3, kSecond / 2 + 50, 1'000));
        program.device.put(TestRing::kernel(1, 3, kSecond + kSecond / 2 + 200, 1'000));
        program.device.delivered(2 * kSecond);
        const TracePtr trace = at.finished();
        QCOMPARE(trace->slice(test::byName(*trace, "gemm")).start, kSecond / 2);
        QCOMPARE(trace->slice(test::byName(*trace, "gemm", 1)).start, kSecond + kSecond / 2);
        const Clock& clock = trace->clocks().at(0);
        QCOMPARE(clock.process, ProcessId(0));
        QCOMPARE(clock.offset, -static_cast<TimeNs>(test::kClockAhead));
        QCOMPARE(clock.driftPerBillion, -150);
        QVERIFY(clock.error >= 50);
        QVERIFY(clock.error <= 150);
    }

    void whatMakesNoSenseDoesNoHarm() {
        DeviceRecording at;
        Program program(at);
        std::mt19937_64 random(7);
        std::vector<std::uint64_t> bytes(24);
        for (int i = 0; i < 20'000; ++i) {
            std::ranges::generate(bytes, random);
            for (std::size_t word = 1; word < bytes.size(); ++word) { // ids, times and numbers that meet
                bytes[word] = random() % 4 == 0 ? test::deviceTime(static_cast<TimeNs>(random() % 1'000'000))
                              : random() % 4 == 0 ? random() % 8 << 32 | random() % 8
                                                  : bytes[word];
            }
            const auto type = static_cast<RecordType>(32 + random() % 30);
            const ring::RecordHeader header{0, type, static_cast<std::uint8_t>(random()),
                                            static_cast<std::uint32_t>(random() % 16)};
            std::memcpy(bytes.data(), &header, sizeof header);
            TestRing& ring = random() % 2 == 0 ? program.thread : program.device;
            ring.putBytes(bytes.data(), 8 * (1 + random() % bytes.size()));
            if (i % 1'000 == 999) {
                at.drain();
                at.flushed();
            }
        }
        const TracePtr trace = at.finished();
        QVERIFY(trace);
        QVERIFY(trace->span().length() < 100'000'000'000);
        for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
            QVERIFY(trace->slice(SliceId(i)).duration >= 0);
        }
        QVERIFY(at.diagnostics().count("malformed-record") > 0);
    }

    void whatHasNoTimesIsCountedAndNotDrawn() {
        DeviceRecording at;
        Program program(at);
        ring::Kernel kernel = TestRing::kernel(1, 3, 20'000, 1'000);
        kernel.start = 0;
        program.device.put(kernel);
        kernel = TestRing::kernel(1, 3, 20'000, -5);
        program.device.put(kernel);
        // Of a callback that was registered twice.
        kernel = TestRing::kernel(1, 3, 20'000, 100'000'000'000'000);
        program.device.put(kernel);
        kernel = TestRing::kernel(1, 3, -90'000'000'000'000, 100'000'000'000'000);
        program.device.put(kernel);
        program.device.pair(100'000);
        program.device.delivered(100'000, 7, 2);
        const TracePtr trace = at.finished();
        compare(test::slicesOf(*trace), std::string("1/MainThread:\n"));
        QCOMPARE(at.diagnostics().count("device-times-missing"), 4u);
        QCOMPARE(at.diagnostics().count("device-records-dropped"), 7u);
        QCOMPARE(at.diagnostics().count("device-records-skipped"), 2u);
        QCOMPARE(at.process().lost(), 13u);
    }

    void whatHasNoNameIsDrawnAllTheSame() {
        DeviceRecording at;
        Program program(at);
        program.device.put(TestRing::kernel(1, 0, 20'000, 1'000));
        program.device.put(TestRing::kernel(1, 77, 30'000, 1'000)); // of a name that nobody has defined
        program.device.pair(100'000);
        program.device.delivered(100'000);
        compare(test::slicesOf(*at.finished()),
                std::string("1/MainThread:\nGPU 0/stream 7: (no name) 20000+1000\n"));
        QCOMPARE(at.diagnostics().count("device-name-missing"), 1u);
        QCOMPARE(at.diagnostics().count("malformed-record"), 1u);
    }

    void aClockIsNotAwaitedWithoutEnd() {
        DeviceRecording at;
        TestRing ring = at.ring(0);
        ring.defineName(1, "Buffer flush");
        constexpr std::uint64_t kRecords = 1'200'000;
        for (std::uint64_t i = 0; i < kRecords; ++i) {
            const std::uint64_t start = test::deviceTime(static_cast<TimeNs>(i) * 10);
            ring.put(ring::ProfilerOverhead{{0, RecordType::ProfilerOverhead, 0, 0}, start, start + 5, 1, 0});
            if (i % 20'000 == 19'999) {
                at.drain();
            }
        }
        ring.pair(0);
        ring.pair(100'000'000);
        ring.delivered(100'000'000);
        const TracePtr trace = at.finished();
        QVERIFY(trace->sliceCount() < 300'000);
        QCOMPARE(trace->sliceCount() + at.diagnostics().count("device-times-missing"), kRecords);
        QCOMPARE(trace->sliceCount() + at.process().lost(), kRecords);
    }

    // As CUPTI before CUDA 12.8 tells it: no number says which record of the event is meant.
    void aWaitIsForTheLastRecordOfItsEventBeforeIt() {
        DeviceRecording at;
        Program program(at);
        const auto record = [&](std::uint32_t correlation, std::uint32_t stream, std::uint32_t event) {
            program.device.put(
                ring::DeviceEvent{{0, RecordType::DeviceEvent, 0, correlation}, 0, 1, stream, event, 0});
        };
        const auto wait = [&](std::uint32_t correlation, std::uint32_t event) {
            const std::uint64_t start = test::deviceTime(1'000 * TimeNs{correlation});
            program.device.put(ring::Synchronization{
                {0, RecordType::Synchronization, static_cast<std::uint8_t>(ring::SynchronizationKind::Event),
                 correlation},
                start,
                start + 500,
                1,
                ring::kNoStream,
                event,
                0,
                0});
        };
        record(30, 13, 4);
        wait(31, 4);
        record(32, 14, 4);
        record(33, 15, 5);
        wait(34, 4);
        wait(35, 6);
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        const auto awaited = [&](int which) {
            const std::string text = test::argumentsOf(*trace, test::byName(*trace, "Event Sync", which));
            return text.substr(0, text.find("; wait_on_cuda_event_id"));
        };
        constexpr const char* kText =
            "cuda_sync_kind=Event Sync; wait_on_stream=%1; wait_on_cuda_event_record_corr_id=%2";
        QCOMPARE(QString::fromStdString(awaited(0)), QString(kText).arg(13).arg(30));
        QCOMPARE(QString::fromStdString(awaited(1)), QString(kText).arg(14).arg(32));
        QCOMPARE(QString::fromStdString(awaited(2)), QString(kText).arg(-1).arg(-1));
    }
};

int run_tst_device_times(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_device_times>(argc, argv);
}
#include "tst_device_times.moc"
