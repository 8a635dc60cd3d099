#include "app/capture/running/ConsolePanel.h"
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentTabs.h"
#include "app/window/parts/Banner.h"
#include "app/window/recording/CaptureBar.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/recording/RunningList.h"
#include "app/window/recording/RunningMenu.h"
#include "app/window/recording/Steering.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/TorchProgram.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"

#include <QLineEdit>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace lanes;
using namespace lanes::test;

namespace {

// A program that records itself and starts a child; the child's pid goes into the file "child".
const char* const kOfTheLibrary = "import subprocess, time\n"
                                  "import torch, lanescope\n"
                                  "with lanescope.record('own.lanes'):\n"
                                  "    child = subprocess.Popen(['sleep', '1000'])\n"
                                  "    open('child', 'w').write(str(child.pid))\n"
                                  "    while True:\n"
                                  "        torch.ones(4).sin()\n"
                                  "        time.sleep(0.01)\n";

// What the program has printed last after "step".
int stepsPrinted(const QString& console) {
    return console.section(QStringLiteral("step "), -1).section(QLatin1Char('\n'), 0, 0).toInt();
}

pid_t pidIn(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
}

} // namespace

/// Recordings of real torch that are steered from the window: those that it has started and those of others.
class TestSteering : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void pausesMarksAndGoesOn();
    void escapeGivesNoMark();
    void pausedRecordingIsFollowedHoweverLong();
    void killsWithAllThatItHasStarted();
    void twoCapturesAtATime();
    void flightRecorderOfAShellIsSavedAndStopped();
    void programThatRecordsItselfIsPausedAndKilled();
    void recordingsOfOthersAreListedAndWatched();

private:
    // Records `program` from the dialog; null if its session does not come to life.
    DocumentPage* capture(const QByteArray& program);
    // Opens the session of a recording that was started by others.
    DocumentPage* watch(const QString& session);
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers) const {
        QTest::keyClick(window_.get(), key, modifiers);
    }
    void pressInBanner(const char* button) const {
        auto* banner = window_->findChild<Banner*>();
        QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*banner, button) != nullptr,
                                 kPatience); // its layout shows it with the next turn
        QTest::mouseClick(buttonWith(*banner, button), Qt::LeftButton);
    }
    [[nodiscard]] QString at(const char* name) const { return folder_->filePath(QString::fromLatin1(name)); }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
    QProcess foreign_; // a program that is recorded by others
};

void TestSteering::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
}

void TestSteering::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(at("settings.ini"));
    settings_->setCaptureField("folder", folder_->path());
    settings_->setCaptureField("command", QString("%1 -u loop.py").arg(kPython));
    settings_->setCaptureField("output", "run.lanes");
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
    window_ = std::make_unique<MainWindow>(*appearance_, *settings_);
    window_->capture().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    window_->resize(1440, 900);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
    foreign_.setWorkingDirectory(folder_->path());
}

void TestSteering::cleanup() {
    for (const char* session : {"run.lanes", "second.lanes"}) {
        if (CaptureRun* run = window_ ? window_->capture().runOf(at(session)) : nullptr) {
            run->killProgram();
        }
    }
    if (window_) {
        QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
    }
    if (foreign_.state() != QProcess::NotRunning) {
        foreign_.kill();
        foreign_.waitForFinished(kPatience);
    }
    window_.reset();
}

DocumentPage* TestSteering::capture(const QByteArray& program) {
    if (!writeFile(at("loop.py"), program)) {
        return nullptr;
    }
    press(Qt::Key_R, Qt::ControlModifier);
    QTest::keyClick(&CaptureDialog(*window_).field("command").edit(), Qt::Key_Return);
    const bool opened = QTest::qWaitFor([this] { return window_->pageCount() == 1; }, kPatience);
    return opened ? watch(at("run.lanes")) : nullptr;
}

DocumentPage* TestSteering::watch(const QString& session) {
    if (!QTest::qWaitFor([&] { return QFileInfo(session).size() > 0; }, kPatience)) {
        return nullptr;
    }
    DocumentPage* page = window_->openFile(session);
    const bool steered = QTest::qWaitFor(
        [page] {
            return page->document().state() == Document::State::Live &&
                   page->document().trace()->sliceCount() > 100 && page->captureBar().controls().reachable;
        },
        kPatience);
    return steered ? page : nullptr;
}

