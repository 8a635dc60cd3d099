// The line below the window: short names, and what they last.
#include "app/window/commands/Actions.h"
#include "app/window/parts/StatusLine.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/ViewState.h"

#include <QtTest>

using namespace lanes;

namespace {

constexpr std::string_view kAddition =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >(int)";

std::shared_ptr<const Trace> addition(const std::string& devices) {
    test::TraceSketch sketch;
    sketch.op("main", "aten::add<this is no template>", 0, 50);
    sketch.kernel("main", 0, "gpu0/7", kAddition, 100, 500);
    if (!devices.empty()) {
        sketch.builder().info().properties.emplace_back("deviceProperties", devices);
    }
    return sketch.build();
}

} // namespace

class StatusLineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kernelsByTheirShortName();
    void otherEventsAsRecorded();
    void devicesByTheirModel();
    void theDeviceThatDidSomething();

private:
    // The line about a trace with the event of that name selected.
    QString selected(std::string_view name) {
        const auto trace = addition({});
        ViewState state;
        state.setTrace(trace);
        StatusLine line(look_, actions_);
        line.setState(&state);
        for (std::uint32_t id = 0; id < trace->sliceCount(); ++id) {
            if (trace->text(trace->slice(SliceId(id)).name) == name) {
                state.select(SliceId(id));
            }
        }
        return line.selectionText();
    }
    QString device(const std::string& devices) {
        ViewState state;
        state.setTrace(addition(devices));
        StatusLine line(look_, actions_);
        line.setState(&state);
        return line.deviceText();
    }

    Appearance look_{Appearance::Mode::Dark};
    QWidget window_;
    Actions actions_{look_, &window_};
};

void StatusLineTest::kernelsByTheirShortName() {
    QCOMPARE(selected(kAddition), QStringLiteral("vectorized_elementwise<add>, 500\u2009ns"));
}

void StatusLineTest::otherEventsAsRecorded() {
    QCOMPARE(selected("aten::add<this is no template>"),
             QStringLiteral("aten::add<this is no template>, 50\u2009ns"));
}

void StatusLineTest::devicesByTheirModel() {
    QCOMPARE(device(R"([{"id": 0, "name": "NVIDIA H100 80GB HBM3"}])"), QStringLiteral("H100 80GB HBM3"));
    const QString unknown = device({});
    QVERIFY(!unknown.isEmpty());
    QCOMPARE(device(R"([{"id": 3, "name": "NVIDIA L4"}])"), unknown); // another one's
}

// Kineto names sixteen, and of joined ranks each names its own.
void StatusLineTest::theDeviceThatDidSomething() {
    test::TraceSketch sketch;
    (void)sketch.builder().addProcess(
        {.key = "gpu0", .label = "GPU 0", .kind = Process::Kind::Device, .deviceIndex = 0});
    sketch.op("main", "aten::add", 0, 50);
    sketch.kernel("main", 0, "gpu1/7", kAddition, 100, 500);
    ViewState state;
    state.setTrace(sketch.build());
    StatusLine line(look_, actions_);
    line.setState(&state);
    QCOMPARE(line.deviceText(), QStringLiteral("GPU 1"));
}

int run_tst_status_line(int argc, char** argv) {
    return lanes::test::runWithWidgets<StatusLineTest>(argc, argv);
}
#include "tst_status_line.moc"
