// The operator table follows the session's range and selection, and leads to the calls behind its rows.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/operators/OperatorsView.h"
#include "views/operators/RooflineChart.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/Histogram.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/RenderView.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"

#include <QSignalSpy>
#include <QtTest>

#include <memory>

using namespace lanes;

namespace {

// Three multiplications, of which the second waits longest on the device, and a copy without shapes.
std::shared_ptr<const Trace> training() {
    test::TraceSketch sketch;
    for (const auto& [at, device] : {std::pair{1000, 100}, {2000, 700}, {3000, 200}}) {
        sketch.op("main", "aten::linear", at, 500);
        sketch.op("main", "aten::mm", at + 10, 300, "[[16, 32], [32, 8]]", "[\"float\", \"float\"]");
        sketch.kernel("main", at + 20, "gpu0/7", "sgemm", at + 100, device);
    }
    sketch.op("main", "aten::copy_", 4000, 50);
    return sketch.build();
}

std::shared_ptr<const Trace> withoutOperators() {
    test::TraceSketch sketch;
    sketch.slice("main", "python_function", "train.py(1): <module>", 0, 100);
    return sketch.build();
}

} // namespace

class OperatorsViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsTheWholeSessionByNameAndShapes();
    void brushRestrictsIt();
    void aClickSelectsTheSlowestCall();
    void selectionElsewhereMovesTheRow();
    void keyboardAloneSuffices();
    void groupsAndFilters();
    void aTreeOfCalls();
    void columnsAreRemembered();
    void panelSpreadsTheCallsAndLeadsToThem();
    void aDragOverDurationsListsTheirCalls();
    void aRooflineLeadsToItsOperators();
    void namesOnARooflineKeepOffItsLinesAndEachOther();
    void aRooflineSaysWhatItNeeds();
    void saysWhatIsMissing();
    void rendersInBothThemes();

private:
    void show(std::shared_ptr<const Trace> trace) {
        view_ = std::make_unique<OperatorsView>(look_);
        state_ = std::make_unique<ViewState>();
        state_->setTrace(std::move(trace));
        view_->resize(1200, 600);
        view_->setState(state_.get());
        view_->show();
        settle();
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience); }
    QStringList names() const {
        QStringList names;
        for (int i = 0; i < view_->table().visibleRows(); ++i) {
            names << view_->table().model()->exact(view_->table().rowAt(i), 0);
        }
        return names;
    }
    int column(std::string_view key) const {
        return static_cast<const ReportTable&>(*view_->table().model()).column(key);
    }
    QString cell(int position, std::string_view key) const {
        return view_->table().model()->exact(view_->table().rowAt(position), column(key));
    }
    QString selected() const {
        return state_->selection().valid()
                   ? QString::fromStdString(
                         std::string(state_->trace()->text(state_->trace()->slice(state_->selection()).name)))
                   : QString();
    }

    Appearance look_{Appearance::Mode::Dark};
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<OperatorsView> view_;
};

void OperatorsViewTest::countsTheWholeSessionByNameAndShapes() {
    show(training());
    QCOMPARE(names(), QStringList({"aten::mm", "aten::linear", "aten::copy_"})); // by device time
    QCOMPARE(cell(0, "calls"), QStringLiteral("3"));
    QCOMPARE(cell(0, "self_device_ns"), QStringLiteral("1000"));
    QCOMPARE(cell(0, "max_device_ns"), QStringLiteral("700"));
    QCOMPARE(cell(0, "shapes"), QStringLiteral("[[16, 32], [32, 8]]"));
    QCOMPARE(cell(1, "self_cpu_ns"), QStringLiteral("600"));
    QCOMPARE(cell(1, "total_device_ns"), QStringLiteral("1000"));
}

void OperatorsViewTest::brushRestrictsIt() {
    show(training());
    state_->setBrush(TimeRange{1500, 2900});
    settle();
    QCOMPARE(cell(0, "calls"), QStringLiteral("1"));
    QCOMPARE(cell(0, "self_device_ns"), QStringLiteral("700"));
    state_->setBrush({});
    settle();
    QCOMPARE(cell(0, "calls"), QStringLiteral("3"));
}

void OperatorsViewTest::aClickSelectsTheSlowestCall() {
    show(training());
    QTest::mouseClick(view_->table().viewport(), Qt::LeftButton, {}, QPoint(60, 12));
    QCOMPARE(selected(), QStringLiteral("aten::mm"));
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(2010));
}

void OperatorsViewTest::selectionElsewhereMovesTheRow() {
    show(training());
    state_->select(view_->detail().calls.at(0).slice);
    const Trace& trace = *state_->trace();
    for (std::uint32_t id = 0; id < trace.sliceCount(); ++id) {
        if (trace.text(trace.slice(SliceId(id)).name) == "aten::copy_") {
            state_->select(SliceId(id));
        }
    }
    QCOMPARE(view_->table().currentPosition(), 2);
    for (std::uint32_t id = 0; id < trace.sliceCount(); ++id) {
        if (trace.text(trace.slice(SliceId(id)).name) == "sgemm") {
            state_->select(SliceId(id)); // a kernel: the operator that launched it
        }
    }
    QCOMPARE(view_->table().currentPosition(), 0);
}

