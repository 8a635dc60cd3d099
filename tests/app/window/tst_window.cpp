#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/commands/CommandPalette.h"
#include "app/window/commands/KeySheet.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentTabs.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/MessagePage.h"
#include "app/window/parts/StatusLine.h"
#include "app/window/start/SessionGrid.h"
#include "app/window/start/WelcomePage.h"
#include "resources/Fonts.h"
#include "tests/app/ShownWidgets.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/details/DetailsPanel.h"
#include "views/details/InputsTable.h"
#include "views/details/SourcePreview.h"
#include "views/details/StackList.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/panels/PanelParts.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <QtTest>

#include <atomic>
#include <chrono>
#include <thread>

using namespace lanes;
using lanes::test::buttonWith;
using lanes::test::shownChild;
using lanes::test::sliceNamed;
using lanes::test::smallTraining;

namespace {

const char* const kScript = "import torch\n\n        return self.linear(x)\n\nmain()\n";

} // namespace

/// The real window with real keys and mouse, on a training that every test knows by heart.
class TestWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void welcomesAndSaysWhatToDo();
    void opensATraceAndShowsItsFacts();
    void opensTheSameFileOnce();
    void showsWhyAFileCannotBeOpened();
    void canBeCancelledAndReadAgain();
    void closesWhileLoading();
    void takesDroppedFiles();
    void showsShapesAndStackOfAnOperator();
    void previewsTheSourceOfAFrame();
    void zoomsAndPansByKeysAndWheel();
    void clickingAnOperatorShowsWhereItCameFrom();
    void menusCommandTheView();
    void linksLeadToTheOtherEnd();
    void goesBackAndForward();
    void copiesTheDetails();
    void switchesTheTheme();
    void remembersItsLayout();
    void keepsRecentSessions();
    void showsItsKeys();
    void findsCommandsByName();
    void everyActionStandsInAMenu();
    void fitsIntoTheSmallestWindow();

private:
    DocumentPage* openTraining();

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
    TraceLoader loader_;
};

void TestWindow::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    addBakedFonts();
}

void TestWindow::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QFile script(folder_->filePath("train.py"));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write(kScript);
    script.close();
    settings_ = std::make_unique<Settings>(folder_->filePath("settings.ini"));
    settings_->setCaptureField(QStringLiteral("folder"),
                               folder_->path()); // no sessions but the test's are found
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
    loader_ = [path = script.fileName().toStdString()](
                  const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(path); };
    window_ = std::make_unique<MainWindow>(
        *appearance_, *settings_,
        [this](const std::string& path, const OpenOptions& options) { return loader_(path, options); });
    window_->resize(1440, 900);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
}

void TestWindow::cleanup() {
    window_.reset();
    appearance_.reset();
    settings_.reset();
}

DocumentPage* TestWindow::openTraining() {
    DocumentPage* page = window_->openFile(folder_->filePath("training.lanes"));
    if (!QTest::qWaitFor([page] { return page->document().state() == Document::State::Ready; }, kPatience)) {
        return nullptr;
    }
    return page;
}

void TestWindow::welcomesAndSaysWhatToDo() {
    auto* welcome = shownChild<WelcomePage>(*window_);
    QVERIFY(welcome);
    QStringList cards;
    for (const StartCard* card : welcome->findChildren<StartCard*>()) {
        cards << card->text();
    }
    QCOMPARE(cards, (QStringList{"Capture a program", "Open a trace", "Record from a shell"}));
    QTest::mouseClick(welcome->findChildren<StartCard*>()[2], Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("lanescope record -- python3 train.py"));
    QVERIFY(!window_->details().isVisible());
    QVERIFY(!window_->actions()[ActionId::ZoomIn]->isEnabled());
}

