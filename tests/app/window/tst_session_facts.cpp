#include "app/sessions/FactsCache.h"
#include "app/sessions/FoundSessions.h"
#include "app/sessions/ReadFacts.h"
#include "app/sessions/SessionFiles.h"
#include "app/sessions/SessionText.h"
#include "app/sessions/SessionsModel.h"
#include "model/io/OpenTrace.h"
#include "model/session/writing/WriteTrace.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionGenerator.h"
#include "tests/support/SmallTraining.h"

#include <QDesktopServices>
#include <QDir>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QUrl>
#include <QtTest>

#include <chrono>
#include <cstdlib>

using namespace lanes;
using lanes::test::smallTraining;

/// What the sessions page knows of files, and what it does to them.
class TestSessionFacts : public QObject {
    Q_OBJECT

public slots:
    void openUrl(const QUrl& url) { revealed_ = url; }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();

    void runningSessionsAreNotTouched();
    void factsAreKeptUntilTheFileChanges();
    void largeSessionsAreKnownByTheirOverview();
    void readingHasAnEnd();
    void sessionsBelowAreFoundWithinBounds();
    void showsFilesInTheFileManager();

private:
    QString write(const QString& name, int minutesAgo = 0);

    std::unique_ptr<QTemporaryDir> folder_;
    QUrl revealed_;
};

void TestSessionFacts::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QDir(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + "/lanescope/sessions")
        .removeRecursively();
}

QString TestSessionFacts::write(const QString& name, int minutesAgo) {
    const QString path = folder_->filePath(name);
    if (!session::writeTrace(*smallTraining(), path.toStdString())) {
        return {};
    }
    QFile file(path);
    const bool dated = file.open(QIODevice::ReadWrite) &&
                       file.setFileTime(QDateTime::currentDateTime().addSecs(-60 * minutesAgo),
                                        QFileDevice::FileModificationTime);
    return dated ? path : QString();
}

void TestSessionFacts::runningSessionsAreNotTouched() {
    const QString path = write("live.lanes");
    SessionsModel sessions;
    RunningSession running{path, "train.py", 5'000'000'000, 1234, false};
    sessions.refresh({{}, {folder_->path()}, {running}});
    QTRY_COMPARE_WITH_TIMEOUT(sessions.rowCount(), 1, kPatience);
    QVERIFY(!sessions.entry(0).facts);
    QVERIFY(factsText(sessions.entry(0)).contains("being recorded"));
    QVERIFY(!sessions.flags(sessions.index(0)).testFlag(Qt::ItemIsEditable));
    running.paused = true;
    sessions.setRunning({running});
    QVERIFY(factsText(sessions.entry(0)).contains("paused"));
    sessions.refresh({{}, {folder_->path()}, {}});
    QTRY_VERIFY_WITH_TIMEOUT(sessions.entry(0).facts, kPatience);
    QVERIFY(sessions.flags(sessions.index(0)).testFlag(Qt::ItemIsEditable));
}

void TestSessionFacts::factsAreKeptUntilTheFileChanges() {
    const QString path = write("kept.lanes", 3);
    const SessionFacts facts = readFacts(path, {});
    QVERIFY(!FactsCache::load(QFileInfo(path)));
    QVERIFY(FactsCache::save(QFileInfo(path), facts));
    QCOMPARE(FactsCache::load(QFileInfo(path)), std::optional(facts));
    QVERIFY(!write("kept.lanes", 2).isEmpty());
    QVERIFY(!FactsCache::load(QFileInfo(path)));
    // whatever stands in the cache is no harm
    QVERIFY(FactsCache::save(QFileInfo(path), facts));
    QDir cache(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
               "/lanescope/sessions");
    for (const QString& name : cache.entryList(QDir::Files)) {
        QFile file(cache.filePath(name));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.resize(file.size() / 2);
        file.seek(8);
        file.write("\x7f\xff\xff\xff\x7f\xff\xff\xff");
    }
    QVERIFY(!FactsCache::load(QFileInfo(path)));
}

void TestSessionFacts::largeSessionsAreKnownByTheirOverview() {
    const QString path = folder_->filePath("large.lanes");
    QVERIFY(test::generateSession(path.toStdString(), 1'200'000));
    const auto whole = openTrace(path.toStdString());
    QVERIFY(whole);
    const SessionFacts facts = readFacts(path, {});
    QCOMPARE(facts.events, qint64(whole.value()->sliceCount()));
    QCOMPARE(facts.durationNs, whole.value()->span().length());
    const QImage picture = factsOf(*whole.value()).picture;
    QCOMPARE(facts.picture.size(), picture.size());
    int apart = 0;
    for (int column = 0; column < picture.width(); ++column) {
        apart += std::abs(qGreen(picture.pixel(column, 0)) - qGreen(facts.picture.pixel(column, 0)));
    }
    QVERIFY2(apart / picture.width() < 64, qPrintable(QString::number(apart / picture.width())));
}

void TestSessionFacts::readingHasAnEnd() {
    QFile file(folder_->filePath("long.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"traceEvents\": [");
    for (int i = 0; i < 200'000; ++i) {
        file.write(R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"dur":1,"ts":)" +
                   QByteArray::number(2 * i) + "},");
    }
    file.write(R"({"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"dur":1,"ts":500000}]})");
    file.close();
    const SessionFacts whole = readFacts(file.fileName(), {}, std::chrono::minutes(5));
    QCOMPARE(whole.events, 200'001);
    QVERIFY(whole.whole);
    const SessionFacts head = readFacts(file.fileName(), {}, std::chrono::milliseconds(0));
    QVERIFY(!head.whole);
    QCOMPARE(head.events, -1);
    QVERIFY(head.trouble.isEmpty());
}

