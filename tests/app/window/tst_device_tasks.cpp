// The tasks that a person tried on sessions of an H200, each in at most the wanted number of actions (a click or a key), in the
// smallest window that is drawn for. The sessions stand beside the source; without them the tests skip.
#include "app/window/page/DocumentPage.h"
#include "app/window/page/SidePane.h"
#include "app/window/parts/StatusLine.h"
#include "model/analysis/gaps/Gaps.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/compare/CompareHead.h"
#include "views/compare/CompareView.h"
#include "views/details/DetailsPanel.h"
#include "views/details/StackList.h"
#include "views/memory/MemoryView.h"
#include "views/modules/ModulesView.h"
#include "views/overview/OverviewView.h"
#include "views/overview/StepChart.h"
#include "views/path/PathView.h"
#include "views/path/WhatIfRow.h"
#include "views/ranks/RanksView.h"
#include "views/report/ReportView.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/table/DataTable.h"
#include "views/timeline/TimelineView.h"
#include "views/trust/TrustView.h"

#include <QFile>
#include <QtTest>

#include <algorithm>
#include <memory>

using namespace lanes;
using lanes::test::shownChild;

class DeviceTasksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { fixture_.reset(); }
    void theSlowestKernelAndItsLine();
    void whyTheGpuIsIdleAndWhatHelps();
    void withWorkersAgainstWithout();
    void whatMakesTheMemoryPeak();
    void whichRankHoldsTheOthersUp();
    void anotherSessionIsNoRank();
    void whichStepWasSlowAndWhy();
    void whereTheHostWaits();
    void forwardAndBackwardByModule();
    void attentionTwiceAsFast();
    void theLineOfAGraphReplay();
    void whetherTheDataCanBeTrusted();

private:
    // Of the device sessions; its steady steps are known then.
    void open(const QString& name);
    void click(QWidget& on, QPoint at) {
        ++actions_;
        QTest::mouseClick(&on, Qt::LeftButton, {}, at);
    }
    void click(QWidget& on) { click(on, on.rect().center()); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        ++actions_;
        QWidget* focused = window_->focusWidget();
        QTest::keyClick(focused != nullptr ? focused : window_, key, modifiers);
    }
    [[nodiscard]] DetailsPanel& details() { return window_->side().details(); }
    // The view in front, once it has settled.
    template<class View>
    [[nodiscard]] View* settled() {
        (void)QTest::qWaitFor(
            [this] { return qobject_cast<View*>(&page_->view()) != nullptr && !page_->view().busy(); },
            kPatience);
        return qobject_cast<View*>(&page_->view());
    }

    std::unique_ptr<test::WindowFixture> fixture_;
    MainWindow* window_ = nullptr;
    DocumentPage* page_ = nullptr; // of the session that was opened last
    int actions_ = 0;
};

namespace {

const QString kSessions = QStringLiteral(LANESCOPE_SOURCE_DIR "/../shared/device/");

template<class Row>
QList<Row*> shownRows(const QWidget& parent) {
    QList<Row*> rows = parent.findChildren<Row*>();
    rows.removeIf([](const Row* row) { return !row->isVisible(); });
    return rows;
}

// What the paragraphs of a panel say.
QString paragraphsOf(const QWidget& panel) {
    QStringList texts;
    for (const PanelParagraph* paragraph : shownRows<PanelParagraph>(panel)) {
        texts << paragraph->text();
    }
    return texts.join(QLatin1Char('\n'));
}

QString fileOfCurrent(const StackList& stack) {
    return stack.current() < 0
               ? QString()
               : QString::fromStdString(stack.frames()[static_cast<std::size_t>(stack.current())].file);
}

} // namespace

void DeviceTasksTest::initTestCase() {
    if (!QFile::exists(kSessions)) {
        QSKIP("the device sessions are not here");
    }
}

void DeviceTasksTest::init() {
    fixture_ = std::make_unique<test::WindowFixture>(openTrace);
    window_ = fixture_->window.get();
    window_->resize(1280, 800);
    QVERIFY(fixture_->isShown());
}

void DeviceTasksTest::open(const QString& name) {
    page_ = window_->openFile(kSessions + name);
    const Document& document = page_->document();
    QTRY_VERIFY_WITH_TIMEOUT(document.state() == Document::State::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(page_->document().view().steady().has_value(), kPatience);
    actions_ = 0;
}

// One click; copies are no kernels, and the line that launched it is the program's.
void DeviceTasksTest::theSlowestKernelAndItsLine() {
    open(QStringLiteral("t_amp_rec0.lanes"));
    QTRY_VERIFY_WITH_TIMEOUT(!shownRows<PanelBar>(details()).isEmpty(), kPatience);
    PanelBar& slowest = *shownRows<PanelBar>(details()).front();
    QVERIFY2(!slowest.content().text.startsWith(QLatin1String("Memcpy")), qPrintable(slowest.content().text));
    click(slowest);
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<StackList>(details()) != nullptr, kPatience);
    const QString file = fileOfCurrent(*shownChild<StackList>(details()));
    QVERIFY2(file.contains(QLatin1String("/training/p/")), qPrintable(file));
    QCOMPARE(actions_, 1);
}

