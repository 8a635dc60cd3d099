#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureBar.h"
#include "collector/attach/GpuProcesses.h"
#include "tests/app/capture/AttachFixture.h"
#include "tests/support/RunTest.h"

#include <QLabel>

#include <csignal>

using namespace lanes;
using namespace lanes::test;

/// Programs that run already, chosen in the capture dialog, really attached to and detached from.
class TestAttachSheet : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { fixture_.reset(); }

    void gpuMemoryIsReadFromTheTool();
    void saysWhatIsWantedAndWhatIsFound();
    void saysWhyAProgramCannotBe();
    void recordsAndDetaches();
    void theKeyboardAloneFindsAndRecordsIt();

private:
    [[nodiscard]] MainWindow& window() const { return *fixture_->window; }
    [[nodiscard]] ProgramPicker& picker() const { return fixture_->picker(); }
    [[nodiscard]] QTableView& table() const { return fixture_->table(); }

    std::unique_ptr<AttachFixture> fixture_;
};

void TestAttachSheet::init() {
    if (!hasTorch()) {
        QSKIP("python3-torch is not installed");
    }
    fixture_ = std::make_unique<AttachFixture>();
    QVERIFY(fixture_->openWindow());
}

void TestAttachSheet::gpuMemoryIsReadFromTheTool() {
    const auto bytes = attach::parseGpuProcesses(
        "4711, 1024\n4711, 1\n12, [N/A]\nbroken\n-3, 5\n13, 99999999999999999999\n");
    QCOMPARE(bytes.size(), 1U);
    QCOMPARE(bytes.at(4711), std::int64_t{1025} << 20);
    QVERIFY(attach::parseGpuProcesses("").empty());
}

void TestAttachSheet::saysWhatIsWantedAndWhatIsFound() {
    fixture_->openSheet();
    QVERIFY(fixture_->picker().isVisible());
    const CaptureDialog dialog(window());
    QVERIFY(!dialog.field("command").isVisible());
    QVERIFY(dialog.field("output").isVisible());
    QTest::keyClicks(picker().findChild<QLineEdit*>("programs"), "no such program");
    QTRY_VERIFY_WITH_TIMEOUT(picker().hint().contains("Choose the program"), kPatience);
    QVERIFY(!dialog.start()->isEnabled());
    bool empty = false;
    for (const QLabel* label : table().findChildren<QLabel*>()) {
        empty = empty || (label->isVisible() && !label->text().isEmpty());
    }
    QVERIFY(empty);
    // what was typed for a program that is started is still there
    QTest::keyClick(&window(), Qt::Key_Escape);
    window().actions()[ActionId::Capture]->trigger();
    QVERIFY(dialog.field("command").isVisible());
    QCOMPARE(dialog.field("command").text(), QString("typed before"));
}

void TestAttachSheet::saysWhyAProgramCannotBe() {
    QVERIFY(fixture_->startProgram());
    QVERIFY(fixture_->stopProgram());
    fixture_->openSheet();
    QVERIFY(fixture_->picker().isVisible());
    fixture_->choose();
    const CaptureDialog dialog(window());
    QTRY_VERIFY_WITH_TIMEOUT(dialog.sheet.shownError() == picker().hint() && !picker().hint().isEmpty(),
                             kPatience);
    QVERIFY2(picker().hint().contains("stopped", Qt::CaseInsensitive), qPrintable(picker().hint()));
    QVERIFY(!dialog.start()->isEnabled());
    QTest::keyClick(&table(), Qt::Key_F5);
    fixture_->choose(); // while it looks
    QTRY_VERIFY_WITH_TIMEOUT(!fixture_->looking(), kPatience);
    QVERIFY(picker().chosen() && picker().chosen()->process == fixture_->process());
    ::kill(static_cast<pid_t>(fixture_->process()), SIGCONT);
    QTest::mouseClick(buttonWith(picker(), "Look again"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!picker().hint().contains("stopped", Qt::CaseInsensitive), kPatience);
}

void TestAttachSheet::recordsAndDetaches() {
    QVERIFY(fixture_->startProgram());
    fixture_->openSheet();
    QVERIFY(fixture_->picker().isVisible());
    fixture_->choose();
    const CaptureDialog dialog(window());
    if (!dialog.sheet.shownError().isEmpty()) {
        QSKIP(qPrintable("this machine does not let programs be attached to: " + dialog.sheet.shownError()));
    }
    QVERIFY(picker().hint().contains("It needs no restart"));
    QTest::mouseClick(dialog.start(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window().pageCount(), 1, kPatience);
    DocumentPage* page = window().currentPage();
    QCOMPARE(page->document().path(), fixture_->at("attached.lanes"));
    const auto* bar = page->findChild<CaptureBar*>();
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*bar, "Detach"), kPatience);
    QVERIFY(!buttonWith(*bar, "Stop program"));
    QVERIFY(window().actions()[ActionId::Detach]->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(
        page->document().trace() && !slicesNamed(*page->document().trace(), "aten::mm").empty(), kPatience);
    QTest::mouseClick(buttonWith(*bar, "Detach"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!window().actions()[ActionId::Detach]->isEnabled(), kPatience);
    QVERIFY(fixture_->programRunsOn()); // and is not recorded any more
    QVERIFY(page->document().trace()->info().complete);
}

void TestAttachSheet::theKeyboardAloneFindsAndRecordsIt() {
    QVERIFY(fixture_->startProgram());
    fixture_->openSheet();
    QTRY_VERIFY_WITH_TIMEOUT(fixture_->row() >= 0, kPatience);
    const auto press = [this](Qt::Key key) { QTest::keyClick(window().focusWidget(), key); };
    QTest::keyClicks(window().focusWidget(),
                     QString::number(fixture_->process())); // into the filter, at once
    QCOMPARE(table().model()->rowCount(), 1);
    press(Qt::Key_Down);
    QVERIFY(picker().chosen() && picker().chosen()->process == fixture_->process());
    const CaptureDialog dialog(window());
    if (!dialog.sheet.shownError().isEmpty()) {
        QSKIP(qPrintable("this machine does not let programs be attached to: " + dialog.sheet.shownError()));
    }
    press(Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(window().pageCount(), 1, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(window().actions()[ActionId::Detach]->isEnabled(), kPatience);
    window().actions()[ActionId::Detach]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window().capture().running(), kPatience);
}

int run_tst_attach_sheet(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestAttachSheet>(argc, argv);
}
#include "tst_attach_sheet.moc"
