#include "app/capture/running/CaptureRun.h"
#include "app/capture/running/ConsolePanel.h"
#include "app/window/page/DocumentTabs.h"
#include "app/window/recording/CaptureBar.h"
#include "app/window/recording/CaptureDesk.h"
#include "tests/app/SpokenFixture.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/TorchProgram.h"
#include "tests/support/RunTest.h"

#include <QLineEdit>
#include <QtTest>

#include <memory>

using namespace lanes;
using lanes::test::buttonWith;
using lanes::test::marksNamed;

namespace {

// Says each signal that it gets, reads a line, and goes on until it is told to terminate.
const char* const kTalker = "trap 'echo asked' INT\n"
                            "trap 'echo told; exit' TERM\n"
                            "echo ready\n"
                            "read line\n"
                            "echo \"got $line\"\n"
                            "while true; do sleep .1; echo tick; done\n";

} // namespace

/// A capture that runs while another language is chosen goes on, and all that it can be told works in the window made anew.
class TestCaptureLanguage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void itGoesOnAndIsStoppedOnce();
    void theMarkThatIsBeingTypedIsOfItsMoment();
    void itsSessionOpensInTheWindowMadeAnew();
    void whatHasEndedKeepsItsConsole();

private:
    [[nodiscard]] MainWindow& window() const { return fixture_->window(); }
    [[nodiscard]] CaptureDesk& desk() const { return window().capture(); }
    [[nodiscard]] CaptureBar& bar() const { return window().currentPage()->captureBar(); }
    [[nodiscard]] QString output() const { return fixture_->folder.filePath(QStringLiteral("run.lanes")); }
    // From the dialog, as its users do; whether the session is open and lives.
    [[nodiscard]] bool capture(const char* script) const;
    [[nodiscard]] bool writeScript(const char* script) const;

    std::unique_ptr<test::SpokenFixture> fixture_;
};

void TestCaptureLanguage::initTestCase() {
    if (!test::SpokenFixture::hasTranslations()) {
        QSKIP("built without Qt's linguist tools: English alone");
    }
}

void TestCaptureLanguage::init() {
    fixture_ = std::make_unique<test::SpokenFixture>();
    desk().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    QVERIFY(fixture_->isActive());
}

void TestCaptureLanguage::cleanup() {
    const auto ended = [this] {
        if (CaptureRun* run = desk().runOf(output())) {
            run->killProgram();
        }
        return !desk().running();
    };
    QVERIFY(fixture_ == nullptr || QTest::qWaitFor(ended, kPatience));
    fixture_.reset();
}

bool TestCaptureLanguage::writeScript(const char* script) const {
    return test::writeFile(fixture_->folder.filePath(QStringLiteral("program.sh")), script);
}

bool TestCaptureLanguage::capture(const char* script) const {
    if (!writeScript(script)) {
        return false;
    }
    QTest::keyClick(&window(), Qt::Key_R, Qt::ControlModifier);
    const test::CaptureDialog dialog(window());
    dialog.type("command", QStringLiteral("sh program.sh"));
    dialog.type("output", QStringLiteral("run.lanes"));
    QTest::keyClick(&dialog.field("output").edit(), Qt::Key_Return);
    return QTest::qWaitFor([this] { return window().pageCount() == 1; }, kPatience);
}

