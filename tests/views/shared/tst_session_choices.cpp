// What the user made of a session's rows, colours and marks: one truth for all of its views, kept off the UI thread, in the
// user's own folder unless asked to stand beside the session.
#include "tests/support/RunTest.h"
#include "views/shared/session/SessionChoices.h"
#include "views/shared/session/ViewState.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace lanes;

class SessionChoicesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { qunsetenv("XDG_STATE_HOME"); }
    void nothingIsWrittenBesideTheSession();
    void whatChangesOftenIsWrittenOnce();
    void whatIsDueIsWrittenAtTheEnd();
    void aFileBesideTheSessionIsTheOneThatIsKept();
    void movesBesideTheSessionAndBack();
    void aFolderThatRefusesLeavesThemWithTheUser();
    void followTheSessionToItsNewName();
    void marksOfAnotherRecordingAtThisPathGo();
    void theOldestGo();
    void strangeFilesAreNoChoices_data();
    void strangeFilesAreNoChoices();

private:
    [[nodiscard]] QString session(const char* name = "a.lanes") const {
        return folder_->filePath(QLatin1String(name));
    }
    static SessionChoices::Rows folded(const QString& row) {
        SessionChoices::Rows rows;
        rows[row].folded = true;
        return rows;
    }
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<QTemporaryDir> state_;
};

void SessionChoicesTest::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    state_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", state_->path().toLocal8Bit());
}

void SessionChoicesTest::nothingIsWrittenBesideTheSession() {
    ViewState view;
    view.choices().keep(session());
    view.marks().add({100, 200});
    view.choices().setRows(folded("main"));
    view.choices().setColoring(ColorBy::Module);
    view.choices().finish();
    QVERIFY(QDir(folder_->path()).isEmpty());
    ViewState again;
    const QSignalSpy changed(&again.choices(), &SessionChoices::changed);
    again.choices().keep(session());
    QCOMPARE(changed.count(), 1);
    QVERIFY(again.choices().rows()["main"].folded);
    QCOMPARE(again.choices().coloring(), ColorBy::Module);
    QCOMPARE(again.marks().own().size(), std::size_t(1));
    again.choices().keep(session()); // kept already
    QCOMPARE(changed.count(), 1);
    ViewState other;
    other.choices().keep(session("b.lanes"));
    QVERIFY(other.choices().rows().isEmpty());
}

