#include "app/capture/running/RecordingPanel.h"
#include "app/capture/sheet/CaptureSheet.h"
#include "app/capture/sheet/ModeField.h"
#include "app/settings/Settings.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureDesk.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/app/capture/TorchProgram.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/look/Style.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace lanes;
using namespace lanes::test;

namespace {

// Twelve steps of a training, as torch's own ranges tell them.
const char* const kTwelveSteps = "import time, torch\n"
                                 "from torch.profiler import record_function\n"
                                 "for step in range(12):\n"
                                 "    with record_function(f'ProfilerStep#{step}'):\n"
                                 "        torch.ones(8, 8).exp()\n"
                                 "        time.sleep(0.2)\n";

} // namespace

/// What the capture dialog is told to record, when, and how much of it to keep.
class TestCaptureRecording : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        settings_ = std::make_unique<Settings>(folder_->filePath("settings.ini"));
        settings_->setCaptureField("folder", folder_->path());
        settings_->setCaptureField("command", "true");
        appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
        appearance_->applyTo(*qApp);
        openWindow();
    }
    void cleanup() { window_.reset(); }

    void detailsAreFoldedUntilAskedFor();
    void presetsAreOptionsOfRecord_data();
    void presetsAreOptionsOfRecord();
    void anythingElseIsNoPreset();
    void functionsOfPythonAreSampledAsOftenAsIsSaid();
    void onlyWhatRunsBelowModulesAndRanges();
    void whatIsNotUsualIsRecordedWhereAskedFor();
    void saysWhatIsWrongAndKeepsIt_data();
    void saysWhatIsWrongAndKeepsIt();
    void flightRecordersRecordElsewhereToo();
    void whatWasChosenLastIsThereAgain();
    void copiedCommandRunsTheSameInAShell();
    void stepsOfATrainingAreRecorded();

private:
    void openWindow(int height = 800) {
        window_ = std::make_unique<MainWindow>(*appearance_, *settings_);
        window_->capture().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
        window_->resize(1280, height);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
        QTest::keyClick(window_.get(), Qt::Key_R, Qt::ControlModifier);
    }
    [[nodiscard]] CaptureSheet& sheet() const { return *window_->findChild<CaptureSheet*>(); }
    [[nodiscard]] RecordingPanel& panel() const { return *window_->findChild<RecordingPanel*>(); }
    // Of the dialog's choices with modes, in their order.
    enum Which { kPythonModes, kWhereModes, kWhenModes, kKeepModes };
    [[nodiscard]] ModeField& modes(int which) const { return *panel().findChildren<ModeField*>()[which]; }
    void unfold() const { QTest::mouseClick(buttonWith(sheet(), "Details"), Qt::LeftButton); }
    static void choose(SegmentedControl& control, int index) {
        control.setFocus();
        while (control.current() != index) {
            QTest::keyClick(&control, control.current() < index ? Qt::Key_Right : Qt::Key_Left);
        }
    }
    [[nodiscard]] SegmentedControl& presets() const {
        return *panel().findChild<SegmentedControl*>({}, Qt::FindDirectChildrenOnly);
    }
    void type(int which, const char* option, const QString& text) const {
        QLineEdit* edit = modes(which).edit(QString::fromLatin1(option));
        QVERIFY(edit != nullptr);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, text);
    }
    [[nodiscard]] QStringList words() const { return sheet().request().recording.words(); }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
};

void TestCaptureRecording::detailsAreFoldedUntilAskedFor() {
    QVERIFY(!shownChild<ModeField>(panel()));
    QVERIFY(presets().isVisible());
    QCOMPARE(presets().current(), 1); // full detail
    unfold();
    QVERIFY(shownChild<ModeField>(panel()));
    QVERIFY(sheet().geometry().bottom() < window_->height()); // nothing stands outside of a small window
    QVERIFY(buttonWith(sheet(), "Start capture"));
}

