// Which operators have a place below the roof of a device, and how near they come to it.
#include "model/analysis/device/Roofline.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

using namespace lanes;

namespace {

// A product of 1024 x 1024 matrices on the device for `device` ns.
void multiply(test::TraceSketch& sketch, TimeNs at, TimeNs device) {
    sketch.op("main", "aten::linear", at, 900); // launches nothing itself
    sketch.op("main", "aten::mm", at + 10, 300, "[[1024, 1024], [1024, 1024]]", "[\"float\", \"float\"]");
    sketch.kernel("main", at + 20, "gpu0/7", "sgemm", at + 100, device);
}

std::vector<OperatorRow> rowsOf(test::TraceSketch& sketch) {
    return *operatorStats(*OperatorData::build(sketch.build()), {});
}

} // namespace

class TestRoofline : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void workPerByteAndPerSecond() {
        test::TraceSketch sketch;
        multiply(sketch, 1000, 100'000);
        multiply(sketch, 200'000, 300'000);
        sketch.op("main", "aten::unknown", 900'000, 100);
        sketch.kernel("main", 900'010, "gpu0/7", "secret", 900'100, 50'000);
        const std::vector<OperatorRow> rows = rowsOf(sketch);
        const std::vector<RooflinePoint> points = rooflinePoints(rows);
        QCOMPARE(points.size(), std::size_t(1));
        QCOMPARE(rows[points[0].row].label, std::string("aten::mm"));
        const double flops = 2. * 1024 * 1024 * 1024;
        QCOMPARE(points[0].intensity, flops / (3. * 1024 * 1024 * 4));
        QCOMPARE(points[0].flops, 2 * flops / 400e-6);
        QCOMPARE(points[0].time, TimeNs(400'000));
        QVERIFY(!points[0].launchBound);
    }

    void shortWorkIsBoundByItsLaunch() {
        test::TraceSketch sketch;
        multiply(sketch, 1000, 4999);
        QVERIFY(rooflinePoints(rowsOf(sketch))[0].launchBound);
    }

    void withoutADeviceThereAreNoPoints() {
        test::TraceSketch sketch;
        sketch.op("main", "aten::mm", 10, 300, "[[16, 32], [32, 8]]", "[\"float\", \"float\"]");
        QVERIFY(rooflinePoints(rowsOf(sketch)).empty());
    }

    void theRoofIsTheLowerOfBandwidthAndPeak() {
        const std::optional<DeviceRoof> roof = deviceRoof("NVIDIA H100 80GB HBM3");
        QVERIFY(roof);
        QCOMPARE(roof->at(1), 3.35e12);
        QCOMPARE(roof->at(10'000), 989e12);
        QCOMPARE(roof->at(roof->ridge()), 989e12);
        QCOMPARE(roof->source, std::string_view("NVIDIA H100 data sheet"));
        QCOMPARE(deviceRoof("NVIDIA L40S")->bytes, 0.864e12);
        QCOMPARE(deviceRoof("Tesla V100-SXM2-16GB")->tensorFlops, 125e12);
        QCOMPARE(deviceRoof("AMD Instinct MI300X")->bytes, 5.3e12);
    }

    void aRelativeHasARoofOfItsOwnOrNone() {
        for (const char* name :
             {"Some Other Device", "", "NVIDIA GH200 480GB", "NVIDIA H200 NVL", "NVIDIA L40", "NVIDIA A10G",
              "NVIDIA GeForce RTX 4090 D", "NVIDIA GeForce RTX 4090 Laptop GPU", "NVIDIA GeForce RTX 3090 Ti",
              "NVIDIA A100-PG509-200"}) {
            QVERIFY2(!deviceRoof(name), name);
        }
    }
};

int run_tst_roofline(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestRoofline>(argc, argv);
}
#include "tst_roofline.moc"