void TestWindow::opensATraceAndShowsItsFacts() {
    DocumentPage* page = openTraining();
    QVERIFY(page);
    QVERIFY(page->showsViews());
    QCOMPARE(window_->currentPage(), page);
    QCOMPARE(window_->windowTitle(), QString("training.lanes – Lanescope"));
    QVERIFY(window_->details().isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<Figures>(window_->details()) != nullptr,
                             kPatience); // added up off the UI thread
    auto* figures = shownChild<Figures>(window_->details());
    QCOMPARE(figures->figures()[0].value, QStringLiteral("9.000\u2009ms"));
    const auto* status = window_->findChild<StatusLine*>();
    QCOMPARE(status->qualityText(), QString("Data quality: no remarks"));
    QVERIFY(status->hintText().contains("W A S D"));
    QTest::keyClick(window_.get(), Qt::Key_5, Qt::ControlModifier); // a table, where these keys move nothing
    QVERIFY(!status->hintText().contains("W A S D"));
    QVERIFY(status->hintText().contains("N next call"));
}

void TestWindow::opensTheSameFileOnce() {
    DocumentPage* first = openTraining();
    DocumentPage* other = window_->openFile(folder_->filePath("other.lanes"));
    QCOMPARE(window_->pageCount(), 2);
    QCOMPARE(window_->currentPage(), other);
    QCOMPARE(window_->openFile(folder_->filePath("training.lanes")), first);
    QCOMPARE(window_->pageCount(), 2);
    QCOMPARE(window_->currentPage(), first);
    QTest::keyClick(window_.get(), Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(window_->currentPage(), other);
    QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(window_->currentPage(), first);
    QCOMPARE(window_->pageCount(), 1);
}

void TestWindow::showsWhyAFileCannotBeOpened() {
    loader_ = [](const std::string& path, const OpenOptions&) -> TraceResult {
        return Error{path + " is no trace: it looks like a PNG picture."};
    };
    DocumentPage* page = window_->openFile(folder_->filePath("picture.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Failed, kPatience);
    QVERIFY(!page->showsViews());
    QVERIFY(page->message().text().endsWith("it looks like a PNG picture."));
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*page, "Open another…"), kPatience);
    loader_ = [](const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(); };
    QTest::mouseClick(buttonWith(*page, "Try again"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page->showsViews(), kPatience);
}

void TestWindow::canBeCancelledAndReadAgain() {
    loader_ = [](const std::string&, const OpenOptions& options) -> TraceResult {
        while (!options.stop.stop_requested()) {
            options.progress({1 << 20, 4 << 20, 1000});
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return Error{std::string(kCancelled)};
    };
    DocumentPage* page = window_->openFile(folder_->filePath("big.json"));
    QTRY_VERIFY_WITH_TIMEOUT(page->message().text().contains("of 4"), kPatience);
    QVERIFY(page->message().text().contains("1000 events"));
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*page, "Cancel"), kPatience);
    QTest::mouseClick(buttonWith(*page, "Cancel"), Qt::LeftButton);
    QCOMPARE(page->document().state(), Document::State::Cancelled);
    loader_ = [](const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(); };
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*page, "Reload"), kPatience);
    QTest::mouseClick(buttonWith(*page, "Reload"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page->showsViews(), kPatience);
}

