#include "app/sessions/SessionText.h"
#include "app/sessions/SessionsModel.h"
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Views.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentTabs.h"
#include "app/window/parts/Banner.h"
#include "app/window/recording/Steering.h"
#include "app/window/start/SessionGrid.h"
#include "app/window/start/WelcomePage.h"
#include "model/session/writing/WriteTrace.h"
#include "resources/Fonts.h"
#include "tests/app/ShownWidgets.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/shared/look/Appearance.h"

#include <QDesktopServices>
#include <QDir>
#include <QLineEdit>
#include <QMenu>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;
using lanes::test::buttonWith;
using lanes::test::shownChild;
using lanes::test::smallTraining;

// Takes the place of what opens folders on a desktop.
class OpenedUrls : public QObject {
    Q_OBJECT

public Q_SLOTS:
    void open(const QUrl& url) { urls << url; }

public:
    QList<QUrl> urls;
};

/// The sessions page with real files, real keys and a real mouse.
class TestSessionsPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void listsWhatWasOpenedAndWhatIsFound();
    void saysWhatToDoWhereThereIsNothing();
    void saysWhyAFileCannotBeRead();
    void findsByNameAndProgram();
    void opensByKeysAndMouse();
    void opensSeveral();
    void renamesInPlace();
    void refusesNamesThatWouldDoHarm();
    void movesToTheTrash();
    void goneFilesCanBeRemovedFromTheList();
    void showsAFileInTheFileManager();
    void comparesTwo();
    void itsMenuHoldsWhatCanBeDone();
    void comesBackWhileSessionsAreOpen();
    void fitsEveryWidth();

private:
    QString write(const QString& name, int minutesAgo = 0);
    [[nodiscard]] SessionsModel& model() const { return *window_->findChild<SessionsModel*>(); }
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] QPoint cardOf(int row) const;
    void click(int row, Qt::KeyboardModifiers modifiers = {}) const;
    [[nodiscard]] QString said() const;
    [[nodiscard]] bool allRead() const;

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
    SessionGrid* grid_ = nullptr;
};

void TestSessionsPage::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    addBakedFonts();
}

void TestSessionsPage::init() {
    // on the disk of the trash, so that nothing is made elsewhere
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    QVERIFY(QDir().mkpath(data));
    folder_ = std::make_unique<QTemporaryDir>(data + "/sessions-XXXXXX");
    QDir(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + "/lanescope/sessions")
        .removeRecursively();
    settings_ = std::make_unique<Settings>(folder_->filePath("settings.ini"));
    settings_->setCaptureField("folder", folder_->path());
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
    window_ = std::make_unique<MainWindow>(*appearance_, *settings_);
    window_->steering().recordings().disconnect(); // what others record on this machine is no part of this
    window_->resize(1440, 900);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
    grid_ = window_->findChild<SessionGrid*>();
    QVERIFY(grid_);
    QTRY_VERIFY_WITH_TIMEOUT(model().looked(), kPatience);
}

void TestSessionsPage::cleanup() {
    window_.reset();
    appearance_.reset();
    settings_.reset();
}