void OperatorsViewTest::keyboardAloneSuffices() {
    show(training());
    QSignalSpy revealed(state_.get(), &ViewState::revealRequested);
    view_->setFocus();
    QTest::keyClick(&view_->table(), Qt::Key_Return);
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(2010));
    QTest::keyClick(&view_->table(), Qt::Key_N); // the next call
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(3010));
    QTest::keyClick(&view_->table(), Qt::Key_N, Qt::ShiftModifier);
    QTest::keyClick(&view_->table(), Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(1010));
    QTest::keyClick(&view_->table(), Qt::Key_G); // another grouping
    settle();
    QCOMPARE(view_->grouping().current(), 2);
    QTest::keyClick(&view_->table(), Qt::Key_F);
    QVERIFY(view_->filterField().hasFocus());
}

void OperatorsViewTest::groupsAndFilters() {
    show(training());
    QTest::keyClicks(&view_->filterField(), QStringLiteral("op:linear"));
    QTest::keyClick(&view_->filterField(), Qt::Key_Return);
    settle();
    QCOMPARE(names(), QStringList({"aten::linear"}));
    QTest::keyClicks(&view_->filterField(), QStringLiteral(" dur>x"));
    QTest::keyClick(&view_->filterField(), Qt::Key_Return);
    QVERIFY(!view_->filterField().complaint().isEmpty());
    QCOMPARE(names(), QStringList({"aten::linear"})); // the last filter that could be read
    QTest::keyClick(&view_->filterField(), Qt::Key_Escape);
    settle();
    QCOMPARE(names().size(), 3);
}

void OperatorsViewTest::aTreeOfCalls() {
    show(training());
    view_->grouping().setCurrent(static_cast<int>(OperatorGroup::Tree));
    Q_EMIT view_->grouping().chosen(static_cast<int>(OperatorGroup::Tree));
    settle();
    QCOMPARE(names(), QStringList({"aten::linear", "aten::mm", "aten::copy_"})); // by total device time
    const TableModel& model = *view_->table().model();
    QCOMPARE(model.parent(view_->table().rowAt(1)), view_->table().rowAt(0));
    QCOMPARE(cell(0, "total_device_ns"), QStringLiteral("1000"));
    QCOMPARE(cell(0, "self_device_ns"), QStringLiteral("0"));
    QCOMPARE(cell(1, "calls"), QStringLiteral("3"));
    view_->table().setCurrent(view_->table().rowAt(0));
    settle();
    QTest::keyClick(&view_->table(), Qt::Key_Left); // closes it
    QCOMPARE(names(), QStringList({"aten::linear", "aten::copy_"}));
    QCOMPARE(view_->detail().calls.size(), std::size_t(3));
    state_->select(view_->detail().calls.at(1).slice); // a call opens its row again from elsewhere
    QCOMPARE(view_->table().current(), view_->table().rowAt(0));
}

void OperatorsViewTest::columnsAreRemembered() {
    show(training());
    view_->resize(1700, 600); // room for all
    QSignalSpy changed(view_.get(), &TableView::arrangementChanged);
    view_->table().setColumnShown(column("share"), false);
    view_->table().setColumnShown(column("allocated_bytes"), true);
    QCOMPARE(changed.count(), 2);
    const QString remembered = view_->arrangement();
    QCOMPARE(remembered, QStringLiteral("share:- allocated_bytes:+"));
    show(training()); // another one
    view_->setArrangement(remembered);
    QVERIFY(!view_->table().isColumnShown(column("share")));
    QVERIFY(view_->table().isColumnShown(column("allocated_bytes")));
    QTest::keyClick(&view_->table(), Qt::Key_G); // other groups keep them
    settle();
    QVERIFY(!view_->table().isColumnShown(column("share")));
}

void OperatorsViewTest::panelSpreadsTheCallsAndLeadsToThem() {
    show(training());
    const auto* histogram = view_->findChild<Histogram*>();
    QVERIFY(histogram != nullptr);
    QCOMPARE(histogram->spread().count, std::size_t(3));
    QCOMPARE(histogram->spread().median, TimeNs(200));
    QCOMPARE(histogram->spread().longest, TimeNs(700));
    const QSignalSpy wanted(state_.get(), &ViewState::timelineRequested);
    const TimeRange all = state_->visible();
    QTest::mouseClick(view_->findChild<PanelLink*>(), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1); // the timeline comes forward, and fits
    QVERIFY(state_->visible().length() < all.length());
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(2010));
}