void TestWindow::closesWhileLoading() {
    auto stopped = std::make_shared<std::atomic<int>>(0);
    const auto part = smallTraining();
    loader_ = [stopped, part](const std::string&, const OpenOptions& options) -> TraceResult {
        while (!options.stop.stop_requested()) {
            options.progress({1, 2, 3});
            options.publish(part);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ++*stopped;
        return Error{std::string(kCancelled)};
    };
    for (int i = 1; i <= 10; ++i) {
        DocumentPage* page = window_->openFile(folder_->filePath(QString::number(i)));
        QTRY_VERIFY_WITH_TIMEOUT(page->showsViews(),
                                 kPatience); // a first picture while it is still being read
        QTest::keyClick(window_.get(), Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(window_->pageCount(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(stopped->load(), i, kPatience);
    }
    window_->openFile(folder_->filePath("last"));
    window_.reset(); // the whole window goes while it reads
    QTRY_COMPARE_WITH_TIMEOUT(stopped->load(), 11, kPatience);
}

void TestWindow::takesDroppedFiles() {
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(folder_->filePath("a.lanes")),
                   QUrl::fromLocalFile(folder_->filePath("b.lanes")), QUrl("https://example.com/c.lanes")});
    QDragEnterEvent enter(QPoint(500, 400), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(500, 400), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &drop);
    QCOMPARE(window_->pageCount(), 2);
}

void TestWindow::showsShapesAndStackOfAnOperator() {
    DocumentPage* page = openTraining();
    page->document().view().select(sliceNamed(*page->document().trace(), "aten::addmm"));
    const DetailsPanel& details = window_->details();
    QTRY_VERIFY_WITH_TIMEOUT(details.content(), kPatience);
    QCOMPARE(details.content()->name, std::string("aten::addmm"));
    auto* inputs = shownChild<InputsTable>(details);
    QVERIFY(inputs);
    QVERIFY(inputs->accessibleName().contains("1: [64, 128] f32, strides [128, 1]"));
    auto* stack = shownChild<StackList>(details);
    QVERIFY(stack);
    QCOMPARE(stack->frames()[0].function, std::string("Net.forward"));
    QCOMPARE(stack->foldedCount(), 2);
    QVERIFY(!stack->positionOf(1)); // torch's own frame
    QCOMPARE(stack->current(), 0);
}

void TestWindow::previewsTheSourceOfAFrame() {
    DocumentPage* page = openTraining();
    page->document().view().select(sliceNamed(*page->document().trace(), "aten::addmm"));
    const SourcePreview& preview = window_->details().preview();
    QTRY_COMPARE_WITH_TIMEOUT(preview.text().lines.size(), std::size_t(5), kPatience);
    QCOMPARE(preview.text().lines[2], std::string("        return self.linear(x)"));
    auto* stack = shownChild<StackList>(window_->details());
    QSignalSpy opened(&window_->details(), &DetailsPanel::sourceActivated);
    settings_->setEditor("true {file}");
    QTest::mouseDClick(stack, Qt::LeftButton, {}, *stack->positionOf(3));
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toString(), folder_->filePath("train.py"));
    QCOMPARE(opened[0][1].toInt(), 5);
    QFile::remove(folder_->filePath("train.py"));
    QTest::mouseDClick(stack, Qt::LeftButton, {}, *stack->positionOf(0));
    auto* banner = shownChild<Banner>(*window_);
    QVERIFY(banner);
    QVERIFY(banner->text().contains("train.py"));
}

void TestWindow::zoomsAndPansByKeysAndWheel() {
    DocumentPage* page = openTraining();
    ViewState& state = page->document().view();
    auto& canvas = static_cast<TimelineView&>(page->view()).canvas();
    const TimeNs all = state.visible().length();
    const QPoint middle = canvas.rect().center();
    canvas.setFocus();
    QTest::mouseMove(&canvas, middle);
    QTest::keyPress(&canvas, Qt::Key_W);
    QTRY_VERIFY_WITH_TIMEOUT(state.visible().length() < all * 3 / 4, kPatience);
    QTest::keyRelease(&canvas, Qt::Key_W);
    const TimeRange near = state.visible();
    QTest::keyPress(&canvas, Qt::Key_D);
    QTRY_VERIFY_WITH_TIMEOUT(state.visible().begin > near.begin, kPatience);
    QTest::keyRelease(&canvas, Qt::Key_D);
    const TimeNs before = state.visible().length();
    QWheelEvent wheel(middle, canvas.mapToGlobal(middle), QPoint(), QPoint(0, 120), Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&canvas, &wheel);
    QTRY_VERIFY_WITH_TIMEOUT(state.visible().length() < before, kPatience);
    QTest::keyClick(&canvas, Qt::Key_0);
    QTRY_COMPARE_WITH_TIMEOUT(state.visible().length(), all, kPatience);
    QVERIFY(state.canGoBack());
    QTest::keyClick(&canvas, Qt::Key_Backspace);
    QVERIFY(state.canGoForward());
}

void TestWindow::clickingAnOperatorShowsWhereItCameFrom() {
    DocumentPage* page = openTraining();
    auto& canvas = static_cast<TimelineView&>(page->view()).canvas();
    const SliceId addmm = sliceNamed(*page->document().trace(), "aten::addmm");
    QTRY_VERIFY_WITH_TIMEOUT(canvas.rectOf(addmm), kPatience);
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.rectOf(addmm)->center());
    QCOMPARE(page->document().view().selection(), addmm);
    QTRY_VERIFY_WITH_TIMEOUT(window_->details().content(), kPatience);
    QCOMPARE(window_->details().content()->name, std::string("aten::addmm"));
    QVERIFY(shownChild<InputsTable>(window_->details())->accessibleName().contains("[128, 256] f32"));
    QCOMPARE(shownChild<StackList>(window_->details())->frames()[0].line, 3);
    QTest::keyClick(&canvas, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->details().content(), kPatience);
}

