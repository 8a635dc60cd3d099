#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Views.h"
#include "app/window/page/DetailsDock.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/DocumentTabs.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/ViewBar.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/Language.h"
#include "app/window/parts/StatusLine.h"
#include "tests/app/ShownWidgets.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/compare/CompareView.h"
#include "views/shared/controls/ControlBar.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/timeline/TimelineView.h"
#include "views/trust/TrustView.h"

#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include <set>

using namespace lanes;
using lanes::test::shownChild;
using lanes::test::smallTraining;

/// The window's views among themselves: which one is in front, and what leads from one to another.
class TestWindowViews : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void everyViewHasAKeyAShortcutAndItsClass();
    void enterInATableBringsTheTimelineInFront();
    void theStatusLineLeadsToDataQuality();
    void aTabThatWasAskedForStays();
    void viewsWithoutRoomStandInAMenu();
    void nothingOfABarLiesOverAnother_data();
    void nothingOfABarLiesOverAnother();
    void theDetailsFollowTheWindowsWidth();
    void theLayoutIsReset();
    void panelsTakeTheUsersKeysAndColumns();
    void aDroppedSessionIsComparedWith();
    void aLinkOfAComparisonLeadsToItsSession();

private:
    DocumentPage* open(const QString& name);
    [[nodiscard]] QString shownView() const {
        return QLatin1String(window_->currentPage()->currentView().key);
    }

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
};

void TestWindowViews::init() {
    QStandardPaths::setTestModeEnabled(true);
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(folder_->filePath("settings.ini"));
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
    window_ = std::make_unique<MainWindow>(
        *appearance_, *settings_,
        [](const std::string&, const OpenOptions&) -> TraceResult { return smallTraining(); });
    window_->resize(1440, 900);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
}

void TestWindowViews::cleanup() {
    window_.reset();
    appearance_.reset();
    settings_.reset();
}

DocumentPage* TestWindowViews::open(const QString& name) {
    DocumentPage* page = window_->openFile(folder_->filePath(name));
    const auto isReady = [page] { return page->document().state() == Document::State::Ready; };
    return QTest::qWaitFor(isReady, kPatience) ? page : nullptr;
}

void TestWindowViews::everyViewHasAKeyAShortcutAndItsClass() {
    DocumentPage* page = open("a.lanes");
    std::set<QString> keys;
    std::set<QString> shortcuts;
    for (const ViewSpec& view : viewSpecs()) {
        QVERIFY2(keys.insert(view.key).second, view.key);
        QVERIFY2(shortcuts.insert(view.shortcut).second, view.shortcut);
        const QKeyCombination press = QKeySequence(QLatin1String(view.shortcut))[0];
        QTest::keyClick(window_.get(), press.key(), press.keyboardModifiers());
        QCOMPARE(shownView(), QLatin1String(view.key));
        SessionView& shown = page->view();
        QTRY_VERIFY_WITH_TIMEOUT(shown.isVisible() && !shown.busy(), kPatience);
        QCOMPARE(shown.state(), &page->document().view());
        QVERIFY2(shown.isAncestorOf(QApplication::focusWidget()) || shown.hasFocus(), view.key);
    }
}

void TestWindowViews::enterInATableBringsTheTimelineInFront() {
    DocumentPage* page = open("a.lanes");
    window_->showView("kernels");
    auto& kernels = static_cast<TableView&>(page->view());
    QTRY_VERIFY_WITH_TIMEOUT(!kernels.busy(), kPatience);
    const TimeRange before = page->document().view().visible();
    QTest::keyClick(&kernels.table(), Qt::Key_Return);
    QCOMPARE(shownView(), QLatin1String("timeline"));
    const Trace::Slice chosen = page->document().trace()->slice(page->document().view().selection());
    const TimeRange now = page->document().view().visible();
    QVERIFY(now.length() < before.length());
    QVERIFY(now.begin <= chosen.start && now.end >= chosen.end());
}

void TestWindowViews::theStatusLineLeadsToDataQuality() {
    open("a.lanes");
    auto* line = shownChild<StatusLine>(*window_);
    static_cast<void>(line->grab()); // painted, it knows where its parts stand
    QTest::mouseClick(line, Qt::LeftButton, {}, QPoint(20, 10));
    QCOMPARE(shownView(), QLatin1String("quality"));
    QVERIFY(shownChild<TrustView>(*window_) != nullptr);
}

