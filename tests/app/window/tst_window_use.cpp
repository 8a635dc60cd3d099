// The window as somebody uses it who reads what stands there: a key that is shown works, whatever was clicked before.
#include "app/window/Views.h"
#include "app/window/page/DocumentTabs.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/ViewBar.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/SearchField.h"
#include "app/window/parts/StatusLine.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/details/DetailsPanel.h"
#include "views/search/SearchPanel.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/RowList.h"
#include "views/timeline/TimelineView.h"

#include <QMenuBar>
#include <QToolButton>
#include <QtTest>

#include <array>
#include <memory>

using namespace lanes;
using lanes::test::shownChild;
using lanes::test::sliceNamed;

class TestWindowUse : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { fixture_.reset(); }
    void afterAClickInTheDetailsKeysAreTheTimelines();
    void afterAClickOnAResultKeysAreTheSearchs();
    void aLinkThatIsFollowedByKeysLeavesThemWorking();
    void keysThatAreShownWorkWhereverTheFocusIs();
    void escEndsTheSearchInEveryView_data();
    void escEndsTheSearchInEveryView();
    void aSearchThatAMenuBeginsStandsInTheField();
    void noKeyReachesBelowACard();
    void noViewChangesTheWidthOfAnother_data();
    void noViewChangesTheWidthOfAnother();
    void manySessionsLeaveTheMenusAndTheirNames();

private:
    [[nodiscard]] ViewState& state() const { return page_->document().view(); }
    [[nodiscard]] TimelineCanvas& canvas() const {
        return static_cast<TimelineView&>(page_->view()).canvas();
    }
    [[nodiscard]] SliceId named(const char* name) const { return sliceNamed(*state().trace(), name); }
    static void press(Qt::Key key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(QApplication::focusWidget(), key, with);
    }

    std::unique_ptr<test::WindowFixture> fixture_;
    MainWindow* window_ = nullptr;
    DocumentPage* page_ = nullptr;
};

void TestWindowUse::init() {
    fixture_ = std::make_unique<test::WindowFixture>(
        [](const std::string&, const OpenOptions&) -> TraceResult { return test::smallTraining(); });
    window_ = fixture_->window.get();
    QVERIFY(fixture_->isShown());
    page_ = fixture_->open("training.lanes");
    QVERIFY(page_);
    QTRY_VERIFY_WITH_TIMEOUT(canvas().isUpToDate() && canvas().hasFocus(), kPatience);
}

void TestWindowUse::afterAClickInTheDetailsKeysAreTheTimelines() {
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<PanelBar>(window_->details()), kPatience);
    auto* top = shownChild<PanelBar>(window_->details());
    QTest::mouseClick(top, Qt::LeftButton);
    QCOMPARE(state().selection(), named("ampere_sgemm_128x64_nn"));
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<LinkRow>(window_->details()), kPatience);
    const TimeRange before = state().visible();
    press(Qt::Key_F);
    press(Qt::Key_F);
    QVERIFY(state().visible() != before);
    QTest::mouseClick(shownChild<LinkRow>(window_->details()), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(state().selection(), named("cudaLaunchKernel"), kPatience);
    press(Qt::Key_BracketRight);
    QTRY_COMPARE_WITH_TIMEOUT(state().selection(), named("ampere_sgemm_128x64_nn"), kPatience);
}

void TestWindowUse::afterAClickOnAResultKeysAreTheSearchs() {
    press(Qt::Key_Slash);
    auto* field = window_->findChild<SearchField*>();
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, "aten");
    QTRY_VERIFY_WITH_TIMEOUT(!state().search().busy() && state().search().result(), kPatience);
    RowList& events = shownChild<SearchPanel>(*window_)->events();
    QTest::mouseClick(events.viewport(), Qt::LeftButton, {}, {40, 12});
    QCOMPARE(state().search().position(), 0);
    press(Qt::Key_N);
    QCOMPARE(state().search().position(), 1);
    press(Qt::Key_Escape);
    QVERIFY(state().filter().isEmpty());
    press(Qt::Key_F);
    QVERIFY(field->text().isEmpty());
}