void TestSessionFacts::sessionsBelowAreFoundWithinBounds() {
    const QDir root(folder_->path());
    for (const char* place : {"run1/a/b/c", ".hidden", "node_modules", "run2"}) {
        QVERIFY(root.mkpath(place));
    }
    const auto touch = [&](const char* name) {
        QFile file(root.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write("x") == 1;
    };
    for (const char* file :
         {"top.lanes", "run1/one.lanes", "run1/a/b/three.lanes", "run1/a/b/c/four.lanes", ".hidden/no.lanes",
          "node_modules/no.lanes", "run2/two.lanes", "run2/two.json", "run2/.part.lanes"}) {
        QVERIFY2(touch(file), file);
    }
    QVERIFY(QFile::link(root.path(), root.filePath("run1/around"))); // a link leads in a circle
    QVERIFY(root.mkpath("folder.lanes"));
    const auto found = [&](const QStringList& folders, const SearchBounds& bounds = {}) {
        QStringList names;
        for (const FoundSession& session : findSessions(folders, {}, bounds)) {
            names << root.relativeFilePath(session.path);
        }
        names.sort();
        return names;
    };
    const QStringList all{"run1/a/b/three.lanes", "run1/one.lanes", "run2/two.lanes", "top.lanes"};
    QCOMPARE(found({root.path()}), all);
    QCOMPARE(found({root.path(), root.filePath("run1"),
                    root.path() + "/"}), // each file once, however often it is met
             QStringList({"run1/a/b/c/four.lanes"}) + all);
    QCOMPARE(found({root.path()}, {.depth = 0}), QStringList({"top.lanes"}));
    QCOMPARE(found({root.path()}, {.folders = 1}), QStringList({"top.lanes"})); // the nearest first
    QVERIFY(found({root.path()}, {.entries = 3}).size() <= 3);
    QCOMPARE(found({root.filePath("none")}), QStringList());
}

void TestSessionFacts::showsFilesInTheFileManager() {
    QTemporaryDir programs;
    const QString told = programs.filePath("told");
    QFile stand(programs.filePath("dbus-send"));
    QVERIFY(stand.open(QIODevice::WriteOnly));
    stand.write("#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + told.toUtf8() + "'\n");
    stand.close();
    stand.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", programs.path().toUtf8() + ":" + path);
    revealFile("/tmp/a, b.lanes", this);
    const auto text = [&told] {
        QFile file(told);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY2_WITH_TIMEOUT(text().contains("array:string:file:///tmp/a%2C%20b.lanes\n"), text(),
                              kPatience);
    // where no file manager answers, the folder opens
    QVERIFY(stand.open(QIODevice::WriteOnly | QIODevice::Truncate));
    stand.write("#!/bin/sh\nexit 1\n");
    stand.close();
    revealed_.clear();
    QDesktopServices::setUrlHandler("file", this, "openUrl");
    revealFile("/tmp/a, b.lanes", this);
    QTRY_COMPARE_WITH_TIMEOUT(revealed_, QUrl::fromLocalFile("/tmp"), kPatience);
    QDesktopServices::unsetUrlHandler("file");
    qputenv("PATH", path);
}

int run_tst_session_facts(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestSessionFacts>(argc, argv);
}
#include "tst_session_facts.moc"
