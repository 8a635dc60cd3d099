#include "app/capture/ProgramPicker.h"
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureBar.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/recording/Steering.h"
#include "collector/attach/GpuProcesses.h"
#include "tests/app/CaptureDialog.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/TorchProgram.h"
#include "tests/support/Patience.h"
#include "views/shared/look/Appearance.h"

#include <QLabel>
#include <QProcess>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace lanes;
using namespace lanes::test;

/// Programs that run already, chosen in the capture dialog, really attached to and detached from.
class TestAttachSheet : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void gpuMemoryIsReadFromTheTool();
    void saysWhatIsWantedAndWhatIsFound();
    void saysWhyAProgramCannotBe();
    void recordsAndDetaches();

private:
    // A program of torch that multiplies for ever.
    void startProgram();
    void openSheet();
    // The row of the program; -1: it is not listed.
    [[nodiscard]] int rowOf(qint64 process) const;
    void choose(qint64 process);
    [[nodiscard]] QString at(const char* name) const { return folder_->filePath(QString::fromLatin1(name)); }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<QProcess> program_;
    ProgramPicker* picker_ = nullptr;
    QTableView* table_ = nullptr;
};

void TestAttachSheet::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
}

void TestAttachSheet::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(at("settings.ini"));
    settings_->setKeysWereShown();
    settings_->setCaptureField("folder", folder_->path());
    settings_->setCaptureField("command", "typed before");
    settings_->setCaptureField("output", "attached.lanes");
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
    window_ = std::make_unique<MainWindow>(*appearance_, *settings_);
    window_->capture().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    window_->resize(1440, 900);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
    picker_ = window_->findChild<ProgramPicker*>();
    table_ = picker_->findChild<QTableView*>();
}

void TestAttachSheet::cleanup() {
    if (program_) {
        program_->kill();
        program_->waitForFinished(kPatience);
        program_.reset();
    }
    window_.reset();
    appearance_.reset();
    settings_.reset();
}

void TestAttachSheet::startProgram() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    QVERIFY(writeFile(at("loop.py"), kEndless));
    program_ = std::make_unique<QProcess>();
    program_->setWorkingDirectory(folder_->path());
    program_->start(kPython, {"-u", "loop.py"});
    QTRY_VERIFY_WITH_TIMEOUT(program_->peek(100).contains("ready"), kPatience);
}

void TestAttachSheet::openSheet() {
    QTest::keyClick(window_.get(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(picker_->isVisible());
}

int TestAttachSheet::rowOf(qint64 process) const {
    for (int row = 0; row < table_->model()->rowCount(); ++row) {
        if (table_->model()->index(row, RunningPrograms::Process).data().toLongLong() == process) {
            return row;
        }
    }
    return -1;
}

void TestAttachSheet::choose(qint64 process) {
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(process) >= 0, kPatience);
    const QModelIndex index = table_->model()->index(rowOf(process), RunningPrograms::Command);
    table_->scrollTo(index);
    QTest::mouseClick(table_->viewport(), Qt::LeftButton, {}, table_->visualRect(index).center());
}

void TestAttachSheet::gpuMemoryIsReadFromTheTool() {
    const auto bytes = attach::parseGpuProcesses(
        "4711, 1024\n4711, 1\n12, [N/A]\nbroken\n-3, 5\n13, 99999999999999999999\n");
    QCOMPARE(bytes.size(), 1U);
    QCOMPARE(bytes.at(4711), std::int64_t{1025} << 20);
    QVERIFY(attach::parseGpuProcesses("").empty());
}

void TestAttachSheet::saysWhatIsWantedAndWhatIsFound() {
    openSheet();
    const CaptureDialog dialog(*window_);
    QVERIFY(!dialog.field("command").isVisible());
    QVERIFY(dialog.field("output").isVisible());
    QTest::keyClicks(picker_->findChild<QLineEdit*>("programs"), "no such program");
    QTRY_VERIFY_WITH_TIMEOUT(picker_->hint().contains("Choose the program"), kPatience);
    QVERIFY(!dialog.start()->isEnabled());
    bool empty = false;
    for (const QLabel* label : table_->findChildren<QLabel*>()) {
        empty = empty || (label->isVisible() && !label->text().isEmpty());
    }
    QVERIFY(empty);
    // what was typed for a program that is started is still there
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    window_->actions()[ActionId::Capture]->trigger();
    QVERIFY(dialog.field("command").isVisible());
    QCOMPARE(dialog.field("command").text(), QString("typed before"));
}

void TestAttachSheet::saysWhyAProgramCannotBe() {
    startProgram();
    ::kill(static_cast<pid_t>(program_->processId()), SIGSTOP);
    openSheet();
    choose(program_->processId());
    const CaptureDialog dialog(*window_);
    QTRY_VERIFY_WITH_TIMEOUT(dialog.sheet.shownError() == picker_->hint() && !picker_->hint().isEmpty(),
                             kPatience);
    QVERIFY2(picker_->hint().contains("stopped", Qt::CaseInsensitive), qPrintable(picker_->hint()));
    QVERIFY(!dialog.start()->isEnabled());
    QTest::keyClick(table_, Qt::Key_F5);
    choose(program_->processId()); // while it looks
    QTRY_VERIFY_WITH_TIMEOUT(!picker_->findChild<RunningPrograms*>()->looking(), kPatience);
    QVERIFY(picker_->chosen() && picker_->chosen()->process == program_->processId());
    ::kill(static_cast<pid_t>(program_->processId()), SIGCONT);
    QTest::mouseClick(buttonWith(*picker_, "Look again"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!picker_->hint().contains("stopped", Qt::CaseInsensitive), kPatience);
}

void TestAttachSheet::recordsAndDetaches() {
    startProgram();
    openSheet();
    choose(program_->processId());
    const CaptureDialog dialog(*window_);
    if (!dialog.sheet.shownError().isEmpty()) {
        QSKIP(qPrintable("this machine does not let programs be attached to: " + dialog.sheet.shownError()));
    }
    QVERIFY(picker_->hint().contains("It needs no restart"));
    QTest::mouseClick(dialog.start(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->pageCount(), 1, kPatience);
    DocumentPage* page = window_->currentPage();
    QCOMPARE(page->document().path(), at("attached.lanes"));
    const auto* bar = page->findChild<CaptureBar*>();
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*bar, "Detach"), kPatience);
    QVERIFY(!buttonWith(*bar, "Stop program"));
    QVERIFY(window_->actions()[ActionId::Detach]->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(
        page->document().trace() && !slicesNamed(*page->document().trace(), "aten::mm").empty(), kPatience);
    QTest::mouseClick(buttonWith(*bar, "Detach"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->actions()[ActionId::Detach]->isEnabled(), kPatience);
    // the program runs on and is not recorded any more
    const qint64 printed = program_->bytesAvailable();
    QTRY_VERIFY_WITH_TIMEOUT(program_->bytesAvailable() > printed, kPatience);
    QCOMPARE(program_->state(), QProcess::Running);
    QVERIFY(page->document().trace()->info().complete);
}

QTEST_MAIN(TestAttachSheet)
#include "tst_attach_sheet.moc"
