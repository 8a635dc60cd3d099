// Marks: set, named, walked over and removed on the timeline and in their list; those of the recording beside them.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/marks/MarkTable.h"
#include "views/marks/MarksView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/NameField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/Sidecar.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"
#include "views/timeline/TimelineView.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;

namespace {

std::shared_ptr<const Trace> markedTrace() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::linear", 0, 1'000'000);
    sketch.instant("main", "after warm-up", 500'000, "t", 'i', {}, "user_annotation");
    sketch.instant("main", "[memory]", 10'000, "t");
    return sketch.build();
}

} // namespace

class MarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aDoubleClickOnAFlagNamesIt();
    void keysNameAndRemove();
    void whatIsTypedAfterAMarkIsItsName();
    void whatWasDoneToThemIsUndone();
    void escapeAndAnEmptyNameLeaveNone();
    void whatLeavesTheViewComesBackForItsName();
    void whatIsTypedIsKeptWhereTheViewGoes_data();
    void whatIsTypedIsKeptWhereTheViewGoes();
    void keysWalkOverAllOfThem();
    void twoTimelinesHaveTheSameMarks();
    void namesAreKept();
    void flagsGiveWayToTheNext();
    void theListShowsBothKinds();
    void filesHaveTimesAsRecorded();
    void enterGoesThere();
    void renamesAndRemovesInTheList();
    void theRecordingsStayAsTheyAre();
    void thePanelDoesTheSame();
    void theFilterFindsNames();
    void saysHowToGetSome();
    void aPlainTextStaysOneLine();

private:
    [[nodiscard]] SessionMarks& marks() const { return state_->marks(); }
    [[nodiscard]] QStringList names() const {
        QStringList all;
        for (const SessionMark& mark : marks().all()) {
            all << mark.name;
        }
        return all;
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
        QTest::keyClick(&timeline_->canvas(), key, modifiers);
    }
    [[nodiscard]] NameField& field() const { return *timeline_->findChild<NameField*>(); }
    void openList() {
        list_ = std::make_unique<MarksView>(*look_);
        list_->resize(1300, 500);
        list_->setState(state_.get());
        list_->show();
        QVERIFY(QTest::qWaitForWindowActive(list_.get(), kPatience));
        QTRY_VERIFY_WITH_TIMEOUT(!list_->busy(), kPatience);
        list_->table().setFocus();
    }

    std::unique_ptr<Appearance> look_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<TimelineView> timeline_;
    std::unique_ptr<MarksView> list_;
};

