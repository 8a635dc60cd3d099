// The tree of modules: siblings of one class in a row, opened for each; follows range and selection.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/modules/ModuleTimeline.h"
#include "views/modules/ModulesView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelColumns.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/table/DataTable.h"

#include <QSignalSpy>

#include <algorithm>

using namespace lanes;

class ModulesViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theCallsStandBelowInTime();
    void siblingsOfOneClassShareARow();
    void brushRestrictsIt();
    void choosesAndFollows();
    void layersOfARowSideBySide();
    void whatRanInsideAndWhereItsCodeStands();
    void whatNobodyRecordedIsNoZero();
    void whatWasMeasuredAsNothingIsZero();
    void saysWhatIsMissing();
};

namespace {

QString exact(const ModulesView& view, int position, ModuleColumn column) {
    return view.table().model()->exact(view.table().rowAt(position), static_cast<int>(column));
}

QString shown(const ModulesView& view, int position, ModuleColumn column) {
    const Theme theme = Theme::darkTheme();
    return view.table().model()->cell(view.table().rowAt(position), static_cast<int>(column), theme).text;
}

} // namespace

void ModulesViewTest::siblingsOfOneClassShareARow() {
    const test::ViewFixture<ModulesView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->table().visibleRows(), 1);
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Name), QStringLiteral("Linear"));
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Calls), QStringLiteral("4"));
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Host), QStringLiteral("8000"));
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Device), QStringLiteral("2200"));
    auto* merging = fixture.view->findChild<SegmentedControl*>();
    QTest::keyClick(merging, Qt::Key_Right);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->table().visibleRows(), 2);
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Name), QStringLiteral("Linear_1")); // the slower
}

void ModulesViewTest::brushRestrictsIt() {
    const test::ViewFixture<ModulesView> fixture(test::twoSteps());
    fixture.state->setBrush(TimeRange{0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Calls), QStringLiteral("2"));
}

void ModulesViewTest::choosesAndFollows() {
    const test::ViewFixture<ModulesView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QSignalSpy revealed(fixture.state.get(), &ViewState::revealRequested);
    QTest::keyClick(&fixture.view->table(), Qt::Key_Return);
    QCOMPARE(revealed.count(), 1);
    QVERIFY(fixture.selected().startsWith(QStringLiteral("nn.Module: Linear")));
    QTest::keyClick(fixture.view->findChild<SegmentedControl*>(), Qt::Key_Right);
    QVERIFY(fixture.settled());
    fixture.select("aten::mm"); // inside the first layer
    QCOMPARE(exact(*fixture.view, fixture.view->table().currentPosition(), ModuleColumn::Name),
             QStringLiteral("Linear_0"));
}

void ModulesViewTest::layersOfARowSideBySide() {
    const test::ViewFixture<ModulesView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    auto* layers = fixture.view->findChild<PanelColumns*>();
    QVERIFY(layers != nullptr);
    QCOMPARE(layers->content().columns.size(), std::size_t(2));
    QCOMPARE(layers->content().columns[0].value, 1000.); // 500 in both steps
    QCOMPARE(layers->content().columns[1].value, 1200.);
    QCOMPARE(layers->content().first, QStringLiteral("Linear_0"));
    layers->setFocus();
    QTest::keyClick(layers, Qt::Key_Right); // the first, as none was chosen
    QCOMPARE(fixture.selected(), QStringLiteral("nn.Module: Linear_0"));
    QVERIFY(fixture.settled());
    layers = fixture.view->findChild<PanelColumns*>();
    QTest::mouseClick(layers, Qt::LeftButton, {}, QPoint(80, layers->height() / 2));
    QCOMPARE(fixture.selected(), QStringLiteral("nn.Module: Linear_1"));
}