QString TestSessionsPage::write(const QString& name, int minutesAgo) {
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

QStringList TestSessionsPage::names() const {
    QStringList all;
    for (int row = 0; row < grid_->model()->rowCount(); ++row) {
        all << grid_->model()->index(row, 0).data().toString();
    }
    return all;
}

QPoint TestSessionsPage::cardOf(int row) const {
    return grid_->visualRect(grid_->model()->index(row, 0)).center();
}

void TestSessionsPage::click(int row, Qt::KeyboardModifiers modifiers) const {
    QTest::mouseClick(grid_->viewport(), Qt::LeftButton, modifiers, cardOf(row));
}

QString TestSessionsPage::said() const {
    const auto* banner = shownChild<Banner>(*window_);
    return banner != nullptr ? banner->text() : QString();
}

bool TestSessionsPage::allRead() const {
    for (int row = 0; row < model().rowCount(); ++row) {
        if (!model().entry(row).facts && !model().entry(row).gone) {
            return false;
        }
    }
    return true;
}

void TestSessionsPage::listsWhatWasOpenedAndWhatIsFound() {
    QTemporaryDir elsewhere;
    const QString old = elsewhere.filePath("opened.lanes");
    QVERIFY(session::writeTrace(*smallTraining(), old.toStdString()));
    QVERIFY(!write("older.lanes", 50).isEmpty());
    QVERIFY(!write("newer.lanes", 5).isEmpty());
    settings_->addRecentSession({old, QDateTime::currentDateTime()});
    QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList({"opened.lanes", "newer.lanes", "older.lanes"}),
                              kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(allRead(), kPatience);
    const SessionEntry& entry = model().entry(1);
    QCOMPARE(entry.facts->events, 8);
    QCOMPARE(entry.facts->durationNs, smallTraining()->span().length());
    QVERIFY(!entry.facts->picture.isNull());
    QVERIFY(factsText(entry).contains("8 events"));
    QCOMPARE(whenText(entry.when), QString("5 minutes ago"));
    // one that is written while the page is in front is found when it is looked for
    QVERIFY(!write("latest.lanes").isEmpty());
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_VERIFY_WITH_TIMEOUT(names().contains("latest.lanes"), kPatience);
}

void TestSessionsPage::saysWhatToDoWhereThereIsNothing() {
    bool example = false;
    for (const QLabel* label : window_->findChildren<QLabel*>()) {
        example = example || (label->isVisible() && label->text().contains("the example of a GPU"));
    }
    QVERIFY(example);
    QVERIFY(!grid_->isVisible());
}

void TestSessionsPage::saysWhyAFileCannotBeRead() {
    QFile broken(folder_->filePath("broken.lanes"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("no session");
    broken.close();
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList("broken.lanes"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(allRead(), kPatience);
    QCOMPARE(factsText(model().entry(0)), QString("cannot be read"));
    QVERIFY2(model().entry(0).facts->trouble.contains("broken.lanes"),
             qPrintable(model().entry(0).facts->trouble));
    const QString tip = grid_->model()->index(0, 0).data(Qt::ToolTipRole).toString();
    QVERIFY(tip.contains(model().entry(0).facts->trouble));
}

void TestSessionsPage::findsByNameAndProgram() {
    QVERIFY(!write("resnet.lanes", 1).isEmpty());
    QVERIFY(!write("bert.lanes", 2).isEmpty());
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 2, kPatience);
    QTest::keyClick(window_.get(), Qt::Key_F, Qt::ControlModifier);
    auto* field = qobject_cast<QLineEdit*>(window_->focusWidget());
    QVERIFY(field);
    QTest::keyClicks(field, "lanes BERT");
    QCOMPARE(names(), QStringList("bert.lanes"));
    QTest::keyClicks(field, "x");
    QCOMPARE(grid_->shownCount(), 0);
    QTest::keyClick(field, Qt::Key_Backspace);
    QTest::keyClick(field, Qt::Key_Down);
    QCOMPARE(window_->focusWidget(), grid_);
    QTest::keyClick(grid_, Qt::Key_Return);
    QCOMPARE(window_->pageCount(), 1);
    QCOMPARE(window_->currentPage()->document().title(), QString("bert.lanes"));
}

void TestSessionsPage::opensByKeysAndMouse() {
    for (int i = 0; i < 5; ++i) {
        QVERIFY(!write(QStringLiteral("s%1.lanes").arg(i), i).isEmpty());
    }
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 5, kPatience);
    grid_->setFocus();
    QTest::keyClick(grid_, Qt::Key_Right);
    QTest::keyClick(grid_, Qt::Key_Down); // a row of three below
    QTest::keyClick(grid_, Qt::Key_Return);
    QCOMPARE(window_->pageCount(), 1);
    QCOMPARE(window_->currentPage()->document().title(), QString("s4.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(window_->currentPage()->document().state(), Document::State::Ready, kPatience);
    window_->closePage(0);
    QTRY_COMPARE_WITH_TIMEOUT(names().front(), QString("s4.lanes"), kPatience); // opened last
    click(2);
    QCOMPARE(window_->pageCount(), 1);
    QCOMPARE(window_->currentPage()->document().title(), QString("s1.lanes"));
    window_->closePage(0);
    QVERIFY(grid_->chosen().isEmpty());
    QVERIFY(!window_->actions()[ActionId::TrashSession]->isEnabled()); // it was opened, not chosen
}

void TestSessionsPage::opensSeveral() {
    for (int i = 0; i < 4; ++i) {
        QVERIFY(!write(QStringLiteral("s%1.lanes").arg(i), i).isEmpty());
    }
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 4, kPatience);
    click(0, Qt::ControlModifier);
    click(2, Qt::ControlModifier);
    QCOMPARE(grid_->chosen().size(), 2);
    QCOMPARE(window_->pageCount(), 0);
    QTest::keyClick(grid_, Qt::Key_Return);
    QCOMPARE(window_->pageCount(), 2);
}

void TestSessionsPage::renamesInPlace() {
    const QString path = write("before.lanes");
    settings_->addRecentSession({path, QDateTime::currentDateTime()});
    QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList("before.lanes"), kPatience);
    QVERIFY(!window_->actions()[ActionId::RenameSession]->isEnabled());
    click(0, Qt::ControlModifier);
    QTest::keyClick(window_.get(), Qt::Key_F2);
    auto* editor = grid_->findChild<QLineEdit*>("rename");
    QVERIFY(editor);
    QCOMPARE(editor->selectedText(), QString("before"));
    QTest::keyClick(editor, Qt::Key_Delete); // is the editor's, not the trash's
    QTest::keyClicks(editor, "after");
    Q_EMIT model().dataChanged(model().index(0), model().index(0)); // its facts may come just now
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList("after.lanes"), kPatience);
    QVERIFY(QFile::exists(folder_->filePath("after.lanes")));
    QVERIFY(!QFile::exists(path));
    QCOMPARE(settings_->recentSessions()[0].path, folder_->filePath("after.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(grid_->chosen().size(), 1, kPatience); // still chosen
}

void TestSessionsPage::refusesNamesThatWouldDoHarm() {
    QVERIFY(!write("one.lanes", 1).isEmpty());
    QVERIFY(!write("two.lanes", 2).isEmpty());
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 2, kPatience);
    const auto rename = [this](const QString& name) {
        grid_->choose({folder_->filePath("one.lanes")});
        QTest::keyClick(window_.get(), Qt::Key_F2);
        auto* editor = grid_->findChild<QLineEdit*>("rename");
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, name);
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!grid_->findChild<QLineEdit*>("rename"), kPatience);
    };
    QTRY_VERIFY_WITH_TIMEOUT(allRead(), kPatience);
    rename("two.lanes");
    QVERIFY2(said().contains("two.lanes is there already"), qPrintable(said()));
    rename("../one.lanes");
    QVERIFY2(said().contains("without a slash"), qPrintable(said()));
    QVERIFY(QFile::exists(folder_->filePath("one.lanes")));
    window_->openFile(folder_->filePath("one.lanes"));
    window_->showSessions();
    rename("three.lanes");
    QVERIFY2(said().contains("open in a tab"), qPrintable(said()));
    QVERIFY(QFile::exists(folder_->filePath("one.lanes")));
}

