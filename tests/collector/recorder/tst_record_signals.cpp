// Signals reach a recorded program as they would reach it alone.
#include "tests/collector/recorder/RecorderTest.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QFile>
#include <QTest>

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

using lanes::kPatience;

namespace {

// Counts SIGINT and says the count at SIGUSR1.
const QString kCounting =
    QStringLiteral("import signal, sys\n"
                   "count = []\n"
                   "signal.signal(signal.SIGINT, lambda *_: count.append(1))\n"
                   "signal.signal(signal.SIGUSR1, lambda *_: print(len(count), flush=True))\n"
                   "signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))\n"
                   "print('ready', flush=True)\n"
                   "while True: signal.pause()\n");

} // namespace

class tst_record_signals : public RecorderTest {
    Q_OBJECT

    // What is left of a process group, stopped or not, goes with the test that started it.
    struct GroupEnd {
        pid_t group;
        ~GroupEnd() {
            if (group > 0) {
                killpg(group, SIGKILL);
            }
        }
    };

    // Starts the recorder as `modifier` leaves the new process.
    void startAs(Run& run, const QStringList& command, const std::function<void()>& modifier) {
        run.process.setChildProcessModifier(modifier);
        start(run, command);
    }
    static QByteArray nextLine(Run& run) {
        while (!run.process.canReadLine() && run.process.waitForReadyRead(kPatience)) {
        }
        return run.process.readLine();
    }
    // To the recorder and each child of it whose /proc/PID/`file` has the text: as pkill finds them, by its own choice or with -f.
    static void signalAll(pid_t recorder, const QString& file, const QString& text, int signal) {
        QFile children(QStringLiteral("/proc/%1/task/%1/children").arg(recorder));
        QVERIFY(children.open(QIODevice::ReadOnly));
        for (const QByteArray& process :
             (QByteArray::number(recorder) + ' ' + children.readAll()).split(' ')) {
            QFile told(QStringLiteral("/proc/%1/%2").arg(QString::fromLatin1(process), file));
            if (told.open(QIODevice::ReadOnly) && told.readAll().replace('\0', ' ').contains(text.toUtf8())) {
                kill(static_cast<pid_t>(process.toInt()), signal);
            }
        }
    }

private Q_SLOTS:
    void oneToTheGroupArrivesOnce() {
        // The recorder takes what was sent to it alone after that, and passes it on.
        for (int round = 0; round < 5; ++round) {
            Run run;
            startAs(run, {QStringLiteral("python3"), QStringLiteral("-c"), kCounting}, [] { setpgid(0, 0); });
            const auto recorder = static_cast<pid_t>(run.process.processId());
            const GroupEnd end{recorder};
            QCOMPARE(nextLine(run), QByteArray("ready\n"));
            // Once the second one comes, the first has been seen.
            for (const char* count : {"1\n", "2\n"}) {
                QCOMPARE(killpg(recorder, SIGINT), 0);
                QCOMPARE(kill(recorder, SIGUSR1), 0);
                QCOMPARE(nextLine(run), QByteArray(count));
            }
            QCOMPARE(kill(recorder, SIGTERM), 0);
            finish(run);
            QCOMPARE(run.process.exitCode(), 0);
        }
    }

    // Who signals a recording by a name finds the recorder, and the program only if it has that name as well.
    void oneToAllOfANameArrivesOnce_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("name");
        QTest::newRow("pkill lanescope") << QStringLiteral("comm") << QStringLiteral("lanescope");
        QTest::newRow("pkill -f, the recorder's words")
            << QStringLiteral("cmdline") << QStringLiteral("record -o");
        QTest::newRow("pkill -f, the program's words")
            << QStringLiteral("cmdline") << QStringLiteral("'ready'");
    }
    void oneToAllOfANameArrivesOnce() {
        QFETCH(const QString, file);
        QFETCH(const QString, name);
        Run run;
        start(run, {QStringLiteral("python3"), QStringLiteral("-c"), kCounting});
        QCOMPARE(nextLine(run), QByteArray("ready\n"));
        const auto recorder = static_cast<pid_t>(run.process.processId());
        for (const char* count : {"1\n", "2\n"}) {
            signalAll(recorder, file, name, SIGINT);
            QCOMPARE(kill(recorder, SIGUSR1), 0);
            QCOMPARE(nextLine(run), QByteArray(count));
        }
        QCOMPARE(kill(recorder, SIGTERM), 0);
        finish(run);
        QCOMPARE(run.process.exitCode(), 0);
    }

    void whatWasBlockedStaysBlocked() {
        const QStringList look{QStringLiteral("grep"), QStringLiteral("SigBlk"),
                               QStringLiteral("/proc/self/status")};
        const auto block = [] {
            sigset_t set;
            sigemptyset(&set);
            sigaddset(&set, SIGUSR1);
            sigprocmask(SIG_BLOCK, &set, nullptr);
        };
        QProcess plain;
        plain.setChildProcessModifier(block);
        plain.start(look.first(), look.mid(1));
        QVERIFY(plain.waitForFinished(kPatience));
        Run run;
        startAs(run, look, block);
        finish(run);
        QVERIFY(run.output.contains("200"));
        QCOMPARE(run.output, plain.readAllStandardOutput());
    }

    void aProgramThatStopsItselfStopsUsForTheShell() {
        const std::string session = folder_.filePath(QStringLiteral("stops.lanes")).toStdString();
        const std::string recorder = recorder_.toStdString();
        int terminal = -1;
        const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
        if (child == 0) {
            execl(recorder.c_str(), recorder.c_str(), "record", "-o", session.c_str(), "--", "/bin/sh", "-c",
                  "kill -STOP $$; exit 3", nullptr);
            _exit(1);
        }
        const GroupEnd end{child};
        int status = 0;
        // Asked again when it has been true.
        bool changed = false;
        const auto hasChanged = [&] {
            changed = changed || waitpid(child, &status, WUNTRACED | WNOHANG) == child;
            return changed;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasChanged(), kPatience);
        QVERIFY(WIFSTOPPED(status));
        QCOMPARE(killpg(child, SIGCONT), 0); // as the shell's fg
        changed = false;
        QTRY_VERIFY_WITH_TIMEOUT(hasChanged(), kPatience);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 3);
        close(terminal);
    }
};

int run_tst_record_signals(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_record_signals>(argc, argv);
}
#include "tst_record_signals.moc"