// Tab goes to the link, Enter follows it: the walk goes on in the details, and what the status line offers works there, too.
void TestWindowUse::aLinkThatIsFollowedByKeysLeavesThemWorking() {
    state().select(named("ampere_sgemm_128x64_nn"));
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<LinkRow>(window_->details()), kPatience);
    shownChild<LinkRow>(window_->details())->setFocus(Qt::TabFocusReason);
    press(Qt::Key_Return);
    QCOMPARE(state().selection(), named("cudaLaunchKernel"));
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<LinkRow>(window_->details()) && window_->details().content() &&
                                 window_->details().content()->slice == named("cudaLaunchKernel"),
                             kPatience);
    QVERIFY(window_->details().isAncestorOf(QApplication::focusWidget()));
    press(Qt::Key_BracketRight);
    QTRY_COMPARE_WITH_TIMEOUT(state().selection(), named("ampere_sgemm_128x64_nn"), kPatience);
}

void TestWindowUse::keysThatAreShownWorkWhereverTheFocusIs() {
    const auto places = [this] {
        return std::array<QWidget*, 4>{shownChild<DocumentTabs>(*window_), shownChild<ViewTab>(*window_),
                                       shownChild<RangeChip>(*window_),
                                       shownChild<LinkRow>(window_->details())};
    };
    for (std::size_t i = 0; i < places().size(); ++i) {
        state().showAll();
        state().select(named("aten::addmm"));
        QTRY_VERIFY_WITH_TIMEOUT(places()[i] != nullptr, kPatience);
        QWidget* place = places()[i];
        const QByteArray name = place->metaObject()->className();
        place->setFocus(Qt::TabFocusReason);
        QVERIFY2(place->hasFocus(), name.constData());
        press(Qt::Key_F);
        QVERIFY2(canvas().hasFocus(), name.constData());
        press(Qt::Key_F);
        QVERIFY2(state().visible() != state().bounds(), name.constData());
        state().showAll();
        place->setFocus(Qt::TabFocusReason);
        QTest::keyPress(place, Qt::Key_W); // moves for as long as it is held
        QTRY_VERIFY_WITH_TIMEOUT(state().visible().length() < state().bounds().length() / 2, kPatience);
        QTest::keyRelease(QApplication::focusWidget(), Qt::Key_W);
    }
}

void TestWindowUse::escEndsTheSearchInEveryView_data() {
    QTest::addColumn<QByteArray>("key");
    for (const ViewSpec& view : viewSpecs()) {
        QTest::newRow(view.key) << QByteArray(view.key);
    }
}

void TestWindowUse::escEndsTheSearchInEveryView() {
    QFETCH(QByteArray, key);
    window_->showView(key.constData());
    QTRY_VERIFY_WITH_TIMEOUT(!page_->view().busy(), kPatience);
    state().setFilter(QStringLiteral("aten"));
    QVERIFY(window_->findChild<StatusLine*>()->hintText().contains("Esc ends the search"));
    state().select(named("aten::addmm"));
    press(Qt::Key_Escape);
    QVERIFY(state().filter().isEmpty());
    QCOMPARE(state().selection(), named("aten::addmm")); // one thing after the other
    QVERIFY(shownChild<SearchField>(*window_)->text().isEmpty());
}

void TestWindowUse::aSearchThatAMenuBeginsStandsInTheField() {
    state().setFilter(QStringLiteral("\"aten::relu\""));
    auto* field = shownChild<SearchField>(*window_);
    QCOMPARE(field->text(), QStringLiteral("\"aten::relu\""));
    auto* panel = shownChild<SearchPanel>(*window_);
    QVERIFY(panel != nullptr);
    for (QToolButton* button : panel->findChildren<QToolButton*>()) {
        if (button->accessibleName().startsWith(QLatin1String("End the search"))) {
            QTest::mouseClick(button, Qt::LeftButton);
        }
    }
    QVERIFY(state().filter().isEmpty() && field->text().isEmpty());
    QVERIFY(!panel->isVisible());
    QVERIFY(canvas().hasFocus());
}

