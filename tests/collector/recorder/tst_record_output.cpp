// Where a recording goes: nothing that is there already is harmed, and nothing is left of one that did not begin.
#include "tests/collector/RecordedSlices.h"
#include "tests/collector/recorder/RecorderTest.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QTest>

#include <sys/stat.h>

using lanes::kPatience;

class tst_record_output : public RecorderTest {
    Q_OBJECT

    static QByteArray contentOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void put(const QString& path, const QByteArray& content) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }
    static QStringList everythingIn(const QString& folder) {
        return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }
    QString newFolder(const char* name) {
        const QString folder = folder_.filePath(QString::fromLatin1(name));
        QDir().mkpath(folder);
        return folder;
    }
    // Runs `record` with these words; false if it takes long.
    bool run(Run& run, const QString& folder, const QStringList& words) {
        run.process.setWorkingDirectory(folder);
        run.process.start(recorder_, QStringList{QStringLiteral("record")} + words);
        const bool ended = run.process.waitForFinished(kPatience);
        run.errors = QString::fromUtf8(run.process.readAllStandardError());
        run.output = run.process.readAllStandardOutput();
        return ended;
    }
    // "-o PLACE -- echo ran" is refused with a sentence that holds `why`, and leaves the folder as it was.
    void isRefused(const QString& folder, const QString& place, const char* why) {
        const QStringList before = everythingIn(folder);
        Run refused;
        QVERIFY(run(refused, folder,
                    {QStringLiteral("-o"), place, QStringLiteral("--"), QStringLiteral("echo"),
                     QStringLiteral("ran")}));
        QCOMPARE(refused.process.exitCode(), 1);
        QVERIFY(refused.output.isEmpty());
        QVERIFY2(refused.errors.contains(QLatin1String(why)), qPrintable(refused.errors));
        QCOMPARE(refused.errors.count(QLatin1Char('\n')), 1);
        QCOMPARE(everythingIn(folder), before);
    }

