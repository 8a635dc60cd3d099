// Files whose names are no UTF-8, found by the names that sessions give them.
#include "model/base/RepairedPath.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <string>

using lanes::unrepairedPath;

class RepairedPathTest : public QObject {
    Q_OBJECT

    QTemporaryDir place_;
    std::string folder_;

    void make(const std::string& file) const {
        std::filesystem::create_directories(std::filesystem::path(folder_ + file).parent_path());
        std::ofstream(folder_ + file) << "x\n";
    }

private Q_SLOTS:
    void initTestCase() {
        folder_ = place_.path().toStdString() + "/";
        make("bad\xffname.py");
        make("f\xe9lder/ok.py");
        make("f\xe9lder/\x80.py");
        make("two\xf0.py");
        make("two\xf1.py");
    }

    void whatIsMeant_data() {
        QTest::addColumn<QByteArray>("named");
        QTest::addColumn<QByteArray>("found");
        QTest::newRow("a file") << QByteArray("bad\uFFFDname.py") << QByteArray("bad\xffname.py");
        QTest::newRow("a folder") << QByteArray("f\uFFFDlder/ok.py") << QByteArray("f\xe9lder/ok.py");
        QTest::newRow("both") << QByteArray("f\uFFFDlder/\uFFFD.py") << QByteArray("f\xe9lder/\x80.py");
        QTest::newRow("one of two") << QByteArray("two\uFFFD.py") << QByteArray("two\uFFFD.py");
        QTest::newRow("none") << QByteArray("no\uFFFD.py") << QByteArray("no\uFFFD.py");
        QTest::newRow("an ordinary one") << QByteArray("ok.py") << QByteArray("ok.py");
    }
    void whatIsMeant() {
        QFETCH(QByteArray, named);
        QFETCH(QByteArray, found);
        QCOMPARE(QByteArray::fromStdString(unrepairedPath(folder_ + named.toStdString())),
                 QByteArray::fromStdString(folder_) + found);
    }
};

int run_tst_repaired_path(int argc, char** argv) {
    return lanes::test::runWithoutWindow<RepairedPathTest>(argc, argv);
}
#include "tst_repaired_path.moc"
