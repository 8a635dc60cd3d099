// The search: what is typed is found in the whole session, listed with counts and times, lit on the timeline, and
// stepped through.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "tests/support/TraceText.h"
#include "views/search/SearchHead.h"
#include "views/search/SearchPanel.h"
#include "views/shared/controls/RowList.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/timeline/TimelineView.h"

#include <QSignalSpy>
#include <QtTest>

using namespace lanes;

namespace {

const char* const kTrace = "main cpu_op aten::linear 100000 400000\n"
                           "main cpu_op aten::addmm 200000 200000\n"
                           "main cpu_op aten::relu 600000 200000\n"
                           "gpu kernel addmm_kernel 700000 90000\n"
                           "main cpu_op aten::addmm 900000 10000\n"
                           "gpu kernel addmm_kernel 950000 30000\n";

} // namespace

class SearchPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsNamesAndEvents();
    void aNameRestrictsTheList();
    void anEventIsSelectedAndShown();
    void keysGoThroughTheList();
    void nextAndPreviousOnTheTimeline();
    void matchesAreLitAndTheRestIsDimmed();
    void saysWhatIsWrong();
    void onlyTheNewestTextCounts();
    void instantsAreListedAmongTheEvents();
    void longestFirstByMouseAndKeys();
    void nextGoesInTheOrderOfTheList();
    void theOrderStaysWithANameAndAnotherSearch();
    void endsWithTheText();
    void findsInWhatIsAdded();

private:
    void look(const char* text) {
        state_->setFilter(QString::fromLatin1(text));
        QTRY_VERIFY_WITH_TIMEOUT(!state_->search().busy(), kPatience);
    }
    // Of the listed events, without the unit.
    QStringList durations() const {
        QStringList all;
        for (int i = 0; i < panel_->events().count(); ++i) {
            all << panel_->events().row(i).second.section(QChar(0x2009), 0, 0);
        }
        return all;
    }
    std::string nameOf(SliceId id) const {
        return std::string(state_->trace()->text(state_->trace()->slice(id).name));
    }

    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<ViewState> state_;
    std::unique_ptr<SearchPanel> panel_;
};

void SearchPanelTest::init() {
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    state_ = std::make_unique<ViewState>();
    panel_ = std::make_unique<SearchPanel>(*appearance_);
    panel_->resize(340, 600);
    panel_->setState(state_.get());
    panel_->show();
    state_->setTrace(test::traceFromText(kTrace));
    QTRY_VERIFY_WITH_TIMEOUT(state_->lod(), kPatience);
}

void SearchPanelTest::cleanup() {
    panel_.reset();
    state_.reset();
}

void SearchPanelTest::listsNamesAndEvents() {
    look("addmm");
    QCOMPARE(panel_->names().count(), 2);
    QCOMPARE(panel_->events().count(), 4);
    QVERIFY2(panel_->summary().contains(QLatin1Char('4')), qPrintable(panel_->summary()));
    QVERIFY2(panel_->summary().contains(QStringLiteral("120.0")),
             qPrintable(panel_->summary()));                             // us on the GPU
    QCOMPARE(panel_->names().row(0).tip, QStringLiteral("aten::addmm")); // the longest together first
    QCOMPARE(panel_->names().row(0).first, QStringLiteral("2"));
    QCOMPARE(panel_->names().row(1).tip, QStringLiteral("addmm_kernel"));
}

void SearchPanelTest::aNameRestrictsTheList() {
    look("addmm");
    QTest::mouseClick(panel_->names().viewport(), Qt::LeftButton, {}, {40, 36}); // the second row
    QTRY_COMPARE_WITH_TIMEOUT(panel_->events().count(), 2, kPatience);
    QCOMPARE(panel_->events().row(0).tip, QStringLiteral("addmm_kernel"));
    QTest::mouseClick(panel_->names().viewport(), Qt::LeftButton, {}, {40, 36}); // once more: all
    QCOMPARE(panel_->events().count(), 4);
}

void SearchPanelTest::anEventIsSelectedAndShown() {
    look("addmm");
    QSignalSpy revealed(state_.get(), &ViewState::revealRequested);
    QTest::mouseClick(panel_->events().viewport(), Qt::LeftButton, {}, {40, 12 + 24});
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(nameOf(state_->selection()), std::string("addmm_kernel"));
    QCOMPARE(panel_->events().current(), 1);
}