void TestCaptureRecording::presetsAreOptionsOfRecord_data() {
    QTest::addColumn<int>("preset");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("quick look") << 0 << QStringList{"--no-shapes", "--no-stacks", "--no-memory"};
    QTest::newRow("full detail") << 1 << QStringList{};
    QTest::newRow("memory hunt") << 2 << QStringList{"--no-gpu"};
    QTest::newRow("flight recorder") << 3
                                     << QStringList{"--python",  "sample", "--keep",   "60s",    "--when",
                                                    "step>1.5x", "--when", "hang>30s", "--when", "oom"};
}

void TestCaptureRecording::presetsAreOptionsOfRecord() {
    QFETCH(int, preset);
    QFETCH(QStringList, words);
    choose(presets(), preset == 0 ? 1 : 0);
    choose(presets(), preset);
    QCOMPARE(this->words(), words);
    QVERIFY(sheet().shownError().isEmpty());
}

void TestCaptureRecording::anythingElseIsNoPreset() {
    unfold();
    auto* shapes = panel().findChildren<QCheckBox*>()[1];
    QCOMPARE(shapes->text(), QString("Shapes"));
    shapes->setFocus();
    QTest::keyClick(shapes, Qt::Key_Space);
    QCOMPARE(presets().current(), -1);
    QCOMPARE(words(), QStringList{"--no-shapes"});
    QTest::keyClick(shapes, Qt::Key_Space);
    QCOMPARE(presets().current(), 1);
}

void TestCaptureRecording::functionsOfPythonAreSampledAsOftenAsIsSaid() {
    unfold();
    auto* functions = modes(kPythonModes).findChild<SegmentedControl*>();
    choose(*functions, 1);
    QCOMPARE(words(), (QStringList{"--python", "sample"}));
    QCOMPARE(presets().current(), -1);
    type(kPythonModes, "samples", "250");
    QCOMPARE(words(), (QStringList{"--python", "sample:250"}));
    QTest::mouseClick(buttonWith(sheet(), "Copy as command line"), Qt::LeftButton);
    QVERIFY2(QGuiApplication::clipboard()->text().contains(" --python sample:250 "),
             qPrintable(QGuiApplication::clipboard()->text()));
    const CaptureOptions chosen = sheet().request().recording;
    QCOMPARE(CaptureOptions::fromText(chosen.toText()), chosen);
    choose(*functions, 2);
    QCOMPARE(words(), (QStringList{"--python", "trace"}));
    choose(*functions, 0);
    QCOMPARE(words(), QStringList{});
    sheet().setAttach(true); // the same of a program that runs already
    choose(*functions, 1);
    QCOMPARE(words(), (QStringList{"--python", "sample:250"}));
}

void TestCaptureRecording::onlyWhatRunsBelowModulesAndRanges() {
    unfold();
    choose(*modes(kWhereModes).findChild<SegmentedControl*>(), 1);
    type(kWhereModes, "where", "module:layers.*.attn, range:validate");
    const QStringList below{"--where", "module:layers.*.attn", "--where", "range:validate"};
    QCOMPARE(words(), below);
    QCOMPARE(presets().current(), 1);
    QTest::mouseClick(buttonWith(sheet(), "Copy as command line"), Qt::LeftButton);
    QVERIFY2(QGuiApplication::clipboard()->text().contains(
                 " --where 'module:layers.*.attn' --where range:validate "),
             qPrintable(QGuiApplication::clipboard()->text()));
    const CaptureOptions chosen = sheet().request().recording;
    QCOMPARE(CaptureOptions::fromText(chosen.toText()), chosen);
    choose(presets(), 2); // another preset, of the same places
    QCOMPARE(words(), QStringList{"--no-gpu"} + below);
    QCOMPARE(presets().current(), 2);
    QVERIFY(chosen.summary().contains("below module:layers.*.attn, range:validate"));
    choose(*modes(kWhereModes).findChild<SegmentedControl*>(), 0);
    QCOMPARE(words(), QStringList{"--no-gpu"});
}

