#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Views.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/DockTitle.h"
#include "app/window/sheets/SettingsSheet.h"
#include "collector/recorder/host/RunningRecordings.h"
#include "tests/app/ShownWidgets.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/shared/look/Appearance.h"
#include "views/timeline/TimelineView.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include <algorithm>

using namespace lanes;
using lanes::test::buttonWith;
using lanes::test::shownChild;
using lanes::test::sliceNamed;
using lanes::test::smallTraining;

/// The window as its user arranges it: panels, ranks put together.
class TestWindowLayout : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void theExampleNeedsNoRecording();
    void viewsStandAsPanelsToo();
    void panelsAreRemembered();
    void hiddenPanelsAreRemembered();
    void tabAndHeightOfPanelsAreRemembered();
    void ranksOfOneJobBecomeOneSession();
    void capturesOfGraphsAndTheirReplaysBecomeOneSession();
    void f6WalksOverThePartsOfTheWindow();
    void whatTheWheelDoesIsRemembered();
    void otherViewsHaveTheirOwnPanelUnlessDetailsAreAskedFor();

private:
    DocumentPage* openTraining();

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
    TraceLoader loader_;
};

void TestWindowLayout::init() {
    QStandardPaths::setTestModeEnabled(true);
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(folder_->filePath("settings.ini"));
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
    loader_ = [](const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(); };
    window_ = std::make_unique<MainWindow>(
        *appearance_, *settings_,
        [this](const std::string& path, const OpenOptions& options) { return loader_(path, options); });
    window_->resize(1440, 900);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
}

void TestWindowLayout::cleanup() {
    window_.reset();
    appearance_.reset();
    settings_.reset();
}

DocumentPage* TestWindowLayout::openTraining() {
    DocumentPage* page = window_->openFile(folder_->filePath("training.lanes"));
    const auto isReady = [page] { return page->document().state() == Document::State::Ready; };
    return QTest::qWaitFor(isReady, kPatience) ? page : nullptr;
}

void TestWindowLayout::theExampleNeedsNoRecording() {
    loader_ = openTrace;
    const QList<QLabel*> labels = window_->findChildren<QLabel*>();
    const auto link =
        std::ranges::find_if(labels, [](const QLabel* label) { return label->text().contains("example"); });
    QVERIFY(link != labels.end());
    // Once it is known that there are no sessions. What others on this machine are recording is one.
    const auto others = [] { return !recorder::runningRecordings().empty(); };
    QTRY_VERIFY_WITH_TIMEOUT((*link)->isVisible() || others(), kPatience);
    Q_EMIT(*link)->linkActivated("example");
    QCOMPARE(window_->pageCount(), 1);
    const Document& opened = window_->currentPage()->document();
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), Document::State::Ready, kPatience);
    QVERIFY(opened.path().endsWith("/share/lanescope/demo/gpu.lanes"));
}

