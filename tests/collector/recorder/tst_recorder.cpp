// Records small programs with the real command and reads the sessions back.
#include "tests/collector/RecordedSlices.h"
#include "tests/collector/recorder/RecorderTest.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using lanes::kPatience;
using lanes::SliceId;

class tst_recorder : public RecorderTest {
    Q_OBJECT

    static qulonglong lastNumber(const QByteArray& output) {
        const QList<QByteArray> lines = output.trimmed().split('\n');
        return lines.last().trimmed().toULongLong();
    }
    // That of the first slice: tracks of counters may have come before it.
    static const lanes::Track& threadOf(const TracePtr& trace) {
        return trace->tracks()[trace->slice(SliceId(0)).track.value];
    }
    static SliceId byName(const TracePtr& trace, std::string_view name) {
        for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
            if (trace->text(trace->slice(SliceId(i)).name) == name) {
                return SliceId(i);
            }
        }
        return {};
    }

private Q_SLOTS:
    void everyOperatorArrivesWithItsStack() {
        Run run;
        recordFake(run, "ops");
        QCOMPARE(run.process.exitCode(), 0);
        QVERIFY2(run.errors.contains(QStringLiteral("events, 0 lost")), qPrintable(run.errors));
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(lanes::test::recordedSlices(*trace), 2000u);
        QVERIFY(trace->info().complete);
        QCOMPARE(trace->info().exitStatus, 0);
        QCOMPARE(threadOf(trace).name, std::string("MainThread"));
        QCOMPARE(trace->processes().front().name, std::string("fake_target"));
        const SliceId inner = byName(trace, "aten::addmm");
        QCOMPARE(trace->text(trace->slice(trace->slice(inner).parent).name),
                 std::string_view("aten::linear"));
        const auto stack = trace->arg(inner, "Call stack");
        QVERIFY(stack && stack->type == lanes::ArgValue::Type::Stack);
        const auto frames = trace->stacks().frames(lanes::StackId(stack->id));
        QCOMPARE(frames.size(), 2u);
        QCOMPARE(trace->text(frames[0].function), std::string_view("step"));
        QCOMPARE(frames[0].line, 12);
        QCOMPARE(trace->text(frames[1].file), std::string_view("/home/user/train.py"));
        QCOMPARE(trace->arg(inner, "Sequence number")->integer, 0);
    }

    void backwardFindsItsForward() {
        Run run;
        recordFake(run, "autograd");
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(trace->links().firstFrom(byName(trace, "aten::linear"), lanes::LinkKind::ForwardBackward),
                 byName(trace, "AddmmBackward0"));
    }

    void whatStaysOpenOverSeveralChunksEndsWell() {
        Run run;
        recordFake(run, "long");
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QVERIFY(trace->segments().size() >= 3);
        QVERIFY(trace->openSlices().empty());
        const auto range = trace->slice(SliceId(0));
        QCOMPARE(trace->text(range.name), std::string_view("aten::addmm"));
        QVERIFY(range.duration > 4'000'000'000);
        const SliceId backward = byName(trace, "AddmmBackward0");
        QCOMPARE(trace->slice(backward).parent, SliceId(0));
        const SliceId forward = trace->links().firstTo(backward, lanes::LinkKind::ForwardBackward);
        QVERIFY(forward.valid());
        QCOMPARE(trace->text(trace->slice(forward).name), std::string_view("aten::linear"));
        QCOMPARE(trace->arg(forward, "Sequence number")->integer, 7);
        QCOMPARE(trace->flowsLinked(), 1u);
    }

    void aTargetInAnotherPidNamespaceIsNotGone() {
        if (!mayUnshare({QStringLiteral("-rpf"), QStringLiteral("--mount-proc")})) {
            QSKIP("unshare -rpf is not allowed here: no pid namespace of our own");
        }
        Run run;
        // Where its pid is nobody's in the recorder's namespace.
        start(run, {QStringLiteral("unshare"), QStringLiteral("-rpf"), QStringLiteral("--mount-proc"),
                    QStringLiteral("sh"), QStringLiteral("-c"),
                    QStringLiteral("echo 31000 > /proc/sys/kernel/ns_last_pid; %1 halves; true").arg(fake_)});
        QTRY_COMPARE_WITH_TIMEOUT(slicesSoFar(run), 100u, kPatience);
        run.process.write("go on\n");
        finish(run);
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(lanes::test::recordedSlices(*trace), 200u);
    }

    void aRecorderInAnotherPidNamespaceRemovesNothing() {
        const QStringList apart{QStringLiteral("-rpf"), QStringLiteral("--mount-proc")};
        if (!mayUnshare(apart)) {
            QSKIP("unshare -rpf is not allowed here: no pid namespace of our own");
        }
        Run run;
        start(run, {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                    QStringLiteral("echo $LANESCOPE_RINGS; exec %1 halves").arg(fake_)});
        QVERIFY(run.process.waitForReadyRead(kPatience));
        const QString rings = QString::fromUtf8(run.process.readLine().trimmed());
        QVERIFY(QFile::exists(rings));
        QCOMPARE(
            QProcess::execute(QStringLiteral("unshare"),
                              apart + QStringList{recorder_, QStringLiteral("record"), QStringLiteral("-o"),
                                                  folder_.filePath(QStringLiteral("inner.lanes")),
                                                  QStringLiteral("--"), QStringLiteral("/bin/true")}),
            0);
        QVERIFY(QFile::exists(rings));
        run.process.write("go on\n");
        finish(run);
        QCOMPARE(lanes::test::recordedSlices(*open(run)), 200u);
    }

    void childrenThatWorkOnAreWaitedFor() {
        Run run;
        recordFake(run, "outlived");
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(lanes::test::recordedSlices(*trace), 20u + 6 * 2000u);
        QVERIFY(trace->info().complete);
    }

    void anIdleChildDoesNotKeepThePromptAway() {
        Run run;
        QElapsedTimer time;
        time.start();
        // Its output goes nowhere, so that only the recorder can keep us waiting.
        record(run, {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                     fake_ + QStringLiteral(" daemon >/dev/null 2>&1")});
        QVERIFY(time.elapsed() < 45'000); // the child sleeps for a minute
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(lanes::test::recordedSlices(*trace), 2020u);
    }

    void afterTheEndASignalStopsTheWait() {
        Run run;
        QElapsedTimer time;
        start(run, {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                    fake_ + QStringLiteral(" daemon >/dev/null 2>&1; echo $$")});
        QVERIFY(run.process.waitForReadyRead(kPatience));
        const pid_t program = run.process.readLine().trimmed().toInt();
        QTRY_VERIFY_WITH_TIMEOUT(::kill(program, 0) != 0, kPatience); // the recorder has noticed its end
        QCOMPARE(run.process.state(), QProcess::Running);
        time.start();
        QCOMPARE(::kill(static_cast<pid_t>(run.process.processId()), SIGINT), 0);
        finish(run);
        QVERIFY(time.elapsed() < 45'000);    // the child sleeps for a minute
        QCOMPARE(run.process.exitCode(), 0); // the program's own
        QVERIFY(open(run)->info().complete);
    }

    void anOperatorMayEndOnAnotherThread() {
        Run run;
        recordFake(run, "elsewhere");
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QVERIFY(trace->openSlices().empty());
        QVERIFY(trace->slice(byName(trace, "aten::linear")).duration > 0);
    }

    void memoryKnowsItsStack() {
        Run run;
        recordFake(run, "memory");
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(trace->memory().size(), 2u);
        QCOMPARE(trace->memory().bytes[0], 4096);
        QVERIFY(trace->stacks().has(trace->memory().stack[0]));
        QVERIFY(!trace->memory().stack[1].valid());
        QCOMPARE(trace->memory().totalAllocated[0], -1);
    }

    void whyNothingWasRecordedIsSaid() {
        Run run;
        recordFake(run, "reason");
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(trace->diagnostics().count("capture-off"), 1u);
        QVERIFY(trace->diagnostics().all().front().message.ends_with("No layout fits this torch."));
    }

    void overflowIsCountedPerThreadNotHidden() {
        Run run;
        recordFake(run, "flood");
        const TracePtr trace = open(run);
        QVERIFY(trace);
        const std::uint64_t lost = trace->diagnostics().count("ring-overflow");
        QVERIFY(lost > 0);
        QVERIFY(threadOf(trace).incomplete);
        QVERIFY2(run.errors.contains(QStringLiteral(" lost")) &&
                     !run.errors.contains(QStringLiteral(", 0 lost")),
                 qPrintable(run.errors));
        QCOMPARE(lanes::test::recordedSlices(*trace), lastNumber(run.output));
    }

    void childrenComeIntoTheSameSession() {
        Run run;
        recordFake(run, "fork");
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(trace->processes().size(), 2u);
        QCOMPARE(lanes::test::recordedSlices(*trace), 2020u);
        const auto& child = trace->processes()[1];
        QCOMPARE(std::to_string(child.parentPid), trace->processes()[0].key);
    }

    void exitCodeOutputAndInputPassThrough() {
        Run run;
        start(run,
              {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("cat; echo two >&2; exit 7")});
        run.process.write("one\n");
        run.process.closeWriteChannel();
        finish(run);
        QCOMPARE(run.process.exitCode(), 7);
        QCOMPARE(run.output, QByteArray("one\n"));
        QVERIFY(run.errors.startsWith(QStringLiteral("two\n")));
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(trace->info().exitStatus, 7);
        QCOMPARE(lanes::test::recordedSlices(*trace), 0u);
    }

    void endsThatAreNoExit_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("code");
        QTest::newRow("os._exit") << "exit" << 0 << 9;
        QTest::newRow("abort") << "abort" << SIGABRT << 0;
    }
    void endsThatAreNoExit() {
        QFETCH(QString, what);
        QFETCH(int, signal);
        QFETCH(int, code);
        Run run;
        record(run, {fake_, what});
        if (signal != 0) {
            QCOMPARE(run.process.exitStatus(), QProcess::CrashExit);
        } else {
            QCOMPARE(run.process.exitCode(), code);
        }
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(lanes::test::recordedSlices(*trace), 2000u);
        QCOMPARE(trace->info().exitStatus, signal != 0 ? 128 + signal : code);
    }

    void aKilledTargetLosesNothingThatItWrote() {
        for (int round = 0; round < 20; ++round) {
            Run run;
            start(run, {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                        QStringLiteral("echo $$; exec %1 forever").arg(fake_)});
            QVERIFY(run.process.waitForReadyRead(kPatience));
            const pid_t target = run.process.readLine().trimmed().toInt();
            QVERIFY(target > 1);
            QTest::qWait(QRandomGenerator::global()->bounded(10, 120));
            QCOMPARE(::kill(target, SIGKILL), 0);
            finish(run);
            const TracePtr trace = open(run);
            QVERIFY(trace);
            // The target prints a count after it has written: at least that many must be there, at most one burst more.
            // Its last line may have been cut.
            const QByteArray complete = run.output.left(run.output.lastIndexOf('\n') + 1);
            const qulonglong told = complete.trimmed().isEmpty() ? 0 : lastNumber(complete);
            QVERIFY2(
                lanes::test::recordedSlices(*trace) >= told &&
                    lanes::test::recordedSlices(*trace) <= told + 40,
                qPrintable(QStringLiteral("%1 of %2").arg(lanes::test::recordedSlices(*trace)).arg(told)));
            QCOMPARE(trace->info().exitStatus, 128 + SIGKILL);
            QCOMPARE(trace->diagnostics().count("ring-overflow"), 0u);
        }
    }

    void signalsReachTheTarget_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
    }
    void signalsReachTheTarget() {
        QFETCH(int, signal);
        Run run;
        start(run, {fake_, QStringLiteral("forever")});
        QVERIFY(run.process.waitForReadyRead(kPatience));
        QCOMPARE(::kill(static_cast<pid_t>(run.process.processId()), signal), 0);
        finish(run);
        QCOMPARE(run.process.exitStatus(), QProcess::CrashExit); // as the target ended
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QVERIFY(lanes::test::recordedSlices(*trace) > 0);
        QCOMPARE(trace->info().exitStatus, 128 + signal);
    }

    void theTargetOutlivesAKilledRecorder() {
        Run run;
        // Its input ends with the recorder.
        start(run, {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                    QStringLiteral("echo $LANESCOPE_RINGS; read word; %1 ops >/dev/null; echo done > %2")
                        .arg(fake_, folder_.filePath(QStringLiteral("done")))});
        QVERIFY(run.process.waitForReadyRead(kPatience));
        const QString rings = QString::fromUtf8(run.process.readLine().trimmed());
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(run.session), kPatience);
        QVERIFY(QFile::exists(rings));
        run.process.kill();
        QVERIFY(run.process.waitForFinished(kPatience));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder_.filePath(QStringLiteral("done"))), kPatience);
        const TracePtr trace = open(run); // valid at every moment
        QVERIFY(trace);
        QVERIFY(!trace->info().complete);
        // What the killed one left the next recording sweeps up: this one, if no other of this machine has before.
        Run next;
        record(next, {QStringLiteral("/bin/true")});
        QVERIFY(!QFile::exists(rings));
    }

    void aFullDiskEndsTheSessionAndNotTheProgram_data() {
        QTest::addColumn<QString>("around"); // a shell's words that give %1 a place with room for a few KB
        QTest::newRow("limit of file sizes") << QStringLiteral("ulimit -S -f 16; %1");
        QTest::newRow("full file system") << QStringLiteral(
            "mount -t tmpfs -o size=8k tmpfs '%2' && { %1; code=$?; cp '%2/full.lanes' '%3'; exit $code; }");
    }
    void aFullDiskEndsTheSessionAndNotTheProgram() {
        QFETCH(QString, around);
        const bool mounts = around.contains(QStringLiteral("mount"));
        if (mounts && !mayUnshare({QStringLiteral("-rm")})) {
            QSKIP("unshare -rm is not allowed here: no file system of our own to fill");
        }
        const QString place = folder_.filePath(QStringLiteral("place"));
        QVERIFY(QDir().mkpath(place));
        const QString copy = folder_.filePath(QStringLiteral("full.lanes"));
        const QString session = mounts ? place + QStringLiteral("/full.lanes") : copy;
        const QString program =
            QStringLiteral("'%1' record -o '%2' -- sh -c 'ulimit -S -f unlimited; for i in 1 2 3 4 5 6 "
                           "7 8 9; do %3 ops; sleep 0.3; done; echo ended; exit 5'")
                .arg(recorder_, session, fake_);
        around.replace(QStringLiteral("%1"), program);
        around.replace(QStringLiteral("%2"), place);
        around.replace(QStringLiteral("%3"), copy);
        QStringList command{QStringLiteral("sh"), QStringLiteral("-c"), around};
        if (mounts) {
            command = QStringList{QStringLiteral("unshare"), QStringLiteral("-rm")} + command;
        }
        Run run;
        run.session = copy;
        run.process.start(command.takeFirst(), command);
        finish(run);
        QVERIFY2(run.process.exitCode() == 5,
                 qPrintable(QStringLiteral("%1: %2").arg(run.process.exitCode()).arg(run.errors)));
        QVERIFY2(run.output.endsWith("ended\n"), run.output.constData());
        QCOMPARE(run.errors.count(QLatin1Char('\n')), 1);
        QVERIFY2(run.errors.contains(QStringLiteral("full.lanes cannot be written: ")),
                 qPrintable(run.errors));
        QVERIFY2(run.errors.contains(QStringLiteral("make room")), qPrintable(run.errors));
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QVERIFY(!trace->info().complete);
        QVERIFY(lanes::test::recordedSlices(*trace) >= 2000u);
    }

    void whatTorchCouldNotAllocateStandsOnItsThread() {
        Run run;
        recordFake(run, "oom");
        const TracePtr trace = open(run);
        QVERIFY(trace);
        const SliceId failure = byName(trace, "[OutOfMemory]");
        QVERIFY(failure.valid());
        QCOMPARE(trace->slice(failure).duration, 0);
        QCOMPARE(trace->text(trace->slice(trace->slice(failure).parent).name),
                 std::string_view("aten::linear"));
        QCOMPARE(trace->arg(failure, "Bytes")->integer, 1 << 20);
        QCOMPARE(trace->arg(failure, "Device Id")->integer, 1);
        const auto& diagnostics = trace->diagnostics().all();
        QVERIFY(
            std::ranges::any_of(diagnostics, [](const auto& one) { return one.kind == "out-of-memory"; }));
    }

    void aChildThatStillImportsTorchIsWaitedFor() {
        Run run;
        recordFake(run, "importing");
        QCOMPARE(run.process.exitCode(), 0);
        const TracePtr trace = open(run);
        QVERIFY(trace);
        QCOMPARE(lanes::test::recordedSlices(*trace), 2020u);
        QVERIFY(trace->info().complete);
    }

    void whatCannotBeStartedIsSaidInOneSentence() {
        Run run;
        record(run, {QStringLiteral("no-such-program")});
        QCOMPARE(run.process.exitCode(), 127);
        QCOMPARE(run.errors.trimmed(),
                 QStringLiteral("lanescope: Cannot start 'no-such-program': No such file or directory; "
                                "check the name and PATH."));
        QVERIFY(!QFile::exists(run.session));
    }

    void anOutputThatCannotBeWrittenStopsBeforeTheProgram() {
        QProcess process;
        process.start(recorder_, {QStringLiteral("record"), QStringLiteral("-o"),
                                  QStringLiteral("/no/such/folder/a.lanes"), QStringLiteral("--"),
                                  QStringLiteral("/bin/echo"), QStringLiteral("ran")});
        QVERIFY(process.waitForFinished(kPatience));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardOutput().isEmpty());
        QVERIFY(process.readAllStandardError().contains("/no/such/folder/a.lanes"));
    }

    void theProgramsOwnWordsStayItsOwn_data() {
        QTest::addColumn<QStringList>("words");
        const QStringList echo{QStringLiteral("/bin/echo"), QStringLiteral("-o"), QStringLiteral("x"),
                               QStringLiteral("--"), QStringLiteral("--help")};
        QTest::newRow("behind --") << QStringList{QStringLiteral("--")} + echo;
        QTest::newRow("without --") << echo;
    }
    void theProgramsOwnWordsStayItsOwn() {
        QFETCH(QStringList, words);
        Run run;
        run.session = folder_.filePath(QStringLiteral("words.lanes"));
        run.process.start(recorder_,
                          QStringList{QStringLiteral("record"), QStringLiteral("-o"), run.session} + words);
        finish(run);
        QCOMPARE(run.output, QByteArray("-o x -- --help\n"));
        const TracePtr trace = open(run);
        QVERIFY(trace);
        const std::vector<std::string> command{"/bin/echo", "-o", "x", "--", "--help"};
        QVERIFY(trace->info().command == command);
    }

    void noCommandIsWrongUsage() {
        QCOMPARE(QProcess::execute(recorder_, {QStringLiteral("record")}), 2);
        QCOMPARE(QProcess::execute(recorder_, {QStringLiteral("record"), QStringLiteral("--")}), 2);
        QCOMPARE(QProcess::execute(recorder_, {QStringLiteral("record"), QStringLiteral("--help")}), 0);
    }
};

int run_tst_recorder(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_recorder>(argc, argv);
}
#include "tst_recorder.moc"