void MarksTest::init() {
    look_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    state_ = std::make_unique<ViewState>();
    state_->setTrace(markedTrace());
    timeline_ = std::make_unique<TimelineView>(*state_, *look_);
    timeline_->resize(1200, 400);
    timeline_->show();
    QVERIFY(QTest::qWaitForWindowActive(timeline_.get(), kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(timeline_->canvas().isUpToDate() && timeline_->canvas().list(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList{"after warm-up"}, kPatience);
}

void MarksTest::cleanup() {
    list_.reset();
    timeline_.reset();
    state_.reset();
    look_.reset();
}

void MarksTest::aDoubleClickOnAFlagNamesIt() {
    const std::uint64_t mark = marks().add({250'000, 250'000});
    marks().setCurrent(0);
    const auto flag = timeline_->canvas().flagOf(mark);
    QVERIFY(flag.has_value());
    QTest::mouseClick(&timeline_->canvas(), Qt::LeftButton, {}, flag->center());
    QCOMPARE(marks().current(), mark);
    QVERIFY(!state_->brush());
    QVERIFY(!field().isVisible());
    QTest::mouseDClick(&timeline_->canvas(), Qt::LeftButton, {}, flag->center());
    QTRY_VERIFY_WITH_TIMEOUT(field().hasFocus(), kPatience);
    QTest::keyClicks(&field(), "slow again");
    QTest::keyClick(&field(), Qt::Key_Return);
    QCOMPARE(marks().find(mark)->name, QStringLiteral("slow again"));
    QVERIFY(!field().isVisible());
    QVERIFY(timeline_->canvas().hasFocus());
    QVERIFY(timeline_->canvas().flagOf(mark)->width() > flag->width()); // it shows the name
}

void MarksTest::keysNameAndRemove() {
    state_->setCursor(300'000);
    key(Qt::Key_M);
    QCOMPARE(names(), (QStringList{"", "after warm-up"}));
    for (const Qt::Key start : {Qt::Key_F2, Qt::Key_Return}) {
        key(start);
        QTRY_VERIFY_WITH_TIMEOUT(field().hasFocus(), kPatience);
        QCOMPARE(field().selectedText(), marks().own()[0].name);
        QTest::keyClicks(&field(), start == Qt::Key_F2 ? "first" : "mad wasd"); // letters are letters
        QTest::keyClick(&field(), Qt::Key_Return);
    }
    QCOMPARE(names(), (QStringList{"mad wasd", "after warm-up"}));
    key(Qt::Key_Delete);
    QCOMPARE(names(), QStringList{"after warm-up"});
    QCOMPARE(marks().current(), std::uint64_t(0));
    key(Qt::Key_F2); // of nothing
    QVERIFY(!field().isVisible());
}

// Letters of the name are no shortcuts: here M marks, W zooms and A pans.
void MarksTest::whatIsTypedAfterAMarkIsItsName() {
    const TimeRange visible = state_->visible();
    state_->setCursor(300'000);
    key(Qt::Key_M);
    QTRY_VERIFY_WITH_TIMEOUT(field().hasFocus(), kPatience);
    QTest::keyClicks(timeline_->window()->focusWidget(), "warm");
    QTest::keyClick(&field(), Qt::Key_Return);
    QCOMPARE(names(), (QStringList{"warm", "after warm-up"}));
    QCOMPARE(state_->visible(), visible);
    state_->setBrush(TimeRange{100'000, 200'000});
    key(Qt::Key_M, Qt::ShiftModifier);
    QTRY_VERIFY_WITH_TIMEOUT(field().hasFocus(), kPatience);
    QTest::keyClick(&field(), Qt::Key_Escape); // needs no name
    QCOMPARE(names(), (QStringList{"", "warm", "after warm-up"}));
    QVERIFY(timeline_->canvas().hasFocus());
}

void MarksTest::whatWasDoneToThemIsUndone() {
    QVERIFY(!marks().canUndo());
    const std::uint64_t mark = marks().add({250'000, 250'000});
    marks().rename(mark, QStringLiteral("first"));
    marks().remove(mark);
    const QSignalSpy kept(&marks(), &SessionMarks::ownChanged); // what is undone is written, too
    marks().undo();
    QCOMPARE(names(), QStringList({"first", "after warm-up"}));
    QCOMPARE(marks().own().front().id, mark);
    marks().undo();
    QCOMPARE(names(), QStringList({"", "after warm-up"}));
    marks().undo();
    QVERIFY(marks().own().empty());
    QVERIFY(!marks().canUndo());
    QCOMPARE(kept.count(), 3);
    marks().redo();
    marks().redo();
    QCOMPARE(names(), QStringList({"first", "after warm-up"}));
    const std::uint64_t other = marks().add({750'000, 750'000});
    QVERIFY(!marks().canRedo()); // what follows an undo goes another way
    QVERIFY(other != mark);
    marks().undo();
    QCOMPARE(marks().own().size(), std::size_t(1));
    marks().setOwn({}); // of another session
    QVERIFY(!marks().canUndo());
}

void MarksTest::escapeAndAnEmptyNameLeaveNone() {
    const std::uint64_t mark = marks().add({300'000, 300'000});
    key(Qt::Key_F2);
    QTest::keyClicks(&field(), "no");
    QTest::keyClick(&field(), Qt::Key_Escape);
    QCOMPARE(marks().find(mark)->name, QString());
    key(Qt::Key_F2);
    QTest::keyClicks(&field(), "yes");
    timeline_->canvas().setFocus(); // leaving it takes it
    QCOMPARE(marks().find(mark)->name, QStringLiteral("yes"));
}

void MarksTest::whatLeavesTheViewComesBackForItsName() {
    const std::uint64_t mark = marks().add({900'000, 900'000});
    state_->setVisible({0, 100'000});
    QVERIFY(!timeline_->canvas().flagOf(mark));
    key(Qt::Key_F2);
    QVERIFY(field().isVisible());
    QVERIFY(timeline_->canvas().flagOf(mark));
}

void MarksTest::whatIsTypedIsKeptWhereTheViewGoes_data() {
    QTest::addColumn<bool>("list");
    QTest::addColumn<bool>("active");
    for (const bool list : {false, true}) {
        for (const bool active : {true, false}) {
            QTest::addRow("%s, %s", list ? "list" : "timeline", active ? "in front" : "behind others")
                << list << active;
        }
    }
}

// A window that is closed while somebody types, in front or behind others.
void MarksTest::whatIsTypedIsKeptWhereTheViewGoes() {
    QFETCH(bool, list);
    QFETCH(bool, active);
    const std::uint64_t mark = marks().add({800'000, 800'000});
    if (list) {
        openList();
        QTest::keyClick(&list_->table(), Qt::Key_End);
        QTest::keyClick(&list_->table(), Qt::Key_F2);
    } else {
        key(Qt::Key_F2);
    }
    auto* name = list ? list_->findChild<NameField*>() : &field();
    QTRY_VERIFY_WITH_TIMEOUT(name->hasFocus(), kPatience);
    QTest::keyClicks(name, "half a na");
    QWidget another;
    if (!active) {
        another.show();
        another.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&another, kPatience));
        QVERIFY(name->isVisible()); // whoever comes back types on
    }
    list ? list_.reset() : timeline_.reset();
    QCOMPARE(marks().find(mark)->name, QStringLiteral("half a na"));
}

void MarksTest::keysWalkOverAllOfThem() {
    const std::uint64_t early = marks().add({100'000, 200'000});
    const std::uint64_t late = marks().add({800'000, 800'000});
    marks().setCurrent(0);
    state_->setVisible({0, 100'000});
    key(Qt::Key_M, Qt::AltModifier);
    QCOMPARE(marks().current(), early);
    QVERIFY(state_->visible().begin < 100'000 && state_->visible().end > 200'000); // all of the range
    key(Qt::Key_M, Qt::AltModifier);
    QCOMPARE(marks().find(marks().current())->name, QStringLiteral("after warm-up"));
    key(Qt::Key_M, Qt::AltModifier);
    QCOMPARE(marks().current(), late);
    key(Qt::Key_M, Qt::AltModifier); // there is no other
    QCOMPARE(marks().current(), late);
    key(Qt::Key_M, Qt::AltModifier | Qt::ShiftModifier);
    key(Qt::Key_M, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(marks().current(), early);
}

void MarksTest::twoTimelinesHaveTheSameMarks() {
    const QTemporaryDir folder;
    const QString session = folder.filePath("a.lanes");
    state_->choices().keep(session);
    const std::uint64_t mark = marks().add({300'000, 300'000});
    marks().rename(mark, "kept");
    TimelineView second(*state_, *look_);
    QCOMPARE(marks().own().size(), std::size_t(1));
    QCOMPARE(marks().current(), mark);
    marks().add({400'000, 400'000});
    state_->choices().finish();
    QCOMPARE(readSidecar(sidecarOfUser(session)).marks.size(), std::size_t(2));
}

void MarksTest::namesAreKept() {
    const QTemporaryDir folder;
    const QString session = folder.filePath("a.lanes");
    state_->choices().keep(session);
    marks().rename(marks().add({300'000, 310'000}), QString::fromUtf8("löss \"spike\""));
    ViewState again;
    state_->choices().finish();
    again.choices().keep(session);
    QCOMPARE(again.marks().own().size(), std::size_t(1));
    QCOMPARE(again.marks().own()[0].name, QString::fromUtf8("löss \"spike\""));
    QCOMPARE(again.marks().own()[0].range, (TimeRange{300'000, 310'000}));
}

void MarksTest::flagsGiveWayToTheNext() {
    const std::uint64_t left = marks().add({300'000, 300'000});
    marks().rename(left, "a long name that would reach far into the next");
    const int alone = timeline_->canvas().flagOf(left)->width();
    const std::uint64_t right = marks().add({350'000, 350'000});
    const QRect shared = *timeline_->canvas().flagOf(left);
    QVERIFY(shared.width() < alone);
    QVERIFY(shared.right() < timeline_->canvas().flagOf(right)->left());
}

void MarksTest::filesHaveTimesAsRecorded() {
    SessionMark mark;
    mark.range = {7'850'000, 7'900'000};
    mark.name = QStringLiteral("spike");
    const MarkTable rows({mark}, 7'000'000, {});
    QCOMPARE(rows.exact(0, static_cast<int>(MarkColumn::Begin)), QStringLiteral("7850000"));
    QCOMPARE(rows.momentOf(0), durationText(850'000)); // people read the time since the begin
}

void MarksTest::theListShowsBothKinds() {
    marks().rename(marks().add({800'000, 850'000}), "spike");
    openList();
    const TableModel& rows = *list_->table().model();
    QCOMPARE(rows.rows(), 2U);
    const auto shown = [&](int position) {
        QStringList cells;
        for (int column = 0; column < kMarkColumns; ++column) {
            cells << rows.exact(list_->table().rowAt(position), column);
        }
        return cells.join(' ');
    };
    QCOMPARE(shown(0), QStringLiteral("after warm-up 500000 0 recording")); // as time runs
    QCOMPARE(shown(1), QStringLiteral("spike 800000 50000 user"));
    marks().add({100'000, 100'000}); // while it is shown
    QTRY_COMPARE_WITH_TIMEOUT(list_->table().model()->rows(), 3U, kPatience);
    for (int column = 0; column < kMarkColumns; ++column) {
        list_->table().sortBy(column, true);
        QCOMPARE(list_->table().visibleRows(), 3);
    }
}

void MarksTest::enterGoesThere() {
    marks().add({800'000, 850'000});
    openList();
    const QSignalSpy wanted(state_.get(), &ViewState::timelineRequested);
    QTest::keyClick(&list_->table(), Qt::Key_Home);
    QTest::keyClick(&list_->table(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QVERIFY(state_->spot().has_value()); // the recording's can be selected as what it is
    QCOMPARE(state_->spot()->time, TimeNs(500'000));
    QTest::keyClick(&list_->table(), Qt::Key_Down);
    QTest::keyClick(&list_->table(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(state_->visible(), (TimeRange{795'000, 855'000}));
    QCOMPARE(marks().current(), marks().own()[0].id);
}

void MarksTest::renamesAndRemovesInTheList() {
    marks().add({800'000, 800'000});
    openList();
    QTest::keyClick(&list_->table(), Qt::Key_End);
    QTest::keyClick(&list_->table(), Qt::Key_F2);
    auto* name = list_->findChild<NameField*>();
    QTRY_VERIFY_WITH_TIMEOUT(name->hasFocus(), kPatience);
    QTest::keyClicks(name, "fading");
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(list_->table().model()->exact(list_->table().current(), 0),
                              QStringLiteral("fading"), kPatience);
    QVERIFY(list_->table().hasFocus());
    QTest::keyClick(&list_->table(), Qt::Key_Delete);
    QTRY_COMPARE_WITH_TIMEOUT(list_->table().model()->rows(), 1U, kPatience);
    QVERIFY(marks().own().empty());
}

void MarksTest::theRecordingsStayAsTheyAre() {
    openList();
    QTest::keyClick(&list_->table(), Qt::Key_Home);
    QTest::keyClick(&list_->table(), Qt::Key_F2);
    QVERIFY(!list_->findChild<NameField*>()->isVisible());
    QTest::keyClick(&list_->table(), Qt::Key_Delete);
    QCOMPARE(names(), QStringList{"after warm-up"});
    const std::uint64_t id = marks().all()[0].id;
    marks().rename(id, "another");
    marks().remove(id);
    QCOMPARE(names(), QStringList{"after warm-up"});
}

void MarksTest::thePanelDoesTheSame() {
    marks().add({800'000, 800'000});
    openList();
    QTest::keyClick(&list_->table(), Qt::Key_End);
    const auto link = [&](const QString& text) -> PanelLink* {
        for (PanelLink* one : list_->findChildren<PanelLink*>()) {
            if (one->content().text == text && one->isVisible()) {
                return one;
            }
        }
        return nullptr;
    };
    QTRY_VERIFY_WITH_TIMEOUT(link("Give it a name"), kPatience);
    QTest::mouseClick(link("Give it a name"), Qt::LeftButton);
    auto* name = list_->findChild<NameField*>();
    QTRY_VERIFY_WITH_TIMEOUT(name->hasFocus(), kPatience);
    QTest::keyClicks(name, "mine");
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(link("Rename"), kPatience);
    QTest::mouseClick(link("Remove"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!link("Remove"), kPatience); // what is left is the recording's
    QCOMPARE(names(), QStringList{"after warm-up"});
}

void MarksTest::theFilterFindsNames() {
    marks().rename(marks().add({800'000, 800'000}), "Spike");
    openList();
    list_->filterField().setText("spik");
    QTRY_COMPARE_WITH_TIMEOUT(list_->table().model()->rows(), 1U, kPatience);
    list_->filterField().setText("nothing like it");
    QTRY_VERIFY_WITH_TIMEOUT(list_->emptyState() != nullptr, kPatience);
    QCOMPARE(list_->emptyState()->title(), QStringLiteral("No mark matches the filter"));
}

void MarksTest::saysHowToGetSome() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::linear", 0, 1'000'000);
    state_->setTrace(sketch.build());
    QTRY_VERIFY_WITH_TIMEOUT(marks().all().empty(), kPatience);
    openList();
    QVERIFY(list_->emptyState() != nullptr);
    QVERIFY(list_->emptyState()->remedy().contains("lanescope.mark"));
}

void MarksTest::aPlainTextStaysOneLine() {
    const std::uint64_t mark = marks().add({800'000, 800'000});
    marks().rename(mark, "  two\nlines\t" + QString(1000, 'x'));
    QVERIFY(marks().find(mark)->name.startsWith("two lines xxx"));
    QCOMPARE(marks().find(mark)->name.size(), qsizetype(SessionMarks::kLongestName));
}

int run_tst_marks(int argc, char** argv) {
    return lanes::test::runWithWidgets<MarksTest>(argc, argv);
}
#include "tst_marks.moc"
