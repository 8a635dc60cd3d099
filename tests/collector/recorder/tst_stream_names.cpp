// What a program calls its streams stands on their rows, whenever it says so.
#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <memory>
#include <string>

using namespace lanes;
using ring::RecordType;
using test::compare;
using test::DeviceRecording;
using test::Program;
using test::TestRing;
using TracePtr = std::shared_ptr<const Trace>;

namespace {

constexpr std::uint32_t kUploads = 40;
constexpr std::uint32_t kDownloads = 41;

void name(Program& program, std::uint32_t stream, std::uint32_t text, std::uint32_t context = 1) {
    program.device.put(ring::StreamName{{0, RecordType::StreamName, 0, stream}, context, text});
}

void define(Program& program) {
    program.device.defineName(kUploads, "uploads");
    program.device.defineName(kDownloads, "downloads");
}

std::string finish(DeviceRecording& at, Program& program) {
    program.device.pair(100'000);
    program.device.delivered(100'000);
    const std::string rows = test::slicesOf(*at.finished());
    return rows.substr(rows.find("GPU"));
}

} // namespace

class tst_stream_names : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNameStandsBeforeTheNumber() {
        DeviceRecording at;
        Program program(at);
        define(program);
        name(program, 13, kUploads);
        program.device.put(TestRing::kernel(12, 3, 20'000, 10, 13));
        program.device.put(TestRing::kernel(13, 3, 21'000, 10, 7));
        compare(finish(at, program),
                std::string("GPU 0/uploads (stream 13): gemm 20000+10\nGPU 0/stream 7: gemm 21000+10\n"));
    }

    void aNameThatComesLaterTakesThePlaceOfTheOneBefore() {
        DeviceRecording at;
        Program program(at);
        define(program);
        program.device.put(TestRing::kernel(12, 3, 20'000, 10, 13));
        program.device.pair(50'000);
        program.device.delivered(50'000);
        at.drain();
        name(program, 13, kUploads);
        name(program, 13, kDownloads);
        compare(finish(at, program), std::string("GPU 0/downloads (stream 13): gemm 20000+10\n"));
    }

    void priorityAndKindOfAStreamAreTold() {
        DeviceRecording at;
        Program program(at);
        define(program);
        program.device.put(
            ring::StreamFacts{{0, RecordType::StreamFacts, 0, 13}, 5, -2, 2, 0}); // before its context
        name(program, 13, kUploads, 5);
        program.device.context(5, 0);
        ring::Kernel kernel = TestRing::kernel(12, 3, 20'000, 10, 13);
        kernel.place.context = 5;
        program.device.put(kernel);
        kernel.place.stream = 7;
        kernel.start += 1'000;
        kernel.end += 1'000;
        program.device.put(kernel);
        program.device.put(
            ring::StreamFacts{{0, RecordType::StreamFacts, 0, 7}, 5, -1, 1, 0}); // behind what ran there
        compare(finish(at, program), std::string("GPU 0/uploads (stream 13, priority -2): gemm 20000+10\n"
                                                 "GPU 0/stream 7, priority -1: gemm 21000+10\n"));
    }

    void aNameMayComeBeforeItsContextIsKnown() {
        DeviceRecording at;
        Program program(at);
        define(program);
        name(program, 13, kUploads, 5);
        program.device.context(5, 0);
        ring::Kernel kernel = TestRing::kernel(12, 3, 20'000, 10, 13);
        kernel.place.context = 5;
        program.device.put(kernel);
        compare(finish(at, program), std::string("GPU 0/uploads (stream 13): gemm 20000+10\n"));
    }

    void streamsOfTheSameNumberHaveNamesOfTheirOwn() {
        DeviceRecording at;
        Program first(at, 1);
        Program second(at, 2);
        define(first);
        define(second);
        name(first, 13, kUploads);
        name(second, 13, kDownloads);
        first.device.put(TestRing::kernel(12, 3, 20'000, 10, 13));
        second.device.put(TestRing::kernel(12, 3, 20'500, 10, 13));
        second.device.pair(100'000);
        second.device.delivered(100'000);
        compare(finish(at, first), std::string("GPU 0/uploads (stream 13): gemm 20000+10\n"
                                               "GPU 0/downloads (stream 13 of process 2): gemm 20500+10\n"));
    }

    void theWaitsForItKeepTheNumberByWhichOthersFindThem() {
        DeviceRecording at;
        Program program(at);
        define(program);
        name(program, 13, kUploads);
        program.device.put(
            ring::Synchronization{{0, RecordType::Synchronization,
                                   static_cast<std::uint8_t>(ring::SynchronizationKind::Stream), 40},
                                  test::deviceTime(40'000),
                                  test::deviceTime(40'500),
                                  1,
                                  13,
                                  ring::kNoEvent,
                                  0,
                                  0});
        compare(finish(at, program), std::string("GPU 0/stream 13 (sync): Stream Sync 40000+500\n"));
    }

    void whatNamesNothingMakesNoRow() {
        DeviceRecording at;
        Program program(at);
        define(program);
        name(program, 13, 99); // a text that nobody has defined
        name(program, 14, kUploads);
        name(program, 15, kUploads, 77); // of a context that never comes
        program.device.put(TestRing::kernel(12, 3, 20'000, 10, 13));
        compare(finish(at, program), std::string("GPU 0/stream 13: gemm 20000+10\n"));
    }
};

int run_tst_stream_names(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_stream_names>(argc, argv);
}
#include "tst_stream_names.moc"
