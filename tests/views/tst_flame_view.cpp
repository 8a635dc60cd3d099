// The flame graph: boxes by weight, zoom and back, search, sandwich, export; follows range and selection.
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/flame/FlameView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/flame/SpineBar.h"

#include <QBuffer>
#include <QSignalSpy>

using namespace lanes;

namespace {

int barNamed(const FlameCanvas& canvas, std::string_view name) {
    for (int i = 0; i < static_cast<int>(canvas.bars().size()); ++i) {
        if (canvas.aboutBar(i).name == name) {
            return i;
        }
    }
    return FlameCanvas::kNone;
}

QByteArray exported(const FlameView& view, FlameFormat format) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    view.exportTo(buffer, format);
    return buffer.data();
}

} // namespace

class FlameViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boxesAreAsWideAsTheirWeight();
    void brushRestrictsIt();
    void zoomsByClickAndGoesBack();
    void aDoubleClickOpensWhatWasPressed();
    void keyboardAloneSuffices();
    void searchLightsUp();
    void modulesOfAClassAreOne();
    void sandwichOfTheSelection();
    void whatIsChosenWhileItIsHiddenWaits();
    void modesAndExports();
    void aChartIsOfItsOwnSession();
    void saysWhatIsMissing();
};

void FlameViewTest::boxesAreAsWideAsTheirWeight() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    fixture.view->setTidy(false);
    QVERIFY(fixture.settled());
    const FlameCanvas& canvas = fixture.view->canvas();
    const int first = barNamed(canvas, "nn.Module: Linear_0");
    const int second = barNamed(canvas, "nn.Module: Linear_1");
    QVERIFY(first >= 0 && second >= 0);
    const auto& bars = canvas.bars();
    // 500 and 600 ns on the device
    QVERIFY(std::abs(bars[std::size_t(second)].width / bars[std::size_t(first)].width - 1.2) < .01);
    QVERIFY(bars[std::size_t(second)].x < bars[std::size_t(first)].x); // heaviest first
}

void FlameViewTest::brushRestrictsIt() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    fixture.view->setTidy(false);
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->canvas().valueOf(0).contains(QStringLiteral("100")));
    fixture.state->setBrush(TimeRange{0, 3'000}); // the first layer alone
    QVERIFY(fixture.settled());
    QCOMPARE(barNamed(fixture.view->canvas(), "nn.Module: Linear_1"), FlameCanvas::kNone);
}

void FlameViewTest::zoomsByClickAndGoesBack() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    fixture.view->setTidy(false);
    QVERIFY(fixture.settled());
    FlameCanvas& canvas = fixture.view->canvas();
    const std::size_t all = canvas.bars().size();
    const QPoint at = canvas.boxOf(barNamed(canvas, "nn.Module: Linear_1")).center().toPoint();
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, at);
    QCOMPARE(fixture.selected(), QStringLiteral("nn.Module: Linear_1"));
    QCOMPARE(canvas.aboutBar(0).name, std::string_view("nn.Module: Linear_1"));
    QVERIFY(canvas.bars().size() < all);
    QTest::keyClick(&canvas, Qt::Key_Backspace);
    QCOMPARE(canvas.bars().size(), all);
    QTest::keyClick(&canvas, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(canvas.aboutBar(0).name, std::string_view("nn.Module: Linear_1"));
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QCOMPARE(canvas.bars().size(), all);
}

// Its first click zooms: what was pressed lies elsewhere then, and something else below the mouse.
void FlameViewTest::aDoubleClickOpensWhatWasPressed() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    fixture.view->setTidy(false);
    for (const auto mode : {FlameView::Mode::Merged, FlameView::Mode::TimeOrder}) {
        fixture.view->setMode(mode);
        QVERIFY(fixture.settled());
        FlameCanvas& canvas = fixture.view->canvas();
        const QSignalSpy revealed(fixture.state.get(), &ViewState::revealRequested);
        const QPoint at = canvas.boxOf(barNamed(canvas, "nn.Module: Linear_1")).center().toPoint();
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, at);
        QTest::mouseDClick(&canvas, Qt::LeftButton, {}, at);
        QCOMPARE(revealed.count(), 1);
        QCOMPARE(fixture.selected(), QStringLiteral("nn.Module: Linear_1"));
        QTest::keyClick(&canvas, Qt::Key_Escape);
    }
}

void FlameViewTest::keyboardAloneSuffices() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    FlameCanvas& canvas = fixture.view->canvas();
    QSignalSpy revealed(fixture.state.get(), &ViewState::revealRequested);
    QTest::keyClick(&canvas, Qt::Key_Down);
    QCOMPARE(canvas.current(), 0);
    QTest::keyClick(&canvas, Qt::Key_Down);
    QVERIFY(canvas.current() > 0);
    QTest::keyClick(&canvas, Qt::Key_Return);
    QCOMPARE(revealed.count(), 1);
    QTest::keyClick(&canvas, Qt::Key_Space);
    QVERIFY(fixture.view->canGoBack());
    QTest::keyClick(&canvas, Qt::Key_F);
    QVERIFY(fixture.view->searchField().hasFocus());
}

