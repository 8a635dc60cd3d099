#include "app/capture/running/ConsolePanel.h"
#include "app/settings/Settings.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Banner.h"
#include "app/window/recording/CaptureBar.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/recording/Steering.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/FarHost.h"
#include "tests/app/capture/TorchProgram.h"
#include "tests/support/RunTest.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <csignal>

using namespace lanes;
using namespace lanes::test;

namespace {

const QByteArray kWithChild =
    QByteArray("import subprocess\n"
               "child = subprocess.Popen(['sh', '-c', 'trap : INT TERM; while :; do "
               "sleep 1; done'])\n"
               "open('child', 'w').write(str(child.pid))\n") +
    kEndless;

} // namespace

/// Captures of real torch on another host and in containers, steered by the bar above their sessions.
class TestSteeringElsewhere : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void isPausedMarkedAndStopped_data();
    void isPausedMarkedAndStopped();
    void aBrokenConnectionSaysSoAndWorksAgain();
    void isKilledWithAllThatItHasStarted();
    void whatAFlightRecorderSavesArrives();

private:
    void openWindow(); // which fills its dialog with the settings
    // Records `program` on `target` from the dialog; null if its session does not come to life.
    DocumentPage* capture(const QString& target, const QByteArray& program);
    [[nodiscard]] Banner& banner() const { return *window_->findChild<Banner*>(); }
    [[nodiscard]] QString at(const char* name) const { return folder_->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] bool ended() const {
        return QTest::qWaitFor([this] { return !window_->capture().running(); }, kPatience);
    }

    std::unique_ptr<FarHost> host_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
};

void TestSteeringElsewhere::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    if (!FarHost::installed()) {
        QSKIP("openssh-server is not installed");
    }
}

void TestSteeringElsewhere::init() {
    host_ = std::make_unique<FarHost>();
    QVERIFY(host_->good());
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(at("settings.ini"));
    settings_->setCaptureField("folder", folder_->path()); // there, too: it is one machine
    settings_->setCaptureField("command", QString("%1 -u loop.py").arg(kPython));
    settings_->setCaptureField("output", at("run.lanes"));
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    openWindow();
}

void TestSteeringElsewhere::openWindow() {
    window_ = std::make_unique<MainWindow>(*appearance_, *settings_);
    window_->capture().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    window_->resize(1440, 900);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
}

void TestSteeringElsewhere::cleanup() {
    host_.reset(); // with the captures that a failed test has left
    if (window_) {
        if (CaptureRun* run = window_->capture().runOf(at("run.lanes"))) {
            run->killProgram();
        }
        QVERIFY(ended());
    }
    window_.reset();
}

DocumentPage* TestSteeringElsewhere::capture(const QString& target, const QByteArray& program) {
    if (!writeFile(at("loop.py"), program)) {
        return nullptr;
    }
    QTest::keyClick(window_.get(), Qt::Key_R, Qt::ControlModifier);
    const CaptureDialog dialog(*window_);
    dialog.type("target", target);
    QTest::keyClick(&dialog.field("command").edit(), Qt::Key_Return);
    const auto lives = [this] {
        DocumentPage* page = window_->currentPage();
        return page != nullptr && page->document().state() == Document::State::Live &&
               page->document().trace()->sliceCount() > 100 && page->captureBar().controls().reachable;
    };
    return QTest::qWaitFor(lives, kPatience) ? window_->currentPage() : nullptr;
}

void TestSteeringElsewhere::isPausedMarkedAndStopped_data() {
    QTest::addColumn<QString>("target");
    QTest::newRow("ssh") << "ssh:there";
    QTest::newRow("docker") << "docker:box";
    QTest::newRow("kubectl") << "kubectl:lab/trainer";
}