void OperatorsViewTest::aDragOverDurationsListsTheirCalls() {
    show(training());
    const auto listed = [this] {
        QStringList times;
        for (const PanelLink* link : view_->findChildren<PanelLink*>()) {
            if (link->content().icon == QStringLiteral("link")) {
                times << link->content().value;
            }
        }
        return times;
    };
    QCOMPARE(listed(), QStringList({durationText(700), durationText(200), durationText(100)}));
    auto* histogram = view_->findChild<Histogram*>();
    const int middle = histogram->width() / 2; // between 200 and 700
    QTest::mousePress(histogram, Qt::LeftButton, {}, {middle, 20});
    QTest::mouseMove(histogram, {1, 20});
    QTest::mouseRelease(histogram, Qt::LeftButton, {}, {1, 20});
    QTRY_COMPARE_WITH_TIMEOUT(listed(), QStringList({durationText(200), durationText(100)}), kPatience);
    view_->table().setCurrent(view_->table().rowAt(2)); // of another row the slowest are
    settle();
    view_->table().setCurrent(view_->table().rowAt(0));
    settle();
    QCOMPARE(listed().size(), 3);
}

void OperatorsViewTest::aRooflineLeadsToItsOperators() {
    show(training());
    RooflineChart& chart = view_->roofline();
    QVERIFY(chart.isHidden());
    view_->modes().setFocus();
    QTest::keyClick(&view_->modes(), Qt::Key_Right);
    settle();
    QVERIFY(chart.isVisible());
    QCOMPARE(chart.picture().points.size(),
             std::size_t(1)); // linear launches nothing itself, copy_ has no shapes
    QVERIFY(chart.picture().points[0].name.startsWith(QLatin1String("mm")));
    QSignalSpy selected(state_.get(), &ViewState::selectionChanged);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.placeOf(0).toPoint());
    QCOMPARE(selected.count(), 1);
    QCOMPARE(state_->trace()->text(state_->trace()->slice(state_->selection()).name),
             std::string_view("aten::mm"));
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.currentRow(), std::optional(chart.picture().points[0].place.row));
    view_->grab(); // paints
    QTest::keyClick(&view_->modes(), Qt::Key_Left);
    settle();
    QVERIFY(chart.isHidden());
}

void OperatorsViewTest::namesOnARooflineKeepOffItsLinesAndEachOther() {
    Appearance look(Appearance::Mode::Dark);
    RooflineChart chart(look);
    chart.resize(900, 500);
    RooflineChart::Picture picture;
    picture.roof = deviceRoof("NVIDIA H100 80GB HBM3");
    for (const double below : {1., .98, .7, .65}) { // the first two on the line of vector arithmetic
        picture.points.push_back(
            {{std::uint32_t(picture.points.size()), 62, below * picture.roof->vectorFlops, 1'000'000, false},
             QStringLiteral("bmm  16×5185×5185"),
             Qt::green});
    }
    picture.points.back().place.intensity = 900; // under the line's own text
    picture.points.back().place.flops = 1.05 * picture.roof->vectorFlops;
    chart.setPicture(picture);
    const std::vector<QRectF> labels = chart.labels();
    QVERIFY(!labels[0].isEmpty());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        for (const QRectF& mark : chart.roofMarks()) {
            QVERIFY(!labels[i].intersects(mark));
        }
        for (std::size_t j = 0; j < i; ++j) {
            QVERIFY(!labels[i].intersects(labels[j]));
        }
    }
}

void OperatorsViewTest::aRooflineSaysWhatItNeeds() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::mm", 10, 300, "[[16, 32], [32, 8]]", "[\"float\", \"float\"]");
    show(sketch.build());
    QTest::keyClick(&view_->modes(), Qt::Key_Right);
    settle();
    QVERIFY(view_->roofline().picture().points.empty());
    QVERIFY(view_->roofline().picture().missing.contains(QLatin1String("record_shapes=True")));
    view_->grab();
}

void OperatorsViewTest::saysWhatIsMissing() {
    show(withoutOperators());
    QVERIFY(view_->emptyState() != nullptr);
    QVERIFY(view_->emptyState()->remedy().contains(QStringLiteral("ProfilerActivity.CPU")));
    show(training());
    QVERIFY(view_->emptyState() == nullptr);
    state_->setBrush(TimeRange{4040, 4050});
    settle();
    QVERIFY(view_->emptyState() != nullptr);
    QVERIFY(view_->emptyState()->title().contains(QStringLiteral("range")));
}

void OperatorsViewTest::rendersInBothThemes() {
    for (const auto mode : {Appearance::Mode::Dark, Appearance::Mode::Light}) {
        Appearance look(mode);
        OperatorsView view(look);
        const QImage image = renderView(view, training(), {.size = QSize(1000, 400)});
        QCOMPARE(image.size(), QSize(1000, 400));
        QCOMPARE(image.pixelColor(300, 350), look.theme().canvas);        // below the rows
        QCOMPARE(image.pixelColor(4, 40 + 28 + 12), look.theme().selRow); // the first row
    }
}

int run_tst_operators_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<OperatorsViewTest>(argc, argv);
}
#include "tst_operators_view.moc"