void TestSessionsPage::movesToTheTrash() {
    const QString path = write("useless.lanes", 1);
    QVERIFY(!write("useful.lanes", 2).isEmpty());
    settings_->addRecentSession({path, QDateTime::currentDateTime()});
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 2, kPatience);
    QTest::keyClick(grid_, Qt::Key_Delete); // none is chosen
    click(0, Qt::ControlModifier);
    QTest::keyClick(grid_, Qt::Key_Delete);
    QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList("useful.lanes"), kPatience);
    QVERIFY(!QFile::exists(path));
    QVERIFY(settings_->recentSessions().isEmpty());
    const QString trash =
        QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/Trash/files/";
    QVERIFY(!QDir(trash).entryList({"useless*"}).isEmpty());
    for (const QString& name : QDir(trash).entryList({"useless*"})) {
        QFile::remove(trash + name);
        QFile::remove(trash + "../info/" + name + ".trashinfo");
    }
}

void TestSessionsPage::goneFilesCanBeRemovedFromTheList() {
    const QString path = folder_->filePath("gone.lanes");
    settings_->addRecentSession({path, QDateTime::currentDateTime()});
    QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList("gone.lanes"), kPatience);
    QCOMPARE(factsText(model().entry(0)), QString("no longer there"));
    click(0);
    QCOMPARE(window_->pageCount(), 0);
    QVERIFY2(said().contains("no longer there"), qPrintable(said()));
    QVERIFY(!window_->actions()[ActionId::TrashSession]->isEnabled());
    QVERIFY(window_->actions()[ActionId::ForgetSession]->isEnabled());
    QTest::keyClick(grid_, Qt::Key_Delete, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(names().isEmpty(), kPatience);
    QVERIFY(settings_->recentSessions().isEmpty());
}

// A file manager that listens on the session's bus is asked to show it; where none does, its folder is opened.
void TestSessionsPage::showsAFileInTheFileManager() {
    QVERIFY(!write("a, b.lanes", 3).isEmpty());
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 1, kPatience);
    click(0, Qt::ControlModifier);
    QAction* reveal = window_->actions()[ActionId::RevealSession];
    QVERIFY(reveal->isEnabled());
    QVERIFY(QDir(folder_->path()).mkpath("bin"));
    QFile bus(folder_->filePath("bin/dbus-send"));
    const auto answer = [&bus](const QByteArray& end) {
        return bus.open(QIODevice::WriteOnly) &&
               bus.write("#!/bin/sh\necho \"$@\" > \"$0.asked\"\n" + end) > 0 && bus.flush() &&
               bus.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    QVERIFY(answer("exit 0\n"));
    bus.close();
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", folder_->filePath("bin:").toUtf8() + before);
    reveal->trigger();
    QFile asked(folder_->filePath("bin/dbus-send.asked"));
    QTRY_VERIFY_WITH_TIMEOUT(asked.exists() && asked.size() > 0, kPatience);
    QVERIFY(asked.open(QIODevice::ReadOnly));
    const QByteArray words = asked.readAll();
    QVERIFY2(words.contains("ShowItems array:string:file://") && words.contains("/a%2C%20b.lanes"),
             words.constData());

    QVERIFY(answer("exit 1\n"));
    bus.close();
    OpenedUrls opened;
    QDesktopServices::setUrlHandler(QStringLiteral("file"), &opened, "open");
    reveal->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(opened.urls, QList<QUrl>{QUrl::fromLocalFile(folder_->path())}, kPatience);
    QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
    qputenv("PATH", before);
}

