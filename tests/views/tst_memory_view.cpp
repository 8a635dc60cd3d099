// Memory: the curve's peak, what is alive at a moment, what grew since a mark, and the way to who allocated it.
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/memory/MemoryCanvas.h"
#include "views/memory/MemoryView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/text/Text.h"

#include <QSignalSpy>

#include <algorithm>

using namespace lanes;

namespace {

constexpr std::int64_t kBlock = 4 << 20;

} // namespace

class MemoryViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsPeakAndWhatIsAlive();
    void visibleRangeRestrictsIt();
    void aRangeWithoutEventsIsThatWhichItBeginsWith();
    void aBlockLeadsToItsOperator();
    void theBrushRestrictsIt();
    void keyboardAloneSuffices();
    void whatGrewFromStepToStep();
    void whatMakesThePeakAndWhatWouldFit();
    void anotherDeviceLeavesNoRemark();
    void whatIsNotReservedIsNotUnused();
    void memoryOutsideOfTheFramework();
    void muchMemoryOutsideStandsBeyondTheScale();
    void groupsByShapesAndCategory();
    void saysWhatIsMissing();
};

void MemoryViewTest::showsPeakAndWhatIsAlive() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().peak, 4 * kBlock);
    QCOMPARE(fixture.view->picture().blocks.size(), std::size_t(4));
    QCOMPARE(fixture.view->picture().stacked, 4 * kBlock); // none is freed: they stand on one another
    QCOMPARE(fixture.view->moment().alive, std::size_t(4));
    QCOMPARE(fixture.view->moment().groups.size(), std::size_t(1));
    QCOMPARE(fixture.view->moment().groups.front().name, std::string("aten::mm"));
    fixture.view->setMoment(5'000);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().allocated, 2 * kBlock);
    fixture.view->setGroup(MemoryGroup::Module);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().groups.size(), std::size_t(2));
}

void MemoryViewTest::visibleRangeRestrictsIt() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    fixture.state->setVisible({0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().peak, 2 * kBlock);
    QCOMPARE(fixture.view->picture().columns.front().allocated, std::int64_t(0));
}