void TestSteeringElsewhere::isPausedMarkedAndStopped() {
    QFETCH(const QString, target);
    DocumentPage* page = capture(target, kEndless);
    QVERIFY(page);
    CaptureBar& bar = page->captureBar();
    // "there" is this machine: the recorder there is not listed beside what comes from it
    const Recordings& recordings = window_->findChild<Steering*>()->recordings();
    QVERIFY(recordings.of(at("run.lanes")));
    for (const RecordingLink* link : recordings.all()) {
        QVERIFY2(!link->session().contains("/captures/"), qPrintable(link->session()));
    }
    QTest::mouseClick(buttonWith(bar, "Pause"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(bar.controls().paused, kPatience);
    QTest::mouseClick(buttonWith(bar, "Go on"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!bar.controls().paused, kPatience);
    QTest::keyClick(&page->view(), Qt::Key_M);
    auto* text = bar.findChild<QLineEdit*>();
    QVERIFY(text->isVisible());
    QTest::keyClicks(text, "from here");
    QTest::keyClick(text, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(marksNamed(*page->document().trace(), "from here").size(), std::size_t(1),
                              kPatience);
    QVERIFY(!buttonWith(bar, "Save")); // it holds nothing that could be saved

    QTest::mouseClick(buttonWith(bar, "Stop program"), Qt::LeftButton);
    QVERIFY(ended());
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(window_->capture().console().text().contains("stopped"));
    QVERIFY(!banner().isVisible() ||
            banner().text().contains("asked to stop")); // an end as wanted is no failure
    QVERIFY(page->document().trace()->info().complete);
    QCOMPARE(slicesNamed(*page->document().trace(), "Recording paused").size(), std::size_t(1));
    QCOMPARE(host_->captures(), QStringList());
}

void TestSteeringElsewhere::aBrokenConnectionSaysSoAndWorksAgain() {
    DocumentPage* page = capture("ssh:there", kEndless);
    QVERIFY(page);
    CaptureBar& bar = page->captureBar();
    QCOMPARE(bar.controls().away, QString());
    QCOMPARE(bar.controls().target, QString("ssh:there"));
    host_->ask("leave");
    QTRY_COMPARE_WITH_TIMEOUT(bar.controls().away, QString("ssh:there"), kPatience);
    for (const char* button : {"Pause", "Stop program"}) {
        banner().hide();
        QTest::mouseClick(buttonWith(bar, button), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(banner().isVisible() &&
                                     banner().text().contains("There is no connection to ssh:there"),
                                 kPatience);
    }
    QVERIFY(window_->capture().running()); // its near end is not given up for that
    QVERIFY(!bar.controls().paused);

    // as after an hour without a connection
    QProcess touch;
    touch.start("touch", {"-d", "1 hour ago", at("run.lanes")});
    QVERIFY(touch.waitForFinished(kPatience) && touch.exitCode() == 0);
    QTest::qWait(1000);
    QCOMPARE(page->document().state(), Document::State::Live);
    const std::size_t had = slicesNamed(*page->document().trace(), "aten::mm").size();
    host_->ask("start");
    QTRY_COMPARE_WITH_TIMEOUT(bar.controls().away, QString(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(slicesNamed(*page->document().trace(), "aten::mm").size() > had, kPatience);
    QTest::mouseClick(buttonWith(bar, "Pause"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(bar.controls().paused, kPatience);
    QTest::mouseClick(buttonWith(bar, "Stop program"),
                      Qt::LeftButton); // as if it had not been pressed before
    QVERIFY(ended());
    QVERIFY(window_->capture().console().text().contains("stopped"));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(page->document().trace()->info().complete);
}

void TestSteeringElsewhere::isKilledWithAllThatItHasStarted() {
    DocumentPage* page = capture("ssh:there", kWithChild);
    QVERIFY(page);
    QFile file(at("child"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const pid_t child = file.readAll().trimmed().toInt();
    QVERIFY(child > 1 && ::kill(child, 0) == 0);
    QTest::keyClick(window_.get(), Qt::Key_K, Qt::ControlModifier | Qt::AltModifier);
    QVERIFY(banner().isVisible() && banner().text().contains("loop.py"));
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(banner(), "Kill") != nullptr, kPatience);
    QTest::mouseClick(buttonWith(banner(), "Kill"), Qt::LeftButton);
    QVERIFY(ended());
    QTRY_VERIFY_WITH_TIMEOUT(::kill(child, 0) != 0, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(page->document().trace()->info().complete);
}

void TestSteeringElsewhere::whatAFlightRecorderSavesArrives() {
    CaptureOptions options = CaptureOptions::preset(CaptureOptions::Preset::FlightRecorder);
    options.typed["when"].clear();
    settings_->setCaptureField("recording", options.toText());
    openWindow();
    DocumentPage* page = capture("ssh:there", kEndless);
    QVERIFY(page);
    QTRY_VERIFY_WITH_TIMEOUT(page->captureBar().controls().holds, kPatience);
    // its recorder runs on this machine, too, and tells of its own files: what counts is what has come here
    QSignalSpy told(window_->findChild<Steering*>(), &Steering::saved);
    for (const char* saved : {"run-1.lanes", "run-2.lanes"}) {
        window_->openFile(at("run.lanes"));
        QTest::mouseClick(buttonWith(page->captureBar(), "Save"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(told.contains(QVariantList{at(saved)}), kPatience);
        window_->openFile(at(saved));
        Document& opened = window_->currentPage()->document();
        QCOMPARE(opened.path(), at(saved));
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(), Document::State::Ready, kPatience);
        QVERIFY(!slicesNamed(*opened.trace(), "aten::mm").empty());
    }
    window_->openFile(at("run.lanes"));
    QTest::mouseClick(buttonWith(page->captureBar(), "Stop program"), Qt::LeftButton);
    QVERIFY(ended());
    QVERIFY(!QFile::exists(at("run.lanes"))); // as after a good end on this machine
    QVERIFY(QFile::exists(at("run-2.lanes")));
}

int run_tst_steering_elsewhere(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestSteeringElsewhere>(argc, argv);
}
#include "tst_steering_elsewhere.moc"