void TestSessionsPage::comparesTwo() {
    QVERIFY(!write("a.lanes", 9).isEmpty());
    QVERIFY(!write("b.lanes", 3).isEmpty());
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 2, kPatience);
    QVERIFY(!window_->actions()[ActionId::CompareWith]->isEnabled());
    click(0, Qt::ControlModifier);
    QVERIFY(!window_->actions()[ActionId::CompareWith]->isEnabled());
    click(1, Qt::ControlModifier);
    QVERIFY(window_->actions()[ActionId::CompareWith]->isEnabled());
    QTest::keyClick(window_.get(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(window_->pageCount(), 2);
    QCOMPARE(window_->currentPage()->document().title(), QString("b.lanes"));
    QTRY_COMPARE_WITH_TIMEOUT(QString(window_->currentPage()->currentView().key), QString("compare"),
                              kPatience);
}

void TestSessionsPage::itsMenuHoldsWhatCanBeDone() {
    QVERIFY(!write("a.lanes").isEmpty());
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 1, kPatience);
    QContextMenuEvent event(QContextMenuEvent::Mouse, cardOf(0), grid_->viewport()->mapToGlobal(cardOf(0)));
    QApplication::sendEvent(grid_->viewport(), &event);
    auto* menu = shownChild<QMenu>(*grid_);
    QVERIFY(menu);
    QList<QAction*> shown = menu->actions();
    QVERIFY(shown.contains(window_->actions()[ActionId::RenameSession]));
    QVERIFY(shown.contains(window_->actions()[ActionId::TrashSession]));
    QVERIFY(!shown.contains(window_->actions()[ActionId::CompareWith])); // needs two
    menu->close();
}

void TestSessionsPage::comesBackWhileSessionsAreOpen() {
    QVERIFY(!write("a.lanes", 1).isEmpty());
    QVERIFY(!write("b.lanes", 2).isEmpty());
    window_->openAll({folder_->filePath("a.lanes"), folder_->filePath("b.lanes")});
    QTRY_COMPARE_WITH_TIMEOUT(window_->currentPage()->document().state(), Document::State::Ready, kPatience);
    QTest::keyClick(window_.get(), Qt::Key_Home, Qt::AltModifier);
    QVERIFY(!window_->currentPage());
    QVERIFY(shownChild<WelcomePage>(*window_));
    QCOMPARE(window_->pageCount(), 2);
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 2, kPatience);
    QTest::keyClick(window_.get(), Qt::Key_Tab, Qt::ControlModifier); // back to where one was
    QCOMPARE(window_->currentPage()->document().title(), QString("b.lanes"));
    window_->showSessions();
    auto& tabs = *window_->findChild<DocumentTabs*>();
    QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(1).center() - QPoint(20, 0));
    QCOMPARE(window_->currentPage()->document().title(), QString("b.lanes"));
    window_->showSessions();
    click(0);
    QVERIFY(window_->currentPage());
    QCOMPARE(window_->pageCount(), 2); // it was open
    window_->showSessions();
    window_->closePage(0);
    window_->closePage(0);
    QVERIFY(shownChild<WelcomePage>(*window_));
}

void TestSessionsPage::fitsEveryWidth() {
    for (int i = 0; i < 7; ++i) {
        QVERIFY(!write(QStringLiteral("s%1.lanes").arg(i), i).isEmpty());
    }
    QTest::keyClick(window_.get(), Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(names().size(), 7, kPatience);
    for (const int width : {1024, 1280, 1440, 2560}) {
        window_->resize(width, 800);
        const int top = grid_->visualRect(grid_->model()->index(0, 0)).top();
        int columns = 0;
        while (columns < 7 && grid_->visualRect(grid_->model()->index(columns, 0)).top() == top) {
            ++columns;
        }
        QCOMPARE(columns, 3);
        const QRect last = grid_->visualRect(grid_->model()->index(6, 0));
        QVERIFY(grid_->viewport()->rect().contains(last));
        QVERIFY(grid_->viewport()->rect().contains(grid_->visualRect(grid_->model()->index(2, 0))));
    }
}

int run_tst_sessions_page(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestSessionsPage>(argc, argv);
}
#include "tst_sessions_page.moc"
