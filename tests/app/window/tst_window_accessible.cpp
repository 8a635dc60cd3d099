// A walk over the whole window, as a screen reader makes it: whatever takes the focus has a name, and whatever paints by itself
// says what it paints, in every view, on every card and on the pages without a session.
#include "app/doctor/DoctorSheet.h"
#include "app/window/Views.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/Patience.h"
#include "tests/support/RichTrace.h"
#include "tests/support/RunTest.h"
#include "views/shared/session/SessionView.h"
#include "views/shared/table/DataTable.h"

#include <QAccessible>
#include <QTabBar>
#include <QtTest>

#include <algorithm>
#include <memory>

using namespace lanes;

class TestWindowAccessible : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { fixture_.reset(); }
    void everyViewIsHeard_data();
    void everyViewIsHeard();
    void everyCardIsHeard_data();
    void everyCardIsHeard();
    void whatTheDoctorFindsIsHeard();
    void thePageOfSessionsIsHeard();

private:
    std::unique_ptr<test::WindowFixture> fixture_;
    MainWindow* window_ = nullptr; // the fixture's
};

namespace {

bool isOurs(const QObject& object) {
    return QByteArrayView(object.metaObject()->className()).startsWith("lanes::");
}

// Nothing is said of what only holds others.
bool holdsOthers(const QWidget& widget) {
    for (const QObject* child : widget.children()) {
        const auto* one = qobject_cast<const QWidget*>(child);
        if (one != nullptr && one->isVisible()) {
            return true;
        }
    }
    return false;
}

// Where in the window it is: "MainWindow/DocumentPage/...".
QString placeOf(const QObject* object) {
    QStringList names;
    for (; object != nullptr; object = object->parent()) {
        names.prepend(QString::fromLatin1(object->metaObject()->className()).remove("lanes::"));
    }
    return names.join('/');
}

// What is heard of it and of all that it holds; of long tables their beginning.
void walk(QAccessibleInterface* heard, QStringList& silent) {
    const auto* widget = qobject_cast<QWidget*>(heard->object());
    const auto* tabs = qobject_cast<const QTabBar*>(widget);
    if (widget != nullptr &&
        (!widget->isVisible() || widget->size().isEmpty() || (tabs != nullptr && tabs->count() == 0))) {
        return;
    }
    const bool said = !heard->text(QAccessible::Name).isEmpty() || !heard->text(QAccessible::Value).isEmpty();
    const bool mayBeEmpty = heard->role() == QAccessible::Cell || heard->role() == QAccessible::TreeItem ||
                            heard->role() == QAccessible::Pane; // where the heads of a Qt table meet
    if (widget == nullptr && !said && !mayBeEmpty) {
        silent << QStringLiteral("part of ") + placeOf(heard->parent()->object());
    }
    if (widget != nullptr && !said && widget->focusProxy() == nullptr &&
        !widget->inherits("lanes::PanelRule")) { // a line
        if (widget->focusPolicy() != Qt::NoFocus && widget->isEnabled()) {
            silent << QStringLiteral("takes the focus: ") + placeOf(widget);
        } else if (isOurs(*widget) && !holdsOthers(*widget)) {
            silent << QStringLiteral("paints: ") + placeOf(widget);
        }
    }
    for (int i = 0; i < std::min(heard->childCount(), 60); ++i) {
        QAccessibleInterface* child = heard->child(i);
        if (child != nullptr && child->isValid()) {
            walk(child, silent);
        }
    }
}

QStringList silentParts(QWidget& window) {
    QStringList silent;
    walk(QAccessible::queryAccessibleInterface(&window), silent);
    silent.removeDuplicates();
    return silent;
}

} // namespace

void TestWindowAccessible::init() {
    fixture_ = std::make_unique<test::WindowFixture>(
        [](const std::string&, const OpenOptions&) -> TraceResult { return test::richTrace(2000); });
    window_ = fixture_->window.get();
    QVERIFY(fixture_->isShown());
}

void TestWindowAccessible::everyViewIsHeard_data() {
    QTest::addColumn<QByteArray>("key");
    for (const ViewSpec& view : viewSpecs()) {
        QTest::newRow(view.key) << QByteArray(view.key);
    }
}

void TestWindowAccessible::everyViewIsHeard() {
    QFETCH(QByteArray, key);
    DocumentPage* page = fixture_->open("a.lanes");
    QVERIFY(page);
    window_->showView(key.constData());
    QTRY_VERIFY_WITH_TIMEOUT(!page->view().busy(), kPatience);
    page->document().view().select(SliceId(0));
    QVERIFY2(silentParts(*window_).isEmpty(), qPrintable(silentParts(*window_).join('\n')));
    page->document().view().setBrush(page->document().trace()->span());
    QTRY_VERIFY_WITH_TIMEOUT(!page->view().busy(), kPatience);
    QVERIFY2(silentParts(*window_).isEmpty(), qPrintable(silentParts(*window_).join('\n')));
}

void TestWindowAccessible::everyCardIsHeard_data() {
    QTest::addColumn<int>("id");
    for (const auto& [name, id] :
         {std::pair{"keys", ActionId::Keys}, std::pair{"commands", ActionId::Palette},
          std::pair{"settings", ActionId::Settings}, std::pair{"shortcuts", ActionId::Shortcuts},
          std::pair{"sources", ActionId::LocateSources}, std::pair{"capture", ActionId::Capture},
          std::pair{"attach", ActionId::Attach}, std::pair{"search", ActionId::Search},
          std::pair{"sessions", ActionId::Sessions}}) {
        QTest::newRow(name) << static_cast<int>(id);
    }
}

void TestWindowAccessible::everyCardIsHeard() {
    QFETCH(int, id);
    QVERIFY(fixture_->open("a.lanes"));
    window_->actions()[static_cast<ActionId>(id)]->trigger();
    QCoreApplication::processEvents();
    QVERIFY2(silentParts(*window_).isEmpty(), qPrintable(silentParts(*window_).join('\n')));
}

// With what it found on this machine, a line chosen.
void TestWindowAccessible::whatTheDoctorFindsIsHeard() {
    QVERIFY(fixture_->open("a.lanes"));
    auto* doctor = window_->findChild<DoctorSheet*>();
    doctor->setProgram(QStringLiteral(LANESCOPE_BINARY_DIR "/bin/lanescope"));
    window_->actions()[ActionId::Doctor]->trigger();
    QVERIFY2(silentParts(*window_).isEmpty(), qPrintable(silentParts(*window_).join('\n')));
    QTRY_VERIFY_WITH_TIMEOUT(!doctor->busy(), kPatience);
    QVERIFY(doctor->table().model()->rows() > 0);
    doctor->table().setCurrent(1);
    QVERIFY2(silentParts(*window_).isEmpty(), qPrintable(silentParts(*window_).join('\n')));
}

void TestWindowAccessible::thePageOfSessionsIsHeard() {
    QVERIFY2(silentParts(*window_).isEmpty(), qPrintable(silentParts(*window_).join('\n')));
}

int run_tst_window_accessible(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestWindowAccessible>(argc, argv);
}
#include "tst_window_accessible.moc"