void MemoryViewTest::aRangeWithoutEventsIsThatWhichItBeginsWith() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    fixture.state->setVisible({8'000, 8'500}); // in the first step, behind its blocks
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().peak, 2 * kBlock);
    QCOMPARE(fixture.view->picture().peakTime, TimeNs(8'000));
    QCOMPARE(fixture.view->moment().time, TimeNs(8'000));
    QCOMPARE(fixture.view->moment().alive, std::size_t(2));
}

void MemoryViewTest::theBrushRestrictsIt() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    fixture.state->setBrush(TimeRange{0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().range, (TimeRange{0, 9'000}));
    QCOMPARE(fixture.view->picture().peak, 2 * kBlock);
    fixture.state->setVisible({1'000, 4'000}); // a part of it
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().range, (TimeRange{1'000, 4'000}));
    fixture.state->setBrush({});
    fixture.state->showAll();
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().peak, 4 * kBlock);
}

void MemoryViewTest::whatGrewFromStepToStep() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->stepGrowth().size(), std::size_t(2));
    QCOMPARE(fixture.view->stepGrowth()[1].bytes, 2 * kBlock);
    QTest::keyClick(fixture.view.get(), Qt::Key_G);
    QTest::keyClick(fixture.view.get(), Qt::Key_PageUp);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().time, TimeNs(9'000)); // the end of the first step
    QCOMPARE(fixture.view->moment().since, std::optional<TimeNs>(0));
    QTest::keyClick(fixture.view.get(), Qt::Key_PageDown);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().since, std::optional<TimeNs>(9'000));
    QCOMPARE(fixture.view->moment().alive, std::size_t(2)); // of the second step alone
    const auto links = fixture.view->findChildren<PanelLink*>();
    const auto first = std::ranges::find_if(
        links, [](const PanelLink* link) { return link->content().text == QStringLiteral("Step 1"); });
    QVERIFY(first != links.end());
    QCOMPARE((*first)->content().value, QLatin1Char('+') + bytesText(2 * kBlock));
    QTest::mouseClick(*first, Qt::LeftButton);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().time, TimeNs(9'000));
    QTest::keyClick(fixture.view.get(), Qt::Key_Escape);
    QVERIFY(fixture.settled());
    QVERIFY(!fixture.view->moment().since);
}

void MemoryViewTest::whatMakesThePeakAndWhatWouldFit() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    MemoryView& view = *fixture.view;
    QVERIFY(fixture.settled());
    QVERIFY(view.truth() == nullptr);
    QTest::keyClick(&view, Qt::Key_P);
    QVERIFY(fixture.settled());
    QVERIFY(view.truth() != nullptr);
    QCOMPARE(view.truth()->content.peak.bytes, 4 * kBlock);
    const auto figures = view.findChild<Figures*>()->figures();
    QCOMPARE(figures[0].value, bytesText(64 << 20));
    QCOMPARE(figures[1].value, bytesText((64 << 20) - 4 * kBlock));
    QCOMPARE(figures[2].value, QStringLiteral("not known"));
    const auto linkOf = [&view](const QString& text) {
        const auto links = view.findChildren<PanelLink*>();
        const auto at = std::ranges::find_if(
            links, [&text](const PanelLink* link) { return link->content().text == text; });
        return at == links.end() ? nullptr : *at;
    };
    QCOMPARE(linkOf(QStringLiteral("aten::mm"))->content().value, QLatin1Char('+') + bytesText(2 * kBlock));
    QCOMPARE(linkOf(QStringLiteral("Linear"))->content().detail, QStringLiteral("all 2"));
    PanelLink* layer = linkOf(QStringLiteral("Linear_1"));
    QVERIFY(layer != nullptr);
    QCOMPARE(layer->content().second, bytesText(2 * kBlock));
    QTest::mouseClick(layer, Qt::LeftButton);
    QVERIFY(fixture.settled());
    QCOMPARE(view.picture().without.size(), view.picture().columns.size());
    QCOMPARE(std::ranges::max(view.picture().without), 2 * kBlock);
    QVERIFY(linkOf(QStringLiteral("Linear_1"))->content().strong);
    QTest::keyClick(linkOf(QStringLiteral("Linear_1")), Qt::Key_Return); // once more: all of it again
    QVERIFY(fixture.settled());
    QVERIFY(view.picture().without.empty());
    fixture.state->setBrush(TimeRange{0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(view.truth()->content.peak.bytes, 2 * kBlock);
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(fixture.settled());
    QVERIFY(linkOf(QStringLiteral("Linear_1")) == nullptr);
}

void MemoryViewTest::anotherDeviceLeavesNoRemark() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::empty", 0, 100);
    sketch.memory("main", 10, 1, 100, 100, 400);
    sketch.memory("main", 20, 2, 100, 100, 0, 0, -1); // of a CPU
    const test::ViewFixture<MemoryView> fixture(sketch.build());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->findChild<PanelNote*>() != nullptr);
    const auto controls = fixture.view->findChildren<SegmentedControl*>();
    Q_EMIT controls.front()->chosen(0);
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->findChild<PanelNote*>() == nullptr);
}

void MemoryViewTest::whatIsNotReservedIsNotUnused() {
    const auto unusedWith = [](std::int64_t reserved) {
        test::TraceSketch sketch;
        sketch.op("main", "aten::empty", 0, 100);
        sketch.memory("main", 10, 1, 100, 100, reserved, 0, -1); // of a CPU
        const test::ViewFixture<MemoryView> fixture(sketch.build());
        const auto* figures = fixture.settled() ? fixture.view->findChild<Figures*>() : nullptr;
        return figures != nullptr ? figures->figures()[2].value : QString();
    };
    QCOMPARE(unusedWith(0), QStringLiteral("not known"));
    QCOMPARE(unusedWith(400), bytesText(300));
}

void MemoryViewTest::memoryOutsideOfTheFramework() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::empty", 0, 100);
    sketch.memory("main", 10, 1, 100, 100, 400);
    const TrackId device = sketch.track("gpu0/7");
    TraceBuilder& builder = sketch.builder();
    builder.counters().push_back({device,
                                  builder.strings().intern("Memory used"),
                                  builder.strings().intern(""),
                                  {5, 20, 60},
                                  {900., 1'000., 700.}});
    const test::ViewFixture<MemoryView> fixture(sketch.build());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().mostOutside, std::int64_t(600));
    const auto& columns = fixture.view->picture().columns;
    QCOMPARE(columns.front().outside, std::int64_t(-1)); // before PyTorch said what it has reserved
    QCOMPARE(columns.back().outside, std::int64_t(300)); // of the last sample
    QCOMPARE(fixture.view->picture().most, std::int64_t(600));
    fixture.view->setMoment(40);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().used, std::int64_t(1'000));
    const auto* note = fixture.view->findChild<PanelNote*>();
    QVERIFY(note != nullptr);
    QVERIFY(note->title().contains(bytesText(600)));
}

// What others hold does not press the program's own curves flat.
void MemoryViewTest::muchMemoryOutsideStandsBeyondTheScale() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::empty", 0, 100);
    sketch.memory("main", 10, 1, 100, 100, 400);
    const TrackId device = sketch.track("gpu0/7");
    TraceBuilder& builder = sketch.builder();
    builder.counters().push_back(
        {device, builder.strings().intern("Memory used"), builder.strings().intern(""), {20}, {1'500.}});
    const test::ViewFixture<MemoryView> fixture(sketch.build());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->picture().mostOutside, std::int64_t(1'100));
    QCOMPARE(fixture.view->picture().most, std::int64_t(400));
}

void MemoryViewTest::groupsByShapesAndCategory() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    fixture.view->setGroup(MemoryGroup::Shapes);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().groups.size(), std::size_t(1));
    QCOMPARE(fixture.view->moment().groups.front().name, std::string("16\u00d732, 32\u00d78"));
    fixture.view->setGroup(MemoryGroup::Category);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().groups.front().name,
             std::string(memoryCategoryName(MemoryCategory::Activation)));
}

void MemoryViewTest::aBlockLeadsToItsOperator() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QSignalSpy revealed(fixture.state.get(), &ViewState::revealRequested);
    const MemoryCanvas& canvas = fixture.view->canvas();
    const QPointF inside = canvas.boxOf(fixture.view->picture().blocks.front()).center();
    QTest::mouseClick(&fixture.view->canvas(), Qt::LeftButton, {}, inside.toPoint());
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
    QVERIFY(fixture.settled());
    fixture.view->setMoment(20'000);
    QVERIFY(fixture.settled());
    const auto links = fixture.view->findChildren<PanelLink*>();
    QVERIFY(!links.empty());
    QCOMPARE(links.front()->content().text, QStringLiteral("aten::mm"));
    QTest::mouseClick(links.front(), Qt::LeftButton); // so does one of the panel
    QCOMPARE(revealed.count(), 2);
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->moment().time < 20'000); // when it was allocated
}

void MemoryViewTest::keyboardAloneSuffices() {
    const test::ViewFixture<MemoryView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    fixture.view->setMoment(0);
    QTest::keyClick(fixture.view.get(), Qt::Key_Right);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().allocated, kBlock);
    QTest::keyClick(fixture.view.get(), Qt::Key_M);
    QTest::keyClick(fixture.view.get(), Qt::Key_Home); // the peak
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->moment().since.has_value());
    QCOMPARE(fixture.view->moment().alive, std::size_t(3)); // grown since the first
    QTest::keyClick(fixture.view.get(), Qt::Key_Escape);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->moment().alive, std::size_t(4));
    QTest::keyClick(fixture.view.get(), Qt::Key_Return);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
    const TimeNs before = fixture.state->visible().length();
    QTest::keyClick(fixture.view.get(), Qt::Key_Plus);
    QVERIFY(fixture.state->visible().length() < before);
}

void MemoryViewTest::saysWhatIsMissing() {
    const test::ViewFixture<MemoryView> fixture(test::bareOperators());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QVERIFY(fixture.view->emptyState()->remedy().contains(QStringLiteral("profile_memory=True")));
}

int run_tst_memory_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<MemoryViewTest>(argc, argv);
}
#include "tst_memory_view.moc"