private Q_SLOTS:
    void aProgramThatCannotStartCostsNoSession() {
        const QString folder = newFolder("typo");
        const QString session = folder + QStringLiteral("/existing.lanes");
        Run first;
        QVERIFY(run(first, folder,
                    {QStringLiteral("-o"), session, QStringLiteral("--"), fake_, QStringLiteral("ops")}));
        const QByteArray before = contentOf(session);
        QVERIFY(!before.isEmpty());
        Run second;
        QVERIFY(
            run(second, folder,
                {QStringLiteral("-o"), session, QStringLiteral("--"), QStringLiteral("no-such-program")}));
        QCOMPARE(second.process.exitCode(), 127);
        QVERIFY(contentOf(session) == before);
        QCOMPARE(everythingIn(folder), QStringList{QStringLiteral("existing.lanes")});
    }

    void aSessionIsReplacedOnceTheProgramRuns() {
        const QString folder = newFolder("again");
        const QStringList words{QStringLiteral("-o"), QStringLiteral("a.lanes"), QStringLiteral("--"), fake_};
        Run first;
        QVERIFY(run(first, folder, words + QStringList{QStringLiteral("ops")}));
        Run second;
        QVERIFY(run(second, folder, words + QStringList{QStringLiteral("memory")}));
        QCOMPARE(everythingIn(folder), QStringList{QStringLiteral("a.lanes")});
        const TracePtr trace = open(folder + QStringLiteral("/a.lanes"));
        QVERIFY(trace);
        QCOMPARE(lanes::test::recordedSlices(*trace), 1u);
    }

    void whatIsNoSessionStays() {
        const QString folder = newFolder("script");
        const QString script = folder + QStringLiteral("/train.py");
        put(script, "print('hello')\n");
        isRefused(folder, script, "train.py is no Lanescope session");
        QCOMPARE(contentOf(script), QByteArray("print('hello')\n"));
        put(script, "short"); // shorter than what tells a session
        isRefused(folder, script, "train.py is no Lanescope session");
    }

    void whatIsNoFileIsRefusedAtOnce() {
        const QString folder = newFolder("special");
        const QString pipe = folder + QStringLiteral("/pipe.lanes");
        QCOMPARE(mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        isRefused(folder, pipe, "pipe.lanes is no regular file");
        isRefused(folder, QStringLiteral("/dev/null"), "/dev/null is no regular file");
        isRefused(folder, folder, "is no regular file");
        QVERIFY(QFile::exists(QStringLiteral("/dev/null")));
    }

    void aLinkStaysALink() {
        const QString folder = newFolder("link");
        const QString real = newFolder("real") + QStringLiteral("/real.lanes");
        put(real, {});
        QVERIFY(QFile::link(real, folder + QStringLiteral("/link.lanes")));
        Run linked;
        QVERIFY(run(linked, folder,
                    {QStringLiteral("-o"), QStringLiteral("link.lanes"), QStringLiteral("--"), fake_,
                     QStringLiteral("ops")}));
        QVERIFY(QFileInfo(folder + QStringLiteral("/link.lanes")).isSymLink());
        QCOMPARE(lanes::test::recordedSlices(*open(real)), 2000u);
    }

    void onlyTheOwnerReadsIt() {
        Run recorded;
        recordFake(recorded, "ops");
        struct stat facts {};
        QCOMPARE(stat(recorded.session.toLocal8Bit().constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 0777, 0600u);
    }

    void whatTheProgramWasGivenAsSecretIsNotInIt() {
        Run run;
        record(run, {fake_, QStringLiteral("ops"), QStringLiteral("--token"), QStringLiteral("hush")});
        const TracePtr trace = open(run);
        QVERIFY(trace);
        std::string arguments;
        for (const auto& [key, value] : trace->info().properties) {
            arguments += key.ends_with(".arguments") ? value : "";
            QVERIFY2(value.find("hush") == std::string::npos, key.c_str());
        }
        QCOMPARE(arguments, fake_.toStdString() + " ops --token ***");
    }

    void anOptionIsNoPlace() {
        const QString folder = newFolder("option");
        Run wrong;
        QVERIFY(run(wrong, folder, {QStringLiteral("-o"), QStringLiteral("--"), QStringLiteral("true")}));
        QCOMPARE(wrong.process.exitCode(), 2);
        QVERIFY2(wrong.errors.contains(QStringLiteral("-o")), qPrintable(wrong.errors));
        QVERIFY(everythingIn(folder).isEmpty());
    }

    void twoInOneSecondAreTwoSessions() {
        const QString folder = newFolder("two");
        QProcess one;
        QProcess two;
        for (QProcess* process : {&one, &two}) {
            process->setWorkingDirectory(folder);
            process->start(recorder_,
                           {QStringLiteral("record"), QStringLiteral("--"), fake_, QStringLiteral("halves")});
        }
        // Both run at the same time: each waits for a word.
        for (QProcess* process : {&one, &two}) {
            QVERIFY(process->waitForReadyRead(kPatience));
        }
        for (QProcess* process : {&one, &two}) {
            process->write("go on\n");
            QVERIFY(process->waitForFinished(kPatience));
            QCOMPARE(process->exitCode(), 0);
        }
        const QStringList sessions = everythingIn(folder);
        QCOMPARE(sessions.size(), 2);
        for (const QString& session : sessions) {
            QVERIFY(session.endsWith(QStringLiteral(".lanes")));
            const TracePtr trace = open(folder + QLatin1Char('/') + session);
            QVERIFY(trace);
            QCOMPARE(lanes::test::recordedSlices(*trace), 200u);
            QVERIFY(trace->info().complete);
            QVERIFY(trace->diagnostics().all().empty());
        }
    }

    void aSessionThatGrowsIsLeftAlone() {
        const QString folder = newFolder("same");
        const QString session = folder + QStringLiteral("/same.lanes");
        QProcess first;
        first.start(recorder_, {QStringLiteral("record"), QStringLiteral("-o"), session, QStringLiteral("--"),
                                fake_, QStringLiteral("halves")});
        QVERIFY(first.waitForReadyRead(kPatience));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(session), kPatience);
        isRefused(folder, session, "same.lanes is just being recorded into");
        first.write("go on\n");
        QVERIFY(first.waitForFinished(kPatience));
        QCOMPARE(lanes::test::recordedSlices(*open(session)), 200u);
    }

    void aFullDiskLeavesNothing() {
        if (!mayUnshare({QStringLiteral("-rm")})) {
            QSKIP("unshare -rm is not allowed here: no file system of our own to fill");
        }
        const QString folder = newFolder("full");
        QProcess shell;
        shell.start(QStringLiteral("unshare"),
                    {QStringLiteral("-rm"), QStringLiteral("sh"), QStringLiteral("-c"),
                     QStringLiteral("mount -t tmpfs -o size=4k tmpfs '%2'; echo filled > '%2/other'; "
                                    "'%1' record -o '%2/a.lanes' -- echo ran; echo $?; ls -A '%2'")
                         .arg(recorder_, folder)});
        QVERIFY(shell.waitForFinished(kPatience));
        QCOMPARE(shell.readAllStandardOutput(), QByteArray("1\nother\n"));
        const QByteArray errors = shell.readAllStandardError();
        QVERIFY2(errors.contains("a.lanes cannot be written: No space left on device"), errors.constData());
    }
};

int run_tst_record_output(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_record_output>(argc, argv);
}
#include "tst_record_output.moc"