// One click into the longest gap of the stream that works: the cause and what helps stand together.
void DeviceTasksTest::whyTheGpuIsIdleAndWhatHelps() {
    open(QStringLiteral("resnet0.lanes"));
    TimelineCanvas& canvas = static_cast<TimelineView&>(page_->view()).canvas();
    QTRY_VERIFY_WITH_TIMEOUT(canvas.isUpToDate(), kPatience);
    const TimelineRows& rows = *canvas.rows();
    const auto stream = std::ranges::find_if(canvas.list()->rows, [&](const DrawRow& row) {
        return rows.rows()[static_cast<std::size_t>(row.row)].label == QLatin1String("Stream 7");
    });
    QVERIFY(stream != canvas.list()->rows.end());
    const ViewState& state = page_->document().view();
    const TrackId track = rows.rows()[static_cast<std::size_t>(stream->row)].track;
    const std::vector<StreamGap> gaps = gapsOf(*state.trace(), track);
    const auto length = [&state](const StreamGap& gap) {
        const TimeRange& whole = state.steady()->range;
        return whole.contains(gap.range.begin) && whole.contains(gap.range.end) ? gap.range.length() : 0;
    };
    const StreamGap& longest = *std::ranges::max_element(gaps, {}, length);
    const TimeNs middle = longest.range.begin + longest.range.length() / 2;
    const QRect row = canvas.rowRect(*stream);
    const double share = double(middle - state.visible().begin) / double(state.visible().length());
    click(canvas, {row.left() + int(share * row.width()), row.center().y()});
    QTRY_VERIFY_WITH_TIMEOUT(paragraphsOf(details()).contains(QLatin1String("num_workers")), kPatience);
    QVERIFY2(paragraphsOf(details()).contains(QLatin1String("waits for its data")),
             qPrintable(paragraphsOf(details())));
    QCOMPARE(actions_, 1);
}

