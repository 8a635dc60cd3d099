#include "tests/collector/recorder/DeviceRecording.h"
#include "tests/support/RunTest.h"

#include <QTest>

using namespace lanes;
using test::DeviceRecording;
using test::Program;
using test::TestRing;
using TracePtr = std::shared_ptr<const Trace>;

class tst_device_filter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasLaunchedOutsideOfTheFilterIsLeftOutAndCounted() {
        DeviceRecording at;
        at.filter();
        Program program(at);
        program.thread.inside(true, 10'000);
        program.matrixProduct(1, 20'000);
        program.device.call(3, 4, test::kHandle, 30'000, 1'000); // launches nothing
        program.thread.inside(false, 40'000);
        program.device.call(2, 2, test::kHandle, 51'000, 1'000);
        program.device.put(TestRing::kernel(2, 3, 54'000, 3'000));
        program.device.pair(100'000);
        program.device.delivered(100'000);
        const TracePtr trace = at.finished();
        QCOMPARE(trace->slice(test::byName(*trace, "gemm")).start, 24'000);
        QVERIFY(!test::byName(*trace, "gemm", 1).valid());
        QVERIFY(test::byName(*trace, "cudaGraphLaunch").valid());
        QVERIFY(!test::byName(*trace, "cudaLaunchKernel", 1).valid());
        QCOMPARE(at.diagnostics().count("device-outside-filter"), 2u);
        QCOMPARE(at.diagnostics().count("work-without-launch"), 0u);
        const SliceId before = test::byName(*trace, "Outside of the filter");
        const SliceId after = test::byName(*trace, "Outside of the filter", 1);
        QCOMPARE(trace->slice(before).start, 0);
        QCOMPARE(trace->slice(before).end(), 10'000);
        QCOMPARE(trace->slice(after).start, 40'000);
    }
};

int run_tst_device_filter(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_device_filter>(argc, argv);
}
#include "tst_device_filter.moc"