void TestCaptureRecording::whatIsNotUsualIsRecordedWhereAskedFor() {
    unfold();
    for (const char* name : {"Outputs", "NaN and Inf", "CUDA allocator", "Exceptions"}) {
        const auto boxes = panel().findChildren<QCheckBox*>();
        const auto box = std::ranges::find(boxes, QString::fromLatin1(name), &QCheckBox::text);
        QVERIFY(box != boxes.end());
        QVERIFY(!(*box)->isChecked());
        (*box)->setFocus();
        QTest::keyClick(*box, Qt::Key_Space);
    }
    QCOMPARE(words(), (QStringList{"--outputs", "--nonfinite", "--allocator", "--exceptions"}));
    QCOMPARE(presets().current(), -1);
    const CaptureOptions chosen = sheet().request().recording;
    QCOMPARE(CaptureOptions::fromText(chosen.toText()), chosen);
    choose(presets(), 1);
    QCOMPARE(words(), QStringList{});
}

void TestCaptureRecording::saysWhatIsWrongAndKeepsIt_data() {
    QTest::addColumn<int>("which");
    QTest::addColumn<int>("mode");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* option, int which, int mode, const char* text, const char* says) {
        QTest::addRow("%s: %s", option, text) << which << mode << option << text << says;
    };
    row("samples", kPythonModes, 1, "often", "“often” is no number of samples");
    row("samples", kPythonModes, 1, "0", "from 1 to 1000");
    row("samples", kPythonModes, 1, "1001", "from 1 to 1000");
    row("where", kWhereModes, 1, "", "Say below what");
    row("where", kWhereModes, 1, "layers.3", "“layers.3” is no module and no range");
    row("where", kWhereModes, 1, "module:net, range:", "“range:” is no module and no range");
    row("active", kWhenModes, 1, "many", "“many” is no number of steps");
    row("active", kWhenModes, 1, "0", "how many steps are recorded");
    row("active", kWhenModes, 1, "", "how many steps are recorded");
    row("wait", kWhenModes, 1, "-1", "“-1” is no number of steps");
    row("warmup", kWhenModes, 1, "1.5", "whole number");
    row("repeat", kWhenModes, 1, "99999999999", "no number of steps");
    row("delay", kWhenModes, 2, "10", "Write it with its unit");
    row("delay", kWhenModes, 2, "", "Say after how long it begins");
    row("duration", kWhenModes, 2, "soon", "“soon” is no length of time");
    row("max-size", kKeepModes, 1, "", "how much of the disk");
    row("max-size", kKeepModes, 1, "500", "“500” is no size");
    row("max-size", kKeepModes, 1, "1M", "at least");
    row("keep", kKeepModes, 2, "", "how long the recorder keeps");
    row("keep", kKeepModes, 2, "sixty", "“sixty” is no length of time");
    row("when", kKeepModes, 2, "step>", "“step>” is no reason to save");
    row("when", kKeepModes, 2, "oom, never", "“never” is no reason to save");
}

void TestCaptureRecording::saysWhatIsWrongAndKeepsIt() {
    QFETCH(int, which);
    QFETCH(int, mode);
    QFETCH(QString, option);
    QFETCH(QString, text);
    QFETCH(QString, says);
    unfold();
    choose(*modes(which).findChild<SegmentedControl*>(), mode);
    if (mode == 1 && which == kWhenModes) {
        type(kWhenModes, "active", "5");
    } else if (mode == 2 && which == kKeepModes) {
        type(kKeepModes, "keep", "60s");
    }
    type(which, qPrintable(option), text);
    QVERIFY2(sheet().shownError().contains(says), qPrintable(sheet().shownError()));
    QVERIFY(!buttonWith(sheet(), "Start capture")->isEnabled());
    QVERIFY(modes(which).edit(option)->property(Style::kInvalid).toBool());
    QCOMPARE(modes(which).edit(option)->text(), text);
    choose(*modes(which).findChild<SegmentedControl*>(), 0); // what is not chosen cannot be wrong
    QVERIFY(sheet().shownError().isEmpty());
    QVERIFY(buttonWith(sheet(), "Start capture")->isEnabled());
}

