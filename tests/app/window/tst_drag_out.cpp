#include "app/window/page/DragOut.h"
#include "app/window/page/ViewBar.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/TableView.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <QDrag>
#include <QFileInfo>
#include <QImage>
#include <QtTest>

#include <functional>

using namespace lanes;
using lanes::test::shownChild;
using lanes::test::smallTraining;

/// What is dragged out of the window with the mouse, and what those get who take it.
class TestDragOut : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { fixture_.reset(); }

    void aTableLeavesAsAFile();
    void theTimelineLeavesAsGraphicsAndPicture();
    void aClickDragsNothing();

private:
    // Moves the pressed mouse over `widget`; `look` is told what is dragged, and then nobody takes it.
    bool drag(QWidget& widget, const std::function<void(const QMimeData&)>& look);

    std::unique_ptr<test::WindowFixture> fixture_;
    MainWindow* window_ = nullptr; // the fixture's
    DocumentPage* page_ = nullptr;
};

void TestDragOut::init() {
    fixture_ = std::make_unique<test::WindowFixture>(
        [](const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(); });
    window_ = fixture_->window.get();
    QVERIFY(fixture_->isShown());
    page_ = fixture_->open("training.lanes");
    QVERIFY(page_);
}

bool TestDragOut::drag(QWidget& widget, const std::function<void(const QMimeData&)>& look) {
    auto* out = widget.findChild<DragOut*>();
    if (out == nullptr) {
        return false;
    }
    bool began = false;
    const auto watching = connect(out, &DragOut::beginning, this, [&](const QMimeData& mime) {
        began = true;
        look(mime);
        QTimer::singleShot(0, &QDrag::cancel); // where there is a desktop it waits for a place to drop it on
    });
    const QPoint from = widget.rect().center();
    QTest::mousePress(&widget, Qt::LeftButton, {}, from);
    const QPoint to = from + QPoint(0, 3 * QApplication::startDragDistance());
    QMouseEvent move(QEvent::MouseMove, to, widget.mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(&widget, &move);
    QTest::mouseRelease(&widget, Qt::LeftButton, {}, from);
    disconnect(watching);
    return began;
}

void TestDragOut::aTableLeavesAsAFile() {
    window_->showView("operators");
    auto& view = static_cast<TableView&>(page_->view());
    QTRY_VERIFY_WITH_TIMEOUT(!view.busy() && view.table().visibleRows() > 0, kPatience);
    QString dropped;
    QVERIFY(drag(*view.table().viewport(), [&](const QMimeData& mime) {
        QCOMPARE(mime.urls().size(), 1);
        dropped = mime.urls().front().toLocalFile();
        QCOMPARE(mime.data("text/csv"), mime.data("text/plain"));
        QVERIFY(mime.data("text/csv").startsWith("name,"));
    }));
    QVERIFY2(dropped.endsWith(".csv"), qPrintable(dropped));
    QFile file(dropped); // it stays for whoever takes it
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count('\n'), qsizetype(view.table().visibleRows()) + 1);
}

void TestDragOut::theTimelineLeavesAsGraphicsAndPicture() {
    auto* canvas = shownChild<TimelineCanvas>(*window_);
    QTRY_VERIFY_WITH_TIMEOUT(canvas->isUpToDate(), kPatience);
    QWidget& chip = shownChild<ViewBar>(*window_)->rangeChip();
    const TimeRange before = page_->document().view().visible();
    QVERIFY(drag(chip, [&](const QMimeData& mime) {
        QVERIFY(mime.data("image/svg+xml").startsWith("<svg "));
        QVERIFY(!QImage::fromData(mime.data("image/png")).isNull());
        QCOMPARE(QFileInfo(mime.urls().front().toLocalFile()).fileName(), "training.svg");
    }));
    QCOMPARE(page_->document().view().visible(), before); // it was no click
}

void TestDragOut::aClickDragsNothing() {
    window_->showView("operators");
    auto& view = static_cast<TableView&>(page_->view());
    QTRY_VERIFY_WITH_TIMEOUT(!view.busy() && view.table().visibleRows() > 0, kPatience);
    QWidget* rows = view.table().viewport();
    const QSignalSpy begun(rows->findChild<DragOut*>(), &DragOut::beginning);
    QTest::mouseClick(rows, Qt::LeftButton, {}, QPoint(60, 10));
    QTest::mouseMove(rows, QPoint(60, 200));
    QCOMPARE(begun.size(), 0);
}

int run_tst_drag_out(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestDragOut>(argc, argv);
}
#include "tst_drag_out.moc"
