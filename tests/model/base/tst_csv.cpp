// Cells of CSV: quoted where they must be, and never a formula of a spreadsheet.
#include "model/base/Csv.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <array>
#include <string>

using namespace lanes;

class tst_csv : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cells_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("cell");
        const auto row = [](const char* text, const char* cell) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(cell);
        };
        row("aten::mm", "aten::mm");
        row("a,\"b\"", "\"a,\"\"b\"\"\"");
        row("a\r\nb", "a b");
        row("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
        row("=1+1", "'=1+1");
        row("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
        row("-2+3", "'-2+3");
        row("@SUM(A1)", "'@SUM(A1)");
        row("\t=1", "'\t=1");
        row("-12", "-12");
        row("-1.5e-3", "-1.5e-3");
        row("+5", "+5");
        row("-inf", "-inf");
        row("-", "-");
        row("", "");
    }
    void cells() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, cell);
        const std::array<std::string, 2> cells{text.toStdString(), "1"};
        std::string line;
        appendCsvLine(line, cells);
        QCOMPARE(QByteArray::fromStdString(line), cell + ",1\n");
    }
};

int run_tst_csv(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_csv>(argc, argv);
}
#include "tst_csv.moc"
