#include "app/capture/CaptureSheet.h"
#include "app/capture/ConsolePanel.h"
#include "app/settings/Settings.h"
#include "app/window/CaptureBar.h"
#include "app/window/CaptureDesk.h"
#include "app/window/DocumentPage.h"
#include "app/window/MainWindow.h"
#include "tests/support/SmallTraining.h"
#include "views/details/DetailsPanel.h"
#include "views/details/StackList.h"
#include "views/shared/Appearance.h"
#include "views/timeline/TimelineCanvas.h"
#include "views/timeline/TimelineView.h"

#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;
using lanes::test::sliceNamed;

namespace {

constexpr int kLong = 60000; // ms: torch alone takes seconds to import
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
    probe.waitForFinished();
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
    QVERIFY(QTest::qWaitForWindowExposed(&window));

    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    auto* command = window.findChild<CaptureSheet*>()->findChild<QLineEdit*>("command");
    QTest::keyClick(command, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(window.pageCount(), 1, kLong);
    DocumentPage* page = window.currentPage();
    QTRY_VERIFY_WITH_TIMEOUT(page->document().trace() && page->document().trace()->sliceCount() > 10, kLong);
    QCOMPARE(page->document().state(), Document::State::Live);
    QTRY_COMPARE_WITH_TIMEOUT(window.capture().console().text(), QString("ready\n"), kLong);

    // it grows, and the view stays at its end
    const ViewState& view = page->document().view();
    const std::uint32_t seen = page->document().trace()->sliceCount();
    const TimeNs end = view.visible().end;
    QTRY_VERIFY_WITH_TIMEOUT(page->document().trace()->sliceCount() > 2 * seen, kLong);
    QVERIFY(view.following());
    QVERIFY(view.visible().end > end);

    window.actions()[ActionId::StopProgram]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window.capture().running(), kLong);
    QVERIFY2(window.capture().console().text().contains("stopped after"),
             qPrintable(window.capture().console().text()));
    QTRY_COMPARE_WITH_TIMEOUT(page->document().state(), Document::State::Ready, kLong);
    QVERIFY(page->document().trace()->info().complete);
    QVERIFY(!view.following());

    auto& canvas = static_cast<TimelineView&>(page->view()).canvas();
    const SliceId mm = sliceNamed(*page->document().trace(), "aten::mm");
    page->document().view().reveal(mm);
    const Trace::Slice slice = page->document().trace()->slice(mm);
    page->document().view().setVisible({slice.start - slice.duration, slice.end() + slice.duration});
    QTRY_VERIFY(canvas.rectOf(mm));
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.rectOf(mm)->center());
    QCOMPARE(view.selection(), mm);
    QTRY_VERIFY(window.details().content() && window.details().content()->slice == mm);
    auto* stack = window.details().findChild<StackList*>();
    QTRY_VERIFY(!stack->frames().empty());
    QCOMPARE(stack->frames()[0].line, 8);
}

QTEST_MAIN(TestCaptureTorch)
#include "tst_capture_torch.moc"
