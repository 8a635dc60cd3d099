// Every tests/data/odd/NAME.json is a case that trace viewers are known to trip over; NAME.txt says what it means.
// LANESCOPE_WRITE_GOLDENS=1 writes the texts anew, for reading before committing them.
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace lanes;
using namespace lanes::test;

namespace {

const QString kFolder = QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/data/odd/");

} // namespace

class tst_odd_traces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void means_data() {
        QTest::addColumn<QString>("name");
        for (const QString& file : QDir(kFolder).entryList({"*.json"})) {
            QTest::newRow(qPrintable(file.chopped(5))) << file.chopped(5);
        }
    }
    void means() {
        QFETCH(QString, name);
        const auto trace = importText(contentOf((kFolder + name + ".json").toStdString()));
        QVERIFY(trace);
        const QString actual = QString::fromStdString(dumpOf(*trace));
        if (qEnvironmentVariableIsSet("LANESCOPE_WRITE_GOLDENS")) {
            QFile golden(kFolder + name + ".txt");
            QVERIFY(golden.open(QIODevice::WriteOnly));
            golden.write(actual.toUtf8());
        }
        QCOMPARE(actual, QString::fromStdString(contentOf((kFolder + name + ".txt").toStdString())));
    }
};

int run_tst_odd_traces(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_odd_traces>(argc, argv);
}
#include "tst_odd_traces.moc"
