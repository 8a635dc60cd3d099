// The tooltip of a slice: where it ran, who launched it, whose it is.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/timeline/tools/SliceTip.h"

#include <QtTest>

using namespace lanes;

class SliceTipTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aKernelSaysWhoseItIs();
    void anOperatorIsItsOwn();
    void anOwnCategoryIsNamed();

private:
    // All that the tip of the slice of that name says once everything is known.
    QString textOf(std::string_view name) {
        test::TraceSketch sketch;
        sketch.slice("main", "user_annotation", "ProfilerStep#1", 0, 5'000);
        sketch.op("main", "aten::linear", 100, 900);
        sketch.op("main", "aten::mm", 200, 500);
        sketch.kernel("main", 300, "gpu0/7", "gemm", 1'000, 400);
        const auto trace = withOwnClasses(sketch.build(), own_);
        SliceTip tip(look_, nullptr);
        for (std::uint32_t id = 0; id < trace->sliceCount(); ++id) {
            if (trace->text(trace->slice(SliceId(id)).name) == name) {
                tip.showFor(trace, SliceId(id), {});
            }
        }
        return QTest::qWaitFor([&] { return tip.text().contains(QLatin1String("this one alone")); },
                               kPatience)
                   ? tip.text()
                   : QString();
    }

    Appearance look_{Appearance::Mode::Dark};
    std::shared_ptr<const OwnClasses> own_;
};

void SliceTipTest::aKernelSaysWhoseItIs() {
    const QString text = textOf("gemm");
    QVERIFY2(text.contains(QLatin1String("Operator: aten::mm")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("On: Stream 7")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("before, by main")), qPrintable(text));
}

void SliceTipTest::anOwnCategoryIsNamed() {
    own_ = std::make_shared<const OwnClasses>(
        std::vector<OwnClass>{{.name = "my products", .patterns = {"gemm"}, .color = 0xE4572E}});
    const QString text = textOf("gemm");
    own_.reset();
    QVERIFY2(text.contains(QLatin1String("Kind: Kernel, my products")), qPrintable(text));
}

void SliceTipTest::anOperatorIsItsOwn() {
    const QString text = textOf("aten::mm");
    QVERIFY2(text.contains(QLatin1String("Inside: aten::linear")), qPrintable(text));
    QVERIFY2(!text.contains(QLatin1String("\nOperator: ")), qPrintable(text));
}

int run_tst_slice_tip(int argc, char** argv) {
    return lanes::test::runWithWidgets<SliceTipTest>(argc, argv);
}
#include "tst_slice_tip.moc"
