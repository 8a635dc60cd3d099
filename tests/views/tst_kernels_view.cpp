// The kernel table follows range and selection, and leads to launches and operators.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/views/TimelineColor.h"
#include "tests/views/ViewFixture.h"
#include "views/kernels/GraphPage.h"
#include "views/kernels/KernelsView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/Histogram.h"
#include "views/shared/controls/PanelColumns.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/table/DataTable.h"

#include <QSignalSpy>

using namespace lanes;

class KernelsViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAndFollowsTheBrush();
    void clickSelectsTheSlowestLaunch();
    void thePanelLeadsToLaunchesAndWhoLaunchedThem();
    void aDragOverTheHistogramListsThoseLaunches();
    void keyboardAloneSuffices();
    void aKernelHasTheColorOfTheTimeline();
    void aNodeHasTheColorOfTheTimeline();
    void saysWhatIsMissing();
    void graphsByKeyAndByMouse();
    void nodesWithTheirSpread();
    void thePanelLeadsToReplaysAndToWhatLaunchedThem();
    void aClickOnANodeSelectsItsLongestRun();
    void aClickInTheChartSelectsThatReplay();
    void keysStepThroughReplaysAndNodes();
    void graphsFollowTheBrush();
    void graphsFollowTheSelection();
    void aSingleReplayHasNothingToCompare();
    void noGraphsSayWhatMakesThem();
};