void TestWindowLayout::viewsStandAsPanelsToo() {
    DocumentPage* page = openTraining();
    ViewDocks& panels = window_->panels();
    const QString kOperators = "operators";
    const QString kFlame = "flame";
    QVERIFY(!panels.dock(kOperators).isVisible());
    QTest::keyClick(window_.get(), Qt::Key_Q);
    QTRY_VERIFY_WITH_TIMEOUT(panels.dock(kOperators).isVisible(), kPatience);
    QVERIFY(panels.shownView(kOperators));
    QVERIFY(page->view().isVisible()); // beside the timeline, not in its place
    panels.toggle(kFlame).trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!panels.dock(kFlame).isHidden(), kPatience);
    QVERIFY(window_->tabifiedDockWidgets(&panels.dock(kFlame)).contains(&panels.dock(kOperators)));
    window_->removeDockWidget(&panels.dock(kFlame)); // split off, as dragging it does
    window_->addDockWidget(Qt::BottomDockWidgetArea, &panels.dock(kFlame), Qt::Horizontal);
    panels.dock(kFlame).show();
    QTRY_VERIFY_WITH_TIMEOUT(panels.dock(kOperators).isVisible() && panels.dock(kFlame).isVisible(),
                             kPatience);
    QVERIFY(panels.dock(kFlame).x() > panels.dock(kOperators).x());
    panels.dock(kFlame).setFloating(true);
    QTRY_VERIFY_WITH_TIMEOUT(panels.dock(kFlame).isWindow(), kPatience);
    panels.dock(kFlame).setFloating(false);
    QVERIFY(panels.toggle(kFlame).isChecked()); // moved, not closed
    QTest::keyClick(window_.get(), Qt::Key_Q);
    QTRY_VERIFY_WITH_TIMEOUT(!panels.dock(kOperators).isVisible() && !panels.dock(kFlame).isVisible(),
                             kPatience);
    QTest::keyClick(window_.get(), Qt::Key_Q);
    QTRY_VERIFY_WITH_TIMEOUT(panels.dock(kOperators).isVisible() && panels.dock(kFlame).isVisible(),
                             kPatience);
    auto* close = panels.dock(kFlame).findChild<DockTitle*>()->findChildren<QToolButton*>().last();
    QTest::mouseClick(close, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!panels.toggle(kFlame).isChecked(), kPatience);
    window_->closePage(0);
    QVERIFY(!panels.dock(kOperators).isVisible()); // there is nothing to show
    openTraining();
    QTRY_VERIFY_WITH_TIMEOUT(panels.dock(kOperators).isVisible(), kPatience);
    QVERIFY(panels.shownView(kOperators));
}

void TestWindowLayout::panelsAreRemembered() {
    openTraining();
    window_->panels().toggle("kernels").trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->panels().dock("kernels").isVisible(), kPatience);
    window_->close();
    MainWindow again(*appearance_, *settings_, loader_);
    again.show();
    QVERIFY(QTest::qWaitForWindowExposed(&again, kPatience));
    QVERIFY(!again.panels().dock("kernels").isVisible());
    again.openFile(folder_->filePath("training.lanes"));
    QTRY_VERIFY_WITH_TIMEOUT(again.panels().dock("kernels").isVisible(), kPatience);
    QVERIFY(!again.panels().dock("operators").isVisible());
}