void SessionChoicesTest::marksOfAnotherRecordingAtThisPathGo() {
    {
        ViewState first;
        first.choices().keep(session());
        first.choices().setRecordedAt(1'000);
        first.marks().add({100, 200});
        first.choices().setRows(folded("main"));
        first.choices().finish();
    }
    {
        ViewState same;
        same.choices().setRecordedAt(1'000);
        same.choices().keep(session());
        QCOMPARE(same.marks().own().size(), std::size_t(1));
    }
    for (const bool knownBefore : {true, false}) { // the session is read before, or after its choices
        ViewState again;
        if (knownBefore) {
            again.choices().setRecordedAt(2'000);
        }
        again.choices().keep(session());
        again.choices().setRecordedAt(2'000);
        QCOMPARE(again.marks().own().size(), std::size_t(0));
        QVERIFY(again.choices().rows()["main"].folded);
    }
}

void SessionChoicesTest::whatChangesOftenIsWrittenOnce() {
    ViewState view;
    view.choices().keep(session());
    for (int i = 0; i < 1000; ++i) { // a row that is dragged
        SessionChoices::Rows rows;
        rows["main"].pitch = 1 + i / 10.0;
        view.choices().setRows(rows);
    }
    QVERIFY(!QFile::exists(sidecarOfUser(session()))); // none on this thread
    view.choices().finish();
    QCOMPARE(readSidecar(sidecarOfUser(session())).rows["main"].pitch, 1 + 99.9);
}

void SessionChoicesTest::whatIsDueIsWrittenAtTheEnd() {
    {
        ViewState view;
        view.choices().keep(session());
        view.choices().setColoring(ColorBy::Name);
    }
    ViewState again;
    again.choices().keep(session());
    QCOMPARE(again.choices().coloring(), ColorBy::Name);
}

void SessionChoicesTest::aFileBesideTheSessionIsTheOneThatIsKept() {
    QVERIFY(writeSidecar(sidecarBeside(session()), {folded("worker"), {}, ColorBy::Category}).ok());
    ViewState view;
    view.choices().keep(session());
    QVERIFY(view.choices().areBeside());
    QVERIFY(view.choices().rows()["worker"].folded);
    view.marks().add({1, 2});
    view.choices().finish();
    QCOMPARE(readSidecar(sidecarBeside(session())).marks.size(), std::size_t(1));
    QVERIFY(!QFile::exists(sidecarOfUser(session())));
}

void SessionChoicesTest::movesBesideTheSessionAndBack() {
    ViewState view;
    view.choices().keep(session());
    view.marks().add({1, 2});
    QVERIFY(view.choices().setBeside(true).ok());
    QCOMPARE(readSidecar(sidecarBeside(session())).marks.size(), std::size_t(1));
    QVERIFY(!QFile::exists(sidecarOfUser(session())));
    QVERIFY(view.choices().setBeside(false).ok());
    QVERIFY(QDir(folder_->path()).isEmpty());
    QCOMPARE(readSidecar(sidecarOfUser(session())).marks.size(), std::size_t(1));
}

void SessionChoicesTest::aFolderThatRefusesLeavesThemWithTheUser() {
    const QString gone = folder_->filePath("gone/a.lanes");
    ViewState view;
    view.choices().keep(gone);
    view.choices().setRows(folded("main"));
    const auto moved = view.choices().setBeside(true);
    QVERIFY(!moved.ok());
    QVERIFY(QString::fromStdString(moved.error().message).contains("gone/a.lanes.view.json"));
    QVERIFY(!view.choices().areBeside());
    QVERIFY(readSidecar(sidecarOfUser(gone)).rows["main"].folded);
}

void SessionChoicesTest::followTheSessionToItsNewName() {
    QVERIFY(writeSidecar(sidecarOfUser(session()), {folded("main"), {}, ColorBy::Name}).ok());
    QVERIFY(writeSidecar(sidecarOfUser(session("b.lanes")), {folded("old"), {}, ColorBy::Name}).ok());
    moveSidecars(session(), session("b.lanes"));
    QVERIFY(!QFile::exists(sidecarOfUser(session())));
    QVERIFY(readSidecar(sidecarOfUser(session("b.lanes"))).rows["main"].folded);
}

void SessionChoicesTest::theOldestGo() {
    QVERIFY(writeSidecar(sidecarOfUser(session("first.lanes")), {}).ok());
    QFile first(sidecarOfUser(session("first.lanes")));
    QVERIFY(first.open(QIODevice::ReadWrite));
    QVERIFY(first.setFileTime(QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime));
    first.close();
    for (int i = 1; i < kMostSidecars; ++i) {
        QFile other(sidecarOfUser(session(qPrintable(QString::number(i)))));
        QVERIFY(other.open(QIODevice::WriteOnly));
    }
    QVERIFY(first.exists());
    QVERIFY(writeSidecar(sidecarOfUser(session("0")), {}).ok());
    QVERIFY(!first.exists());
    QVERIFY(QFile::exists(sidecarOfUser(session("0"))));
}

void SessionChoicesTest::strangeFilesAreNoChoices_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("\x01\xff{[");
    QTest::newRow("a list") << QByteArray("[1,2]");
    QTest::newRow("too large") << QByteArray(2 << 20, ' ') + R"({"rows":{"main":{"folded":true}}})";
    QTest::newRow("other types") << QByteArray(R"({"rows":7,"marks":{"a":1},"colors":"x"})");
}

void SessionChoicesTest::strangeFilesAreNoChoices() {
    QFETCH(QByteArray, bytes);
    QFile file(sidecarBeside(session()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    ViewState view;
    view.choices().keep(session());
    QVERIFY(view.choices().rows().isEmpty());
    QVERIFY(view.marks().own().empty());
    QCOMPARE(view.choices().coloring(), ColorBy::Category);
}

int run_tst_session_choices(int argc, char** argv) {
    return lanes::test::runWithWidgets<SessionChoicesTest>(argc, argv);
}
#include "tst_session_choices.moc"
