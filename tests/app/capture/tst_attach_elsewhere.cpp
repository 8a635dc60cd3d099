#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureBar.h"
#include "tests/app/capture/AttachFixture.h"
#include "tests/app/capture/FarHost.h"
#include "tests/support/RunTest.h"

using namespace lanes;
using namespace lanes::test;

/// Programs that run on another host, or in a container, already: listed in the dialog, attached to and detached from.
class TestAttachElsewhere : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void recordsAndDetaches_data();
    void recordsAndDetaches();
    void aHostThatDoesNotAnswerIsExplained();
    void listsOfProgramsAreReadAsTheyCome();

private:
    [[nodiscard]] MainWindow& window() const { return *fixture_->window; }
    [[nodiscard]] ProgramPicker& picker() const { return fixture_->picker(); }
    [[nodiscard]] QTableView& table() const { return fixture_->table(); }

    std::unique_ptr<FarHost> host_;
    std::unique_ptr<AttachFixture> fixture_;
};

void TestAttachElsewhere::init() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    if (!FarHost::installed()) {
        QSKIP("openssh-server is not installed");
    }
    host_ = std::make_unique<FarHost>();
    QVERIFY(host_->good());
    fixture_ = std::make_unique<AttachFixture>();
    QVERIFY(fixture_->openWindow());
}

void TestAttachElsewhere::cleanup() {
    fixture_.reset();
    host_.reset();
}

void TestAttachElsewhere::recordsAndDetaches_data() {
    QTest::addColumn<QString>("target");
    QTest::newRow("a host") << "ssh:there";
    QTest::newRow("a container") << "docker:box";
    QTest::newRow("a pod") << "kubectl:lab/box";
}

void TestAttachElsewhere::recordsAndDetaches() {
    QFETCH(QString, target);
    QVERIFY(fixture_->startProgram());
    fixture_->openSheet();
    QVERIFY(picker().isVisible());
    const CaptureDialog dialog(window());
    dialog.type("target", target);
    QVERIFY(!dialog.start()->isEnabled());
    QTest::keyClick(&dialog.field("target").edit(), Qt::Key_Return);
    fixture_->choose();
    if (!dialog.sheet.shownError().isEmpty()) {
        QSKIP(qPrintable("this machine does not let programs be attached to: " + dialog.sheet.shownError()));
    }
    QCOMPARE(dialog.sheet.request().shellCommand().section("&& ", 1),
             QString("lanescope attach -o %1 --on %2 %3")
                 .arg(fixture_->at("attached.lanes"), target)
                 .arg(fixture_->process()));
    QTest::mouseClick(dialog.start(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window().pageCount(), 1, kPatience);
    DocumentPage* page = window().currentPage();
    QCOMPARE(page->document().path(), fixture_->at("attached.lanes"));
    const auto* bar = page->findChild<CaptureBar*>();
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*bar, "Detach"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(
        page->document().trace() && !slicesNamed(*page->document().trace(), "aten::mm").empty(), kPatience);
    QTest::mouseClick(buttonWith(*bar, "Detach"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!window().capture().running(), kPatience);
    QVERIFY(fixture_->programRunsOn());
    QVERIFY(page->document().trace()->info().complete);
    QCOMPARE(host_->captures(), QStringList());
}

void TestAttachElsewhere::aHostThatDoesNotAnswerIsExplained() {
    fixture_->openSheet();
    const CaptureDialog dialog(window());
    host_->ask("leave");
    dialog.type("target", "ssh:there");
    QVERIFY2(dialog.sheet.shownError().isEmpty(), qPrintable(dialog.sheet.shownError()));
    QTest::keyClick(&dialog.field("target").edit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(picker().hint().contains("cannot be reached"), kPatience);
    QCOMPARE(dialog.sheet.shownError(), picker().hint());
    QVERIFY(!dialog.start()->isEnabled());
    QCOMPARE(dialog.field("target").text(), QString("ssh:there"));
    host_->ask("start");
    QTest::keyClick(&table(), Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(!picker().hint().contains("cannot be reached") && !fixture_->looking(),
                             kPatience);
    // back here: what ran there is listed no more
    dialog.type("target", "");
    QTest::keyClick(&dialog.field("target").edit(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!fixture_->looking(), kPatience);
    QCOMPARE(picker().findChild<RunningPrograms*>()->target(), QString());
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

int run_tst_attach_elsewhere(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestAttachElsewhere>(argc, argv);
}
#include "tst_attach_elsewhere.moc"
