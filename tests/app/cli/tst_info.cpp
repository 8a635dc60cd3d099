#include "model/session/writing/SessionWriter.h"
#include "model/session/writing/WriteTrace.h"
#include "tests/support/Patience.h"
#include "tests/support/RichTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionOutput.h"
#include "tests/support/TraceText.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace lanes;

// The real program, started as a user starts it.
class tst_info : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QString file_ = folder_.filePath("a.lanes");

    struct Outcome {
        int code = -1;
        QByteArray out;
        QByteArray complaints;
    };
    static Outcome run(const QStringList& arguments, const char* program = "lanescope") {
        QProcess process;
        process.start(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/") + program, arguments);
        process.waitForFinished(kPatience);
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    void write(const QByteArray& bytes) const {
        QFile f(file_);
        QVERIFY(f.open(QIODevice::WriteOnly | QIODevice::Truncate));
        f.write(bytes);
    }

    // The trace of one rank of a job of two, with one slice.
    QString rankFile(int rank) const {
        const QString path = folder_.filePath(QStringLiteral("rank%1.json").arg(rank));
        QFile f(path);
        if (f.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
            f.write(R"({"distributedInfo": {"rank": )" + QByteArray::number(rank) +
                    R"(, "world_size": 2}, "traceEvents": [)"
                    R"({"ph": "X", "name": "step", "pid": 7, "tid": 8, "ts": 1, "dur": 2}]})");
        }
        return path;
    }

private Q_SLOTS:
    void jsonHoldsTheNumbers() {
        const auto trace = test::traceFromText(
            "m cpu_op a 0 100\nm cpu_op b 10 20\nm kernel b 200 5\nw user_annotation c 0 7\n");
        QVERIFY(session::writeTrace(*trace, file_.toStdString()).ok());
        const Outcome outcome = run({"info", "--json", file_});
        QCOMPARE(outcome.code, 0);
        const QJsonObject json = QJsonDocument::fromJson(outcome.out).object();
        QCOMPARE(json["slices"].toInt(), 4);
        QCOMPARE(json["distinct_names"].toInt(), 3);
        QCOMPARE(json["max_depth"].toInt(), 2);
        QCOMPARE(json["span_ns"].toInt(), 205);
        QCOMPARE(json["duration_ns"].toInt(), 132);
        QCOMPARE(json["categories"].toObject(),
                 (QJsonObject{{"cpu_op", QJsonObject{{"count", 2}, {"total_ns", 120}}},
                              {"kernel", QJsonObject{{"count", 1}, {"total_ns", 5}}},
                              {"user_annotation", QJsonObject{{"count", 1}, {"total_ns", 7}}}}));
        QCOMPARE(json["threads"].toObject()["1/m"].toObject()["total_ns"].toInt(), 125);
        QCOMPARE(json["flows"].toInt(-1), 0);
        QCOMPARE(json["instants"].toInt(-1), 0);
        QCOMPARE(json["diagnostics_total"].toInt(-1), 0);
        QVERIFY(json["complete"].toBool());
    }

    void whyNotAllIsRecordedStandsBelowItsProcess() {
        auto writer = session::SessionWriter::create(test::outputAt(file_.toStdString()));
        QVERIFY(writer.ok());
        SessionInfo info;
        info.properties = {{"process.7.capture", "torch.profiler in cycles"},
                           {"process.7.reason", "The layout is new.\nThere is no compiler."}};
        writer.value().setInfo(info);
        QVERIFY(writer.value().finish().ok());
        const Outcome outcome = run({"info", file_});
        QCOMPARE(outcome.code, 0);
        QVERIFY2(outcome.out.contains("\nprocess       7, torch.profiler in cycles\n"
                                      "                The layout is new.\n"
                                      "                There is no compiler.\n"),
                 outcome.out.constData());
    }

    void everyKeyIsThereForAnySession() {
        const auto trace = test::richTrace(500);
        QVERIFY(session::writeTrace(*trace, file_.toStdString()).ok());
        const QJsonObject json = QJsonDocument::fromJson(run({"info", file_, "--json"}).out).object();
        for (const char* key :
             {"slices", "categories", "threads", "flows", "flows_linked", "instants", "memory_events",
              "distinct_names", "span_ns", "duration_ns", "max_depth", "diagnostics", "diagnostics_total",
              "processes", "command", "exit_status", "lost", "complete"}) {
            QVERIFY2(json.contains(key), key);
        }
        QCOMPARE(json["flows"].toInt(), 10);
        QCOMPARE(json["flows_linked"].toInt(), 8);
        QCOMPARE(json["lost"].toInt(), 3);
        QCOMPARE(json["diagnostics"].toArray()[0].toObject()["first_offset"].toInt(), 12);
        QCOMPARE(json["memory_events"].toInt() + json["instants"].toInt() > 0, true);
    }

    void peopleGetText() {
        QVERIFY(session::writeTrace(*test::richTrace(50), file_.toStdString()).ok());
        const Outcome outcome = run({"info", file_});
        QCOMPARE(outcome.code, 0);
        QVERIFY(outcome.out.contains("slices        50"));
        QVERIFY(outcome.out.contains("exit code 3"));
        QVERIFY(outcome.out.contains("Records were lost"));
    }

    void theProgramWithoutQtSaysTheSame() {
        QVERIFY(session::writeTrace(*test::richTrace(50), file_.toStdString()).ok());
        QCOMPARE(run({"info", "--json", file_}, "lanescope-record").out, run({"info", "--json", file_}).out);
    }

    void badInputIsCodeOneAndOneSentence_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("empty") << QByteArray() << QByteArray("empty file");
        QTest::newRow("PNG") << QByteArray("\x89PNG\r\n\x1a\n0000IHDR", 16) << QByteArray("PNG picture");
        QTest::newRow("future") << QByteArray("\x89LANES\r\n\x63\0\0\0\0\0\0\0", 16) << QByteArray("newer");
    }
    void badInputIsCodeOneAndOneSentence() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, says);
        write(bytes);
        const Outcome outcome = run({"info", file_});
        QCOMPARE(outcome.code, 1);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY2(outcome.complaints.contains(says), outcome.complaints.constData());
        QVERIFY(outcome.complaints.contains("a.lanes"));
        QCOMPARE(outcome.complaints.count('\n'), 1);
    }

    void wrongUsageIsCodeTwo() {
        QCOMPARE(run({"info"}).code, 2);
        QCOMPARE(run({"info", "--nonsense", file_}).code, 2);
        QCOMPARE(run({"info", file_, file_}).code, 1); // files that are no ranks of one job
        QCOMPARE(run({"info", "--help"}).code, 0);
        QVERIFY(run({"info", "--help"}).out.contains("--json"));
    }

    void ranksOfOneJobAreOneSession() {
        const Outcome outcome = run({"info", "--json", rankFile(0), rankFile(1)});
        QCOMPARE(outcome.code, 0);
        const QJsonObject threads = QJsonDocument::fromJson(outcome.out).object()["threads"].toObject();
        QCOMPARE(threads.keys(), (QStringList{"7 (rank 0)/8", "7 (rank 1)/8"}));

        QCOMPARE(run({"convert", "-q", rankFile(0), rankFile(1), file_}).code, 0);
        QCOMPARE(QJsonDocument::fromJson(run({"info", "--json", file_}).out).object()["slices"].toInt(), 2);
        QCOMPARE(run({"stats", rankFile(0), rankFile(1), "--by", "name"}).code, 0);
    }

    void filesThatAreNoRanksOfOneJobAreNotMixed() {
        const Outcome outcome = run({"info", rankFile(0), rankFile(0)});
        QCOMPARE(outcome.code, 1);
        QVERIFY(outcome.complaints.contains("no ranks of one job"));
    }
};

int run_tst_info(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_info>(argc, argv);
}
#include "tst_info.moc"
