#include "app/window/Views.h"
#include "app/window/page/DocumentTabs.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/compare/CompareView.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/table/DataTable.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QtTest>

#include <optional>

using namespace lanes;

/// A comparison of several runs, in the whole window: files that are dropped, and those chosen under *Runs*.
class TestWindowCompare : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { fixture_.reset(); }

    void severalDroppedFilesAreRunsOfTheOtherSide();
    void severalDroppedFilesElsewhereAreTabs();
    void furtherRunsAreOpenedByKeys();
    void openSessionsAreAddedAndTakenAwayByMouse();

private:
    [[nodiscard]] MainWindow& window() const { return *fixture_->window; }
    [[nodiscard]] QStringList paths(const QStringList& names) const;
    void drop(const QStringList& names) const;
    // Once it compares, that many runs on either side.
    [[nodiscard]] bool compares(int ofA, int ofB) const;
    [[nodiscard]] ChoiceButton* runs() const;
    [[nodiscard]] QMenu* runsMenu() const;

    std::optional<test::WindowFixture> fixture_;
    DocumentPage* page_ = nullptr;
    CompareView* compare_ = nullptr;
};

void TestWindowCompare::init() {
    fixture_.emplace(
        [](const std::string&, const OpenOptions&) -> TraceResult { return test::smallTraining(); });
    QVERIFY(fixture_->isShown());
    page_ = fixture_->open(QStringLiteral("after.lanes"));
    QVERIFY(page_ != nullptr);
    window().showView(QLatin1String(kCompareView));
    compare_ = &static_cast<CompareView&>(page_->view());
}

QStringList TestWindowCompare::paths(const QStringList& names) const {
    QStringList all;
    for (const QString& name : names) {
        all.append(fixture_->folder.filePath(name));
    }
    return all;
}

void TestWindowCompare::drop(const QStringList& names) const {
    QMimeData files;
    QList<QUrl> urls;
    for (const QString& path : paths(names)) {
        urls.append(QUrl::fromLocalFile(path));
    }
    files.setUrls(urls);
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(200, 200), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &event);
}

ChoiceButton* TestWindowCompare::runs() const {
    for (ChoiceButton* button : compare_->findChildren<ChoiceButton*>()) {
        if (button->text().startsWith(QLatin1String("Runs"))) {
            return button;
        }
    }
    return nullptr;
}

QMenu* TestWindowCompare::runsMenu() const {
    return runs()->findChild<QMenu*>();
}

bool TestWindowCompare::compares(int ofA, int ofB) const {
    const QString said = QStringLiteral("Runs %1 and %2").arg(ofA).arg(ofB);
    const auto isShown = [&] {
        return compare_->emptyState() == nullptr && !compare_->busy() && runs()->text() == said &&
               !compare_->table().cellText(0, 0).isEmpty();
    };
    return QTest::qWaitFor(isShown, kPatience);
}

void TestWindowCompare::severalDroppedFilesAreRunsOfTheOtherSide() {
    drop({"monday.lanes", "tuesday.lanes", "wednesday.lanes"});
    QCOMPARE(window().pageCount(), 4);
    QCOMPARE(window().currentPage(), page_);
    QVERIFY(compares(3, 1));
    const auto& sessions = *compare_->sessions();
    const ViewState* own = &page_->document().view();
    QCOMPARE(sessions.runsOf(own, OpenSessions::Side::Partner).size(), std::size_t(2));
    QVERIFY(sessions.runsOf(own, OpenSessions::Side::Own).empty());
    drop({"monday.lanes"}); // once more: it alone is the partner, the others stay runs
    QVERIFY(compares(3, 1));
    QCOMPARE(window().pageCount(), 4);
    window().closePage(3); // one of the runs
    QVERIFY(compares(2, 1));
    window().closePage(1); // the partner
    QTRY_VERIFY_WITH_TIMEOUT(compare_->emptyState() != nullptr, kPatience);
}

void TestWindowCompare::severalDroppedFilesElsewhereAreTabs() {
    window().showView(QStringLiteral("timeline"));
    drop({"monday.lanes", "tuesday.lanes"});
    QTRY_COMPARE_WITH_TIMEOUT(window().pageCount(), 3, kPatience);
    window().findChild<DocumentTabs*>()->setCurrentIndex(0);
    window().showView(QLatin1String(kCompareView));
    QTRY_VERIFY_WITH_TIMEOUT(compare_->emptyState() != nullptr, kPatience); // nobody said with which
}

void TestWindowCompare::furtherRunsAreOpenedByKeys() {
    drop({"monday.lanes"});
    QVERIFY(compares(1, 1));
    QTest::keyClick(&compare_->table(), Qt::Key_R);
    QVERIFY(runsMenu() != nullptr && runsMenu()->isVisible());
    QTest::keyClick(runsMenu(), Qt::Key_Down); // no other session is open
    QCOMPARE(runsMenu()->activeAction()->text(), QStringLiteral("Open further runs…"));
    const QString path = paths({"tuesday.lanes"}).front();
    QVERIFY(QFile(path).open(QIODevice::WriteOnly));
    QTimer::singleShot(0, this, [path] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        name->setText(path);
        QTest::keyClick(name, Qt::Key_Return);
    });
    QTest::keyClick(runsMenu(), Qt::Key_Return);
    QVERIFY(compares(2, 1));
    QCOMPARE(window().pageCount(), 3);
    QCOMPARE(window().currentPage(), page_);
}

void TestWindowCompare::openSessionsAreAddedAndTakenAwayByMouse() {
    QVERIFY(fixture_->open(QStringLiteral("tuesday.lanes")) != nullptr);
    window().findChild<DocumentTabs*>()->setCurrentIndex(0);
    window().showView(QLatin1String(kCompareView));
    drop({"monday.lanes"});
    QVERIFY(compares(1, 1));
    for (const auto& [position, ofA, ofB] : {std::tuple(1, 2, 1), std::tuple(4, 1, 2), std::tuple(4, 1, 1)}) {
        QTest::mouseClick(runs(), Qt::LeftButton);
        QVERIFY(runsMenu() != nullptr);
        QAction* action = runsMenu()->actions()[position];
        QVERIFY(action->text().startsWith(QLatin1String("tuesday")));
        QTest::mouseClick(runsMenu(), Qt::LeftButton, {}, runsMenu()->actionGeometry(action).center());
        QVERIFY2(compares(ofA, ofB), qPrintable(runs()->text()));
        QTRY_VERIFY_WITH_TIMEOUT(runsMenu() == nullptr, kPatience);
    }
}

int run_tst_window_compare(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestWindowCompare>(argc, argv);
}
#include "tst_window_compare.moc"
