#include "app/window/RunningWindow.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QLocalSocket>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;

/// A second `lanescope FILE` opens its files in the window that is there.
class TestRunningWindow : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("XDG_RUNTIME_DIR", folder_->path().toUtf8());
    }

    void withoutAWindowNobodyTakesIt() { QVERIFY(!RunningWindow::handOver({"/a.lanes"})); }

    void withoutAFolderOfTheUsersOwnEachIsAlone() {
        qunsetenv("XDG_RUNTIME_DIR");
        const RunningWindow window([](const QStringList&) {});
        QVERIFY(!RunningWindow::handOver({"/a.lanes"}));
    }

    void theProgramHandsItsFilesOverAndEnds() {
        QList<QStringList> taken;
        const RunningWindow window([&](const QStringList& references) { taken << references; });
        QProcess program;
        program.setWorkingDirectory(folder_->path());
        program.start(kProgram, {"new line\n.lanes", "/b.lanes#t=1ms..2ms"});
        QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, kPatience);
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(taken.size(), 1);
        QCOMPARE(taken.front(), QStringList({folder_->path() + "/new line\n.lanes", "/b.lanes#t=1ms..2ms"}));
    }

    void aKilledWindowLeavesNothingInTheWay() {
        QProcess killed;
        killed.start(kProgram, {});
        QTRY_VERIFY_WITH_TIMEOUT(
            !QDir(folder_->path()).isEmpty(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot),
            kPatience);
        killed.kill();
        QVERIFY(killed.waitForFinished(kPatience));
        QVERIFY(!RunningWindow::handOver({"/a.lanes"}));
        bool came = false;
        const RunningWindow window([&](const QStringList&) { came = true; });
        QProcess program;
        program.start(kProgram, {});
        QTRY_VERIFY_WITH_TIMEOUT(came, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, kPatience);
    }

    void anotherWindowLeavesTheFirstItsPlace() {
        bool came = false;
        const RunningWindow first([&](const QStringList&) { came = true; });
        {
            const RunningWindow another([](const QStringList&) {}); // as --new-window makes it
            QProcess program;
            program.start(kProgram, {});
            QTRY_VERIFY_WITH_TIMEOUT(came, kPatience);
            QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, kPatience);
        }
        came = false;
        QProcess program;
        program.start(kProgram, {});
        QTRY_VERIFY_WITH_TIMEOUT(came, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(program.state(), QProcess::NotRunning, kPatience);
    }

    void wordsThatAreNoListAreLeftAlone() {
        int taken = 0;
        const RunningWindow window([&](const QStringList&) { ++taken; });
        QLocalSocket stranger;
        const QString name = QDir(folder_->path()).entryList(QDir::System).value(0);
        stranger.connectToServer(folder_->filePath(name));
        QVERIFY(stranger.waitForConnected(kPatience));
        stranger.write(QByteArray(8 << 20, '\x7f'));
        QTRY_COMPARE_WITH_TIMEOUT(stranger.state(), QLocalSocket::UnconnectedState, kPatience);
        QCOMPARE(taken, 0);
    }

private:
    const QString kProgram = QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope");
    std::unique_ptr<QTemporaryDir> folder_;
};

int run_tst_running_window(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestRunningWindow>(argc, argv);
}
#include "tst_running_window.moc"