void TestWindow::menusCommandTheView() {
    DocumentPage* page = openTraining();
    ViewState& state = page->document().view();
    const Trace& trace = *page->document().trace();
    state.select(sliceNamed(trace, "aten::addmm"));
    window_->actions()[ActionId::ParentEvent]->trigger();
    QCOMPARE(state.selection(), sliceNamed(trace, "aten::linear"));
    state.select(sliceNamed(trace, "ampere_sgemm_128x64_nn"));
    window_->actions()[ActionId::FollowBack]->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(state.selection(), sliceNamed(trace, "cudaLaunchKernel"), kPatience);
    const TimeNs all = state.visible().length();
    window_->actions()[ActionId::ZoomIn]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(state.visible().length() < all, kPatience);
    window_->actions()[ActionId::ClearSelection]->trigger();
    QVERIFY(!state.selection().valid());
}

void TestWindow::linksLeadToTheOtherEnd() {
    DocumentPage* page = openTraining();
    const Trace& trace = *page->document().trace();
    page->document().view().select(sliceNamed(trace, "ampere_sgemm_128x64_nn"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->details().content(), kPatience);
    QStringList links;
    for (const LinkRow* row : window_->details().findChildren<LinkRow*>()) {
        if (row->isVisible()) {
            links << row->text();
        }
    }
    QCOMPARE(links, (QStringList{"Launch cudaLaunchKernel", "Operator aten::addmm", "Backward aten::mm",
                                 "Module Net"}));
    auto* launch = shownChild<LinkRow>(window_->details());
    QTest::mouseClick(launch, Qt::LeftButton);
    QCOMPARE(page->document().view().selection(), sliceNamed(trace, "cudaLaunchKernel"));
    QTRY_COMPARE_WITH_TIMEOUT(window_->details().content()->slice, sliceNamed(trace, "cudaLaunchKernel"),
                              kPatience);
}

void TestWindow::goesBackAndForward() {
    DocumentPage* page = openTraining();
    ViewState& state = page->document().view();
    const TimeRange all = state.visible();
    QVERIFY(!window_->actions()[ActionId::Back]->isEnabled());
    state.setVisible({2'000'000, 4'000'000});
    QVERIFY(window_->actions()[ActionId::Back]->isEnabled());
    QTest::keyClick(window_.get(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(state.visible(), all);
    QTest::keyClick(window_.get(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(state.visible(), (TimeRange{2'000'000, 4'000'000}));
}

void TestWindow::copiesTheDetails() {
    DocumentPage* page = openTraining();
    page->document().view().select(sliceNamed(*page->document().trace(), "aten::addmm"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->details().content(), kPatience);
    QTest::keyClick(window_.get(), Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith("aten::addmm\n"));
}

void TestWindow::switchesTheTheme() {
    connect(settings_.get(), &Settings::themeChanged, this, [this] {
        appearance_->setMode(settings_->theme() == ThemeChoice::Light ? Appearance::Mode::Light
                                                                      : Appearance::Mode::Dark);
    });
    openTraining();
    const QImage dark = window_->grab().toImage();
    window_->actions()[ActionId::ThemeLight]->trigger();
    const QImage light = window_->grab().toImage();
    QVERIFY(qGray(dark.pixel(600, 880)) < 64);
    QVERIFY(qGray(light.pixel(600, 880)) > 200);
    QVERIFY(window_->actions()[ActionId::ThemeLight]->isChecked());
    QCOMPARE(Settings(folder_->filePath("settings.ini")).theme(), ThemeChoice::Light);
    window_->actions()[ActionId::ThemeDark]->trigger();
    QCOMPARE(window_->grab().toImage(), dark);
}

void TestWindow::remembersItsLayout() {
    openTraining();
    window_->resize(1300, 777);
    QTest::keyClick(window_.get(), Qt::Key_D, Qt::ControlModifier);
    QVERIFY(!window_->details().isVisible());
    window_->close();
    MainWindow again(*appearance_, *settings_, loader_);
    again.show();
    QVERIFY(QTest::qWaitForWindowExposed(&again, kPatience));
    QCOMPARE(again.size(), QSize(1300, 777));
    again.openFile(folder_->filePath("training.lanes"));
    QVERIFY(!again.details().isVisible());
    QTest::keyClick(&again, Qt::Key_D, Qt::ControlModifier);
    QVERIFY(again.details().isVisible());
}

void TestWindow::keepsRecentSessions() {
    QFile file(folder_->filePath("training.lanes"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    openTraining();
    QCOMPARE(settings_->recentSessions().size(), 1);
    window_->closePage(0);
    auto* grid = window_->findChild<SessionGrid*>();
    const auto card = [&] { // others may be recorded on this machine
        return grid->model()->match(grid->model()->index(0, 0), Qt::DisplayRole, "training.lanes").value(0);
    };
    QTRY_VERIFY_WITH_TIMEOUT(card().data(Qt::ToolTipRole).toString().contains("8 events"), kPatience);
    QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->visualRect(card()).center());
    QCOMPARE(window_->pageCount(), 1);
    QCOMPARE(window_->currentPage()->document().path(), file.fileName());
}

void TestWindow::showsItsKeys() {
    QTest::keyClick(window_.get(), Qt::Key_Question);
    auto* sheet = shownChild<KeySheet>(*window_);
    QVERIFY(sheet);
    QVERIFY(sheet->accessibleName().contains("W S: Zoom in, out at the cursor"));
    QTest::keyClick(sheet, Qt::Key_Escape);
    QVERIFY(!sheet->isVisible());
}

void TestWindow::findsCommandsByName() {
    openTraining();
    QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto* palette = shownChild<CommandPalette>(*window_);
    QVERIFY(palette);
    QWidget* input = palette->findChild<QLineEdit*>();
    const int top = palette->y();
    QTest::keyClicks(input, "light th");
    QCOMPARE(palette->shown(), QStringList{"Light theme"});
    QVERIFY2(palette->height() < 120, qPrintable(QString::number(palette->height()))); // no empty lines below
    QCOMPARE(palette->y(), top);
    QTest::keyClick(input, Qt::Key_Return);
    QVERIFY(!palette->isVisible());
    QCOMPARE(settings_->theme(), ThemeChoice::Light);
    QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClicks(input, "no such thing");
    QVERIFY(palette->shown().isEmpty());
    QTest::keyClick(input, Qt::Key_Return);
    QTest::keyClick(input, Qt::Key_Escape);
    QVERIFY(!palette->isVisible());
}

void TestWindow::everyActionStandsInAMenu() {
    QList<QAction*> inMenus;
    constexpr int kLowestScreen = 720;
    for (QAction* title : window_->findChild<QMenuBar*>()->actions()) {
        for (QMenu* menu : QList<QMenu*>{title->menu()} + title->menu()->findChildren<QMenu*>()) {
            inMenus += menu->actions();
            QVERIFY2(menu->sizeHint().height() <= kLowestScreen, qPrintable(menu->title()));
        }
    }
    QStringList keys;
    for (const ActionSpec& spec : actionSpecs()) {
        QAction* action = window_->actions()[spec.id];
        QVERIFY2(inMenus.contains(action), spec.text);
        for (const QKeySequence& key : action->shortcuts()) {
            QVERIFY2(!keys.contains(key.toString()), qPrintable(key.toString()));
            keys << key.toString();
        }
    }
    QVERIFY(keys.contains("Ctrl+O"));
}

void TestWindow::fitsIntoTheSmallestWindow() {
    openTraining();
    window_->resize(100, 100);
    QCOMPARE(window_->size(), QSize(1024, 640));
    QVERIFY(window_->rect().contains(
        window_->details().rect().translated(window_->details().mapTo(window_.get(), QPoint()))));
}

int run_tst_window(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestWindow>(argc, argv);
}
#include "tst_window.moc"
