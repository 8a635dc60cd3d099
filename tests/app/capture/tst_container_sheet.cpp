// Containers of an older system from the capture dialog: `./test container` has a docker and a kubectl that run what they are told in
// a chroot of Debian 11 with a Python and a torch of its own. It sets up this test's environment; alone it skips.
#include "app/capture/running/ConsolePanel.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureBar.h"
#include "tests/app/capture/AttachFixture.h"
#include "tests/support/RunTest.h"

using namespace lanes;
using namespace lanes::test;

namespace {

const QString kPythonThere = QStringLiteral("/opt/torch/bin/python");

} // namespace

class TestContainerSheet : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { fixture_.reset(); }
    void aTrainingIsRecorded_data() { targets(); }
    void aTrainingIsRecorded();
    void aRunningProgramIsAttachedTo_data() { targets(); }
    void aRunningProgramIsAttachedTo();

private:
    static void targets() {
        QTest::addColumn<QString>("target");
        QTest::newRow("docker") << "docker:old";
        QTest::newRow("kubectl") << "kubectl:pod";
    }
    [[nodiscard]] MainWindow& window() const { return *fixture_->window; }

    std::unique_ptr<AttachFixture> fixture_;
};

void TestContainerSheet::init() {
    const QString recorder = qEnvironmentVariable("LANESCOPE_PORTABLE_RECORDER");
    if (recorder.isEmpty()) {
        QSKIP("./test container runs this");
    }
    fixture_ = std::make_unique<AttachFixture>();
    QVERIFY(fixture_->openWindow());
    window().capture().setRecorder(recorder);
}

void TestContainerSheet::aTrainingIsRecorded() {
    QFETCH(const QString, target);
    QTest::keyClick(&window(), Qt::Key_R, Qt::ControlModifier);
    const CaptureDialog dialog(window());
    dialog.type("target", target);
    dialog.type("folder", "/srv/work");
    dialog.type("command", kPythonThere + " train.py");
    dialog.type("environment", "SAID='from here'");
    dialog.type("output", fixture_->at("far.lanes"));
    CaptureField& command = dialog.field("command");
    QTRY_VERIFY2_WITH_TIMEOUT(command.hint().startsWith("Python 3.9, torch 2."), qPrintable(command.hint()),
                              kPatience);
    QVERIFY2(command.hint().endsWith(QString(" on %1. Ready to record.").arg(target)),
             qPrintable(command.hint()));
    QTest::mouseClick(dialog.start(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window().pageCount(), 1, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!window().capture().running(), kPatience);
    Document& document = window().currentPage()->document();
    QTRY_COMPARE_WITH_TIMEOUT(document.state(), Document::State::Ready, kPatience);
    const QString said = window().capture().console().text();
    QVERIFY2(said.contains("trained with 2."), qPrintable(said));
    const Trace& trace = *document.trace();
    QVERIFY(trace.info().complete);
    QCOMPARE(slicesNamed(trace, "aten::mm").size(),
             std::size_t{40 + 4}); // the threads', and a weights' gradient of each batch
    QCOMPARE(trace.diagnostics().count("ring-overflow"), std::uint64_t{0});
}

void TestContainerSheet::aRunningProgramIsAttachedTo() {
    QFETCH(const QString, target);
    const QStringList inside = target.startsWith("docker") ? QStringList{"exec", "-i", "old"}
                                                           : QStringList{"exec", "-i", "pod", "--"};
    fixture_->program.start(target.section(':', 0, 0),
                            inside + QStringList{kPythonThere, "/srv/work/endless.py"});
    QTRY_VERIFY_WITH_TIMEOUT(fixture_->program.peek(100).contains("ready"), kPatience);
    fixture_->openSheet();
    const CaptureDialog dialog(window());
    dialog.type("target", target);
    QTest::keyClick(&dialog.field("target").edit(), Qt::Key_Return);
    fixture_->choose();
    QCOMPARE(dialog.sheet.shownError(), QString());
    QTest::mouseClick(dialog.start(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window().pageCount(), 1, kPatience);
    DocumentPage* page = window().currentPage();
    QTRY_VERIFY_WITH_TIMEOUT(page->document().trace() &&
                                 slicesNamed(*page->document().trace(), "aten::mm").size() > 10,
                             kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(page->captureBar(), "Detach"), kPatience);
    QTest::mouseClick(buttonWith(page->captureBar(), "Detach"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!window().capture().running(), kPatience);
    QVERIFY(page->document().trace()->info().complete);
    QCOMPARE(fixture_->program.state(), QProcess::Running);
}

int run_tst_container_sheet(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestContainerSheet>(argc, argv);
}
#include "tst_container_sheet.moc"
