// What a profiler is opened for, in at most so many actions (a click or a key), in the smallest window that is drawn for: the
// answer is in sight then, without scrolling.
#include "app/window/page/DocumentPage.h"
#include "app/window/page/SidePane.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/details/ChainRow.h"
#include "views/details/DetailsPanel.h"
#include "views/details/StackList.h"
#include "views/memory/MemoryView.h"
#include "views/modules/ModulesView.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/TableHeader.h"
#include "views/timeline/TimelineView.h"

#include <QtTest>

#include <algorithm>
#include <memory>

using namespace lanes;
using lanes::test::shownChild;

class TasksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { fixture_.reset(); }
    void theSlowestKernelAndItsLine();
    void whyTheDeviceWaits();
    void whatStandsAtThePeakOfMemory();
    void whichLayersBackwardCostsMost();

private:
    void click(QWidget* on, QPoint at, Qt::KeyboardModifiers modifiers = {}) {
        ++actions_;
        QTest::mouseClick(on, Qt::LeftButton, modifiers, at);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        ++actions_;
        QTest::keyClick(window_->focusWidget(), key, modifiers);
    }
    [[nodiscard]] DetailsPanel& details() { return window_->side().details(); }
    // Whether a place of a widget is on the screen, not scrolled away or covered.
    [[nodiscard]] static bool isInSight(const QWidget& widget, QPoint at) {
        return widget.isVisible() && widget.visibleRegion().contains(at);
    }

    std::unique_ptr<test::WindowFixture> fixture_;
    MainWindow* window_ = nullptr;
    DocumentPage* page_ = nullptr;
    int actions_ = 0;
};

namespace {

// The user's program, which the demo comes from.
bool isProgram(const QString& text) {
    return text.contains(QStringLiteral("resnet.py"));
}

template<class Row>
QList<Row*> shownRows(const QWidget& parent) {
    QList<Row*> rows = parent.findChildren<Row*>();
    rows.removeIf([](const Row* row) { return !row->isVisible(); });
    return rows;
}

} // namespace

void TasksTest::init() {
    fixture_ = std::make_unique<test::WindowFixture>(openTrace);
    window_ = fixture_->window.get();
    window_->resize(1280, 800);
    QVERIFY(fixture_->isShown());
    page_ = window_->openFile(QStringLiteral(LANESCOPE_SOURCE_DIR "/resources/demo/gpu.lanes"));
    QTRY_VERIFY_WITH_TIMEOUT(page_->document().state() == Document::State::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!shownRows<PanelBar>(details()).isEmpty(), kPatience); // the slowest kernels
    actions_ = 0;
}

// One click; the line of the user's program that launched it is chosen in the stack.
void TasksTest::theSlowestKernelAndItsLine() {
    const QList<PanelBar*> rows = shownRows<PanelBar>(details());
    PanelBar* slowest = rows.front();
    QVERIFY2(!slowest->content().text.startsWith(QLatin1String("Memcpy")),
             qPrintable(slowest->content().text));
    click(slowest, slowest->rect().center());
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<StackList>(details()) != nullptr, kPatience);
    const StackList& stack = *shownChild<StackList>(details());
    QVERIFY(stack.current() >= 0);
    const PythonFrame& chosen = stack.frames()[static_cast<std::size_t>(stack.current())];
    QVERIFY2(isProgram(QString::fromStdString(chosen.file)), chosen.file.c_str());
    QVERIFY(isInSight(stack, stack.positionOf(stack.current()).value()));
    QCOMPARE(details().content()->kind, EventKind::Kernel);
    QCOMPARE(actions_, 1);
}

// One click on what is empty in a stream's row; the way ends at a line of the user's program.
void TasksTest::whyTheDeviceWaits() {
    TimelineCanvas& canvas = static_cast<TimelineView&>(page_->view()).canvas();
    QTRY_VERIFY_WITH_TIMEOUT(canvas.isUpToDate(), kPatience);
    const TimelineRows& rows = *canvas.rows();
    const auto stream = std::ranges::find_if(canvas.list()->rows, [&](const DrawRow& row) {
        return rows.rows()[static_cast<std::size_t>(row.row)].label == QLatin1String("Stream 7");
    });
    QVERIFY(stream != canvas.list()->rows.end());
    const QRect row = canvas.rowRect(*stream);
    click(&canvas, {row.left() + row.width() * 2 / 3, row.center().y()});
    QTRY_VERIFY_WITH_TIMEOUT(!shownRows<ChainRow>(details()).isEmpty(), kPatience);
    const ChainRow& end = *shownRows<ChainRow>(details()).back();
    QVERIFY2(end.content().last && isProgram(end.content().title + end.content().detail),
             qPrintable(end.content().title + end.content().detail));
    QCOMPARE(actions_, 1);
}

// One key: the peak is chosen, and what stands there is listed with its size, the largest first; of what was there before the
// recording began that is all that there is to say.
void TasksTest::whatStandsAtThePeakOfMemory() {
    press(Qt::Key_4, Qt::ControlModifier);
    auto* view = qobject_cast<MemoryView*>(&page_->view());
    QVERIFY(view != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!view->busy() && shownRows<PanelBar>(*view).size() > 1, kPatience);
    const QList<PanelBar*> rows = shownRows<PanelBar>(*view);
    QCOMPARE(rows[0]->content().text, QStringLiteral("before recording began"));
    QVERIFY2(rows[1]->content().text.startsWith(QLatin1String("aten::")),
             qPrintable(rows[1]->content().text));
    QVERIFY(isInSight(*rows[1], rows[1]->rect().center()));
    QCOMPARE(actions_, 1);
}

// One key and one click: the modules, by what their backward pass cost.
void TasksTest::whichLayersBackwardCostsMost() {
    press(Qt::Key_7, Qt::ControlModifier);
    auto* view = qobject_cast<ModulesView*>(&page_->view());
    QVERIFY(view != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!view->busy() && view->table().visibleRows() > 0, kPatience);
    const DataTable& table = view->table();
    int place = 0;
    while (table.columnAt(place) != static_cast<int>(ModuleColumn::Backward)) {
        ++place;
        QVERIFY2(place < table.shownColumns(), "there is no room for it");
    }
    auto* head = table.findChild<TableHeader*>();
    click(head, head->mapFrom(&table, table.cellBox(-1, place).center()));
    QCOMPARE(table.sortedColumn(), static_cast<int>(ModuleColumn::Backward));
    const auto backward = [&](int position) {
        return table.model()
            ->exact(table.rowAt(position), static_cast<int>(ModuleColumn::Backward))
            .toLongLong();
    };
    QTRY_VERIFY_WITH_TIMEOUT(!table.cellBox(1, place).isEmpty(),
                             kPatience); // the outermost module's costliest
    QVERIFY(backward(1) > 0);
    for (int position = 1; position < table.visibleRows(); ++position) {
        if (table.model()->parent(table.rowAt(position)) == table.rowAt(0)) {
            QVERIFY(backward(position) <= backward(1));
        }
    }
    QCOMPARE(actions_, 2);
}

int run_tst_tasks(int argc, char** argv) {
    return lanes::test::runWithWidgets<TasksTest>(argc, argv);
}
#include "tst_tasks.moc"
