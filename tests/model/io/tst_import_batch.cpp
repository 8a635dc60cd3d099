// A new format is one file that reads it, and one line in a table: everything behind it is the same for all.
#include "model/io/OpenTrace.h"
#include "tests/support/ImportText.h"
#include "tests/support/LineFormat.h"
#include "tests/support/RunTest.h"

#include <QTemporaryFile>
#include <QTest>

#include <array>

using namespace lanes;
using namespace lanes::test;

namespace {

const std::string kLines = "lines\n"
                           "slice 7 1000 500 64 outer\n"
                           "instant 7 1200 mark\n"
                           "slice 9 900 50 1 elsewhere\n"
                           "no event\n"
                           "slice 7 1100 300 -1 inner\n"
                           "slice 7 1700 -5 2 backwards\n"
                           "slice 7 9000000000000000000 10 0 far\n";

Result<std::shared_ptr<const Trace>> openLines(const std::string& content) {
    QTemporaryFile file;
    if (!file.open() || file.write(content.data(), static_cast<qint64>(content.size())) < 0 ||
        !file.flush()) {
        return Error{"no file"};
    }
    const std::array formats{lineFormat()};
    return openTraceAs(file.fileName().toStdString(), {}, formats);
}

} // namespace

class tst_import_batch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anotherFormatBecomesATrace() {
        const auto trace = openLines(kLines);
        QVERIFY(trace);
        QCOMPARE(trace.value()->info().producer, std::string("lines"));
        QVERIFY(trace.value()->info().complete);
        QCOMPARE(QString::fromStdString(dumpOf(*trace.value())),
                 QString("thread program/7\n"
                         "  0 1000+500 outer [X cpu_op] size=64\n"
                         "  1 1100+300 inner [X cpu_op] size=-1\n"
                         "  0 1700+0 backwards [X cpu_op] size=2\n"
                         "  0 2305843009213693952+10 far [X cpu_op] size=0\n"
                         "thread program/9\n"
                         "  0 900+50 elsewhere [X cpu_op] size=1\n"
                         "point 1200 program/7 mark [i]\n"
                         "skipped-text 1 @79\n"
                         "negative-duration 1 @114\n"
                         "absurd-time 1 @142\n"));
    }

    void whatNoFormatKnowsIsRefused() {
        const auto trace = openLines("words\n");
        QVERIFY(!trace);
        QVERIFY(trace.error().message.find("is no trace") != std::string::npos);
    }
};

int run_tst_import_batch(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_import_batch>(argc, argv);
}
#include "tst_import_batch.moc"