void TestSteering::pausesMarksAndGoesOn() {
    DocumentPage* page = capture(kEndless);
    QVERIFY(page);
    CaptureBar& bar = page->captureBar();
    const auto& console = window_->capture().console();
    auto& tabs = *window_->findChild<DocumentTabs*>();

    // M in the timeline asks for the text; the mark is of the moment at which M was pressed
    const TimeNs asked = page->document().trace()->span().end;
    QTest::keyClick(&page->view(), Qt::Key_M);
    auto* text = bar.findChild<QLineEdit*>();
    QVERIFY(text->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(text->hasFocus(), kPatience);
    const int before = stepsPrinted(console.text());
    QTRY_VERIFY_WITH_TIMEOUT(stepsPrinted(console.text()) >= before + 200,
                             kPatience); // two seconds of thinking
    QTest::keyClicks(text, "larger images");
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(!text->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(marksNamed(*page->document().trace(), "larger images").size(), std::size_t(1),
                              kPatience);
    const TimeNs marked = marksNamed(*page->document().trace(), "larger images").front();
    const TimeNs given = page->document().trace()->span().end;
    QVERIFY2(marked >= asked && given - marked >= 1'500'000'000, qPrintable(QString::number(given - marked)));

    press(Qt::Key_Space, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(bar.controls().paused, kPatience);
    QVERIFY(tabs.isPaused(0));
    QVERIFY(window_->actions()[ActionId::PauseRecording]->isChecked());
    const int paused = stepsPrinted(console.text());
    QTRY_VERIFY_WITH_TIMEOUT(stepsPrinted(console.text()) >= paused + 200,
                             kPatience); // it runs on unrecorded
    QCOMPARE(page->document().state(), Document::State::Live);
    QTest::mouseClick(buttonWith(bar, "Go on"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!bar.controls().paused, kPatience);
    QVERIFY(!tabs.isPaused(0));
    QVERIFY(tabs.isRecording(0));

    const auto recorded = [&] { return slicesNamed(*page->document().trace(), "aten::mm").size(); };
    const std::size_t until = recorded();
    QTRY_VERIFY_WITH_TIMEOUT(recorded() > until + 20, kPatience);
    press(Qt::Key_Period, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
    QVERIFY(console.text().contains("stopped"));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->actions()[ActionId::PauseRecording]->isEnabled(), kPatience);

    const Trace& trace = *page->document().trace();
    const auto pauses = slicesNamed(trace, "Recording paused");
    QCOMPARE(pauses.size(), std::size_t(1));
    QVERIFY(pauses.front().duration > 1'000'000'000);
    int within = 0; // the one that ran when the pause began may be there
    for (const Trace::Slice& slice : slicesNamed(trace, "aten::mm")) {
        within += slice.start > pauses.front().start && slice.end() < pauses.front().end() ? 1 : 0;
    }
    QVERIFY2(within <= 1, qPrintable(QString::number(within)));
}

void TestSteering::escapeGivesNoMark() {
    DocumentPage* page = capture(kEndless);
    QVERIFY(page);
    CaptureBar& bar = page->captureBar();
    QSignalSpy given(&bar, &CaptureBar::markRequested);
    QTest::mouseClick(buttonWith(bar, "Mark"), Qt::LeftButton);
    auto* text = bar.findChild<QLineEdit*>();
    QTest::keyClicks(text, "no");
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(!text->isVisible());
    QCOMPARE(given.count(), 0);
    // without a text it gets a number
    press(Qt::Key_M, Qt::ControlModifier);
    QVERIFY(text->isVisible() && text->text().isEmpty());
    QTest::keyClick(text, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(marksNamed(*page->document().trace(), "Mark 1").size(), std::size_t(1),
                              kPatience);
}

void TestSteering::pausedRecordingIsFollowedHoweverLong() {
    DocumentPage* page = capture(kEndless);
    QVERIFY(page);
    QTest::mouseClick(buttonWith(page->captureBar(), "Pause"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page->captureBar().controls().paused, kPatience);
    // as after an hour in which nothing was written
    QProcess touch;
    touch.start("touch", {"-d", "1 hour ago", at("run.lanes")});
    QVERIFY(touch.waitForFinished(kPatience) && touch.exitCode() == 0);
    const int before = stepsPrinted(window_->capture().console().text());
    QTRY_VERIFY_WITH_TIMEOUT(stepsPrinted(window_->capture().console().text()) >= before + 100, kPatience);
    QCOMPARE(page->document().state(), Document::State::Live);
    const std::uint32_t had = page->document().trace()->sliceCount();
    QTest::mouseClick(buttonWith(page->captureBar(), "Go on"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page->document().trace()->sliceCount() > had + 20, kPatience);
}

void TestSteering::killsWithAllThatItHasStarted() {
    DocumentPage* page =
        capture(QByteArray("import subprocess\n"
                           "child = subprocess.Popen(['sh', '-c', 'trap : INT TERM; while :; do "
                           "sleep 1; done'])\n"
                           "open('child', 'w').write(str(child.pid))\n") +
                kEndless);
    QVERIFY(page);
    press(Qt::Key_K, Qt::ControlModifier | Qt::AltModifier);
    auto* banner = window_->findChild<Banner*>();
    QVERIFY(banner->isVisible() && banner->text().contains("loop.py"));
    QVERIFY(window_->capture().running()); // nothing happens unasked
    pressInBanner("Kill");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
    const pid_t child = pidIn(at("child"));
    QVERIFY(child > 1);
    QTRY_VERIFY_WITH_TIMEOUT(::kill(child, 0) != 0, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(page->document().trace()->info().complete);
}

void TestSteering::twoCapturesAtATime() {
    DocumentPage* first = capture(kEndless);
    QVERIFY(first);
    ConsolePanel* ofFirst = &window_->capture().console();
    press(Qt::Key_R, Qt::ControlModifier);
    const CaptureDialog dialog(*window_);
    QVERIFY(dialog.field("output").hint().contains("just being recorded into"));
    QVERIFY(!dialog.start()->isEnabled());
    dialog.type("output", "second.lanes");
    QTest::mouseClick(dialog.start(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->pageCount(), 2, kPatience);
    DocumentPage* second = watch(at("second.lanes"));
    QVERIFY(second);
    ConsolePanel* ofSecond = &window_->capture().console();
    QVERIFY(ofFirst != ofSecond);
    QTRY_VERIFY_WITH_TIMEOUT(ofSecond->text().contains("ready"), kPatience);

    // what the keys do is about the session in front, and its console stands below
    press(Qt::Key_Space, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(second->captureBar().controls().paused, kPatience);
    QVERIFY(!first->captureBar().controls().paused);
    press(Qt::Key_Tab, Qt::ControlModifier);
    QCOMPARE(window_->currentPage(), first);
    QCOMPARE(&window_->capture().console(), ofFirst);
    press(Qt::Key_Period, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().runOf(at("run.lanes")), kPatience);
    QVERIFY(ofFirst->text().contains("stopped"));
    QVERIFY(window_->capture().runOf(at("second.lanes")));
    window_->openFile(at("second.lanes"));
    press(Qt::Key_Period, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(second->document().state(), Document::State::Ready, kPatience);
    QVERIFY(second->document().trace()->info().complete);
    QCOMPARE(slicesNamed(*second->document().trace(), "Recording paused").size(), std::size_t(1));
    QVERIFY(slicesNamed(*first->document().trace(), "Recording paused").empty());
}

void TestSteering::flightRecorderOfAShellIsSavedAndStopped() {
    QVERIFY(writeFile(at("loop.py"), kEndless));
    foreign_.start(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"),
                   {"record", "--keep", "60s", "-o", "flight.lanes", "--", kPython, "loop.py"});
    DocumentPage* page = watch(at("flight.lanes"));
    QVERIFY(page);
    QVERIFY(page->captureBar().controls().holds);
    QTest::mouseClick(buttonWith(page->captureBar(), "Save"), Qt::LeftButton);
    auto* banner = window_->findChild<Banner*>();
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible() && banner->text().contains("flight-1.lanes"), kPatience);
    pressInBanner("Open");
    QCOMPARE(window_->currentPage()->document().path(), at("flight-1.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(window_->currentPage()->document().state(), Document::State::Ready, kPatience);
    QVERIFY(!slicesNamed(*window_->currentPage()->document().trace(), "aten::mm").empty());

    window_->openFile(at("flight.lanes"));
    QTest::mouseClick(buttonWith(page->captureBar(), "Stop program"), Qt::LeftButton);
    QVERIFY(foreign_.state() == QProcess::NotRunning || foreign_.waitForFinished(kPatience));
    QVERIFY(foreign_.readAllStandardOutput().contains("stopped"));
}

void TestSteering::programThatRecordsItselfIsPausedAndKilled() {
    QVERIFY(writeFile(at("own.py"), kOfTheLibrary));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", QStringLiteral(LANESCOPE_BINARY_DIR "/lib/lanescope/python"));
    foreign_.setProcessEnvironment(environment);
    foreign_.start(kPython, {"own.py"});
    DocumentPage* page = watch(at("own.lanes"));
    QVERIFY2(page, qPrintable(foreign_.readAllStandardError()));
    CaptureBar& bar = page->captureBar();
    QTest::mouseClick(buttonWith(bar, "Pause"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(bar.controls().paused, kPatience);
    QTest::mouseClick(buttonWith(bar, "Go on"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!bar.controls().paused, kPatience);
    window_->actions()[ActionId::KillProgram]->trigger();
    pressInBanner("Kill");
    QVERIFY(foreign_.state() == QProcess::NotRunning || foreign_.waitForFinished(kPatience));
    const pid_t child = pidIn(at("child"));
    QVERIFY(child > 1);
    QTRY_VERIFY_WITH_TIMEOUT(::kill(child, 0) != 0, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(page->document().trace()->info().complete); // its recorder was spared
}

void TestSteering::recordingsOfOthersAreListedAndWatched() {
    QVERIFY(writeFile(at("endless_one.py"), kEndless));
    foreign_.start(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"),
                   {"record", "-o", "theirs.lanes", "--", kPython, "endless_one.py"});
    auto* list = window_->findChild<RunningList*>();
    const auto listed = [list](const QString& text) {
        const QStringList texts = list->texts(); // others may record on this machine, too
        return std::any_of(texts.begin(), texts.end(),
                           [&](const QString& row) { return row.contains(text); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(listed("endless_one.py is being recorded"), kPatience);
    QVERIFY(list->isVisible());
    auto* menu = window_->findChild<RunningMenu*>();
    Q_EMIT menu->aboutToShow();
    const QList<QAction*> entries = menu->actions();
    const auto theirs = std::find_if(entries.begin(), entries.end(), [](const QAction* entry) {
        return entry->text().contains("endless_one.py: theirs.lanes");
    });
    QVERIFY(theirs != entries.end());
    QPushButton* watch = nullptr;
    for (QPushButton* button : list->findChildren<QPushButton*>()) {
        watch = button->accessibleName() == "Watch endless_one.py" ? button : watch;
    }
    QVERIFY(watch);
    QTest::mouseClick(watch, Qt::LeftButton);
    QCOMPARE(window_->pageCount(), 1);
    QCOMPARE(window_->currentPage()->document().path(), at("theirs.lanes"));
    DocumentPage* page = this->watch(at("theirs.lanes"));
    QVERIFY(page);
    QTest::mouseClick(buttonWith(page->captureBar(), "Pause"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(listed("endless_one.py: recording is paused"), kPatience);
    QTest::mouseClick(buttonWith(page->captureBar(), "Stop program"), Qt::LeftButton);
    QVERIFY(foreign_.state() == QProcess::NotRunning || foreign_.waitForFinished(kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(!listed("endless_one.py"), kPatience);
}

int run_tst_steering(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestSteering>(argc, argv);
}
#include "tst_steering.moc"
