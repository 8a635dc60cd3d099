#include "app/capture/ProgramPicker.h"
#include "app/capture/RunningPrograms.h"
#include "app/settings/Settings.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureBar.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/recording/Steering.h"
#include "tests/app/CaptureDialog.h"
#include "tests/app/FarHost.h"
#include "tests/app/TorchProgram.h"
#include "views/shared/look/Appearance.h"

#include <QMenu>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>

#include <csignal>

using namespace lanes;
using namespace lanes::test;

/// Programs that run on another host, or in a container, already: listed in the dialog, attached to and detached from.
class TestAttachElsewhere : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void recordsAndDetaches_data();
    void recordsAndDetaches();
    void aHostThatDoesNotAnswerIsExplained();
    void listsOfProgramsAreReadAsTheyCome();

private:
    void startProgram();
    [[nodiscard]] int rowOf(qint64 process) const;
    [[nodiscard]] QString at(const char* name) const { return folder_->filePath(QString::fromLatin1(name)); }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<FarHost> host_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<QProcess> program_;
    ProgramPicker* picker_ = nullptr;
    QTableView* table_ = nullptr;
};

void TestAttachElsewhere::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    if (QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/bin", "/sbin"}).isEmpty()) {
        QSKIP("openssh-server is not installed");
    }
}

void TestAttachElsewhere::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    host_ = std::make_unique<FarHost>();
    QVERIFY(host_->good());
    settings_ = std::make_unique<Settings>(at("settings.ini"));
    settings_->setKeysWereShown();
    settings_->setCaptureField("folder", folder_->path());
    settings_->setCaptureField("command", "typed before");
    settings_->setCaptureField("output", at("attached.lanes"));
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

void TestAttachElsewhere::cleanup() {
    if (program_) {
        program_->kill();
        program_->waitForFinished(kPatience);
        program_.reset();
    }
    window_.reset();
    host_.reset();
}

void TestAttachElsewhere::startProgram() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    QVERIFY(writeFile(at("loop.py"), kEndless));
    program_ = std::make_unique<QProcess>();
    program_->setWorkingDirectory(folder_->path());
    program_->start(kPython, {"-u", "loop.py"});
    QTRY_VERIFY_WITH_TIMEOUT(program_->peek(100).contains("ready"), kPatience);
}

int TestAttachElsewhere::rowOf(qint64 process) const {
    for (int row = 0; row < table_->model()->rowCount(); ++row) {
        if (table_->model()->index(row, RunningPrograms::Process).data().toLongLong() == process) {
            return row;
        }
    }
    return -1;
}

void TestAttachElsewhere::recordsAndDetaches_data() {
    QTest::addColumn<QString>("target");
    QTest::newRow("a host") << "ssh:there";
    QTest::newRow("a container") << "docker:box";
    QTest::newRow("a pod") << "kubectl:lab/box";
}

void TestAttachElsewhere::recordsAndDetaches() {
    QFETCH(QString, target);
    startProgram();
    QTest::keyClick(window_.get(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(picker_->isVisible());
    const CaptureDialog dialog(*window_);
    dialog.type("target", target);
    QVERIFY(!dialog.start()->isEnabled());
    QTest::keyClick(&dialog.field("target").edit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(rowOf(program_->processId()) >= 0, kPatience);
    const QModelIndex index = table_->model()->index(rowOf(program_->processId()), RunningPrograms::Command);
    table_->scrollTo(index);
    QTest::mouseClick(table_->viewport(), Qt::LeftButton, {}, table_->visualRect(index).center());
    if (!dialog.sheet.shownError().isEmpty()) {
        QSKIP(qPrintable("this machine does not let programs be attached to: " + dialog.sheet.shownError()));
    }
    QCOMPARE(dialog.sheet.request().shellCommand().section("&& ", 1),
             QString("lanescope attach -o %1 --on %2 %3")
                 .arg(at("attached.lanes"), target)
                 .arg(program_->processId()));
    QTest::mouseClick(dialog.start(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->pageCount(), 1, kPatience);
    DocumentPage* page = window_->currentPage();
    QCOMPARE(page->document().path(), at("attached.lanes"));
    const auto* bar = page->findChild<CaptureBar*>();
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*bar, "Detach"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(
        page->document().trace() && !slicesNamed(*page->document().trace(), "aten::mm").empty(), kPatience);
    QTest::mouseClick(buttonWith(*bar, "Detach"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->capture().running(), kPatience);
    const qint64 printed = program_->bytesAvailable();
    QTRY_VERIFY_WITH_TIMEOUT(program_->bytesAvailable() > printed, kPatience);
    QCOMPARE(program_->state(), QProcess::Running);
    QVERIFY(page->document().trace()->info().complete);
    QCOMPARE(host_->captures(), QStringList());
}

void TestAttachElsewhere::aHostThatDoesNotAnswerIsExplained() {
    QTest::keyClick(window_.get(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    const CaptureDialog dialog(*window_);
    host_->ask("leave");
    dialog.type("target", "ssh:there");
    QVERIFY2(dialog.sheet.shownError().isEmpty(), qPrintable(dialog.sheet.shownError()));
    QTest::keyClick(&dialog.field("target").edit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(picker_->hint().contains("cannot be reached"), kPatience);
    QCOMPARE(dialog.sheet.shownError(), picker_->hint());
    QVERIFY(!dialog.start()->isEnabled());
    QCOMPARE(dialog.field("target").text(), QString("ssh:there"));
    host_->ask("start");
    QTest::keyClick(table_, Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(!picker_->hint().contains("cannot be reached") &&
                                 !picker_->findChild<RunningPrograms*>()->looking(),
                             kPatience);
    // back here: what ran there is listed no more
    dialog.type("target", "");
    QTest::keyClick(&dialog.field("target").edit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!picker_->findChild<RunningPrograms*>()->looking(), kPatience);
    QCOMPARE(picker_->findChild<RunningPrograms*>()->target(), QString());
}

void TestAttachElsewhere::listsOfProgramsAreReadAsTheyCome() {
    QVERIFY(parseRunningPrograms("").isEmpty());
    QVERIFY(parseRunningPrograms("{}").isEmpty());
    QVERIFY(parseRunningPrograms(R"([{"pid":-1,"command":["x"]},{"pid":7},5])").isEmpty());
    const auto programs = parseRunningPrograms(
        R"([{"pid":7,"user":"me","command":["python3","a b.py"],"gpu_bytes":5,"refusal":"no"}])");
    QCOMPARE(programs.size(), 1);
    QCOMPARE(programs[0].process, 7);
    QCOMPARE(programs[0].command, QStringList({"python3", "a b.py"}));
    QCOMPARE(programs[0].gpuBytes, 5);
    QCOMPARE(programs[0].refusal, QString("no"));
}

QTEST_MAIN(TestAttachElsewhere)
#include "tst_attach_elsewhere.moc"