// A key, and a click on the other session, which is open: the same figures as of `diff` and `gate`.
void DeviceTasksTest::withWorkersAgainstWithout() {
    open(QStringLiteral("resnet0.lanes"));
    open(QStringLiteral("resnet4.lanes"));
    press(Qt::Key_9, Qt::ControlModifier);
    (void)settled<CompareView>();
    QList<QPushButton*> offered = shownRows<QPushButton>(page_->view());
    offered.removeIf([](const QPushButton* one) {
        return !one->text().startsWith(QLatin1String("Compare with resnet0"));
    });
    QCOMPARE(offered.size(), 1);
    click(*offered.front());
    auto* view = settled<CompareView>();
    QVERIFY(view != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(view->head().verdict().startsWith(QLatin1String("Mean steady step")), kPatience);
    const QString verdict = view->head().verdict();
    QVERIFY2(verdict.contains(QLatin1String("229.5")) && verdict.contains(QLatin1String("44.20")),
             qPrintable(verdict));
    QVERIFY2(verdict.contains(QLatin1String("waiting for data")), qPrintable(verdict));
    QCOMPARE(actions_, 2);
}

// Two keys: the view, and what the peak is made of.
void DeviceTasksTest::whatMakesTheMemoryPeak() {
    open(QStringLiteral("t_amp_rec0.lanes"));
    press(Qt::Key_4, Qt::ControlModifier);
    auto* view = settled<MemoryView>();
    QVERIFY(view != nullptr);
    press(Qt::Key_P);
    const auto names = [view] {
        QStringList texts;
        for (const PanelBar* row : shownRows<PanelBar>(*view)) {
            texts << row->content().text;
        }
        return texts;
    };
    QTRY_VERIFY_WITH_TIMEOUT(names().contains(QLatin1String("workspace")), kPatience);
    QVERIFY2(names().contains(QLatin1String("parameter")), qPrintable(names().join(QLatin1Char(' '))));
    QCOMPARE(actions_, 2);
}

// One key; start-up does not count.
void DeviceTasksTest::whichRankHoldsTheOthersUp() {
    open(QStringLiteral("ddp.lanes"));
    press(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
    auto* view = settled<RanksView>();
    QVERIFY(view != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(
        paragraphsOf(*view).contains(QLatin1String("In a steady step the others wait for Rank 1: ")),
        kPatience);
    QVERIFY2(paragraphsOf(*view).endsWith(QLatin1String("ms")), qPrintable(paragraphsOf(*view)));
    QCOMPARE(actions_, 1);
}

void DeviceTasksTest::anotherSessionIsNoRank() {
    open(QStringLiteral("resnet4.lanes"));
    open(QStringLiteral("ddp.lanes"));
    press(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
    auto* view = settled<RanksView>();
    QVERIFY(view != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(view->table().model() != nullptr, kPatience);
    QCOMPARE(static_cast<const RanksTable&>(*view->table().model()).job().records.size(), std::size_t(2));
    QCOMPARE(actions_, 1);
}

// One key: the slowest step is chosen, and says what it has that the median has not.
void DeviceTasksTest::whichStepWasSlowAndWhy() {
    open(QStringLiteral("resnet4.lanes"));
    press(Qt::Key_2, Qt::ControlModifier);
    auto* view = settled<OverviewView>();
    QVERIFY(view != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<StepChart>(*view) != nullptr, kPatience);
    const StepChart& chart = *shownChild<StepChart>(*view);
    const QString slowest = chart.textOf(chart.current());
    QVERIFY2(slowest.contains(QLatin1Char('+')) && slowest.contains(QLatin1String("Data loading")),
             qPrintable(slowest));
    QCOMPARE(actions_, 1);
}

// One key: each place where the host waited, with its line and the time that it cost the device.
void DeviceTasksTest::whereTheHostWaits() {
    open(QStringLiteral("t_waits_rec0.lanes"));
    press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    auto* view = settled<ReportView>();
    QVERIFY(view != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(view->table().visibleRows() > 0, kPatience);
    const TableModel& rows = *view->table().model();
    QStringList lines;
    for (std::uint32_t row = 0; row < rows.rows(); ++row) {
        for (int column = 0; column < int(view->table().columns().size()); ++column) {
            lines << rows.exact(row, column);
        }
    }
    QVERIFY2(lines.contains(QLatin1String("aten::_local_scalar_dense")), // .item()
             qPrintable(lines.join(QLatin1Char(' '))));
    QVERIFY2(!lines.filter(QStringLiteral("compared.py:66")).isEmpty(), qPrintable(lines.join(' ')));
    QCOMPARE(actions_, 1);
}

// One key: what backward took stands apart.
void DeviceTasksTest::forwardAndBackwardByModule() {
    open(QStringLiteral("t_amp_rec0.lanes"));
    press(Qt::Key_7, Qt::ControlModifier);
    auto* view = settled<ModulesView>();
    QVERIFY(view != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(view->table().visibleRows() > 0, kPatience);
    const TableModel& rows = *view->table().model();
    const auto figure = [&](ModuleColumn column) {
        return rows.exact(view->table().rowAt(0), static_cast<int>(column)).toLongLong();
    };
    QVERIFY(figure(ModuleColumn::Device) > 0);
    QVERIFY(figure(ModuleColumn::Backward) > 0);
    const auto steps = page_->document().view().steady();
    QCOMPARE(figure(ModuleColumn::Calls), steps->last - steps->first + 1); // one a step, warm-up apart
    QCOMPARE(actions_, 1);
}

// A key, a click on the row, and two more keys: the steady steps alone.
void DeviceTasksTest::attentionTwiceAsFast() {
    open(QStringLiteral("t_amp_rec0.lanes"));
    press(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    auto* view = settled<PathView>();
    QVERIFY(view != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(view->table().visibleRows() > 0 && view->whatIf() != nullptr, kPatience);
    view->table().setFocus();
    press(Qt::Key_Plus);
    press(Qt::Key_Plus);
    QCOMPARE(view->whatIf()->times(), 2.0);
    QTRY_VERIFY_WITH_TIMEOUT(view->whatIf()->after().has_value(), kPatience);
    const TimeNs whole = page_->document().view().steady()->range.length();
    QVERIFY(*view->whatIf()->after() < whole);
    QCOMPARE(actions_, 3);
}

// One click on a kernel that a graph replayed: the program's own line is chosen, no file of the compiler.
void DeviceTasksTest::theLineOfAGraphReplay() {
    open(QStringLiteral("gpt_reduce.lanes"));
    QTRY_VERIFY_WITH_TIMEOUT(!shownRows<PanelBar>(details()).isEmpty(), kPatience);
    PanelBar& slowest = *shownRows<PanelBar>(details()).front();
    click(slowest);
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<StackList>(details()) != nullptr, kPatience);
    const QString file = fileOfCurrent(*shownChild<StackList>(details()));
    QVERIFY2(file.contains(QLatin1String("gpt.py")), qPrintable(file));
    QCOMPARE(actions_, 1);
}

// One click: the line below and the view say the same.
void DeviceTasksTest::whetherTheDataCanBeTrusted() {
    open(QStringLiteral("resnet4.lanes"));
    auto* line = shownChild<StatusLine>(*window_);
    static_cast<void>(line->grab()); // painted, it knows where its parts stand
    click(*line, QPoint(20, 10));
    auto* view = settled<TrustView>();
    QVERIFY(view != nullptr);
    QCOMPARE(actions_, 1);
}

int run_tst_device_tasks(int argc, char** argv) {
    return lanes::test::runWithWidgets<DeviceTasksTest>(argc, argv);
}
#include "tst_device_tasks.moc"
