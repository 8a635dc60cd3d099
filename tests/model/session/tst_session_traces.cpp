// Real traces as sessions: nothing is lost on the way, and they are small.
#include "model/io/OpenTrace.h"
#include "model/session/writing/WriteTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceDump.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lanes;

class tst_session_traces : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    static QDir traces() {
        const QString given = qEnvironmentVariable("LANESCOPE_TRACES");
        return QDir(given.isEmpty() ? QStringLiteral(LANESCOPE_SOURCE_DIR "/../shared/traces") : given);
    }

private Q_SLOTS:
    void initTestCase() {
        if (!traces().exists()) {
            QSKIP("the folder of traces is not there (LANESCOPE_TRACES)");
        }
    }

    void comesBackEqual_data() {
        QTest::addColumn<QString>("file");
        for (const QString& name : traces().entryList({QStringLiteral("*.json.gz")})) {
            if (!name.contains(QStringLiteral("key_averages"))) {
                QTest::newRow(qPrintable(name)) << traces().filePath(name);
            }
        }
    }
    void comesBackEqual() {
        QFETCH(QString, file);
        const auto trace = openTrace(file.toStdString());
        QVERIFY2(trace.ok(), trace.ok() ? "" : trace.error().message.c_str());
        const std::string session = folder_.filePath(QStringLiteral("a.lanes")).toStdString();
        QVERIFY(session::writeTrace(*trace.value(), session).ok());
        const auto back = openTrace(session);
        QVERIFY(back.ok());
        const std::string before = test::dump(*trace.value());
        const std::string after = test::dump(*back.value());
        const auto place = std::ranges::mismatch(before, after).in1 - before.begin();
        const std::size_t from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, place - 200));
        QVERIFY2(before == after, (before.substr(from, 400) + "\n--- became ---\n" +
                                   after.substr(std::min(from, after.size()), 400))
                                      .c_str());
    }

    void isAFractionOfTheCompressedJson() {
        constexpr qint64 kGzip6 = 3'033'576; // of this file's JSON
        const auto trace =
            openTrace(traces().filePath(QStringLiteral("h100_owlv2_large.json.gz")).toStdString());
        QVERIFY(trace.ok());
        const QString session = folder_.filePath(QStringLiteral("b.lanes"));
        QVERIFY(session::writeTrace(*trace.value(), session.toStdString()).ok());
        const qint64 size = QFileInfo(session).size();
        QVERIFY2(size * 100 <= kGzip6 * 15, qPrintable(QString::number(size)));
    }
};

int run_tst_session_traces(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_session_traces>(argc, argv);
}
#include "tst_session_traces.moc"
