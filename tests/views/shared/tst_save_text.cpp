// Saving from a view: into the file chosen in the dialog, whole or not at all.
#include "tests/support/FullDisk.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/controls/SaveText.h"

#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

using namespace lanes;

namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
}

} // namespace

class TestSaveText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QVERIFY(folder_.isValid()); }
    void piecesStandBehindOneAnother();
    void whatDoesNotFitLeavesTheOldFile();
    void theDialogSaysWhere();

private:
    QTemporaryDir folder_;
};

void TestSaveText::piecesStandBehindOneAnother() {
    const QString path = folder_.filePath("pieces.txt");
    QCOMPARE(saveFile(path,
                      [](QIODevice& file) {
                          file.write("one ");
                          file.write("two");
                      }),
             QString());
    QCOMPARE(contents(path), QByteArray("one two"));
}

void TestSaveText::whatDoesNotFitLeavesTheOldFile() {
    const QString path = folder_.filePath("large.txt");
    QCOMPARE(saveFile(path, [](QIODevice& file) { file.write("before"); }), QString());
    const test::FullDisk full(100'000);
    const QString complaint = saveFile(path, [](QIODevice& file) {
        const QByteArray piece(10'000, 'x');
        for (int i = 0; i < 50; ++i) {
            file.write(piece);
        }
    });
    QVERIFY2(complaint.contains("large.txt could not be written: File too large"), qPrintable(complaint));
    QCOMPARE(contents(path), QByteArray("before"));
}

void TestSaveText::theDialogSaysWhere() {
    QWidget window;
    const QString path = folder_.filePath("chosen.txt");
    saveWithDialog(&window, "Export", "suggested.txt", [](QIODevice& file) { file.write("text"); });
    auto* dialog = window.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    auto* name = dialog->findChild<QLineEdit*>();
    QCOMPARE(name->text(), QStringLiteral("suggested.txt"));
    name->setText(path);
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(contents(path), QByteArray("text"), kPatience);
}

int run_tst_save_text(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestSaveText>(argc, argv);
}
#include "tst_save_text.moc"
