// One name for a thread and a stream, wherever it is said.
#include "tests/support/RunTest.h"
#include "tests/support/TraceBuilder.h"
#include "views/shared/text/TrackName.h"

#include <QFile>
#include <QRegularExpression>
#include <QTranslator>
#include <QtTest>

using namespace lanes;

class TrackNameTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
    void ourWordsAreTranslated();

private:
    static QString shownOf(Process::Kind process, const QString& key, const QString& recorded,
                           Track::Kind kind = Track::Kind::Thread);
};

QString TrackNameTest::shownOf(Process::Kind process, const QString& key, const QString& recorded,
                               Track::Kind kind) {
    TraceBuilder builder;
    Process owner;
    owner.key = "42";
    owner.kind = process;
    Track track;
    track.process = builder.addProcess(owner);
    track.key = key.toStdString();
    track.name = recorded.toStdString();
    track.kind = kind;
    const TrackId id = builder.addTrack(track);
    return trackName(*builder.publish(), id);
}

void TrackNameTest::names_data() {
    using Kind = Process::Kind;
    QTest::addColumn<Kind>("process");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* what, Kind process, const char* key, const char* name, const char* is) {
        QTest::newRow(what) << process << QString(key) << QString(name) << QString(is);
    };
    row("the first thread has its process's number", Kind::Host, "42", "", "MainThread");
    row("any other its own", Kind::Host, "639", "", "Thread 639");
    row("Kineto's name says no more", Kind::Host, "42", "thread 42 (python3)", "MainThread");
    row("nor that of another thread", Kind::Host, "639", "thread 639 (python3)", "Thread 639");
    row("a number that only begins alike is a name", Kind::Host, "63", "thread 639", "thread 639");
    row("a thread as the program named it", Kind::Host, "639", "pt_autograd_0", "pt_autograd_0");
    row("a stream", Kind::Device, "7", "", "Stream 7");
    row("Kineto's stream, with its blank", Kind::Device, "7", "stream 7 ", "Stream 7");
    row("waits for a stream", Kind::Device, "1000007", "stream 7 (sync)", "Stream 7 (sync)");
    row("a stream whose number begins alike", Kind::Device, "7", "stream 71", "stream 71");
    row("a stream as the program named it", Kind::Device, "7", "NCCL", "NCCL");
    row("a stream of another process", Kind::Device, "8589934599", "stream 7 of process 43",
        "Stream 7 of process 43");
    row("with its name", Kind::Device, "20", "copies (stream 20 of context 2, priority -1)",
        "copies (Stream 20 of context 2, priority -1)");
    row("waits that are for no stream", Kind::Device, "-1", "Waits of process 43", "Waits of process 43");
    row("a name that only begins alike", Kind::Device, "7", "Waits of mine", "Waits of mine");
}

// What the file says stays as it is, our own words are in the user's language.
void TrackNameTest::ourWordsAreTranslated() {
    if (!QFile::exists(QStringLiteral(":/i18n/lanescope_zh_CN.qm"))) {
        QSKIP("built without Qt's linguist tools: English alone");
    }
    QTranslator chinese;
    QVERIFY(chinese.load(QStringLiteral(":/i18n/lanescope_zh_CN.qm")));
    QCoreApplication::installTranslator(&chinese);
    const auto isChinese = [](const QString& text) {
        static const QRegularExpression kHan(QStringLiteral("\\p{Han}"));
        static const QRegularExpression kWord(
            QStringLiteral("stream|process|context|Waits|priority|sync|ranges|NaN and"),
            QRegularExpression::CaseInsensitiveOption);
        return text.contains(kHan) && !text.contains(kWord);
    };
    for (const char* name : {"Waits", "Waits of process 43", "Waits of context 2",
                             "stream 7 (sync) of process 43", "stream 20 of context 2, priority -1"}) {
        const QString shown = shownOf(Process::Kind::Device, QStringLiteral("99"), QLatin1String(name));
        QVERIFY2(isChinese(shown), qPrintable(shown));
    }
    const QString named =
        shownOf(Process::Kind::Device, QStringLiteral("99"), QStringLiteral("Waits for all (stream 20)"));
    QVERIFY2(named.startsWith(QLatin1String("Waits for all")) && !named.contains(QLatin1String("stream")),
             qPrintable(named));
    QCOMPARE(shownOf(Process::Kind::Device, QStringLiteral("99"), QStringLiteral("NCCL")),
             QStringLiteral("NCCL"));
    QCOMPARE(shownOf(Process::Kind::Host, QStringLiteral("99"), QStringLiteral("Devices")),
             QStringLiteral("Devices"));
    for (const char* name : {"NVTX ranges", "NaN and Inf", "Devices", "Compilation"}) {
        const QString shown =
            shownOf(Process::Kind::Host, QStringLiteral("0"), QLatin1String(name), Track::Kind::Async);
        QVERIFY2(shown != QLatin1String(name), name);
    }
    QCoreApplication::removeTranslator(&chinese);
}

void TrackNameTest::names() {
    QFETCH(Process::Kind, process);
    QFETCH(QString, key);
    QFETCH(QString, recorded);
    QFETCH(QString, expected);
    QCOMPARE(shownOf(process, key, recorded), expected);
}

int run_tst_track_name(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TrackNameTest>(argc, argv);
}
#include "tst_track_name.moc"
