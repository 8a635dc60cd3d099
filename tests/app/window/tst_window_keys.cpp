// Keys of one's own, and those that come with it: what is shown is what acts.
#include "app/window/Views.h"
#include "app/window/commands/KeySheet.h"
#include "app/window/commands/ShortcutSheet.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/StatusLine.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/details/DetailsPanel.h"
#include "views/search/SearchPanel.h"
#include "views/shared/panels/PanelParts.h"
#include "views/timeline/TimelineView.h"

#include <QKeySequenceEdit>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

#include <algorithm>
#include <array>
#include <memory>

using namespace lanes;
using lanes::test::buttonWith;
using lanes::test::shownChild;
using lanes::test::sliceNamed;

namespace {

const TraceLoader kLoader = [](const std::string&, const OpenOptions&) -> TraceResult {
    return test::smallTraining();
};

} // namespace

class TestWindowKeys : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { fixture_.reset(); }
    void shortcutsCanBeChanged();
    void changedKeysAreOfOneCommandEach();
    void changedKeysAreShownWhereverKeysAre();
    void keysThatAreShownAreThoseThatAct();
    void takenKeysAreRefused();
    void keySheetSaysEveryKeyInTheSmallestWindow();

private:
    [[nodiscard]] DocumentPage* open() { return fixture_->open(QStringLiteral("training.lanes")); }

    std::unique_ptr<test::WindowFixture> fixture_;
    MainWindow* window_ = nullptr;
};

void TestWindowKeys::init() {
    fixture_ = std::make_unique<test::WindowFixture>(kLoader);
    window_ = fixture_->window.get();
    QVERIFY(fixture_->isShown());
}

void TestWindowKeys::shortcutsCanBeChanged() {
    DocumentPage* page = open();
    const Trace& trace = *page->document().trace();
    Actions& actions = window_->actions();
    const auto assign = [this](ActionId id, Qt::Key key, Qt::KeyboardModifiers modifiers) {
        window_->actions()[ActionId::Shortcuts]->trigger();
        auto* sheet = shownChild<ShortcutSheet>(*window_);
        QVERIFY(sheet);
        sheet->pick(id);
        auto* edit = sheet->findChild<QKeySequenceEdit*>();
        edit->clear();
        QTest::keyClick(edit, key, modifiers);
        QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*sheet, "Use these keys")->isEnabled(), kPatience);
        QTest::mouseClick(buttonWith(*sheet, "Use these keys"), Qt::LeftButton);
        QVERIFY2(sheet->complaint().isEmpty(), qPrintable(sheet->complaint()));
        QTest::keyClick(sheet, Qt::Key_Escape);
    };
    assign(ActionId::ToggleDetails, Qt::Key_F8, Qt::NoModifier);
    QVERIFY(window_->details().isVisible());
    QTest::keyClick(window_, Qt::Key_D, Qt::ControlModifier);
    QVERIFY(window_->details().isVisible());
    QTest::keyClick(window_, Qt::Key_F8);
    QVERIFY(!window_->details().isVisible());

    // a command of the view takes the new key as well
    assign(ActionId::ParentEvent, Qt::Key_U, Qt::NoModifier);
    page->document().view().select(sliceNamed(trace, "aten::addmm"));
    QTest::keyClick(&static_cast<TimelineView&>(page->view()).canvas(), Qt::Key_U);
    QCOMPARE(page->document().view().selection(), sliceNamed(trace, "aten::linear"));
    QTest::keyClick(window_, Qt::Key_Question);
    QVERIFY(shownChild<KeySheet>(*window_)->accessibleName().contains("U Down: Caller, first callee"));

    // the next window has them too
    MainWindow again(fixture_->appearance, fixture_->settings, kLoader);
    QCOMPARE(again.actions().keysText(ActionId::ToggleDetails), QString("F8"));
    actions.setDefaultKeys(ActionId::ToggleDetails);
    QCOMPARE(actions.keysText(ActionId::ToggleDetails), QString("Ctrl+D"));
    MainWindow third(fixture_->appearance, fixture_->settings, kLoader);
    QCOMPARE(third.actions().keysText(ActionId::ToggleDetails), QString("Ctrl+D"));
}

void TestWindowKeys::changedKeysAreOfOneCommandEach() {
    int number = 0;
    const auto keysOf = [](int n) {
        const std::array<QLatin1String, 4> with{QLatin1String("Ctrl+"), QLatin1String("Alt+"),
                                                QLatin1String("Ctrl+Alt+"), QLatin1String("Meta+")};
        return QList<QKeySequence>{
            QKeySequence(with.at(std::size_t(n) / 35) + QStringLiteral("F%1, C").arg(n % 35 + 1)),
            QKeySequence(Qt::Key_VolumeMute, Qt::Key_A + n % 26)};
    };
    for (const ActionSpec& spec : actionSpecs()) {
        window_->actions().setKeys(spec.id, keysOf(number++));
    }
    const MainWindow again(fixture_->appearance, fixture_->settings, kLoader);
    number = 0;
    for (const ActionSpec& spec : actionSpecs()) {
        QCOMPARE(again.actions().keys(spec.id), keysOf(number++));
    }
}