void TestCaptureRecording::flightRecordersRecordElsewhereToo() {
    choose(presets(), 3);
    CaptureDialog(*window_).type("target", "ssh:gpu1");
    QCOMPARE(sheet().shownError(), QString());
    QVERIFY(buttonWith(sheet(), "Start capture")->isEnabled());
    QVERIFY(sheet().request().arguments("x.lanes").contains("--keep"));
}

void TestCaptureRecording::whatWasChosenLastIsThereAgain() {
    unfold();
    choose(*modes(kWhenModes).findChild<SegmentedControl*>(), 1);
    type(kWhenModes, "active", "7");
    type(kWhenModes, "wait", "100");
    choose(*modes(kKeepModes).findChild<SegmentedControl*>(), 1);
    type(kKeepModes, "max-size", "64M");
    const QStringList chosen = words();
    QCOMPARE(chosen, (QStringList{"--wait", "100", "--active", "7", "--max-size", "64M"}));
    QTest::mouseClick(CaptureDialog(*window_).start(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
    window_.reset();
    openWindow(1200);
    QCOMPARE(words(), chosen);
    QVERIFY(shownChild<ModeField>(panel())); // unfolded as it was left
    QTRY_COMPARE_WITH_TIMEOUT(sheet().height(), sheet().sizeHint().height(),
                              kPatience); // with room for all of it
}

void TestCaptureRecording::copiedCommandRunsTheSameInAShell() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    QVERIFY(writeFile(folder_->filePath("it's one.py"), "import os, sys, torch\n"
                                                        "torch.ones(3).exp()\n"
                                                        "print(os.environ['SAID'], sys.argv[1:])\n"));
    const CaptureDialog dialog(*window_);
    dialog.type("command", QString("%1 \"it's one.py\" 'a  b' '$HOME' \"*\"").arg(kPython));
    dialog.type("environment", "SAID='hi \"there\"'");
    dialog.type("output", "said here.lanes");
    choose(presets(), 0);
    QTest::mouseClick(buttonWith(sheet(), "Copy as command line"), Qt::LeftButton);
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", QStringLiteral(LANESCOPE_BINARY_DIR "/bin:") + environment.value("PATH"));
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory("/");
    shell.start("sh", {"-c", QGuiApplication::clipboard()->text()});
    QVERIFY(shell.waitForFinished(kPatience));
    const QByteArray errors = shell.readAllStandardError();
    QVERIFY2(shell.exitCode() == 0, errors.constData());
    QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()),
             QString("hi \"there\" ['a  b', '$HOME', '*']\n"));
    DocumentPage* page = window_->openFile(folder_->filePath("said here.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QCOMPARE(slicesNamed(*page->document().trace(), "aten::exp").size(), std::size_t(1));
    QVERIFY(page->document().trace()->stacks().size() <= 1); // a quick look has none
}

void TestCaptureRecording::stepsOfATrainingAreRecorded() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    QVERIFY(writeFile(folder_->filePath("train.py"), kTwelveSteps));
    const CaptureDialog dialog(*window_);
    dialog.type("command", QString("%1 train.py").arg(kPython));
    dialog.type("output", "steps.lanes");
    unfold();
    choose(*modes(kWhenModes).findChild<SegmentedControl*>(), 1);
    type(kWhenModes, "wait", "4");
    type(kWhenModes, "active", "2");
    type(kWhenModes, "repeat", "1");
    QTest::mouseClick(dialog.start(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->pageCount(), 1, kPatience);
    Document& document = window_->currentPage()->document();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(document.state(), Document::State::Ready, kPatience);
    const std::size_t recorded = slicesNamed(*document.trace(), "aten::exp").size();
    QVERIFY2(recorded >= 1 && recorded <= 3, qPrintable(QString::number(recorded))); // of twelve
    QVERIFY(!slicesNamed(*document.trace(), "Recording paused").empty());
}

int run_tst_capture_recording(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestCaptureRecording>(argc, argv);
}
#include "tst_capture_recording.moc"