namespace {

int columnOf(std::string_view key) {
    return columnNamed(report::kernelTable(nullptr, nullptr), key);
}

QString exact(const KernelsView& view, std::string_view key) {
    return view.table().model()->exact(view.table().rowAt(0), columnOf(key));
}

// Of the panel, to the launches that it lists.
QList<PanelLink*> launchLinks(const KernelsView& view) {
    QList<PanelLink*> links;
    for (PanelLink* link : view.findChildren<PanelLink*>()) {
        if (link->content().icon == QLatin1String("link")) {
            links << link;
        }
    }
    return links;
}

// Three replays of a graph of two nodes: a gemm of 100, 400 and 200, and an add of 50 after it.
std::shared_ptr<const Trace> threeReplays() {
    test::TraceSketch s;
    for (int i = 0; i < 3; ++i) {
        const TimeNs at = i * 10'000;
        const TimeNs gemm = i == 0 ? 100 : i == 1 ? 400 : 200;
        s.op("main", "decode", at, 3'000);
        const auto call = s.slice("main", "cuda_runtime", "cudaGraphLaunch", at + 100, 50);
        s.link(LinkKind::Launch, call, s.slice("gpu0/7", "kernel", "gemm", at + 1'000, gemm));
        s.link(LinkKind::Launch, call, s.slice("gpu0/7", "kernel", "add", at + 2'000, 50));
    }
    return s.build();
}

struct GraphFixture : test::ViewFixture<KernelsView> {
    explicit GraphFixture(std::shared_ptr<const Trace> trace)
        : ViewFixture(std::move(trace)) {
        QTest::keyClick(&view->modes(), Qt::Key_Right);
    }
    [[nodiscard]] const GraphTable& rows() const {
        return static_cast<const GraphTable&>(*view->table().model());
    }
    [[nodiscard]] QString exact(std::string_view column, int position = 0) const {
        return rows().exact(view->table().rowAt(position), column);
    }
    [[nodiscard]] TimeNs selectedStart() const { return state->trace()->slice(state->selection()).start; }
    [[nodiscard]] GraphChart& chart() const { return view->graphs().chart(); }
};

} // namespace

void KernelsViewTest::countsAndFollowsTheBrush() {
    const test::ViewFixture<KernelsView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->table().visibleRows(), 1);
    QCOMPARE(exact(*fixture.view, "calls"), QStringLiteral("4"));
    QCOMPARE(exact(*fixture.view, "total_ns"), QStringLiteral("2200"));
    QCOMPARE(exact(*fixture.view, "operators"), QStringLiteral("aten::mm"));
    QCOMPARE(fixture.view->findChild<Histogram*>()->spread().count, std::size_t(4));
    fixture.state->setBrush(TimeRange{10'000, 13'000});
    QVERIFY(fixture.settled());
    QCOMPARE(exact(*fixture.view, "calls"), QStringLiteral("1"));
}

void KernelsViewTest::clickSelectsTheSlowestLaunch() {
    const test::ViewFixture<KernelsView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QTest::mouseClick(fixture.view->table().viewport(), Qt::LeftButton, {}, QPoint(60, 12));
    QCOMPARE(fixture.selected(), QStringLiteral("ampere_sgemm_128x64_nn"));
    QCOMPARE(fixture.state->trace()->slice(fixture.state->selection()).duration, TimeNs(600));
}

void KernelsViewTest::thePanelLeadsToLaunchesAndWhoLaunchedThem() {
    const test::ViewFixture<KernelsView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QSignalSpy timeline(fixture.state.get(), &ViewState::timelineRequested);
    QTest::mouseClick(launchLinks(*fixture.view).value(0), Qt::LeftButton);
    QCOMPARE(timeline.count(), 1);
    QCOMPARE(fixture.selected(), QStringLiteral("ampere_sgemm_128x64_nn"));
    QCOMPARE(fixture.state->trace()->slice(fixture.state->selection()).duration, TimeNs(600));
    for (PanelLink* link : fixture.view->findChildren<PanelLink*>()) {
        if (link->content().text == QLatin1String("aten::mm")) {
            QTest::mouseClick(link, Qt::LeftButton);
            QCOMPARE(timeline.count(), 2);
            QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
            return;
        }
    }
    QFAIL("the panel has no link to who launched it");
}

// Two of them took 500 ns, two 600 ns.
void KernelsViewTest::aDragOverTheHistogramListsThoseLaunches() {
    const test::ViewFixture<KernelsView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QCOMPARE(launchLinks(*fixture.view).size(), 4);
    auto* histogram = fixture.view->findChild<Histogram*>();
    const int middle = histogram->height() / 2;
    QTest::mousePress(histogram, Qt::LeftButton, {}, QPoint(1, middle));
    QTest::mouseMove(histogram, QPoint(histogram->width() / 2, middle));
    QTest::mouseRelease(histogram, Qt::LeftButton, {}, QPoint(histogram->width() / 2, middle));
    QTRY_COMPARE_WITH_TIMEOUT(launchLinks(*fixture.view).size(), 2, kPatience);
    QTest::mouseClick(launchLinks(*fixture.view).value(0), Qt::LeftButton);
    QCOMPARE(fixture.state->trace()->slice(fixture.state->selection()).duration, TimeNs(500));
}

void KernelsViewTest::keyboardAloneSuffices() {
    const test::ViewFixture<KernelsView> fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QSignalSpy revealed(fixture.state.get(), &ViewState::revealRequested);
    QTest::keyClick(&fixture.view->table(), Qt::Key_N);
    const TimeNs first = fixture.state->trace()->slice(fixture.state->selection()).start;
    QTest::keyClick(&fixture.view->table(), Qt::Key_N);
    QVERIFY(fixture.state->trace()->slice(fixture.state->selection()).start > first);
    QTest::keyClick(&fixture.view->table(), Qt::Key_O);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
    QCOMPARE(revealed.count(), 3);
}

void KernelsViewTest::aKernelHasTheColorOfTheTimeline() {
    test::TraceSketch s;
    s.kernel("main", 0, "gpu0/7", test::kAddition, 100, 500);
    const auto trace = s.build();
    const test::ViewFixture<KernelsView> fixture(trace);
    QVERIFY(fixture.settled());
    const Theme& theme = fixture.look.theme();
    const QColor expected = test::colorOnTimeline(trace, test::kAddition, theme);
    QVERIFY(expected.isValid());
    const TableModel& table = *fixture.view->table().model();
    QVERIFY(expected !=
            theme.hueColor(Hue::Elementwise, shadeOf(table.cell(0, 0, theme).text.toStdString())));
    QCOMPARE(table.cell(0, columnOf("name"), theme).dot, expected);
    QCOMPARE(table.cell(0, columnOf("total_ns"), theme).bar, expected);
    QTest::mouseClick(fixture.view->table().viewport(), Qt::LeftButton, {}, QPoint(60, 12));
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->findChild<PanelTitle*>()->content().dot, expected);
}

void KernelsViewTest::aNodeHasTheColorOfTheTimeline() {
    test::TraceSketch s;
    for (const TimeNs at : {TimeNs(0), TimeNs(10'000)}) {
        const auto call = s.slice("main", "cuda_runtime", "cudaGraphLaunch", at, 50);
        s.link(LinkKind::Launch, call, s.slice("gpu0/7", "kernel", test::kAddition, at + 1'000, 500));
        s.link(LinkKind::Launch, call, s.slice("gpu0/7", "kernel", "gemm", at + 2'000, 50));
    }
    const auto trace = s.build();
    const GraphFixture fixture(trace);
    QVERIFY(fixture.settled());
    const Theme& theme = fixture.look.theme();
    const GraphTable& table = fixture.rows();
    const QColor expected = test::colorOnTimeline(trace, test::kAddition, theme);
    QVERIFY(expected.isValid());
    QCOMPARE(table.cell(0, table.column("name"), theme).dot, expected);
    QCOMPARE(table.cell(0, table.column("replays_ns"), theme).bar, expected);
}

void KernelsViewTest::saysWhatIsMissing() {
    const test::ViewFixture<KernelsView> fixture(test::bareOperators());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QVERIFY(fixture.view->emptyState()->remedy().contains(QStringLiteral("ProfilerActivity.CUDA")));
}

void KernelsViewTest::graphsByKeyAndByMouse() {
    const test::ViewFixture<KernelsView> fixture(threeReplays());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->graphs().chart().isHidden());
    fixture.view->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(fixture.view.get(), kPatience));
    fixture.view->table().setFocus();
    QTest::keyClick(&fixture.view->table(), Qt::Key_G);
    QCOMPARE(fixture.view->mode(), KernelsView::Mode::Graphs);
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->graphs().chart().isVisible());
    SegmentedControl& modes = fixture.view->modes();
    QTest::mouseClick(&modes, Qt::LeftButton, {}, QPoint(10, modes.height() / 2));
    QCOMPARE(fixture.view->mode(), KernelsView::Mode::Kernels);
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->graphs().chart().isHidden());
    QCOMPARE(exact(*fixture.view, "calls"), QStringLiteral("3"));
}

void KernelsViewTest::nodesWithTheirSpread() {
    const GraphFixture fixture(threeReplays());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->table().visibleRows(), 2);
    QCOMPARE(fixture.exact("name"), QStringLiteral("gemm"));
    QCOMPARE(fixture.exact("median_ns"), QStringLiteral("200"));
    QCOMPARE(fixture.exact("spread_ns"), QStringLiteral("300"));
    QCOMPARE(fixture.exact("replays_ns"), QStringLiteral("100 400 200"));
    QCOMPARE(fixture.exact("longest_replay"), QStringLiteral("2"));
    QCOMPARE(fixture.exact("spread_ns", 1), QStringLiteral("0"));
    const auto* columns = fixture.view->findChild<PanelColumns*>();
    QVERIFY(columns != nullptr);
    QCOMPARE(columns->content().columns.size(), std::size_t(3));
    QCOMPARE(columns->content().columns[1].value, 400.);
    const GraphChart::Picture& picture = fixture.chart().picture();
    QCOMPARE(picture.lanes.size(), std::size_t(4)); // the typical one first
    QCOMPARE(picture.median, TimeNs(1'050));
}

void KernelsViewTest::thePanelLeadsToReplaysAndToWhatLaunchedThem() {
    const GraphFixture fixture(threeReplays());
    QVERIFY(fixture.settled());
    QTest::keyClick(fixture.view->findChild<PanelColumns*>(), Qt::Key_Right); // after the longest, the third
    QCOMPARE(fixture.selected(), QStringLiteral("gemm"));
    QCOMPARE(fixture.selectedStart(), TimeNs(21'000));
    QVERIFY(fixture.settled());
    for (LinkRow* link : fixture.view->findChildren<LinkRow*>()) {
        if (link->parts().role == QLatin1String("Launch")) {
            QTest::mouseClick(link, Qt::LeftButton);
            QCOMPARE(fixture.selected(), QStringLiteral("cudaGraphLaunch"));
            QCOMPARE(fixture.selectedStart(), TimeNs(20'100));
            return;
        }
    }
    QFAIL("the panel has no link to the call");
}

void KernelsViewTest::aClickOnANodeSelectsItsLongestRun() {
    const GraphFixture fixture(threeReplays());
    QVERIFY(fixture.settled());
    QTest::mouseClick(fixture.view->table().viewport(), Qt::LeftButton, {}, QPoint(60, 12));
    QCOMPARE(fixture.selected(), QStringLiteral("gemm"));
    QCOMPARE(fixture.selectedStart(), TimeNs(11'000));
}

void KernelsViewTest::aClickInTheChartSelectsThatReplay() {
    const GraphFixture fixture(threeReplays());
    QVERIFY(fixture.settled());
    const QRectF third = fixture.chart().laneBox(3);
    QTest::mouseClick(&fixture.chart(), Qt::LeftButton, {},
                      QPointF(third.left() + 5, third.center().y()).toPoint());
    QCOMPARE(fixture.selected(), QStringLiteral("gemm"));
    QCOMPARE(fixture.selectedStart(), TimeNs(21'000));
    QVERIFY(fixture.settled());
    QTest::keyClick(&fixture.chart(), Qt::Key_Right);
    QCOMPARE(fixture.selected(), QStringLiteral("add"));
    QCOMPARE(fixture.selectedStart(), TimeNs(22'000));
    QTest::keyClick(&fixture.chart(), Qt::Key_Up);
    QCOMPARE(fixture.selectedStart(), TimeNs(12'000));
}

void KernelsViewTest::keysStepThroughReplaysAndNodes() {
    const GraphFixture fixture(threeReplays());
    QVERIFY(fixture.settled());
    QSignalSpy revealed(fixture.state.get(), &ViewState::revealRequested);
    DataTable& table = fixture.view->table();
    QTest::keyClick(&table, Qt::Key_Period); // after the longest, the second
    QCOMPARE(fixture.selectedStart(), TimeNs(21'000));
    QTest::keyClick(&table, Qt::Key_Period);
    QCOMPARE(fixture.selectedStart(), TimeNs(1'000));
    QTest::keyClick(&table, Qt::Key_Comma);
    QCOMPARE(fixture.selectedStart(), TimeNs(21'000));
    QTest::keyClick(&table, Qt::Key_N);
    QCOMPARE(fixture.selected(), QStringLiteral("add"));
    QCOMPARE(fixture.selectedStart(), TimeNs(22'000));
    QTest::keyClick(&table, Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(fixture.selected(), QStringLiteral("gemm"));
    QTest::keyClick(&table, Qt::Key_O);
    QCOMPARE(fixture.selected(), QStringLiteral("decode"));
    QCOMPARE(revealed.count(), 6);
}

void KernelsViewTest::graphsFollowTheBrush() {
    const GraphFixture fixture(threeReplays());
    QVERIFY(fixture.settled());
    fixture.state->setBrush(TimeRange{10'000, 30'000});
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.exact("replays_ns"), QStringLiteral("400 200"));
    QCOMPARE(fixture.chart().picture().lanes.size(), std::size_t(3));
    fixture.state->setBrush(TimeRange{3'000, 4'000});
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QVERIFY(fixture.chart().isHidden());
}

void KernelsViewTest::graphsFollowTheSelection() {
    const GraphFixture fixture(threeReplays());
    QVERIFY(fixture.settled());
    fixture.select("add"); // of the first replay
    QCOMPARE(fixture.rows().exact(fixture.view->table().current(), "name"), QStringLiteral("add"));
    QVERIFY(fixture.settled());
    QTest::keyClick(&fixture.view->table(), Qt::Key_Period);
    QCOMPARE(fixture.selectedStart(), TimeNs(12'000));
}

void KernelsViewTest::aSingleReplayHasNothingToCompare() {
    const GraphFixture fixture(threeReplays());
    fixture.state->setBrush(TimeRange{0, 9'000});
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.chart().picture().lanes.size(), std::size_t(1));
    QCOMPARE(fixture.exact("spread_ns"), QString());
    QCOMPARE(fixture.exact("deviation"), QString());
    QTest::keyClick(&fixture.chart(), Qt::Key_Right);
    QVERIFY(fixture.state->selection().valid());
}

void KernelsViewTest::noGraphsSayWhatMakesThem() {
    const GraphFixture fixture(test::twoSteps());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QVERIFY(fixture.view->emptyState()->remedy().contains(QStringLiteral("torch.cuda.CUDAGraph")));
    const GraphFixture bare(test::bareOperators());
    QVERIFY(bare.settled());
    QVERIFY(bare.view->emptyState()->remedy().contains(QStringLiteral("ProfilerActivity.CUDA")));
}

int run_tst_kernels_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<KernelsViewTest>(argc, argv);
}
#include "tst_kernels_view.moc"
