// The strip that shows the session at a glance: what it takes to paint follows its pixels.
#include "model/lod/LodIndex.h"
#include "tests/support/TraceSketch.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/painting/TextCache.h"
#include "views/shared/panels/StripPainter.h"

#include <QtTest>

using namespace lanes;

namespace {

constexpr int kWidth = 500;

StripPicture stripOf(int steps, const StripGeometry& geometry) {
    test::TraceSketch sketch;
    for (int step = 0; step < steps; ++step) {
        sketch.slice("main", "user_annotation", "ProfilerStep#" + std::to_string(step), step * 1'000, 900);
    }
    return makeStrip(LodIndex::build(sketch.build()), geometry);
}

} // namespace

class StripTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyStepIsThereIfItHasAPixel();
    void stepsBeyondThePixelsAreLeftOut();
};

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

QTEST_MAIN(StripTest)
#include "tst_strip.moc"
