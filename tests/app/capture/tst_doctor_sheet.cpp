// The doctor's page in the window: what a lanescope beside it says, line by line, and what helps.
#include "app/doctor/DoctorSheet.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;

class TestDoctorSheet : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void showsTheWorstFirst();
    void aFixIsCopied();
    void saysWhyThereIsNoAnswer();
    void closingEndsIt();
    void aHostileAnswerIsNoLine();
    void theRealOneAnswers();

private:
    void answerWith(const QByteArray& script);

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Appearance> look_;
    std::unique_ptr<DoctorSheet> sheet_;
};

namespace {

const char* const kAnswer = R"({"good": 1, "limited": 1, "broken": 1, "findings": [
    {"group": "GPU", "name": "Driver", "state": "good", "found": "575.57", "why": "", "fix": []},
    {"group": "GPU", "name": "Counters", "state": "broken", "found": "for administrators only",
     "why": "No curves.", "fix": ["sudo tee /etc/modprobe.d/x.conf"]},
    {"group": "System", "name": "Shared memory", "state": "limited", "found": "64 MiB", "why": "Small.", "fix": []}]})";

} // namespace

void TestDoctorSheet::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    look_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    look_->applyTo(*qApp);
    sheet_ = std::make_unique<DoctorSheet>(*look_);
    sheet_->resize(1080, 620);
    sheet_->show();
}

void TestDoctorSheet::cleanup() {
    sheet_.reset();
    look_.reset();
}

// A lanescope of this test: a shell script with this body.
void TestDoctorSheet::answerWith(const QByteArray& script) {
    QFile program(folder_->filePath("lanescope"));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\n" + script + "\n");
    program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    program.close();
    sheet_->setProgram(program.fileName());
    sheet_->examine(QStringLiteral("python3 train.py"), folder_->path());
}

void TestDoctorSheet::showsTheWorstFirst() {
    answerWith("echo \"$@\" > " + folder_->filePath("asked").toUtf8() + "; cat << 'END'\n" + kAnswer +
               "\nEND");
    QVERIFY(sheet_->busy());
    QTRY_VERIFY_WITH_TIMEOUT(!sheet_->busy(), kPatience);
    QCOMPARE(sheet_->summary(), QStringLiteral("1 good, 1 limited, 1 broken"));
    const auto& found = static_cast<const DoctorTable&>(*sheet_->table().model());
    QCOMPARE(found.line(sheet_->table().current())->name, QStringLiteral("Counters"));
    QCOMPARE(found.rows(), 5U); // two groups
    QFile asked(folder_->filePath("asked"));
    QVERIFY(asked.open(QIODevice::ReadOnly));
    const QByteArray words = asked.readAll();
    QVERIFY2(words.startsWith("doctor --json") && words.contains("-- python3 train.py"), words);
    QTest::keyClick(&sheet_->table(), Qt::Key_Down);
    QTest::keyClick(&sheet_->table(), Qt::Key_Down);
    QCOMPARE(found.line(sheet_->table().current())->name, QStringLiteral("Shared memory"));
}

void TestDoctorSheet::aFixIsCopied() {
    answerWith(QByteArray("cat << 'END'\n") + kAnswer + "\nEND");
    QTRY_VERIFY_WITH_TIMEOUT(!sheet_->busy(), kPatience);
    auto* copy = sheet_->findChild<PanelLink*>();
    QVERIFY(copy != nullptr);
    QVERIFY(copy->accessibleName().contains(QLatin1String("sudo tee")));
    QTest::keyClick(copy, Qt::Key_Space);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("sudo tee /etc/modprobe.d/x.conf"));
}

void TestDoctorSheet::saysWhyThereIsNoAnswer() {
    answerWith("echo 'the probe is missing: install Lanescope again' >&2; exit 1");
    QTRY_VERIFY_WITH_TIMEOUT(!sheet_->busy(), kPatience);
    QCOMPARE(sheet_->summary(), QStringLiteral("the probe is missing: install Lanescope again"));
    sheet_->setProgram(folder_->filePath("nothing"));
    sheet_->examine({}, folder_->path());
    QTRY_VERIFY_WITH_TIMEOUT(!sheet_->busy(), kPatience);
    QVERIFY2(sheet_->summary().contains(QLatin1String("nothing doctor gave no answer")),
             qPrintable(sheet_->summary()));
}

void TestDoctorSheet::closingEndsIt() {
    const QString started = folder_->filePath("started");
    const QString ended = folder_->filePath("ended");
    answerWith("trap 'touch " + ended.toUtf8() + "; exit 1' TERM\ntouch " + started.toUtf8() +
               "\nwhile :; do sleep 0.05; done");
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(started), kPatience);
    sheet_->cancel();
    QVERIFY(!sheet_->busy());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(ended), kPatience);
}

void TestDoctorSheet::aHostileAnswerIsNoLine() {
    for (const char* json : {"", "{", "[]", "{\"findings\": 5}", "{\"findings\": {\"a\": [1]}}"}) {
        QVERIFY(doctorLines(json).empty());
    }
    const std::vector<DoctorLine> lines = doctorLines("{\"findings\": [5, {\"fix\": 7, \"state\": []}]}");
    QCOMPARE(lines.size(), std::size_t(2));
    QCOMPARE(lines[1].state, DoctorLine::State::Broken); // what is not known is not good
}

void TestDoctorSheet::theRealOneAnswers() {
    sheet_->setProgram(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    QFile python(folder_->filePath("python3")); // nothing heavy is imported
    QVERIFY(python.open(QIODevice::WriteOnly));
    python.write("#!/bin/sh\nexit 0\n");
    python.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    python.close();
    sheet_->examine(python.fileName(), folder_->path());
    QTRY_VERIFY_WITH_TIMEOUT(!sheet_->busy(), kPatience);
    const auto& found = static_cast<const DoctorTable&>(*sheet_->table().model());
    QVERIFY2(found.rows() > 3, qPrintable(sheet_->summary()));
    QVERIFY(found.asText().contains(QLatin1String("Shared memory")));
}

int run_tst_doctor_sheet(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestDoctorSheet>(argc, argv);
}
#include "tst_doctor_sheet.moc"