void TestCaptureLanguage::itGoesOnAndIsStoppedOnce() {
    QVERIFY(capture(kTalker));
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("ready"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(bar().isVisible(), kPatience);
    QLineEdit* input = desk().console().findChild<QLineEdit*>();
    QTest::mouseClick(input, Qt::LeftButton);
    QTest::keyClicks(input, "half");
    const CaptureRun* run = desk().runOf(output());
    const Document* document = &window().currentPage()->document();

    QVERIFY(fixture_->choose(Qt::Key_Down));
    fixture_->leaveSettings();
    QCOMPARE(desk().runOf(output()), run);
    QCOMPARE(&window().currentPage()->document(), document);
    QVERIFY(desk().console().isVisible());
    QVERIFY(desk().console().text().contains("ready"));
    QVERIFY(bar().isVisible());
    QVERIFY(window().findChild<DocumentTabs*>()->isRecording(0));
    input = desk().console().findChild<QLineEdit*>();
    QCOMPARE(input->text(), QStringLiteral("half"));
    QTest::mouseClick(input, Qt::LeftButton);
    QTest::keyClick(input, Qt::Key_End);
    QTest::keyClicks(input, " and half");
    QTest::keyClick(input, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("got half and half"), kPatience);

    const QString stop = CaptureBar::tr("Stop program");
    QVERIFY(stop != QStringLiteral("Stop program"));
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(bar(), stop) != nullptr, kPatience);
    QTest::mouseClick(buttonWith(bar(), stop), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("asked"), kPatience);
    const qsizetype ticks = desk().console().text().count("tick");
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().count("tick") > ticks + 3, kPatience);
    QCOMPARE(desk().console().text().count("asked"), 1);
    QVERIFY(!desk().console().text().contains("told"));

    QVERIFY(fixture_->choose(Qt::Key_Up)); // once more: the next press is the next stronger way
    fixture_->leaveSettings();
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(bar(), "Terminate program") != nullptr, kPatience);
    QTest::mouseClick(buttonWith(bar(), "Terminate program"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
    QCOMPARE(desk().console().text().count("told"), 1);
    QTRY_COMPARE_WITH_TIMEOUT(window().currentPage()->document().state(), Document::State::Ready, kPatience);
    QVERIFY(window().currentPage()->document().trace()->info().complete);
    QVERIFY(!bar().isVisible());
    QCOMPARE(window().pageCount(), 1);
}

void TestCaptureLanguage::theMarkThatIsBeingTypedIsOfItsMoment() {
    QVERIFY(capture("while [ ! -e enough ]; do sleep .1; echo tick; done"));
    QTRY_VERIFY_WITH_TIMEOUT(bar().isVisible() && buttonWith(bar(), "Mark") != nullptr, kPatience);
    QTest::mouseClick(buttonWith(bar(), "Mark"), Qt::LeftButton);
    const qsizetype ticks = desk().console().text().count("tick");
    QTest::keyClicks(bar().findChild<QLineEdit*>(), "larger");
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().count("tick") >= ticks + 20, kPatience); // two seconds
    QVERIFY(fixture_->choose(Qt::Key_Down));
    fixture_->leaveSettings();
    auto* text = bar().findChild<QLineEdit*>();
    QVERIFY(text->isVisible());
    QCOMPARE(text->text(), QStringLiteral("larger"));
    QTRY_VERIFY_WITH_TIMEOUT(bar().controls().reachable, kPatience); // a moment later, which is no end of it
    QVERIFY(text->isVisible());
    QTest::mouseClick(text, Qt::LeftButton);
    QTest::keyClick(text, Qt::Key_End);
    QTest::keyClicks(text, " images");
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(!text->isVisible());
    QTest::mouseClick(buttonWith(bar(), CaptureBar::tr("Mark")), Qt::LeftButton); // and one of now
    QTest::keyClick(text, Qt::Key_Return);
    const auto marks = [this](const QString& name) {
        return marksNamed(*window().currentPage()->document().trace(), name.toStdString());
    };
    const QString second = CaptureBar::tr("Mark %1").arg(2);
    QTRY_COMPARE_WITH_TIMEOUT(marks("larger images").size(), std::size_t(1), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(marks(second).size(), std::size_t(1), kPatience);
    const TimeNs apart = marks(second).front() - marks("larger images").front();
    QVERIFY2(apart >= 1'500'000'000, qPrintable(QString::number(apart)));
    QVERIFY(test::writeFile(fixture_->folder.filePath(QStringLiteral("enough")), ""));
    QTRY_COMPARE_WITH_TIMEOUT(window().currentPage()->document().state(), Document::State::Ready, kPatience);
}

// The program has just been started: there is nothing to open yet.
void TestCaptureLanguage::itsSessionOpensInTheWindowMadeAnew() {
    QVERIFY(writeScript("echo ready; while [ ! -e enough ]; do sleep .1; done"));
    int pagesThen = -1;
    connect(fixture_->spoken.get(), &SpokenWindow::madeAnew, this, [&] { pagesThen = window().pageCount(); });
    CaptureRequest request;
    request.command = QStringLiteral("sh program.sh");
    request.folder = fixture_->folder.path();
    request.output = QStringLiteral("run.lanes");
    desk().start(request);
    fixture_->settings.setLanguage(QStringLiteral("zh_CN"));
    QTRY_COMPARE_WITH_TIMEOUT(pagesThen, 0, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(window().pageCount(), 1, kPatience);
    QCOMPARE(window().currentPage()->document().path(), output());
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("ready"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(bar().isVisible(), kPatience);
    QVERIFY(test::writeFile(fixture_->folder.filePath(QStringLiteral("enough")), ""));
    QTRY_COMPARE_WITH_TIMEOUT(window().currentPage()->document().state(), Document::State::Ready, kPatience);
    QVERIFY(!desk().running());
}

void TestCaptureLanguage::whatHasEndedKeepsItsConsole() {
    QVERIFY(capture("echo done with it"));
    QTRY_VERIFY_WITH_TIMEOUT(!desk().running(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(desk().console().text().contains("done with it"), kPatience);
    QVERIFY(fixture_->choose(Qt::Key_Down));
    QVERIFY(desk().console().text().contains("done with it"));
    QVERIFY(!desk().console().findChild<QLineEdit*>()->isEnabled());
    QCOMPARE(window().pageCount(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(window().currentPage()->document().state(), Document::State::Ready, kPatience);
}

int run_tst_capture_language(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestCaptureLanguage>(argc, argv);
}
#include "tst_capture_language.moc"