// In the details, the search, the status line and a timeline that stands as a panel.
void TestWindowKeys::changedKeysAreShownWhereverKeysAre() {
    DocumentPage* page = open();
    ViewState& state = page->document().view();
    window_->panels().toggle("timeline").trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window_->panels().shownView("timeline") != nullptr, kPatience);
    state.select(sliceNamed(*state.trace(), "ampere_sgemm_128x64_nn"));
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<LinkRow>(window_->details()), kPatience);
    for (const auto& [id, key] : {std::pair(ActionId::FollowBack, "Ctrl+F2"),
                                  {ActionId::FocusSelection, "F9"},
                                  {ActionId::NextMatch, "F3"},
                                  {ActionId::Keys, "F4"}}) {
        window_->actions().setKeys(id, {QKeySequence(QLatin1String(key))});
    }
    QCOMPARE(shownChild<LinkRow>(window_->details())->parts().key, QString("Ctrl+F2"));
    auto* line = window_->findChild<StatusLine*>();
    QVERIFY2(line->hintText().contains("Ctrl+F2 ] links") && line->hintText().contains("F9 fit") &&
                 line->hintText().contains("F4 for keys"),
             qPrintable(line->hintText()));
    auto* panel = static_cast<TimelineView*>(window_->panels().shownView("timeline"));
    QCOMPARE(panel->command(QStringLiteral("fit-selection"))->shortcuts(), QList{QKeySequence(Qt::Key_F9)});
    state.setFilter(QStringLiteral("aten"));
    QTRY_VERIFY_WITH_TIMEOUT(state.search().result() && !state.search().busy(), kPatience);
    QVERIFY2(line->accessibleName().contains("F3 next, Shift+N before"), qPrintable(line->accessibleName()));
    QStringList tips;
    for (const QToolButton* button : shownChild<SearchPanel>(*window_)->findChildren<QToolButton*>()) {
        tips << button->toolTip();
    }
    QVERIFY2(tips.contains("Next match (F3)"), qPrintable(tips.join(',')));
}

// Of every command: what menus, the palette and the settings have is what its action has, wherever that is.
void TestWindowKeys::keysThatAreShownAreThoseThatAct() {
    DocumentPage* page = open();
    Actions& actions = window_->actions();
    QStringList known;
    for (const char* view : {"timeline", "kernels"}) {
        page->showView(*viewSpec(QLatin1String(view)));
        const QList<QAction*> commands = page->view().actions();
        for (const ActionSpec& spec : actionSpecs()) {
            const auto command = std::ranges::find_if(commands, [&](const QAction* one) {
                return one->objectName() == QLatin1String(spec.viewCommand);
            });
            if (spec.viewCommand == nullptr || command == commands.end()) {
                continue;
            }
            known << QLatin1String(spec.viewCommand);
            QVERIFY2(!actions.keys(spec.id).isEmpty(), spec.viewCommand);
            QCOMPARE((*command)->shortcuts(), actions.keys(spec.id));
            QCOMPARE((*command)->text(), actions[spec.id]->text().section('\t', 0, 0));
        }
    }
    for (const ActionSpec& spec : actionSpecs()) {
        QVERIFY2(spec.viewCommand == nullptr || known.contains(QLatin1String(spec.viewCommand)), spec.text);
        if (spec.viewCommand == nullptr) {
            QCOMPARE(actions[spec.id]->shortcuts(), actions.keys(spec.id));
        } else {
            QCOMPARE(actions[spec.id]->text().section('\t', 1), actions.keysText(spec.id));
            QVERIFY(actions[spec.id]->shortcuts().isEmpty()); // two takers of one key would cancel each other
        }
    }
    page->showView(*viewSpec(QStringLiteral("timeline")));
    ViewState& state = page->document().view();
    state.setVisible(state.bounds());
    page->view().setFocus();
    for (const auto& [id, grows] : {std::pair(ActionId::ZoomIn, false), {ActionId::ZoomOut, true}}) {
        for (const QKeySequence& key : QList<QKeySequence>(actions.keys(id))) {
            const TimeNs before = state.visible().length();
            QTest::keyClick(QApplication::focusWidget(), key[0].key(), key[0].keyboardModifiers());
            QTRY_VERIFY_WITH_TIMEOUT((state.visible().length() > before) == grows &&
                                         state.visible().length() != before,
                                     kPatience);
        }
    }
}

void TestWindowKeys::takenKeysAreRefused() {
    window_->actions()[ActionId::Shortcuts]->trigger();
    auto* sheet = shownChild<ShortcutSheet>(*window_);
    auto* edit = sheet->findChild<QKeySequenceEdit*>();
    sheet->pick(ActionId::ToggleDetails);
    for (const auto& [key, owner] :
         {std::pair(QKeySequence("Ctrl+O"), "“Open…”"), std::pair(QKeySequence("W"), "moving"),
          std::pair(QKeySequence("Ctrl+2"), "a view")}) {
        edit->setKeySequence(key);
        QVERIFY2(sheet->complaint().contains(owner), qPrintable(sheet->complaint()));
        QVERIFY(!buttonWith(*sheet, "Use these keys")->isEnabled());
    }
    edit->setKeySequence(QKeySequence("Ctrl+F8"));
    QVERIFY(sheet->complaint().isEmpty());
    QVERIFY(buttonWith(*sheet, "Use these keys")->isEnabled());
}

void TestWindowKeys::keySheetSaysEveryKeyInTheSmallestWindow() {
    QTest::keyClick(window_, Qt::Key_Question);
    auto* sheet = shownChild<KeySheet>(*window_);
    QVERIFY(sheet);
    for (const char* line : {"; M Shift M: Mark", "; F2: Name the mark", "Ctrl P: Find a row", "Shift P: Pin",
                             "N Shift N: ", "; Q: ", "; R: ", ", . Left Right: ", "; 0: Show everything",
                             "Alt Left: Back", "/: Search"}) {
        QVERIFY2(sheet->accessibleName().contains(QLatin1String(line)), line);
    }
    constexpr int kSmallestWindow = 640;
    constexpr int kAround = 100; // its title, and room above and below
    QVERIFY(sheet->sizeHint().height() <= kSmallestWindow - kAround);
}

int run_tst_window_keys(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestWindowKeys>(argc, argv);
}
#include "tst_window_keys.moc"
