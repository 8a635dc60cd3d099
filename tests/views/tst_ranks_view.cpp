// Which rank holds the others up: of sessions that are open side by side.
#include "tests/support/ImportText.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/ranks/RanksView.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/table/DataTable.h"

#include <QMenu>
#include <QSignalSpy>

#include <algorithm>

using namespace lanes;

class RanksViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void saysWhoCameLast();
    void cellsMeasureWhatIsChosen();
    void theGridIsWalkedByKeyboard();
    void aDoubleClickBrushesTheStepOfItsSession();
    void enterShowsTheLastRanksPart();
    void aLinkLeadsToEachRanksPart();
    void whatCannotBeAlignedStandsApart();
    void sessionsOfAnotherJobAreNoRanks();
    void oneRankAloneSaysWhatIsMissing();
    void aClosedSessionIsNoRankAnyMore();

private:
    void show(int ranks);
    [[nodiscard]] const RanksTable& rows() const {
        return static_cast<const RanksTable&>(*view_->table().model());
    }

    Appearance look_{Appearance::Mode::Dark};
    std::vector<std::unique_ptr<ViewState>> states_;
    std::unique_ptr<OpenSessions> sessions_;
    std::unique_ptr<RanksView> view_;
};

namespace {

// Two steps of 1 ms with an all_reduce each, of one clock; rank 1 comes 100 µs late to both.
std::shared_ptr<const Trace> rankTrace(int rank, const char* collective = "gloo:all_reduce") {
    std::string text =
        R"({"distributedInfo": {"rank": )" + std::to_string(rank) +
        R"(, "world_size": 3, "backend": "gloo"}, "baseTimeNanoseconds": 1700000000000000000, )"
        R"("traceEvents": [)";
    const auto event = [&](const char* category, const std::string& name, int at, int length, int thread) {
        text += (text.ends_with('[') ? "" : ",") + std::string(R"({"ph": "X", "cat": ")") + category +
                R"(", "name": ")" + name + R"(", "pid": 5, "tid": )" + std::to_string(thread) +
                R"(, "ts": )" + std::to_string(at) + R"(, "dur": )" + std::to_string(length) + "}";
    };
    for (int step = 0; step < 2; ++step) {
        const int at = 1000 * step;
        event("user_annotation", "ProfilerStep#" + std::to_string(step + 1), at, 1000, 1);
        event("cpu_op", "aten::mm", at + 10, 400, 1);
        const int entered = at + 500 + 100 * rank;
        event("user_annotation", collective, entered, at + 800 - entered, 2);
    }
    return test::importText(text + "]}");
}

} // namespace

void RanksViewTest::init() {
    sessions_ = std::make_unique<OpenSessions>();
    view_ = std::make_unique<RanksView>(look_);
    view_->resize(1300, 700);
}

void RanksViewTest::cleanup() {
    view_.reset();
    sessions_.reset();
    states_.clear();
}

void RanksViewTest::show(int ranks) {
    for (int rank = 0; rank < ranks; ++rank) {
        states_.push_back(std::make_unique<ViewState>());
        states_.back()->setTrace(rankTrace(rank));
        sessions_->add(*states_.back(), QStringLiteral("rank%1").arg(rank));
    }
    view_->setContext({states_.front().get(), sessions_.get()});
    view_->show();
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
}