void ModulesViewTest::whatRanInsideAndWhereItsCodeStands() {
    test::TraceSketch sketch;
    sketch.slice("main", "python_function", "nn.Module: Mlp_0", 0, 1'000);
    sketch.slice("main", "python_function", "torch/nn/modules/module.py(1500): _call_impl", 10, 900);
    sketch.slice("main", "python_function", "my/models/mlp.py(41): forward", 20, 800);
    sketch.op("main", "aten::mm", 30, 300);
    sketch.op("main", "aten::mm", 400, 100);
    sketch.op("main", "aten::relu", 600, 50);
    sketch.op("main", "aten::add", 2'000, 50); // outside
    const test::ViewFixture<ModulesView> fixture(sketch.build());
    QVERIFY(fixture.settled());
    QVERIFY(!fixture.view->table().isColumnShown(static_cast<int>(ModuleColumn::Device))); // there is none
    QCOMPARE(fixture.view->table().sortedColumn(), static_cast<int>(ModuleColumn::Host));
    QStringList lines;
    PanelLink* forward = nullptr;
    for (PanelLink* link : fixture.view->findChildren<PanelLink*>()) {
        const PanelLink::Content& content = link->content();
        lines << content.text + QLatin1Char(' ') + content.second + content.detail;
        forward = content.text == QLatin1String("forward") ? link : forward;
    }
    QCOMPARE(lines, (QStringList{"aten::mm 2", "aten::relu 1", "forward models/mlp.py:41"}));
    QTest::mouseClick(forward, Qt::LeftButton);
    QCOMPARE(fixture.selected(), QStringLiteral("my/models/mlp.py(41): forward"));
}

void ModulesViewTest::whatNobodyRecordedIsNoZero() {
    test::TraceSketch sketch;
    sketch.slice("main", "python_function", "nn.Module: Mlp_0", 0, 1'000);
    sketch.op("main", "aten::mm", 30, 300);
    const test::ViewFixture<ModulesView> fixture(sketch.build());
    QVERIFY(fixture.settled());
    QCOMPARE(exact(*fixture.view, 0, ModuleColumn::Name), QStringLiteral("Mlp"));
    QCOMPARE(shown(*fixture.view, 0, ModuleColumn::Device), QStringLiteral("\u2013"));
    QCOMPARE(shown(*fixture.view, 0, ModuleColumn::Allocated), QStringLiteral("\u2013"));
    QCOMPARE(shown(*fixture.view, 0, ModuleColumn::Share), QStringLiteral("100.0\u2009%")); // of host time
}

// Of two layers one launches and allocates. What the other one has is known wherever one looks.
void ModulesViewTest::whatWasMeasuredAsNothingIsZero() {
    test::TraceSketch sketch;
    sketch.slice("main", "python_function", "nn.Module: Busy_0", 0, 1'000);
    sketch.op("main", "aten::mm", 30, 300);
    sketch.memory("main", 35, 1, 4096, 4096, 8192);
    sketch.kernel("main", 40, "gpu0/7", "gemm", 100, 500);
    sketch.slice("main", "python_function", "nn.Module: Idle_0", 2'000, 1'000);
    const test::ViewFixture<ModulesView> fixture(sketch.build());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->table().visibleRows(), 2);
    QCOMPARE(shown(*fixture.view, 0, ModuleColumn::Device), QStringLiteral("500\u2009ns"));
    QCOMPARE(shown(*fixture.view, 0, ModuleColumn::Allocated), QStringLiteral("4\u2009KiB"));
    const auto idleIsZeroIn = [&](int position) {
        QCOMPARE(exact(*fixture.view, position, ModuleColumn::Name), QStringLiteral("Idle"));
        QCOMPARE(shown(*fixture.view, position, ModuleColumn::Device), QStringLiteral("0"));
        QCOMPARE(shown(*fixture.view, position, ModuleColumn::Allocated), QStringLiteral("0"));
        QVERIFY(fixture.view->table().isColumnShown(static_cast<int>(ModuleColumn::Device)));
    };
    idleIsZeroIn(1);
    fixture.state->setBrush(TimeRange{2'000, 3'000});
    QVERIFY(fixture.settled());
    idleIsZeroIn(0);
    fixture.state->setBrush(std::nullopt);
    QTest::keyClicks(&fixture.view->filterField(), QStringLiteral("idle"));
    QTest::keyClick(&fixture.view->filterField(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(fixture.view->table().visibleRows(), 1, kPatience);
    idleIsZeroIn(0);
}

void ModulesViewTest::saysWhatIsMissing() {
    const test::ViewFixture<ModulesView> fixture(test::bareOperators());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QVERIFY(fixture.view->emptyState()->remedy().contains(QStringLiteral("with_modules")));
}

void ModulesViewTest::theCallsStandBelowInTime() {
    const test::ViewFixture<ModulesView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    ModuleTimeline& timeline = fixture.view->timeline();
    QCOMPARE(timeline.picture().calls.size(), std::size_t(4)); // both layers in both steps
    QCOMPARE(timeline.picture().rows.size(), std::size_t(2));  // and the stream
    const auto lit = [](const std::vector<float>& shares) {
        return std::ranges::any_of(shares, [](float share) { return share > 0; });
    };
    QVERIFY(lit(timeline.picture().rows[1].inside));
    QVERIFY(!lit(timeline.picture().rows[1].other)); // every kernel was launched by a layer
    const int x = timeline.width() - timeline.plotWidth() + timeline.plotWidth() / 2;
    QTest::mouseClick(&timeline, Qt::LeftButton, {}, QPoint(x, timeline.height() / 2));
    QCOMPARE(fixture.selected().left(18), QStringLiteral("nn.Module: Linear_"));
    QTest::keyClick(&fixture.view->table(), Qt::Key_N);
    QCOMPARE(fixture.state->trace()->slice(fixture.state->selection()).start, TimeNs(13'100));
    fixture.state->setBrush(TimeRange{0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(timeline.picture().calls.size(), std::size_t(2));
}

int run_tst_modules_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<ModulesViewTest>(argc, argv);
}
#include "tst_modules_view.moc"