void TestWindowViews::aTabThatWasAskedForStays() {
    open("a.lanes");
    const auto tab = [this](const char* name) {
        for (ViewTab* one : window_->findChildren<ViewTab*>()) {
            if (one->text() == QLatin1String(name)) {
                return one;
            }
        }
        return static_cast<ViewTab*>(nullptr);
    };
    QVERIFY(!tab("Data quality")->isVisible());
    QTest::keyClick(window_.get(), Qt::Key_8, Qt::ControlModifier);
    QVERIFY(tab("Data quality")->isVisible() && tab("Data quality")->isChecked());
    QTest::keyClick(window_.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(tab("Data quality")->isVisible() && !tab("Data quality")->isChecked());
    QVERIFY(!tab("Compare")->isVisible());
}

void TestWindowViews::viewsWithoutRoomStandInAMenu() {
    open("a.lanes");
    auto* bar = window_->findChild<ViewBar*>();
    auto* more = bar->findChild<QToolButton*>(QStringLiteral("moreViews"));
    const auto tabs = [bar] {
        QStringList names;
        for (const ViewTab* tab : bar->findChildren<ViewTab*>()) {
            // Whole, with its name.
            if (tab->isVisible() && tab->width() == tab->sizeHint().width()) {
                names << tab->text();
            }
        }
        return names;
    };
    window_->resize(1900, 900);
    QTRY_VERIFY_WITH_TIMEOUT(bar->width() > 1800, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(tabs().size() >= 7 && !more->isVisible(), kPatience);
    const QStringList all = tabs();
    window_->resize(1024, 640);
    QTRY_VERIFY_WITH_TIMEOUT(bar->width() <= 1024, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(more->isVisible() && tabs().size() < all.size(), kPatience);
    QCOMPARE(tabs(), all.mid(0, tabs().size())); // those at the right have no room
    // The menu has the others, and what it gives has a tab.
    QTest::mouseClick(more, Qt::LeftButton);
    auto* menu = bar->findChild<QMenu*>();
    QVERIFY(menu != nullptr);
    QStringList named;
    for (const QAction* action : menu->actions()) {
        named << action->text();
    }
    QCOMPARE(tabs() + named, all);
    const QString name = named.last();
    menu->actions().last()->trigger();
    menu->close();
    QTRY_VERIFY_WITH_TIMEOUT(tabs().contains(name), kPatience);
    for (const ViewSpec& view : viewSpecs()) {
        window_->showView(view.key);
        QTRY_VERIFY_WITH_TIMEOUT(tabs().contains(viewName(view)), kPatience);
    }
    QCOMPARE(window_->width(), 1024); // no view makes the window wider
    QVERIFY(bar->childrenRect().right() <= bar->width());
}

void TestWindowViews::nothingOfABarLiesOverAnother_data() {
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en";
    QTest::newRow("Chinese") << "zh_CN";
}

// In the smallest window, with a tab for each view and a range whose time takes most digits.
void TestWindowViews::nothingOfABarLiesOverAnother() {
    QFETCH(const QString, language);
    if (language != "en" && !QFile::exists(":/i18n/lanescope_zh_CN.qm")) {
        QSKIP("built without Qt's linguist tools: English alone");
    }
    window_.reset();
    const Language chosen(language);
    init();
    DocumentPage* page = open("a.lanes");
    window_->resize(1024, 640);
    QTRY_COMPARE_WITH_TIMEOUT(window_->width(), 1024, kPatience);
    const TimeRange all = page->document().view().bounds();
    page->document().view().setVisible({all.begin + all.length() / 3, all.begin + all.length() / 3 + 101});
    const auto over = [](const QWidget& bar) {
        QStringList found;
        QList<const QWidget*> parts;
        for (const QWidget* part : bar.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (part->isVisible() && qobject_cast<const QLabel*>(part) == nullptr) {
                parts << part;
            }
        }
        for (const QWidget* part : parts) {
            if (!bar.rect().contains(part->geometry())) {
                found << QLatin1String(part->metaObject()->className()) + QStringLiteral(" beyond its bar");
            }
            for (const QWidget* other : parts) {
                if (part < other && part->geometry().intersects(other->geometry())) {
                    found << QLatin1String(part->metaObject()->className()) + QStringLiteral(" over ") +
                                 QLatin1String(other->metaObject()->className());
                }
            }
        }
        return found;
    };
    for (const ViewSpec& view : viewSpecs()) {
        window_->showView(view.key);
        QStringList found;
        const auto clear = [&] {
            found = over(*shownChild<ViewBar>(*window_));
            for (const ControlBar* bar : page->findChildren<ControlBar*>()) {
                found += bar->isVisible() ? over(*bar) : QStringList();
            }
            return found.isEmpty();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(
            clear(), qPrintable(QLatin1String(view.key) + QStringLiteral(": ") + found.join("; ")),
            kPatience);
    }
}

void TestWindowViews::theDetailsFollowTheWindowsWidth() {
    open("a.lanes");
    const auto widthIn = [this](int width, int height) {
        window_->resize(width, height);
        return QTest::qWaitFor([&] { return window_->width() == width; }, kPatience)
                   ? (QCoreApplication::processEvents(), window_->side().width())
                   : 0;
    };
    const int small = widthIn(1024, 640);
    const int usual = widthIn(1600, 900);
    const int large = widthIn(3840, 2160);
    QVERIFY2(small < usual && usual < large,
             qPrintable(QStringLiteral("%1 %2 %3").arg(small).arg(usual).arg(large)));
    QCOMPARE(widthIn(1024, 640), small);
    QCOMPARE(widthIn(1600, 900), usual);
    auto* dock = window_->findChild<DetailsDock*>();
    window_->resizeDocks({dock}, {usual + 60}, Qt::Horizontal); // as by the mouse
    QTRY_COMPARE_WITH_TIMEOUT(dock->width(), usual + 60, kPatience);
    QCOMPARE(widthIn(3840, 2160), usual + 60);
}

void TestWindowViews::theLayoutIsReset() {
    open("a.lanes");
    const int details = window_->side().width();
    window_->panels().toggle("operators").trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->panels().dock("operators").isVisible(), kPatience);
    window_->panels().dock("operators").setFloating(true);
    window_->actions()[ActionId::ToggleDetails]->trigger();
    QVERIFY(!window_->side().isVisible());
    window_->actions()[ActionId::ResetLayout]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->panels().dock("operators").isVisible(), kPatience);
    QVERIFY(!window_->panels().dock("operators").isFloating());
    QVERIFY(!window_->panels().toggle("operators").isChecked());
    QTRY_VERIFY_WITH_TIMEOUT(window_->side().isVisible(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(window_->side().width(), details, kPatience);
}

void TestWindowViews::panelsTakeTheUsersKeysAndColumns() {
    open("a.lanes");
    window_->panels().toggle("kernels").trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->panels().shownView("kernels") != nullptr, kPatience);
    auto& kernels = static_cast<TableView&>(*window_->panels().shownView("kernels"));
    QTRY_VERIFY_WITH_TIMEOUT(!kernels.busy(), kPatience);
    kernels.table().setColumnShown(2, false);
    QVERIFY(!settings_->tableColumns("kernels").isEmpty());
    const QString arranged = kernels.arrangement();
    window_->closePage(0);
    open("b.lanes");
    QTRY_VERIFY_WITH_TIMEOUT(window_->panels().shownView("kernels") != nullptr, kPatience);
    QCOMPARE(static_cast<TableView&>(*window_->panels().shownView("kernels")).arrangement(), arranged);
}

void TestWindowViews::aDroppedSessionIsComparedWith() {
    DocumentPage* page = open("after.lanes");
    window_->showView(kCompareView);
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(folder_->filePath("before.lanes"))});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enter);
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &drop);
    QCOMPARE(window_->pageCount(), 2);
    QCOMPARE(window_->currentPage(), page);
    QCOMPARE(shownView(), QLatin1String("compare"));
    auto& compare = static_cast<CompareView&>(page->view());
    QTRY_VERIFY_WITH_TIMEOUT(compare.emptyState() == nullptr, kPatience);
    window_->closePage(1); // the one that it is compared with
    QTRY_VERIFY_WITH_TIMEOUT(compare.emptyState() != nullptr, kPatience);
}

void TestWindowViews::aLinkOfAComparisonLeadsToItsSession() {
    open("before.lanes");
    DocumentPage* after = open("after.lanes");
    window_->showView(kCompareView);
    auto& compare = static_cast<CompareView&>(after->view());
    QTRY_VERIFY_WITH_TIMEOUT(!compare.busy(), kPatience);
    ViewState* before = compare.sessions()->all().front().state;
    compare.sessions()->setPartner(after->document().view(), before);
    QTRY_VERIFY_WITH_TIMEOUT(compare.emptyState() == nullptr, kPatience);
    QTest::keyClick(&compare.table(), Qt::Key_X); // what follows is of the other session
    QTRY_VERIFY_WITH_TIMEOUT(!compare.busy(), kPatience);
    QTest::keyClick(&compare.table(), Qt::Key_Return);
    QCOMPARE(window_->findChild<DocumentTabs*>()->currentIndex(), 0);
    QCOMPARE(shownView(), QLatin1String("timeline"));
    QVERIFY(before->selection().valid());
}

int run_tst_window_views(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestWindowViews>(argc, argv);
}
#include "tst_window_views.moc"