void RanksViewTest::saysWhoCameLast() {
    show(2);
    QCOMPARE(rows().rows(), 2u);
    for (std::uint32_t row = 0; row < 2; ++row) {
        QCOMPARE(rows().exact(row, "last_rank"), QStringLiteral("1"));
        QCOMPARE(rows().exact(row, "spread_ns"), QStringLiteral("100000"));
        QCOMPARE(rows().exact(row, "transfer_ns"), QStringLiteral("200000"));
    }
    QCOMPARE(rows().job().sums[1].caused, 200'000);
}

void RanksViewTest::cellsMeasureWhatIsChosen() {
    show(2);
    QCOMPARE(rows().steps().numbers, (std::vector<std::int64_t>{1, 2}));
    QCOMPARE(
        view_->grid().textOf({0, 1}),
        QStringLiteral("Rank 0, step 2: 1.000\u2009ms; waited 100.0\u2009µs, communicated 300.0\u2009µs, "
                       "computed 400.0\u2009µs"));
    const QImage time = view_->grid().grab().toImage();
    SegmentedControl& measures = view_->measures();
    measures.setFocus();
    QTest::keyClick(&measures, Qt::Key_Right);
    QCOMPARE(view_->grid().measure(), RankMeasure::Wait);
    QVERIFY(view_->grid().grab().toImage() != time);
    QTest::keyClick(&view_->table(), Qt::Key_M);
    QCOMPARE(view_->grid().measure(), RankMeasure::Communication);
    QCOMPARE(measures.current(), 2);
}

void RanksViewTest::theGridIsWalkedByKeyboard() {
    show(2);
    RankGrid& grid = view_->grid();
    QTest::keyClick(&grid, Qt::Key_Down);
    QTest::keyClick(&grid, Qt::Key_Right);
    QTest::keyClick(&grid, Qt::Key_Right); // there are no more
    QCOMPARE(grid.current(), (RankGrid::Place{1, 1}));
    QVERIFY2(grid.accessibleDescription().startsWith(QLatin1String("Rank 1, step 2")),
             qPrintable(grid.accessibleDescription()));
    QTest::keyClick(&grid, Qt::Key_Return);
    QCOMPARE(states_[1]->brush(), std::optional(rows().job().records[1].steps[1].range));
    QVERIFY(!states_[0]->brush());
}

void RanksViewTest::aDoubleClickBrushesTheStepOfItsSession() {
    show(2);
    QSignalSpy timeline(states_[0].get(), &ViewState::timelineRequested);
    QTest::mouseDClick(view_->grid().viewport(), Qt::LeftButton, {},
                       view_->grid().cellBox({0, 0}).center().toPoint());
    QCOMPARE(timeline.count(), 1);
    QCOMPARE(states_[0]->brush(), std::optional(rows().job().records[0].steps[0].range));
}

void RanksViewTest::enterShowsTheLastRanksPart() {
    show(2);
    QSignalSpy timeline(states_[1].get(), &ViewState::timelineRequested);
    QTest::keyClick(&view_->table(), Qt::Key_Return);
    QCOMPARE(timeline.count(), 1);
    const SliceId selected = states_[1]->selection();
    QVERIFY(selected.valid());
    QCOMPARE(states_[1]->trace()->text(states_[1]->trace()->slice(selected).name),
             std::string_view("gloo:all_reduce"));
    QVERIFY(!states_[0]->selection().valid());
}

void RanksViewTest::aLinkLeadsToEachRanksPart() {
    show(2);
    QStringList waits;
    for (PanelLink* link : view_->findChildren<PanelLink*>()) {
        if (link->content().icon == QLatin1String("timeline")) {
            waits << link->content().text + QLatin1Char(' ') + link->content().value;
            QTest::mouseClick(link, Qt::LeftButton);
        }
    }
    QCOMPARE(waits,
             (QStringList{QStringLiteral("Rank 0 100.0\u2009µs"), QStringLiteral("Rank 1 came last")}));
    QVERIFY(states_[0]->selection().valid() && states_[1]->selection().valid());
}

void RanksViewTest::whatCannotBeAlignedStandsApart() {
    show(2);
    QVERIFY(rows().apart().empty());
    states_.push_back(std::make_unique<ViewState>());
    states_.back()->setTrace(test::importText(
        R"({"distributedInfo": {"rank": 2, "world_size": 3, "backend": "gloo"}, "traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", )"
        R"("pid": 5, "tid": 1, "ts": 900000000, "dur": 5}]})"));
    sessions_->add(*states_.back(), QStringLiteral("rank2"));
    QTRY_COMPARE_WITH_TIMEOUT(rows().job().records.size(), std::size_t(3), kPatience);
    QCOMPARE(rows().apart(), std::vector<std::size_t>{2});
    QCOMPARE(rows().rows(), 2u);
    const auto notes = view_->findChildren<PanelNote*>();
    QVERIFY(
        std::ranges::any_of(notes, [](const PanelNote* note) { return note->title().contains("Rank 2"); }));
}

// Another job that is open, too: it has the same ranks, or another number of them.
void RanksViewTest::sessionsOfAnotherJobAreNoRanks() {
    show(2);
    const auto open = [this](const std::shared_ptr<const Trace>& trace, const QString& name) {
        states_.push_back(std::make_unique<ViewState>());
        states_.back()->setTrace(trace);
        sessions_->add(*states_.back(), name);
        QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
        QCOMPARE(rows().job().records.size(), std::size_t(2));
    };
    open(rankTrace(1), QStringLiteral("another job's rank1"));
    open(
        test::importText(
            R"({"distributedInfo": {"rank": 2, "world_size": 8, "backend": "gloo"}, "traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "aten::mm", )"
            R"("pid": 5, "tid": 1, "ts": 9, "dur": 5}]})"),
        QStringLiteral("rank2 of 8"));
    QVERIFY(rows().apart().empty());
    const auto buttons = view_->findChildren<ChoiceButton*>();
    const auto found = std::ranges::find_if(
        buttons, [](const ChoiceButton* button) { return button->text().startsWith(QLatin1String("Of")); });
    QVERIFY(found != buttons.end());
    ChoiceButton* const choice = *found;
    QTest::mouseClick(choice, Qt::LeftButton);
    auto* menu = choice->findChild<QMenu*>();
    QVERIFY(menu != nullptr);
    QStringList offered;
    for (const QAction* action : menu->actions()) {
        offered += action->isEnabled() ? QStringList(action->text()) : QStringList();
    }
    QCOMPARE(offered.size(), 1); // the other rank of this job
    menu->close();
}

void RanksViewTest::oneRankAloneSaysWhatIsMissing() {
    show(1);
    QCOMPARE(view_->emptyState()->title(), QStringLiteral("One rank alone"));
    QVERIFY(!view_->grid().isVisible());
    view_->setState(nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(view_->emptyState()->title(), QStringLiteral("No session"), kPatience);
}

void RanksViewTest::aClosedSessionIsNoRankAnyMore() {
    show(2);
    QVERIFY(view_->emptyState() == nullptr);
    sessions_->remove(*states_[1]);
    states_.pop_back();
    QTRY_VERIFY_WITH_TIMEOUT(view_->emptyState() != nullptr && !view_->busy(), kPatience);
    QCOMPARE(view_->emptyState()->title(), QStringLiteral("One rank alone"));
}

int run_tst_ranks_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<RanksViewTest>(argc, argv);
}
#include "tst_ranks_view.moc"