void SearchPanelTest::keysGoThroughTheList() {
    look("addmm");
    RowList& events = panel_->events();
    QTest::keyClick(&events, Qt::Key_Down);
    QCOMPARE(events.current(), 0);
    QTest::keyClick(&events, Qt::Key_End);
    QCOMPARE(events.current(), 3);
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(950'000));
    QTest::keyClick(&events, Qt::Key_Up);
    QCOMPARE(events.current(), 2);
    QTest::keyClick(&events, Qt::Key_Home);
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(200'000));
}

void SearchPanelTest::nextAndPreviousOnTheTimeline() {
    TimelineView view(*state_, *appearance_);
    view.resize(1000, 500);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    look("addmm");
    view.canvas().setFocus();
    state_->select(SliceId(0)); // aten::linear is no match: the first of what is visible
    QTest::keyClick(&view.canvas(), Qt::Key_N);
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(200'000));
    state_->select(SliceId());
    QTest::keyClick(&view.canvas(), Qt::Key_N, Qt::ShiftModifier); // or the last
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(950'000));
    state_->select(SliceId());
    state_->setVisible({700'000, 960'000}); // and what begins with it counts
    QTest::keyClick(&view.canvas(), Qt::Key_N);
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(700'000));
    QTest::keyClick(&view.canvas(), Qt::Key_N);
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(900'000));
    QTest::keyClick(&view.canvas(), Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(state_->trace()->slice(state_->selection()).start, TimeNs(700'000));
    QCOMPARE(panel_->events().current(), 1); // the list goes along
    QCOMPARE(state_->search().position(), 1);
}

void SearchPanelTest::matchesAreLitAndTheRestIsDimmed() {
    TimelineView view(*state_, *appearance_);
    view.resize(1000, 500);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    QTRY_VERIFY_WITH_TIMEOUT(view.canvas().isUpToDate(), kPatience);
    SliceId dimmed(0);
    while (nameOf(dimmed) != "aten::relu") {
        dimmed = SliceId(dimmed.value + 1);
    }
    const QRect relu = *view.canvas().rectOf(dimmed);
    const QColor before = view.canvas().grab().toImage().pixelColor(relu.center());
    look("addmm");
    QTRY_VERIFY_WITH_TIMEOUT(view.canvas().isUpToDate() && view.canvas().list()->filtered(), kPatience);
    const QImage lit = view.canvas().grab().toImage();
    QVERIFY(lit.pixelColor(relu.center()) != before);
    const QColor match = appearance_->theme().match;
    int found = 0;
    for (int y = 0; y < lit.height(); ++y) {
        for (int x = 0; x < lit.width(); ++x) {
            found += lit.pixelColor(x, y) == match ? 1 : 0;
        }
    }
    QVERIFY(found > 300); // under the slices, on the ruler
}

void SearchPanelTest::saysWhatIsWrong() {
    look("addmm");
    QVERIFY(panel_->events().count() > 0);
    const int usual = panel_->findChild<SearchHead*>()->height();
    look("dur>1zz"); // which finds nothing, least of all what was found before
    QVERIFY(state_->search().result() == nullptr);
    QCOMPARE(panel_->events().count(), 0);
    QVERIFY(panel_->findChild<SearchHead*>()->height() > usual); // to be read whole
    look("dur>");
    QVERIFY(!state_->search().complaint().isEmpty());
    QCOMPARE(panel_->summary(), state_->search().complaint());
    look("nosuchname");
    QCOMPARE(panel_->events().count(), 0);
    QVERIFY(panel_->summary().contains(QStringLiteral("No event")));
}

void SearchPanelTest::onlyTheNewestTextCounts() {
    for (const char* text : {"a", "ad", "add", "addm", "relu"}) {
        state_->setFilter(QString::fromLatin1(text));
    }
    QTRY_VERIFY_WITH_TIMEOUT(!state_->search().busy(), kPatience);
    QCOMPARE(state_->search().result()->events->count(), std::uint64_t(1));
    QCOMPARE(state_->search().result()->events->filter().text(), std::string("relu"));
}

void SearchPanelTest::instantsAreListedAmongTheEvents() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::step", 0, 100);
    sketch.op("main", "aten::step", 500, 100);
    sketch.instant("main", "step done", 300, "g");
    state_->setTrace(sketch.build());
    look("step");
    QCOMPARE(panel_->events().count(), 3);
    QCOMPARE(panel_->names().count(), 2);
    Q_EMIT panel_->events().chosen(1); // by time
    QVERIFY(state_->spot().has_value());
    QCOMPARE(state_->spot()->time, TimeNs(300));
    QCOMPARE(panel_->events().current(), 1);
    Q_EMIT panel_->names().chosen(1); // instants take no time, so they come last
    QTRY_COMPARE_WITH_TIMEOUT(panel_->events().count(), 1, kPatience);
}

// Where the panel is clicked the keyboard stays with the view; Tab reaches the choice.
void SearchPanelTest::longestFirstByMouseAndKeys() {
    look("addmm");
    QCOMPARE(durations(), (QStringList{"200.0", "90.00", "10.00", "30.00"}));
    SegmentedControl& order = panel_->order();
    QVERIFY((order.focusPolicy() & Qt::ClickFocus) == 0 && (order.focusPolicy() & Qt::TabFocus) != 0);
    QTest::mouseClick(&order, Qt::LeftButton, {}, {order.width() - 8, order.height() / 2});
    QTRY_COMPARE_WITH_TIMEOUT(durations(), (QStringList{"200.0", "90.00", "30.00", "10.00"}), kPatience);
    QCOMPARE(order.accessibleName(), QStringLiteral("Longest first"));
    QTest::keyClick(&order, Qt::Key_Left);
    QTRY_COMPARE_WITH_TIMEOUT(durations(), (QStringList{"200.0", "90.00", "10.00", "30.00"}), kPatience);
}

void SearchPanelTest::nextGoesInTheOrderOfTheList() {
    look("addmm");
    state_->search().setOrder(SearchOrder::Duration);
    QTRY_VERIFY_WITH_TIMEOUT(state_->search().byDuration(), kPatience);
    const auto selected = [this] { return state_->trace()->slice(state_->selection()).duration / 1000; };
    for (const TimeNs duration : {200, 90, 30, 10, 200}) { // and round
        state_->search().step(true);
        QCOMPARE(selected(), duration);
        QCOMPARE(panel_->events().current(), state_->search().position());
    }
    state_->search().step(false);
    QCOMPARE(selected(), TimeNs(10));
    QTest::keyClick(&panel_->events(), Qt::Key_Up);
    QCOMPARE(selected(), TimeNs(30));
}

void SearchPanelTest::theOrderStaysWithANameAndAnotherSearch() {
    look("addmm");
    state_->search().setOrder(SearchOrder::Duration);
    Q_EMIT panel_->names().chosen(1);
    QTRY_COMPARE_WITH_TIMEOUT(durations(), (QStringList{"90.00", "30.00"}), kPatience);
    look("aten");
    QTRY_COMPARE_WITH_TIMEOUT(durations().value(0), QStringLiteral("400.0"), kPatience);
    const QStringList all = durations();
    QCOMPARE(all.last(), QStringLiteral("10.00"));
    QCOMPARE(panel_->order().accessibleName(), QStringLiteral("Longest first"));
    state_->setTrace(test::traceFromText(std::string(kTrace) + "main cpu_op aten::mm 990000 900000\n"));
    QTRY_COMPARE_WITH_TIMEOUT(durations().value(0), QStringLiteral("900.0"),
                              kPatience); // the newest is the longest
}

void SearchPanelTest::endsWithTheText() {
    look("addmm");
    QVERIFY(state_->search().result());
    look("");
    QVERIFY(!state_->search().result());
}

void SearchPanelTest::findsInWhatIsAdded() {
    look("addmm");
    state_->setTrace(test::traceFromText(std::string(kTrace) + "main cpu_op aten::addmm 990000 1000\n"));
    QTRY_COMPARE_WITH_TIMEOUT(state_->search().result()->events->count(), std::uint64_t(5), kPatience);
    QCOMPARE(panel_->events().count(), 5);
}

int run_tst_search_panel(int argc, char** argv) {
    return lanes::test::runWithWidgets<SearchPanelTest>(argc, argv);
}
#include "tst_search_panel.moc"