void FlameViewTest::searchLightsUp() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    fixture.view->setTidy(false);
    QVERIFY(fixture.settled());
    QTest::keyClicks(&fixture.view->searchField(), QStringLiteral("ATEN::mm"));
    QCOMPARE(fixture.view->canvas().found().size(), std::size_t(4)); // two layers in two steps
    fixture.view->searchField().clear();
    QCOMPARE(fixture.view->canvas().found().size(), std::size_t(0));
}

void FlameViewTest::modulesOfAClassAreOne() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    const FlameCanvas& canvas = fixture.view->canvas();
    QVERIFY(barNamed(canvas, "nn.Module: Linear") >= 0);
    QCOMPARE(barNamed(canvas, "nn.Module: Linear_1"), FlameCanvas::kNone);
    fixture.select("nn.Module: Linear_1"); // one of them: the class is marked, with its callers and callees
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->sandwich().isVisible());
    fixture.view->setTidy(false);
    QVERIFY(fixture.settled());
    QVERIFY(barNamed(canvas, "nn.Module: Linear_1") >= 0);
}

void FlameViewTest::sandwichOfTheSelection() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QVERIFY(!fixture.view->sandwich().isVisible());
    fixture.select("aten::mm");
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->sandwich().isVisible());
    QCOMPARE(fixture.view->sandwich().sandwich().own(), std::int64_t(2'200));
    QCOMPARE(fixture.view->sandwich().sandwich().calls, std::int64_t(4));
    const FlameCanvas& canvas = fixture.view->sandwich().canvas();
    const auto& bars = canvas.bars();
    const int mine = barNamed(canvas, "aten::mm");
    const int below = barNamed(canvas, "ampere_sgemm_128x64_nn");
    const int above = barNamed(canvas, "aten::linear");
    QVERIFY(mine >= 0 && below >= 0 && above >= 0);
    QVERIFY(bars[std::size_t(above)].row < bars[std::size_t(mine)].row);
    QVERIFY(bars[std::size_t(below)].row > bars[std::size_t(mine)].row);
    QTest::keyClick(&fixture.view->canvas(), Qt::Key_S);
    QVERIFY(!fixture.view->sandwich().isVisible());
}

void FlameViewTest::whatIsChosenWhileItIsHiddenWaits() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    fixture.view->hide();
    const std::string before = fixture.view->sandwich().sandwich().name;
    fixture.select("aten::mm");
    QVERIFY(!fixture.view->busy());
    QCOMPARE(fixture.view->sandwich().sandwich().name, before);
    fixture.view->show();
    QTRY_COMPARE_WITH_TIMEOUT(fixture.view->sandwich().sandwich().name, std::string("aten::mm"), kPatience);
}

void FlameViewTest::modesAndExports() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QVERIFY(exported(*fixture.view, FlameFormat::Svg).startsWith("<"));
    QVERIFY(exported(*fixture.view, FlameFormat::Png).startsWith("\x89PNG"));
    QVERIFY(exported(*fixture.view, FlameFormat::Collapsed).contains("aten::mm"));
    QVERIFY(exported(*fixture.view, FlameFormat::Speedscope).contains("speedscope"));
    fixture.view->setMode(FlameView::Mode::BottomUp);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->spine().calls().front(), QStringLiteral("ampere_sgemm_128x64_nn")); // all of it
    fixture.view->setMode(FlameView::Mode::TimeOrder);
    QVERIFY(fixture.settled());
    const FlameCanvas& canvas = fixture.view->canvas();
    const int early = barNamed(canvas, "nn.Module: Linear_0");
    const int late = barNamed(canvas, "nn.Module: Linear_1");
    QVERIFY(canvas.bars()[std::size_t(early)].x < canvas.bars()[std::size_t(late)].x);
    QTest::mouseClick(&fixture.view->canvas(), Qt::LeftButton, {}, canvas.boxOf(late).center().toPoint());
    QVERIFY(fixture.settled());
    QVERIFY(barNamed(fixture.view->canvas(), "nn.Module: Linear_0") == FlameCanvas::kNone);
}

// A bounded recording becomes another session under the same name: until the new chart is there, the old one is shown.
void FlameViewTest::aChartIsOfItsOwnSession() {
    const test::ViewFixture<FlameView> fixture(test::twoSteps());
    fixture.view->setMode(FlameView::Mode::TimeOrder);
    QVERIFY(fixture.settled());
    const std::string before(fixture.view->canvas().aboutBar(0).name);
    test::TraceSketch sketch;
    sketch.op("main", "aten::only", 0, 100);
    fixture.state->setTrace(sketch.build());
    QCOMPARE(std::string(fixture.view->canvas().aboutBar(0).name), before);
    fixture.view->grab();
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->canvas().aboutBar(0).name, std::string_view("aten::only"));
}

void FlameViewTest::saysWhatIsMissing() {
    const test::ViewFixture<FlameView> fixture(test::bareOperators());
    fixture.view->setWeight(FlameWeight::AllocatedBytes);
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QVERIFY(fixture.view->emptyState()->remedy().contains(QStringLiteral("profile_memory=True")));
    fixture.view->setWeight(FlameWeight::CpuTime);
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() == nullptr);
}

int run_tst_flame_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<FlameViewTest>(argc, argv);
}
#include "tst_flame_view.moc"
