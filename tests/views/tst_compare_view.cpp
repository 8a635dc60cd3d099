// Two sessions side by side: what differs, by how much, and where to see it.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/views/FiveSteps.h"
#include "tests/views/ViewFixture.h"
#include "views/compare/CompareHead.h"
#include "views/compare/CompareView.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/flame/SpineBar.h"
#include "views/shared/table/DataTable.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace lanes;
using lanes::test::fiveSteps;

class CompareViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void differencesSumToThatOfTheTotals();
    void theSlowedOperatorComesFirstWithAVerdict();
    void enterShowsTheLongestCallInItsSession();
    void xSwapsAndGGroups();
    void theButterflyIsLedByMouseAndKeys();
    void brushesOfBothCount();
    void anotherSessionIsChosenInTheBar();
    void furtherRunsAreAddedByMouseAndKeys();
    void furtherRunsAreASideTogether();
    void theFlameGraphSumsToTheTable();
    void theFlameGraphIsLedByMouseAndKeys();
    void coloursTellMoreFromLess();
    void stepsHaveNoFlameGraph();
    void bothTimelinesAreOnOneScale();
    void oneCursorInBothTimelines();
    void timelinesAreLedByMouseAndKeys();
    void saysWhatIsMissing();

private:
    void compare();
    void addWednesday();
    [[nodiscard]] ChoiceButton& runs() const;
    [[nodiscard]] const CompareTable& rows() const;
    [[nodiscard]] std::uint32_t rowNamed(std::string_view name) const;
    void showFlame();
    void showTimelines();
    [[nodiscard]] QRectF laneBox(StepTimelines::Which which,
                                 std::string_view name) const; // empty: there is none
    [[nodiscard]] int barNamed(std::string_view name) const;   // FlameCanvas::kNone: there is none

    std::unique_ptr<Appearance> look_;
    std::unique_ptr<OpenSessions> sessions_;
    std::unique_ptr<ViewState> before_;
    std::unique_ptr<ViewState> after_;
    std::unique_ptr<ViewState> third_;
    std::unique_ptr<CompareView> view_;
};

