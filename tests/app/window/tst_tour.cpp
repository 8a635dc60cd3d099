#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/ViewBar.h"
#include "app/window/parts/Overlay.h"
#include "app/window/parts/SearchField.h"
#include "app/window/parts/Tour.h"
#include "tests/app/ShownWidgets.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "tests/support/TraceSketch.h"
#include "views/shared/look/Appearance.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <QAccessible>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;
using lanes::test::buttonWith;
using lanes::test::shownChild;
using lanes::test::smallTraining;

namespace {

constexpr int kMarks = 5;

} // namespace

/// The tour of the first minute, over the first session that its user opens.
class TestTour : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void comesWithTheFirstSessionAndNeverAgain();
    void waitsForASessionThatHoldsSomething();
    void speaksOfFivePartsOfTheWindow();
    void isLedByTheKeyboard();
    void isLedByTheMouse();
    void escEndsItWhereverTheKeyboardIs();
    void standsAsideForDialogs();
    void keysThatMoveInTimeReachTheTimeline();
    void theMouseReachesWhatItSpeaksOf();
    void isShownAgainWhenAskedFor();
    void goesWhereItsSessionIsLeft();
    void standsInTheSmallestWindowToo();
    void isReadOutAloud();

private:
    DocumentPage* open();
    [[nodiscard]] QString title() const { return tour_->accessibleName().section(": ", 1); }
    // Where the card stands, in the window, without its shadow.
    [[nodiscard]] QRect card() const { return tour_->geometry().adjusted(12, 12, -12, -12); }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
    Tour* tour_ = nullptr;
};

void TestTour::init() {
    QStandardPaths::setTestModeEnabled(true);
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(folder_->filePath("settings.ini"));
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
    window_ = std::make_unique<MainWindow>(
        *appearance_, *settings_,
        [](const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(); });
    window_->resize(1440, 900);
    window_->show();
    tour_ = window_->findChild<Tour*>();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
}

void TestTour::cleanup() {
    window_.reset();
    appearance_.reset();
    settings_.reset();
}

DocumentPage* TestTour::open() {
    DocumentPage* page = window_->openFile(folder_->filePath("training.lanes"));
    const auto isReady = [page] { return page->document().state() == Document::State::Ready; };
    return QTest::qWaitFor(isReady, kPatience) ? page : nullptr;
}