void TestWindowLayout::hiddenPanelsAreRemembered() {
    openTraining();
    for (const char* view : {"kernels", "flame"}) {
        window_->panels().toggle(view).trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window_->panels().dock(view).isVisible(), kPatience);
    }
    QTest::keyClick(window_.get(), Qt::Key_Q);
    QVERIFY(!window_->panels().toggle("kernels").isChecked() &&
            !window_->panels().toggle("flame").isChecked());
    window_->close();
    {
        MainWindow again(*appearance_, *settings_, loader_); // in which nobody asks for them
        again.show();
        again.close();
    }
    MainWindow again(*appearance_, *settings_, loader_);
    again.show();
    QVERIFY(QTest::qWaitForWindowExposed(&again, kPatience));
    again.openFile(folder_->filePath("training.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(again.currentPage()->document().state(), Document::State::Ready, kPatience);
    QVERIFY(!again.panels().toggle("kernels").isChecked() && !again.panels().toggle("flame").isChecked());
    QTest::keyClick(&again, Qt::Key_Q);
    QVERIFY(again.panels().toggle("kernels").isChecked() && again.panels().toggle("flame").isChecked());
    QVERIFY(!again.panels().toggle("operators").isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(again.panels().shownView("flame"), kPatience);

    // the window's first layout has none that Q hid
    QTest::keyClick(&again, Qt::Key_Q);
    again.actions()[ActionId::ResetLayout]->trigger();
    QTest::keyClick(&again, Qt::Key_Q);
    QVERIFY(again.panels().toggle("operators").isChecked());
    QVERIFY(!again.panels().toggle("kernels").isChecked() && !again.panels().toggle("flame").isChecked());
}

void TestWindowLayout::tabAndHeightOfPanelsAreRemembered() {
    constexpr int kWanted = 160;
    window_->resize(window_->screen()->availableSize()); // a larger one comes back smaller
    openTraining();
    for (const char* view : {"kernels", "operators", "flame"}) {
        window_->panels().toggle(view).trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window_->panels().shownView(view), kPatience);
    }
    QDockWidget& front = window_->panels().dock("kernels");
    front.raise();
    const int first = front.height();
    window_->resizeDocks({&front}, {kWanted}, Qt::Vertical);
    QTRY_VERIFY_WITH_TIMEOUT(front.height() < first, kPatience);
    const int height = front.height(); // with its tab it has what was wanted
    const auto isInFront = [](const QDockWidget& dock) { return !dock.visibleRegion().isEmpty(); };
    QTRY_VERIFY_WITH_TIMEOUT(isInFront(front), kPatience);
    window_->close();

    MainWindow again(*appearance_, *settings_, loader_);
    again.show();
    QVERIFY(QTest::qWaitForWindowExposed(&again, kPatience));
    again.openFile(folder_->filePath("training.lanes"));
    QDockWidget& same = again.panels().dock("kernels");
    QTRY_VERIFY_WITH_TIMEOUT(again.panels().shownView("kernels"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(isInFront(same), kPatience);
    QCOMPARE(same.height(), height);

    // nor do Q and Q again change them
    QTest::keyClick(&again, Qt::Key_Q);
    QTRY_VERIFY_WITH_TIMEOUT(!same.isVisible(), kPatience);
    QTest::keyClick(&again, Qt::Key_Q);
    QTRY_VERIFY_WITH_TIMEOUT(isInFront(same), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(same.height(), height, kPatience);
}

void TestWindowLayout::ranksOfOneJobBecomeOneSession() {
    const auto write = [this](const QString& name, int rank, int of) {
        QFile file(folder_->filePath(name));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(QString(R"({"distributedInfo": {"backend": "nccl", "rank": %1, "world_size": %2},
            "traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "op%1", "pid": 7, "tid": 7, "ts": 10, "dur": 5}]})")
                           .arg(rank)
                           .arg(of)
                           .toUtf8());
        }
        return file.fileName();
    };
    loader_ = openTrace;
    window_->openFile(write("other.json", 0, 8)); // of another job, and first
    QTRY_COMPARE_WITH_TIMEOUT(window_->currentPage()->document().state(), Document::State::Ready, kPatience);
    window_->openAll({write("rank0.json", 0, 2), write("rank1.json", 1, 2)});
    QCOMPARE(window_->pageCount(), 3);
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*window_, "Open as one session"), kPatience);
    QVERIFY(window_->actions()[ActionId::OpenAsOne]->isEnabled());
    QTest::mouseClick(buttonWith(*window_, "Open as one session"), Qt::LeftButton);
    QCOMPARE(window_->pageCount(), 2);
    QTRY_COMPARE_WITH_TIMEOUT(window_->currentPage()->document().state(), Document::State::Ready, kPatience);
    const Trace& trace = *window_->currentPage()->document().trace();
    QCOMPARE(window_->currentPage()->document().title(), QString("rank0, rank1"));
    QVERIFY(sliceNamed(trace, "op0").valid());
    QVERIFY(sliceNamed(trace, "op1").valid());
    QCOMPARE(settings_->recentSessions().size(), 3); // the files themselves
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window_->currentPage()->document().state(), Document::State::Ready, kPatience);

    // others are no ranks
    loader_ = [](const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(); };
    window_->openAll({folder_->filePath("a.lanes"), folder_->filePath("b.lanes")});
    QTRY_COMPARE_WITH_TIMEOUT(window_->currentPage()->document().state(), Document::State::Ready, kPatience);
    QVERIFY(!buttonWith(*window_, "Open as one session"));
    QVERIFY(!window_->actions()[ActionId::OpenAsOne]->isEnabled());
}

