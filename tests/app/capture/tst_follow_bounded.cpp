#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "model/trace/slices/SameSlice.h"
#include "tests/app/capture/TorchProgram.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/look/Appearance.h"
#include "views/timeline/TimelineView.h"

#include <QProcess>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace lanes;
using namespace lanes::test;

namespace {

constexpr int kLong = 300000; // ms: it takes megabytes of records
constexpr int kRewrites = 2;
constexpr qint64 kNearlyFull = 4'200'000; // it holds three to five eighths of 8M

// Fills megabytes soon: the more differs from call to call, the less it can be compressed.
const char* const kBusy =
    "import torch, random\n"
    "while True:\n"
    "    torch.ones(random.randrange(1, 99), random.randrange(1, 99)).mul(random.random()).sin()\n";

} // namespace

/// The window follows a recording that is bounded: its recorder writes the file anew and puts it in the place of the one
/// that the window reads.
class TestFollowBounded : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        if (!hasTorch()) {
            QSKIP("python3-torch is not installed");
        }
    }
    void goesOnWithTheFileThatTakesThePlace();
};

void TestFollowBounded::goesOnWithTheFileThatTakesThePlace() {
    const QTemporaryDir folder;
    const QString session = folder.filePath("run.lanes");
    QVERIFY(writeFile(folder.filePath("busy.py"), kBusy));
    QProcess recorder;
    const auto end = qScopeGuard([&recorder] {
        recorder.terminate(); // it passes that on
        recorder.waitForFinished(kPatience);
    });
    recorder.start(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"),
                   {"record", "--max-size", "8M", "-o", session, "--", kPython, folder.filePath("busy.py")});
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(session).size() > 0, kLong);

    Settings settings(folder.filePath("settings.ini"));
    Appearance appearance(Appearance::Mode::Dark);
    MainWindow window(appearance, settings);
    window.resize(1440, 900);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window, kLong));
    Document& document = window.openFile(session)->document();
    ViewState& view = document.view();
    QTRY_VERIFY_WITH_TIMEOUT(
        document.state() == Document::State::Live && document.trace()->sliceCount() > 1000, kLong);
    auto& timeline = static_cast<TimelineView&>(window.currentPage()->view());

    for (int i = 0; i < kRewrites; ++i) {
        // soon it is written anew; what is newest now will stay
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(session).size() > kNearlyFull, kLong);
        // the newest operator that has ended, what is around it, and a mark
        const auto operators = slicesNamed(*document.trace(), "aten::mul");
        const auto before = document.trace();
        const Trace::Slice chosen = operators[operators.size() - 2];
        const TimeRange range{chosen.start - 1'000'000, chosen.end() + 1'000'000};
        view.setBrush(range);
        timeline.findChild<QAction*>("mark-range")->trigger();
        const std::size_t marks = view.marks().own().size();

        // the oldest has given way
        QTRY_VERIFY_WITH_TIMEOUT(document.trace()->span().begin > before->span().begin, kLong);
        QVERIFY(!continues(*before, *document.trace()));
        QCOMPARE(document.state(), Document::State::Live);
        QCOMPARE(view.marks().own().size(), marks);
    }
    // and it is read on
    const TimeNs read = document.trace()->span().end;
    QTRY_VERIFY_WITH_TIMEOUT(document.trace()->span().end > read + 100'000'000, kLong);
    view.setFollowing(true);
    ::kill(static_cast<pid_t>(recorder.processId()), SIGINT);
    QVERIFY(recorder.state() == QProcess::NotRunning || recorder.waitForFinished(kLong));
    QTRY_COMPARE_WITH_TIMEOUT(document.state(), Document::State::Ready, kLong);
    QVERIFY(document.trace()->info().complete);
}

int run_tst_follow_bounded(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestFollowBounded>(argc, argv);
}
#include "tst_follow_bounded.moc"
