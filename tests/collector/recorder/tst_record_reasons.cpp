// Nothing recorded, or a process not recorded, is always explained: on the exit line and in the session.
#include "tests/collector/recorder/RecorderTest.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <unistd.h>

#include <algorithm>

class tst_record_reasons : public RecorderTest {
    Q_OBJECT

private Q_SLOTS:
    void nothingRecordedIsExplained_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QString>("reason");
        // It runs for longer than there is between two looks at it.
        const QString program = QStringLiteral("import time; time.sleep(1.2)");
        const QString python = QStringLiteral("python3");
        const QString code = QStringLiteral("-c");
        const QString env = QStringLiteral("env");
        QTest::newRow("-I") << QStringList{python, QStringLiteral("-I"), code, program}
                            << QStringLiteral("(python3) was started with -I, which keeps the probe out");
        QTest::newRow("-uE") << QStringList{python, QStringLiteral("-uE"), code, program}
                             << QStringLiteral("(python3) was started with -E");
        QTest::newRow("-S behind -X")
            << QStringList{python, QStringLiteral("-X"), QStringLiteral("utf8"), QStringLiteral("-S"), code,
                           program}
            << QStringLiteral("(python3) was started with -S");
        QTest::newRow("a child") << QStringList{QStringLiteral("sh"), code,
                                                QStringLiteral("python3 -I -c '%1'; true").arg(program)}
                                 << QStringLiteral("(python3) was started with -I");
        QTest::newRow("env -i") << QStringList{env, QStringLiteral("-i"), QStringLiteral("/usr/bin/python3"),
                                               code, program}
                                << QStringLiteral("(python3) was started without PYTHONPATH");
        QTest::newRow("PYTHONPATH") << QStringList{env, QStringLiteral("PYTHONPATH=/elsewhere"), python, code,
                                                   program}
                                    << QStringLiteral("(python3) was started with another PYTHONPATH");
        QTest::newRow("another user") << QStringList{QStringLiteral("setpriv"),
                                                     QStringLiteral("--reuid=65534"),
                                                     QStringLiteral("--clear-groups"),
                                                     QStringLiteral("/usr/bin/python3"),
                                                     code,
                                                     program}
                                      << QStringLiteral("(python3) runs as another user");
        QTest::newRow("another file system where the buffers are")
            << QStringList{QStringLiteral("unshare"), QStringLiteral("-rm"), QStringLiteral("sh"), code,
                           QStringLiteral("mount -t tmpfs tmpfs \"$(dirname \"$LANESCOPE_RINGS\")\" && "
                                          "exec python3 -c '%1'")
                               .arg(program)}
            << QStringLiteral("(python3) cannot see the recorder's buffers in /");
        QTest::newRow("no torch") << QStringList{python, code, program, QStringLiteral("-I")}
                                  << QStringLiteral("No process of the program ran an operator of torch");
        QTest::newRow("no Python") << QStringList{QStringLiteral("true")}
                                   << QStringLiteral("The program is no Python program");
    }
    void nothingRecordedIsExplained() {
        QFETCH(QStringList, command);
        QFETCH(QString, reason);
        if (command.first() == QStringLiteral("setpriv") && geteuid() != 0) {
            QSKIP("only root can be another user");
        }
        if (command.first() == QStringLiteral("unshare") && !mayUnshare({QStringLiteral("-rm")})) {
            QSKIP("unshare -rm is not allowed here: no file system of our own");
        }
        Run run;
        record(run, command);
        QCOMPARE(run.process.exitCode(), 0);
        QVERIFY2(run.errors.contains(QStringLiteral("not recorded: ")) && run.errors.contains(reason),
                 qPrintable(run.errors));
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QVERIFY(std::ranges::any_of(trace->diagnostics().all(), [&](const lanes::Diagnostic& one) {
            return one.kind == "not-recorded" && one.message.find(reason.toStdString()) != std::string::npos;
        }));
    }

    void whatNvidiaLoadsIsTheProbe_data() {
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QString>("missing");
        QTest::newRow("CUDA's driver")
            << QByteArray("CUDA_INJECTION64_PATH") << QStringLiteral("GPU work of programs without torch");
        QTest::newRow("NVTX") << QByteArray("NVTX_INJECTION64_PATH")
                              << QStringLiteral("Ranges and marks of NVTX");
    }
    void whatNvidiaLoadsIsTheProbe() {
        QFETCH(QByteArray, variable);
        QFETCH(QString, missing);
        const QStringList print{QStringLiteral("sh"), QStringLiteral("-c"),
                                QStringLiteral("printf %s \"$%1\"").arg(QString::fromLatin1(variable))};
        Run run;
        record(run, print);
        QVERIFY2(run.output.endsWith("/lanescope_probe/liblanescope_probe.so"), run.output.constData());
        QVERIFY2(QFile::exists(QString::fromUtf8(run.output)), run.output.constData());
        qputenv(variable.constData(), "/of/the/user.so");
        Run own;
        record(own, print);
        qunsetenv(variable.constData());
        QCOMPARE(own.output, QByteArray("/of/the/user.so"));
        QVERIFY2(own.errors.contains(QStringLiteral("not recorded: ") + missing) &&
                     own.errors.contains(QStringLiteral("/of/the/user.so: unset it")),
                 qPrintable(own.errors));
    }

    void whatIsRecordedNeedsNoReason() {
        Run run;
        recordFake(run, "ops");
        QVERIFY2(!run.errors.contains(QStringLiteral("not recorded")), qPrintable(run.errors));
        QCOMPARE(open(run)->diagnostics().count("not-recorded"), 0u);
    }

    void threadsAndProcessesCountAsLost() {
        Run run;
        recordFake(run, "refused");
        QVERIFY2(run.errors.contains(QStringLiteral("2000 events, 2 threads, 1 process lost")),
                 qPrintable(run.errors));
        QCOMPARE(open(run)->diagnostics().count("process-without-buffer"), 1u);
        QVERIFY2(run.errors.contains(QStringLiteral("as many files open as it may")), qPrintable(run.errors));
    }

    void whyThereIsNoBufferIsSaid_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("reason");
        QTest::newRow("file size") << QStringLiteral("small files") << QStringLiteral("ulimit -f");
        QTest::newRow("user") << QStringLiteral("setuid") << QStringLiteral("(setuid)");
        QTest::newRow("root") << QStringLiteral("chroot") << QStringLiteral("(chroot)");
    }
    void whyThereIsNoBufferIsSaid() {
        QFETCH(QString, what);
        QFETCH(QString, reason);
        if (what != QStringLiteral("small files") && geteuid() != 0) {
            QSKIP("only root can change its user or root");
        }
        Run run;
        recordFake(run, what.toUtf8().constData());
        QVERIFY2(run.errors.contains(QStringLiteral("20 events, 1 thread, 1 process lost")),
                 qPrintable(run.errors));
        QVERIFY2(run.errors.contains(QStringLiteral("Processes were not recorded: the program")) &&
                     run.errors.contains(QStringLiteral("Threads were not recorded: the program")) &&
                     run.errors.count(reason) == 2 && !run.errors.contains(QStringLiteral("room")),
                 qPrintable(run.errors));
        const TracePtr trace = open(run);
        for (const char* kind : {"thread-without-buffer", "process-without-buffer"}) {
            QVERIFY2(std::ranges::any_of(trace->diagnostics().all(),
                                         [&](const lanes::Diagnostic& one) {
                                             return one.kind == kind &&
                                                    one.message.find(reason.toStdString()) !=
                                                        std::string::npos;
                                         }),
                     kind);
        }
    }

    void aHeaderOfNonsenseIsNotBelieved() {
        Run run;
        recordFake(run, "nonsense");
        QVERIFY2(run.errors.contains(QStringLiteral("events, 0 lost")), qPrintable(run.errors));
    }

    void filesThatAreCutShortEndNothing() {
        Run run;
        recordFake(run, "cut");
        QCOMPARE(run.process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(run.process.exitCode(), 0);
        QVERIFY(open(run)->info().complete);
    }
};

int run_tst_record_reasons(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_record_reasons>(argc, argv);
}
#include "tst_record_reasons.moc"
