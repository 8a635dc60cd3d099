#include "app/capture/running/ConsolePanel.h"
#include "app/capture/sheet/CaptureSheet.h"
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureBar.h"
#include "app/window/recording/CaptureDesk.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/details/DetailsPanel.h"
#include "views/details/StackList.h"
#include "views/shared/look/Appearance.h"
#include "views/timeline/TimelineView.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;
using lanes::test::sliceNamed;

namespace {

const char* const kPython = "/usr/bin/python3";
const char* const kProgram = "import time\n"
                             "import torch\n"
                             "a = torch.ones(64, 64)\n"
                             "print('ready')\n"
                             "step = 0\n"
                             "try:\n"
                             "    while step < 3000:\n"
                             "        b = torch.mm(a, a)\n" // line 8
                             "        time.sleep(0.01)\n"
                             "        step += 1\n"
                             "except KeyboardInterrupt:\n"
                             "    print('stopped after', step)\n";

} // namespace

/// A program of Debian's torch, recorded from the window: seen while it runs, stopped, and looked into.
class TestCaptureTorch : public QObject {
    Q_OBJECT

private slots:
    void recordsFollowsStopsAndShows();
};

void TestCaptureTorch::recordsFollowsStopsAndShows() {
    QProcess probe;
    probe.start(kPython, {"-c", "import importlib.util as u, sys; sys.exit(u.find_spec('torch') is None)"});
    probe.waitForFinished(kPatience);
    if (probe.exitCode() != 0) {
        QSKIP("python3-torch is not installed");
    }
    QStandardPaths::setTestModeEnabled(true);
    const QTemporaryDir folder;
    QFile program(folder.filePath("loop.py"));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write(kProgram);
    program.close();
    Settings settings(folder.filePath("settings.ini"));
    settings.setCaptureField("folder", folder.path());
    settings.setCaptureField("command", QString("%1 loop.py").arg(kPython));
    Appearance appearance(Appearance::Mode::Dark);
    appearance.applyTo(*qApp);
    MainWindow window(appearance, settings);
    window.capture().setRecorder(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    window.resize(1440, 900);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, kPatience));

    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    auto* command = window.findChild<CaptureSheet*>()->findChild<QLineEdit*>("command");
    QTest::keyClick(command, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(window.pageCount(), 1, kPatience);
    DocumentPage* page = window.currentPage();
    QTRY_VERIFY_WITH_TIMEOUT(page->document().trace() && page->document().trace()->sliceCount() > 10,
                             kPatience);
    QCOMPARE(page->document().state(), Document::State::Live);
    QTRY_COMPARE_WITH_TIMEOUT(window.capture().console().text(), QString("ready\n"), kPatience);

    // it grows, and the view stays at its end
    const ViewState& view = page->document().view();
    const std::uint32_t seen = page->document().trace()->sliceCount();
    const TimeNs end = view.visible().end;
    QTRY_VERIFY_WITH_TIMEOUT(page->document().trace()->sliceCount() > 2 * seen, kPatience);
    QVERIFY(view.following());
    QVERIFY(view.visible().end > end);

    window.actions()[ActionId::StopProgram]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window.capture().running(), kPatience);
    QVERIFY2(window.capture().console().text().contains("stopped after"),
             qPrintable(window.capture().console().text()));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kPatience);
    QVERIFY(page->document().trace()->info().complete);
    QVERIFY(!view.following());

    auto& canvas = static_cast<TimelineView&>(page->view()).canvas();
    const SliceId mm = sliceNamed(*page->document().trace(), "aten::mm");
    page->document().view().reveal(mm);
    const Trace::Slice slice = page->document().trace()->slice(mm);
    page->document().view().setVisible({slice.start - slice.duration, slice.end() + slice.duration});
    QTRY_VERIFY_WITH_TIMEOUT(canvas.rectOf(mm), kPatience);
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.rectOf(mm)->center());
    QCOMPARE(view.selection(), mm);
    QTRY_VERIFY_WITH_TIMEOUT(window.details().content() && window.details().content()->slice == mm,
                             kPatience);
    auto* stack = window.details().findChild<StackList*>();
    QTRY_VERIFY_WITH_TIMEOUT(!stack->frames().empty(), kPatience);
    QCOMPARE(stack->frames()[0].line, 8);
}

int run_tst_capture_torch(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestCaptureTorch>(argc, argv);
}
#include "tst_capture_torch.moc"
