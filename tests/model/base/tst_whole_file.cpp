// Files of processes that end while they are read: nothing is read, and nothing is thrown.
#include "model/base/WholeFile.h"
#include "tests/support/RunTest.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>

class WholeFileTest : public QObject {
    Q_OBJECT

private slots:
    void allOfAFile() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("text")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray text(100'000, 'x');
        file.write(text + '\0' + "end\n");
        file.close();
        QCOMPARE(QByteArray::fromStdString(lanes::wholeFile(file.fileName().toStdString())),
                 text + QByteArray("\0end\n", 5));
    }

    void nothingOfWhatIsNotThere() { QCOMPARE(lanes::wholeFile("/proc/0/stat"), std::string()); }

    // A folder opens and fails at the first read, as the files of a process do that has ended since.
    void nothingOfWhatOpensAndCannotBeRead() {
        const QTemporaryDir folder;
        QCOMPARE(lanes::wholeFile(folder.path().toStdString()), std::string());
    }
};

int run_tst_whole_file(int argc, char** argv) {
    return lanes::test::runWithoutWindow<WholeFileTest>(argc, argv);
}
#include "tst_whole_file.moc"