void CompareViewTest::init() {
    look_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    sessions_ = std::make_unique<OpenSessions>();
    before_ = std::make_unique<ViewState>();
    after_ = std::make_unique<ViewState>();
    before_->setTrace(fiveSteps(20'000, false));
    after_->setTrace(fiveSteps(30'000, true));
    sessions_->add(*before_, QStringLiteral("monday"));
    sessions_->add(*after_, QStringLiteral("tuesday"));
    view_ = std::make_unique<CompareView>(*look_);
    view_->resize(1300, 700);
    view_->setContext({after_.get(), sessions_.get()});
    view_->show();
}

void CompareViewTest::cleanup() {
    view_.reset();
    sessions_.reset();
    third_.reset();
    after_.reset();
    before_.reset();
    look_.reset();
}

void CompareViewTest::compare() {
    sessions_->setPartner(*after_, before_.get());
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
    QVERIFY(view_->emptyState() == nullptr);
}

// There are none while two other sessions, or these swapped, are compared.
const CompareTable& CompareViewTest::rows() const {
    [[maybe_unused]] const bool there = QTest::qWaitFor([this] { return !view_->busy(); }, kPatience);
    return static_cast<const CompareTable&>(*view_->table().model());
}

std::uint32_t CompareViewTest::rowNamed(std::string_view name) const {
    for (std::uint32_t row = 0; row < rows().rows(); ++row) {
        if (rows().row(row).name == name) {
            return row;
        }
    }
    return TableModel::kNone;
}

void CompareViewTest::differencesSumToThatOfTheTotals() {
    compare();
    const SessionDiff& diff = rows().diff();
    TimeNs sum = 0;
    for (std::uint32_t row = 0; row < rows().rows(); ++row) {
        sum += view_->table().model()->exact(row, static_cast<int>(CompareColumn::Delta)).toLongLong();
    }
    QCOMPARE(sum, diff.timeB - diff.timeA);
    QVERIFY(diff.timeB > diff.timeA);
    QCOMPARE(view_->head().verdict(), QString::fromStdString(steadySentence(*diff.steady)));
    QVERIFY(diff.steady->delta() > 0);
}

void CompareViewTest::theSlowedOperatorComesFirstWithAVerdict() {
    compare();
    const DiffRow& product = rows().row(rowNamed("aten::mm"));
    QCOMPARE(product.delta(), TimeNs(50'000));
    QCOMPARE(product.status, DiffStatus::Slower);
    QVERIFY(product.low && *product.low > 0);
    QCOMPARE(rows().row(rowNamed("aten::add")).status, DiffStatus::Same);
    const Theme theme = Theme::darkTheme();
    const TableCell extra =
        rows().cell(rowNamed("aten::relu"), static_cast<int>(CompareColumn::Verdict), theme);
    QCOMPARE(extra.text, QStringLiteral("only in B"));
    const TableCell balance =
        rows().cell(rowNamed("aten::mm"), static_cast<int>(CompareColumn::Balance), theme);
    QVERIFY(balance.balance && balance.balance->value > 0 && balance.balance->bounded);
}

void CompareViewTest::enterShowsTheLongestCallInItsSession() {
    compare();
    QSignalSpy after(after_.get(), &ViewState::timelineRequested);
    view_->table().setCurrent(rowNamed("aten::mm"));
    QTest::keyClick(&view_->table(), Qt::Key_Return);
    QCOMPARE(after.count(), 1);
    const Trace::Slice chosen = after_->trace()->slice(after_->selection());
    QCOMPARE(chosen.start, TimeNs(401'000)); // the fifth, the longest
    QSignalSpy before(before_.get(), &ViewState::timelineRequested);
    for (PanelLink* link : view_->findChildren<PanelLink*>()) {
        if (link->content().text == QLatin1String("monday")) {
            QTest::mouseClick(link, Qt::LeftButton);
        }
    }
    QCOMPARE(before.count(), 1);
    QCOMPARE(before_->trace()->slice(before_->selection()).start, TimeNs(401'000));
}

void CompareViewTest::xSwapsAndGGroups() {
    compare();
    const TimeNs delta = rows().delta();
    QVERIFY(delta > 0);
    QTest::keyClick(&view_->table(), Qt::Key_X);
    // meanwhile there are none: rows of the other order would stand below the wrong names
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy() && view_->emptyState() == nullptr && rows().delta() == -delta,
                             kPatience);
    QCOMPARE(rows().row(rowNamed("aten::relu")).status, DiffStatus::Removed);
    QTest::keyClick(&view_->table(), Qt::Key_G);
    QTRY_VERIFY_WITH_TIMEOUT(view_->emptyState() != nullptr, kPatience); // by kernel: there are none
    QTest::keyClick(view_.get(), Qt::Key_G);
    QTRY_VERIFY_WITH_TIMEOUT(view_->emptyState() == nullptr, kPatience);
    QVERIFY(rowNamed("aten::mm [[16, 32], [32, 8]]") != TableModel::kNone);
}

void CompareViewTest::theButterflyIsLedByMouseAndKeys() {
    compare();
    view_->head().setFocus();
    QTest::keyClick(&view_->head(), Qt::Key_Down);
    const std::uint32_t first = view_->table().current();
    QTest::keyClick(&view_->head(), Qt::Key_Down);
    QVERIFY(view_->table().current() != first);
    QTest::mouseClick(&view_->head(), Qt::LeftButton, {},
                      QPoint(view_->head().width() / 2, view_->head().height() - 6 * 20));
    QVERIFY(after_->selection().valid());
}

void CompareViewTest::brushesOfBothCount() {
    compare();
    before_->setBrush(TimeRange{0, 95'000});
    after_->setBrush(TimeRange{0, 95'000});
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
    QCOMPARE(rows().row(rowNamed("aten::mm")).delta(), TimeNs(10'000));
    QCOMPARE(rows().row(rowNamed("aten::mm")).status, DiffStatus::Unknown); // one step tells nothing
    QVERIFY(!rows().diff().why.empty());
}

void CompareViewTest::anotherSessionIsChosenInTheBar() {
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
    const auto buttons = view_->findChildren<ChoiceButton*>();
    const auto with = std::ranges::find_if(
        buttons, [](const ChoiceButton* button) { return button->text().startsWith(QLatin1String("With")); });
    QVERIFY(with != buttons.end());
    ChoiceButton* chooser = *with;
    QVERIFY(chooser->text().contains(QLatin1String("no session")));
    QTest::keyClick(chooser, Qt::Key_Return);
    auto* menu = chooser->findChild<QMenu*>();
    QVERIFY(menu != nullptr);
    QCOMPARE(menu->actions().front()->text(), QStringLiteral("monday"));
    menu->actions().front()->trigger();
    menu->close();
    QTRY_VERIFY_WITH_TIMEOUT(view_->emptyState() == nullptr, kPatience);
    QVERIFY(chooser->text().contains(QLatin1String("monday")));
    QSignalSpy wanted(sessions_.get(), &OpenSessions::partnerWanted);
    QTest::keyClick(chooser, Qt::Key_Return);
    chooser->findChild<QMenu*>()->actions().back()->trigger();
    QCOMPARE(wanted.count(), 1);
}

void CompareViewTest::addWednesday() {
    compare();
    third_ = std::make_unique<ViewState>();
    third_->setTrace(fiveSteps(21'000, false));
    sessions_->add(*third_, QStringLiteral("wednesday"));
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
}

ChoiceButton& CompareViewTest::runs() const {
    const auto buttons = view_->findChildren<ChoiceButton*>();
    return **std::ranges::find_if(
        buttons, [](const ChoiceButton* button) { return button->text().startsWith(QLatin1String("Runs")); });
}

void CompareViewTest::furtherRunsAreAddedByMouseAndKeys() {
    addWednesday();
    QCOMPARE(runs().text(), QStringLiteral("Runs 1 and 1"));
    QTest::keyClick(&view_->table(), Qt::Key_R);
    auto* menu = runs().findChild<QMenu*>();
    QVERIFY(menu != nullptr && menu->isVisible());
    QTest::keyClick(menu, Qt::Key_Down); // A's first
    QCOMPARE(menu->activeAction()->text(), QStringLiteral("wednesday"));
    QTest::keyClick(menu, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(rows().diff().stepsA, std::int64_t(10), kPatience);
    QCOMPARE(rows().diff().stepsB, std::int64_t(5));
    QCOMPARE(runs().text(), QStringLiteral("Runs 2 and 1"));
    QTRY_VERIFY_WITH_TIMEOUT(runs().findChild<QMenu*>() == nullptr, kPatience); // closed
    QTest::mouseClick(&runs(), Qt::LeftButton);
    menu = runs().findChild<QMenu*>();
    QVERIFY(menu != nullptr);
    const QList<QAction*> actions = menu->actions();
    QVERIFY(actions[0]->isSeparator() && actions[1]->isChecked());
    QVERIFY(actions[3]->isSeparator() && actions[4]->text() == QLatin1String("wednesday"));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(actions[4]).center());
    QTRY_COMPARE_WITH_TIMEOUT(rows().diff().stepsB, std::int64_t(10), kPatience); // of one side at most
    QCOMPARE(rows().diff().stepsA, std::int64_t(5));
    QCOMPARE(runs().text(), QStringLiteral("Runs 1 and 2"));
    QSignalSpy wanted(sessions_.get(), &OpenSessions::runsWanted);
    QTRY_VERIFY_WITH_TIMEOUT(runs().findChild<QMenu*>() == nullptr, kPatience);
    QTest::keyClick(&runs(), Qt::Key_Return);
    runs().findChild<QMenu*>()->actions().back()->trigger();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front()[1].value<OpenSessions::Side>(), OpenSessions::Side::Own);
    sessions_->remove(*third_); // closed
    QTRY_COMPARE_WITH_TIMEOUT(rows().diff().stepsB, std::int64_t(5), kPatience);
    QCOMPARE(runs().text(), QStringLiteral("Runs 1 and 1"));
}

void CompareViewTest::furtherRunsAreASideTogether() {
    addWednesday();
    sessions_->addRun(*after_, OpenSessions::Side::Partner, *third_);
    QTRY_COMPARE_WITH_TIMEOUT(rows().row(rowNamed("aten::mm")).callsA, std::int64_t(10), kPatience);
    QCOMPARE(rows().row(rowNamed("aten::mm")).timeA, TimeNs(5 * (20'000 + 21'000) + 200));
    // A step of B takes longer, though all of B's steps take less than twice as many of A.
    QVERIFY(rows().diff().timeB < rows().diff().timeA);
    QVERIFY(rows().diff().steady->delta() > 0);
    QVERIFY2(view_->head().verdict().startsWith(QLatin1String("Mean steady step: ")),
             qPrintable(view_->head().verdict()));
    QTest::keyClick(view_.get(), Qt::Key_T); // the flame graph
    QTRY_VERIFY_WITH_TIMEOUT(view_->flame().scene() != nullptr, kPatience);
    for (const QLabel* label : view_->flame().findChildren<QLabel*>()) { // markup is for labels that read it
        QVERIFY2(!label->text().contains(QLatin1String("<span")) || label->textFormat() == Qt::RichText,
                 qPrintable(label->text()));
    }
    const DiffNode& root = view_->flame().scene()->tree.nodes[0];
    QCOMPARE(root.a.total, rows().diff().timeA);
    QCOMPARE(root.b.total, rows().diff().timeB);
    third_->setBrush(TimeRange{0, 95'000}); // a range of any of them counts
    QTRY_COMPARE_WITH_TIMEOUT(rows().diff().stepsA, std::int64_t(6), kPatience);
    QTest::keyClick(view_.get(), Qt::Key_X); // A's runs are B's now
    QTRY_COMPARE_WITH_TIMEOUT(rows().diff().stepsB, std::int64_t(6), kPatience);
    QCOMPARE(runs().text(), QStringLiteral("Runs 1 and 2"));
}

void CompareViewTest::showFlame() {
    compare();
    QTest::keyClick(view_.get(), Qt::Key_T);
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
    QVERIFY(view_->flame().isVisible());
    QVERIFY(!view_->table().isVisible());
}

void CompareViewTest::showTimelines() {
    showFlame();
    QTest::keyClick(view_.get(), Qt::Key_T);
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(view_->timelines().pair() != nullptr, kPatience);
    QVERIFY(view_->timelines().isVisible());
}

QRectF CompareViewTest::laneBox(StepTimelines::Which which, std::string_view name) const {
    const FlameCanvas& canvas = view_->timelines().canvas(which);
    for (int bar = 0; bar < static_cast<int>(canvas.bars().size()); ++bar) {
        if (canvas.aboutBar(bar).name == name) {
            return canvas.boxOf(bar);
        }
    }
    return {};
}

int CompareViewTest::barNamed(std::string_view name) const {
    const FlameCanvas& canvas = view_->flame().canvas();
    for (int bar = 0; bar < static_cast<int>(canvas.bars().size()); ++bar) {
        if (canvas.aboutBar(bar).name == name) {
            return bar;
        }
    }
    return FlameCanvas::kNone;
}

void CompareViewTest::theFlameGraphSumsToTheTable() {
    showFlame();
    const DiffNode& root = view_->flame().scene()->tree.nodes[0];
    QCOMPARE(root.a.total, rows().diff().timeA);
    QCOMPARE(root.delta(), rows().delta());
    const int product = barNamed("aten::mm");
    QVERIFY(product != FlameCanvas::kNone);
    const QString tip = view_->flame().canvas().tipOf(product);
    QVERIFY2(tip.contains(QLatin1String("+50")), qPrintable(tip));
    QCOMPARE(view_->flame().canvas().valueOf(barNamed("aten::relu")), QStringLiteral("only in B"));
    QTest::keyClick(view_.get(), Qt::Key_T); // the timelines
    QTest::keyClick(view_.get(), Qt::Key_T);
    QTRY_VERIFY_WITH_TIMEOUT(view_->table().isVisible(), kPatience);
}

void CompareViewTest::theFlameGraphIsLedByMouseAndKeys() {
    showFlame();
    FlameCanvas& canvas = view_->flame().canvas();
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.boxOf(barNamed("aten::mm")).center().toPoint());
    QCOMPARE(canvas.bars().size(), std::size_t(1)); // zoomed to it
    QCOMPARE(view_->flame().spine().calls().size(), 2);
    QCOMPARE(after_->trace()->text(after_->trace()->slice(after_->selection()).name),
             std::string_view("aten::mm"));
    const auto* title = view_->findChild<PanelTitle*>();
    QVERIFY(title != nullptr);
    QCOMPARE(title->content().title, QStringLiteral("aten::mm"));
    QSignalSpy wanted(after_.get(), &ViewState::timelineRequested);
    QTest::keyClick(&canvas, Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QTest::keyClick(&canvas, Qt::Key_Backspace);
    QVERIFY(canvas.bars().size() > 1);
    QTest::keyClick(&canvas, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(canvas.bars().size(), std::size_t(1));
    QTest::keyClick(&canvas, Qt::Key_Escape);
    const std::size_t all = canvas.bars().size();
    QVERIFY(all > 1);
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_Down); // from nothing to the first
    QTest::keyClick(&canvas, Qt::Key_Down);
    const int below = canvas.current();
    QVERIFY(below > 0);
    QTest::keyClick(&canvas, Qt::Key_Space);
    QVERIFY(canvas.bars().size() < all);
}

void CompareViewTest::coloursTellMoreFromLess() {
    showFlame();
    for (const Theme& theme : {Theme::darkTheme(), Theme::lightTheme()}) {
        const QColor less = QColor::fromRgb(changeColor(-1, theme));
        const QColor more = QColor::fromRgb(changeColor(1, theme));
        QVERIFY(less.blueF() > less.redF());
        QVERIFY(more.redF() > more.blueF());
        QCOMPARE(changeColor(.005, theme), changeColor(0, theme));
        QVERIFY(changeColor(.05, theme) != changeColor(.2, theme));
        for (const double change : {-1., -.2, -.05, 0., .05, .2, 1.}) {
            const QColor fill = QColor::fromRgb(changeColor(change, theme));
            QVERIFY2(std::max(contrast(theme.ink, fill), contrast(theme.text, fill)) >= 4.5,
                     qPrintable(QStringLiteral("%1 %2").arg(theme.dark).arg(change)));
        }
    }
    const DiffScene& scene = *view_->flame().scene();
    const auto changeOf = [&](std::string_view name) {
        return scene.change(view_->flame().canvas().bars()[static_cast<std::size_t>(barNamed(name))].item);
    };
    QVERIFY(changeOf("aten::mm") > .3);
    QVERIFY(std::abs(changeOf("aten::add")) < .01);
    QCOMPARE(changeOf("aten::relu"), 1.);
}

void CompareViewTest::stepsHaveNoFlameGraph() {
    showFlame();
    for (int i = 0; i < 5; ++i) { // kernel, shapes, module, stack, step
        QTest::keyClick(view_.get(), Qt::Key_G);
    }
    QTRY_VERIFY_WITH_TIMEOUT(view_->flame().emptyState() != nullptr, kPatience);
    QVERIFY(view_->flame().emptyState()->remedy().contains(QLatin1String("group by")));
}

void CompareViewTest::bothTimelinesAreOnOneScale() {
    using Which = StepTimelines::Which;
    showTimelines();
    const StepPair& pair = *view_->timelines().pair();
    QCOMPARE(pair.steps, std::size_t(5));
    QCOMPARE(pair.length, TimeNs(81'000)); // B's
    QCOMPARE(pair.a.range.length(), TimeNs(70'000));
    const QRectF before = laneBox(Which::A, "aten::mm");
    const QRectF after = laneBox(Which::B, "aten::mm");
    QVERIFY(!before.isEmpty() && !after.isEmpty());
    QCOMPARE(before.left(), after.left()); // 1 us into the step
    QVERIFY(std::abs(after.width() / before.width() - 1.5) < .02);
    QVERIFY(laneBox(Which::A, "aten::relu").isEmpty());
    QVERIFY(!laneBox(Which::B, "aten::relu").isEmpty());
    QVERIFY(view_->timelines().headline(Which::A).contains(QLatin1String("monday")));
}

void CompareViewTest::oneCursorInBothTimelines() {
    using Which = StepTimelines::Which;
    showTimelines();
    QTest::keyClick(view_.get(), Qt::Key_PageDown); // the second step of both
    QTRY_COMPARE_WITH_TIMEOUT(view_->timelines().pair()->step, std::size_t(1), kPatience);
    FlameCanvas& below = view_->timelines().canvas(Which::B);
    QMouseEvent move(QEvent::MouseMove, QPointF(400, 20), QPointF(400, 20), Qt::NoButton, {}, {});
    QApplication::sendEvent(&below, &move);
    const auto pointer = view_->timelines().canvas(Which::A).pointer();
    QVERIFY(pointer.has_value());
    QCOMPARE(pointer, below.pointer());
    QHelpEvent help(QEvent::ToolTip, laneBox(Which::B, "aten::mm").center().toPoint(), QPoint(400, 400));
    QApplication::sendEvent(&below, &help);
    QTRY_VERIFY_WITH_TIMEOUT(QToolTip::text().contains(QLatin1String("into the step")), kPatience);
    QToolTip::hideText();
    QVERIFY(before_->cursor() && after_->cursor());
    QCOMPARE(*before_->cursor() - 100'000, *after_->cursor() - 100'000);
    const double share = *pointer / below.room();
    QVERIFY(std::abs(double(*after_->cursor() - 100'000) - share * 81'000) <= 1);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&below, &leave);
    QVERIFY(!before_->cursor() && !after_->cursor());
}

void CompareViewTest::timelinesAreLedByMouseAndKeys() {
    using Which = StepTimelines::Which;
    showTimelines();
    FlameCanvas& above = view_->timelines().canvas(Which::A);
    QTest::mouseClick(&above, Qt::LeftButton, {}, laneBox(Which::A, "aten::mm").center().toPoint());
    QTRY_COMPARE_WITH_TIMEOUT(view_->timelines().pair()->part, (TimeRange{1'000, 21'000}),
                              kPatience); // of both
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
    QCOMPARE(before_->trace()->text(before_->trace()->slice(before_->selection()).name),
             std::string_view("aten::mm"));
    QVERIFY(laneBox(Which::B, "aten::add").isEmpty()); // later than that
    QTest::keyClick(&above, Qt::Key_Backspace);
    QTRY_COMPARE_WITH_TIMEOUT(view_->timelines().pair()->part, (TimeRange{0, 81'000}), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
    QSignalSpy wanted(after_.get(), &ViewState::timelineRequested);
    FlameCanvas& below = view_->timelines().canvas(Which::B);
    below.setFocus();
    QTest::keyClick(&below, Qt::Key_Down); // the first box
    QTest::keyClick(&below, Qt::Key_Down);
    for (int i = 0; i < 5 && below.aboutBar(below.current()).name != "aten::mm"; ++i) {
        QTest::keyClick(&below, Qt::Key_Left);
    }
    QCOMPARE(std::string(below.aboutBar(below.current()).name), std::string("aten::mm"));
    QTest::keyClick(&below, Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    for (int i = 0; i < 7; ++i) {
        QTest::keyClick(&below, Qt::Key_PageDown);
        QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
    }
    QCOMPARE(view_->timelines().pair()->step, std::size_t(4)); // the last
    QTest::keyClick(view_.get(), Qt::Key_T);
    QTRY_VERIFY_WITH_TIMEOUT(view_->table().isVisible(), kPatience);
}

void CompareViewTest::saysWhatIsMissing() {
    QTRY_VERIFY_WITH_TIMEOUT(!view_->busy(), kPatience);
    QCOMPARE(view_->emptyState()->title(), QStringLiteral("Nothing to compare with yet"));
    compare();
    QTest::keyClicks(&view_->filterField(), QStringLiteral("nothing-of-that-name"));
    QTest::keyClick(&view_->filterField(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(view_->emptyState() != nullptr, kPatience);
    QCOMPARE(view_->emptyState()->title(), QStringLiteral("No row matches the filter"));
    QTest::keyClick(&view_->filterField(), Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(view_->emptyState() == nullptr, kPatience);
    sessions_->remove(*before_); // closed
    QTRY_VERIFY_WITH_TIMEOUT(view_->emptyState() != nullptr, kPatience);
    QCOMPARE(view_->emptyState()->title(), QStringLiteral("Nothing to compare with yet"));
    before_.reset();
}

int run_tst_compare_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<CompareViewTest>(argc, argv);
}
#include "tst_compare_view.moc"
