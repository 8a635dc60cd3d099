// One name for a thread and a stream, wherever it is said.
#include "tests/support/TraceBuilder.h"
#include "views/shared/text/TrackName.h"

#include <QtTest>

using namespace lanes;

class TrackNameTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
};

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
}

void TrackNameTest::names() {
    QFETCH(Process::Kind, process);
    QFETCH(QString, key);
    QFETCH(QString, recorded);
    QFETCH(QString, expected);
    TraceBuilder builder;
    Process owner;
    owner.key = "42";
    owner.kind = process;
    Track track;
    track.process = builder.addProcess(owner);
    track.key = key.toStdString();
    track.name = recorded.toStdString();
    const TrackId id = builder.addTrack(track);
    QCOMPARE(trackName(*builder.publish(), id), expected);
}

QTEST_APPLESS_MAIN(TrackNameTest)
#include "tst_track_name.moc"