void TestTour::comesWithTheFirstSessionAndNeverAgain() {
    QVERIFY(!tour_->isVisible()); // there is nothing yet to speak of
    QVERIFY(!window_->actions()[ActionId::Tour]->isEnabled());
    QVERIFY(open() != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    QTest::mouseClick(buttonWith(*tour_, "Skip the tour"), Qt::LeftButton);
    QVERIFY(!tour_->isVisible());
    window_->openFile(folder_->filePath("another.lanes"));
    QVERIFY(!tour_->isVisible());

    Settings later(folder_->filePath("settings.ini"));
    MainWindow next(*appearance_, later,
                    [](const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(); });
    next.show();
    DocumentPage* page = next.openFile(folder_->filePath("training.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(!next.findChild<Tour*>()->isVisible());
}

// A program that fails at once leaves a session, too.
void TestTour::waitsForASessionThatHoldsSomething() {
    MainWindow window(
        *appearance_, *settings_, [](const std::string& path, const OpenOptions&) -> TraceResult {
            return path.ends_with("empty.lanes") ? test::TraceSketch().build() : smallTraining();
        });
    window.resize(1440, 900);
    window.show();
    const auto* tour = window.findChild<Tour*>();
    DocumentPage* page = window.openFile(folder_->filePath("empty.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(!tour->isVisible());
    page = window.openFile(folder_->filePath("training.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(tour->isVisible(), kPatience);
}

void TestTour::speaksOfFivePartsOfTheWindow() {
    DocumentPage* page = open();
    QVERIFY(page != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    auto* bar = shownChild<ViewBar>(*window_);
    const auto rectOf = [this](const QWidget& part) {
        return QRect(part.mapTo(window_.get(), QPoint()), part.size());
    };
    const QList<std::pair<QString, QRect>> expected = {
        {"Move through time", rectOf(page->view())},
        {"Select, and read the details", rectOf(window_->side())},
        {"Find it in the whole session", rectOf(bar->search())},
        {"Tables, flame graph, memory", bar->tabsRect().translated(bar->mapTo(window_.get(), QPoint()))},
        {"Capture a program of yours", rectOf(bar->captureButton())}};
    QCOMPARE(expected.size(), kMarks);
    for (const auto& [name, part] : expected) {
        QCOMPARE(title(), name);
        QVERIFY(window_->rect().contains(card()));
        // near what it speaks of, and only over it where that fills the window
        QVERIFY2(part.adjusted(-40, -40, 40, 40).intersects(card()), qPrintable(name));
        QVERIFY2(name == "Move through time" || !part.intersects(card()), qPrintable(name));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }
    QVERIFY(!tour_->isVisible());
}

void TestTour::isLedByTheKeyboard() {
    QVERIFY(open() != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    QCOMPARE(QApplication::focusWidget(), buttonWith(*tour_, "Next"));
    QVERIFY(buttonWith(*tour_, "Back") == nullptr); // there is nothing before the first
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QCOMPARE(title(), "Select, and read the details");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), buttonWith(*tour_, "Back"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(title(), "Move through time");
    QCOMPARE(QApplication::focusWidget(), buttonWith(*tour_, "Next"));
    for (int i = 1; i < kMarks; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }
    QCOMPARE(title(), "Capture a program of yours");
    QVERIFY(buttonWith(*tour_, "Skip the tour") == nullptr);
    QCOMPARE(QApplication::focusWidget(), buttonWith(*tour_, "Done"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY(!tour_->isVisible());
    QVERIFY(window_->currentPage()->view().isAncestorOf(QApplication::focusWidget())); // and on with it
}

void TestTour::isLedByTheMouse() {
    QVERIFY(open() != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    QTest::mouseClick(buttonWith(*tour_, "Next"), Qt::LeftButton);
    QTest::mouseClick(buttonWith(*tour_, "Next"), Qt::LeftButton);
    QTest::mouseClick(buttonWith(*tour_, "Back"), Qt::LeftButton);
    QCOMPARE(title(), "Select, and read the details");
    QTest::mouseClick(buttonWith(*tour_, "Skip the tour"), Qt::LeftButton);
    QVERIFY(!tour_->isVisible());
}

void TestTour::escEndsItWhereverTheKeyboardIs() {
    DocumentPage* page = open();
    QVERIFY(page != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!tour_->isVisible());

    window_->actions()[ActionId::Tour]->trigger();
    auto* canvas = shownChild<TimelineCanvas>(*window_);
    canvas->setFocus();
    QTest::keyClick(canvas, Qt::Key_Escape);
    QVERIFY(!tour_->isVisible());

    // but what lies over it is closed first
    window_->actions()[ActionId::Tour]->trigger();
    window_->actions()[ActionId::Keys]->trigger();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(shownChild<Overlay>(*window_) == nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
}

void TestTour::standsAsideForDialogs() {
    QVERIFY(open() != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    QTest::keyClick(tour_, Qt::Key_Right);
    const QString mark = title();
    for (const ActionId dialog :
         {ActionId::Capture, ActionId::Attach, ActionId::Doctor, ActionId::Settings}) {
        window_->actions()[dialog]->trigger();
        QVERIFY(shownChild<Overlay>(*window_) != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!tour_->isVisible(), kPatience);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
        QCOMPARE(title(), mark); // where it was
    }
}

void TestTour::keysThatMoveInTimeReachTheTimeline() {
    DocumentPage* page = open();
    QVERIFY(page != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    const TimeNs before = page->document().view().visible().length();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_W);
    QTRY_VERIFY_WITH_TIMEOUT(page->document().view().visible().length() < before, kPatience);
    QVERIFY(tour_->isVisible());
}

void TestTour::theMouseReachesWhatItSpeaksOf() {
    QVERIFY(open() != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    auto* canvas = shownChild<TimelineCanvas>(*window_);
    const QPoint inCanvas = canvas->mapTo(window_.get(), canvas->rect().center() - QPoint(0, 100));
    QCOMPARE(window_->childAt(inCanvas), canvas);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    SearchField& search = shownChild<ViewBar>(*window_)->search();
    QTest::mouseClick(&search, Qt::LeftButton);
    QTest::keyClicks(&search, "addmm");
    QCOMPARE(window_->currentPage()->document().view().filter(), "addmm");
    QVERIFY(tour_->isVisible());
}

void TestTour::isShownAgainWhenAskedFor() {
    settings_->setKeysWereShown();
    DocumentPage* page = open();
    QVERIFY(page != nullptr);
    QVERIFY(!tour_->isVisible());
    window_->showView("operators");
    QAction* again = window_->actions()[ActionId::Tour];
    QVERIFY(again->isEnabled());
    again->trigger();
    QVERIFY(tour_->isVisible());
    QVERIFY(page->showsTimeline());
    QCOMPARE(title(), "Move through time");
}

void TestTour::goesWhereItsSessionIsLeft() {
    QVERIFY(open() != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    window_->showSessions();
    QVERIFY(!tour_->isVisible());
}

void TestTour::standsInTheSmallestWindowToo() {
    window_->resize(1024, 640);
    QVERIFY(open() != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    for (int i = 0; i < kMarks; ++i) {
        QVERIFY2(window_->rect().contains(card()), qPrintable(title()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }
}

void TestTour::isReadOutAloud() {
    QVERIFY(open() != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(tour_->isVisible(), kPatience);
    QCOMPARE(tour_->accessibleName(), "Tour, 1 of 5: Move through time");
    QAccessibleInterface* next = QAccessible::queryAccessibleInterface(QApplication::focusWidget());
    QCOMPARE(next->text(QAccessible::Name), "Next");
    QVERIFY(next->text(QAccessible::Description).contains("W and S zoom"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QVERIFY(next->text(QAccessible::Description).contains("line of Python"));
}

int run_tst_tour(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestTour>(argc, argv);
}
#include "tst_tour.moc"