// What is below cannot be seen, and must not change.
void TestWindowUse::noKeyReachesBelowACard() {
    for (const ActionId card : {ActionId::Settings, ActionId::Keys, ActionId::Palette, ActionId::Capture}) {
        window_->actions()[card]->trigger();
        QVERIFY(window_->isAncestorOf(QApplication::focusWidget()));
        press(Qt::Key_W, Qt::ControlModifier);
        press(Qt::Key_5, Qt::ControlModifier);
        press(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(window_->pageCount(), 1);
        QCOMPARE(QByteArray(page_->currentView().key), QByteArray(kTimelineView));
        QVERIFY(window_->details().isVisible());
        press(Qt::Key_Escape);
        QVERIFY(canvas().hasFocus());
    }
    press(Qt::Key_5, Qt::ControlModifier);
    QCOMPARE(QByteArray(page_->currentView().key), QByteArray("operators"));
}

void TestWindowUse::noViewChangesTheWidthOfAnother_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 640), QSize(1440, 900)}) {
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }
}

// In the middle, and as panels, too.
void TestWindowUse::noViewChangesTheWidthOfAnother() {
    QFETCH(QSize, size);
    window_->resize(size);
    state().select(named("aten::addmm"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->side().isVisible() && canvas().isUpToDate(), kPatience);
    const int details = window_->side().width();
    const int timeline = canvas().width();
    for (const ViewSpec& view : viewSpecs()) {
        window_->showView(view.key);
        QTRY_VERIFY_WITH_TIMEOUT(!page_->view().busy(), kPatience);
        QCoreApplication::processEvents();
        window_->showView(kTimelineView);
        QCoreApplication::processEvents();
        const auto isAsBefore = [&] {
            return window_->size() == size && window_->side().width() == details &&
                   canvas().width() == timeline;
        };
        QVERIFY2(QTest::qWaitFor(isAsBefore, kPatience), view.key);
    }
    for (const ViewSpec& view : viewSpecs()) {
        window_->panels().toggle(view.key).trigger();
        QTRY_VERIFY_WITH_TIMEOUT(window_->panels().shownView(view.key) != nullptr, kPatience);
        QCoreApplication::processEvents();
        const QWidget* panel = window_->panels().shownView(view.key);
        const int right = panel->mapTo(window_, QPoint(panel->width(), 0)).x();
        QVERIFY2(right <= window_->side().mapTo(window_, QPoint()).x(), view.key);
        QVERIFY2(window_->size() == size && window_->side().width() == details, view.key);
        window_->panels().toggle(view.key).trigger();
    }
}

// Names that begin and end alike are told apart, too.
void TestWindowUse::manySessionsLeaveTheMenusAndTheirNames() {
    window_->resize(1024, 640);
    for (int rank = 0; rank < 8; ++rank) {
        QVERIFY(fixture_->open(QStringLiteral("ddp_training_rank%1.pt.trace.json.gz").arg(rank)));
    }
    auto* menus = window_->findChild<QMenuBar*>();
    QVERIFY2(menus->width() >= menus->sizeHint().width(), qPrintable(QString::number(menus->width())));
    for (const QAction* menu : menus->actions()) {
        QVERIFY2(menus->rect().contains(menus->actionGeometry(const_cast<QAction*>(menu))),
                 qPrintable(menu->text()));
    }
    auto* tabs = shownChild<DocumentTabs>(*window_);
    QStringList shown;
    for (int i = 1; i < tabs->count(); ++i) {
        const QString name = tabs->shownName(i);
        QVERIFY2(!shown.contains(name), qPrintable(name));
        shown << name;
    }
}

int run_tst_window_use(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestWindowUse>(argc, argv);
}
#include "tst_window_use.moc"
