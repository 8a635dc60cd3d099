// The strip that shows the session at a glance: what it takes to paint follows its pixels.
#include "model/lod/LodIndex.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/WorkWithinMark.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/painting/TextCache.h"
#include "views/shared/panels/OverviewStrip.h"

#include <QtTest>

using namespace lanes;

namespace {

constexpr int kWidth = 500;

StripPicture stripOf(int steps, const StripGeometry& geometry) {
    test::TraceSketch sketch;
    for (int step = 0; step < steps; ++step) {
        sketch.slice("main", "user_annotation", "ProfilerStep#" + std::to_string(step), step * 1'000, 900);
    }
    const auto trace = sketch.build();
    return makeStrip(LodIndex::build(trace), geometry, trace->extent());
}

} // namespace

class StripTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyStepIsThereIfItHasAPixel();
    void stepsBeyondThePixelsAreLeftOut();
    void hearsThatItIsNoLongerWanted();
    void aProfilersMarksTakeNoRoomUntilTheyAreLookedAt();
};

void StripTest::hearsThatItIsNoLongerWanted() {
    test::TraceSketch sketch;
    sketch.slice("main", "cpu_op", "aten::mm", 0, 900);
    const auto trace = sketch.build();
    const auto lod = LodIndex::build(trace);
    const StripGeometry geometry(kWidth, Metrics{1, 1});
    QVERIFY(!makeStrip(lod, geometry, trace->extent()).host.runs.empty());
    std::stop_source noLonger;
    noLonger.request_stop();
    QVERIFY(makeStrip(lod, geometry, trace->extent(), noLonger.get_token()).host.runs.empty());
}

// One operator of 0.4 ms within a profiler's mark that is a millisecond long.
void StripTest::aProfilersMarksTakeNoRoomUntilTheyAreLookedAt() {
    Appearance look(Appearance::Mode::Dark);
    ViewState state;
    OverviewStrip strip(state, look);
    strip.resize(kWidth, 56);
    const QRect room = StripGeometry(kWidth, Metrics{1, 1}).picture;
    const auto fills = [&] {
        return std::abs(strip.frame().left() - room.left()) < 1.5 &&
               std::abs(strip.frame().right() - room.right() - 1) < 1.5;
    };
    state.setTrace(test::workWithinMark(100'000, 400'000).build());
    QTRY_VERIFY_WITH_TIMEOUT(state.lod() != nullptr && fills(), kPatience);
    QVERIFY(state.visible() != state.bounds());
    state.setVisible({200'000, 300'000});
    QTRY_COMPARE_WITH_TIMEOUT(std::lround(strip.frame().width()),
                              std::lround(room.width() * 100'000. / double(state.home().length())),
                              kPatience);
    state.setVisible(state.bounds());
    QTRY_VERIFY_WITH_TIMEOUT(fills(), kPatience);
    state.setVisible(state.home());
    QTRY_VERIFY_WITH_TIMEOUT(fills(), kPatience);
}

void StripTest::everyStepIsThereIfItHasAPixel() {
    const StripGeometry geometry(kWidth, Metrics{1, 1});
    const StripPicture strip = stripOf(20, geometry);
    QCOMPARE(strip.steps.size(), std::size_t(20));
    QCOMPARE(strip.steps[3].label, "Step 3");
    QCOMPARE(strip.steps[3].range, (TimeRange{3'000, 3'900}));
    QVERIFY(strip.steps[2].isEven && !strip.steps[3].isEven);
}

void StripTest::stepsBeyondThePixelsAreLeftOut() {
    const StripGeometry geometry(kWidth, Metrics{1, 1});
    const StripPicture strip = stripOf(20'000, geometry);
    QVERIFY2(strip.steps.size() <= 2 * std::size_t(geometry.picture.width()),
             qPrintable(QString::number(strip.steps.size())));
    // but not a pixel of the row is without one
    Appearance look(Appearance::Mode::Dark);
    TextCache texts(look.fonts(), 1);
    PaintTools tools{look.theme(), look.icons(), texts, Metrics{1, 1}};
    QImage image(geometry.area.size(), QImage::Format_RGB32);
    StripState state;
    state.visible = strip.span;
    paintStrip(image, tools, geometry, strip, state);
    const int row = geometry.picture.top() + geometry.steps / 2;
    for (int x = geometry.picture.left() + 2; x < geometry.picture.right() - 2; ++x) { // within the frame
        QVERIFY2(image.pixelColor(x, row) != QColor(look.theme().canvas), qPrintable(QString::number(x)));
    }
}

int run_tst_strip(int argc, char** argv) {
    return lanes::test::runWithWidgets<StripTest>(argc, argv);
}
#include "tst_strip.moc"