void TestWindowLayout::capturesOfGraphsAndTheirReplaysBecomeOneSession() {
    const auto write = [this](const QString& name, const char* events) {
        QFile file(folder_->filePath(name));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(QByteArray(R"({"schemaVersion": 1, "baseTimeNanoseconds": 1000, "traceEvents": [)") +
                       events + "]}");
        }
        return file.fileName();
    };
    const QString capture = write("capture.json", R"(
        {"ph": "X", "cat": "cuda_runtime", "name": "hipStreamBeginCapture", "pid": 7, "tid": 7, "ts": 10, "dur": 1},
        {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 7, "tid": 7, "ts": 20, "dur": 9},
        {"ph": "X", "cat": "cuda_runtime", "name": "hipLaunchKernel", "pid": 7, "tid": 7, "ts": 22, "dur": 2,
         "args": {"correlation": 3, "kernel": "gemm"}},
        {"ph": "X", "cat": "cuda_runtime", "name": "hipStreamEndCapture", "pid": 7, "tid": 7, "ts": 40, "dur": 1})");
    const QString replay = write("replay.json", R"(
        {"ph": "X", "cat": "cuda_runtime", "name": "hipGraphLaunch", "pid": 7, "tid": 7, "ts": 900, "dur": 2, "args": {"correlation": 5}},
        {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 910, "dur": 4, "args": {"correlation": 5, "stream": 7}})");
    loader_ = openTrace;
    window_->openAll({capture, replay});
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*window_, "Open as one session"), kPatience);
    QTest::mouseClick(buttonWith(*window_, "Open as one session"), Qt::LeftButton);
    QCOMPARE(window_->pageCount(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(window_->currentPage()->document().state(), Document::State::Ready, kPatience);
    const Trace& trace = *window_->currentPage()->document().trace();
    QCOMPARE(trace.links().firstTo(sliceNamed(trace, "gemm"), LinkKind::Captured),
             sliceNamed(trace, "aten::mm"));
}

void TestWindowLayout::otherViewsHaveTheirOwnPanelUnlessDetailsAreAskedFor() {
    DocumentPage* page = openTraining();
    QVERIFY(page != nullptr);
    const auto view = [&](Qt::Key key, const char* wanted) {
        QTest::keyClick(window_.get(), key, Qt::ControlModifier);
        return QLatin1String(page->currentView().key) == wanted;
    };
    QAction* details = window_->actions()[ActionId::ToggleDetails];
    QVERIFY(window_->side().isVisible());
    QVERIFY(view(Qt::Key_5, "operators"));
    QVERIFY(!window_->side().isVisible());
    QVERIFY(!details->isChecked());
    page->document().view().setFilter(QStringLiteral("addmm"));
    QVERIFY(window_->side().isVisible()); // what was found is listed there
    page->document().view().setFilter({});
    QVERIFY(!window_->side().isVisible());
    details->trigger();
    QVERIFY(window_->side().isVisible());
    QVERIFY(view(Qt::Key_1, "timeline"));
    QVERIFY(window_->side().isVisible());
    details->trigger();
    QVERIFY(!window_->side().isVisible());
    QVERIFY(view(Qt::Key_5, "operators"));
    QVERIFY(window_->side().isVisible());
}

void TestWindowLayout::f6WalksOverThePartsOfTheWindow() {
    DocumentPage* page = openTraining();
    QVERIFY(page != nullptr);
    auto* canvas = shownChild<TimelineCanvas>(*window_);
    QTRY_VERIFY_WITH_TIMEOUT(canvas->isUpToDate(), kPatience);
    canvas->setFocus();
    const auto partOf = [&](const QWidget* widget) {
        const bool details = window_->side().isAncestorOf(widget);
        return details ? "details" : canvas == widget ? "timeline" : "search";
    };
    QList<QByteArray> walked;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        walked << partOf(QApplication::focusWidget());
    }
    QCOMPARE(walked, (QList<QByteArray>{"details", "search", "timeline"}));
    QVERIFY(canvas->ledRow() >= 0); // the ring says that the keyboard is there
    QTest::keyClick(canvas, Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(partOf(QApplication::focusWidget()), "search");
}

void TestWindowLayout::whatTheWheelDoesIsRemembered() {
    SettingsSheet sheet(*appearance_, *settings_);
    sheet.show();
    auto* wheel = sheet.findChild<QComboBox*>(QStringLiteral("wheel"));
    QCOMPARE(wheel->currentIndex(), 0);
    QTest::keyClick(wheel, Qt::Key_Down);
    QCOMPARE(wheel->currentIndex(), 1);
    QVERIFY(Settings(folder_->filePath("settings.ini")).wheelZooms());
}

int run_tst_window_layout(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestWindowLayout>(argc, argv);
}
#include "tst_window_layout.moc"
