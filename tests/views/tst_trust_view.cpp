// The page of what can be trusted, and the signs that lead to it.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/memory/MemoryView.h"
#include "views/operators/OperatorsView.h"
#include "views/overview/OverviewView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/TrustSign.h"
#include "views/shared/table/DataTable.h"
#include "views/trust/BytesRow.h"
#include "views/trust/TrustVerdict.h"
#include "views/trust/TrustView.h"

#include <QSignalSpy>
#include <QTemporaryFile>
#include <QTimer>

using namespace lanes;

class TrustViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsEveryGroupAndItsEntries();
    void aSessionWithoutIssuesSaysSo();
    void saysWhatItMeansThatNothingWasFound();
    void enterGoesToTheFirstPlace();
    void thePanelLeadsToTheFirstPlace();
    void saysWhichFiguresAreTouched();
    void signsStandWhereFiguresAreTouchedAndNowhereElse();
    void aSignLeadsToItsEntry();
    void showsTheBytesThatWereMended();
    void saysWhatIsMissing();
    void aLiveSessionIsAnsweredThoughItGrows();
};

namespace {

// An operator that reaches out of its caller: whose self times are wrong, and no byte or kernel is.
std::shared_ptr<const Trace> brokenNesting() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::outer", 0, 100);
    sketch.op("main", "aten::inner", 50, 100);
    sketch.memory("main", 60, 1, 1024, 1024, 4096);
    return sketch.build();
}

// As imported, with one entry whose place is known.
std::shared_ptr<const Trace> mendedAt(const std::string& file, std::int64_t offset) {
    TraceData data = brokenNesting()->data();
    data.info.source = file;
    data.diagnostics.add("non-finite-number", Severity::Note, "Values written as bare nan were kept.", offset,
                         2);
    return std::make_shared<const Trace>(std::move(data));
}

QString textOf(const TrustView& view, std::uint32_t row, TrustColumn column) {
    return view.table().model()->exact(row, static_cast<int>(column));
}

std::uint32_t rowNamed(const TrustView& view, const char* key) {
    const auto* rows = static_cast<const TrustTable*>(view.table().model().get());
    return rows != nullptr ? rows->rowOf(QLatin1String(key)) : TableModel::kNone;
}

template<class View>
TrustSign* signOf(const test::ViewFixture<View>& fixture) {
    return fixture.view->template findChild<TrustSign*>();
}

} // namespace

void TrustViewTest::listsEveryGroupAndItsEntries() {
    const test::ViewFixture<TrustView> fixture(brokenNesting());
    QVERIFY(fixture.settled());
    QStringList groups;
    for (std::uint32_t row = 0; row < fixture.view->table().model()->rows(); ++row) {
        if (fixture.view->table().model()->parent(row) == TableModel::kNone) {
            groups << textOf(*fixture.view, row, TrustColumn::What);
        }
    }
    QCOMPARE(groups, (QStringList{"lost", "repaired", "unmatched", "clocks", "rules", "not_recorded"}));
    const std::uint32_t row = rowNamed(*fixture.view, "child-outside-parent");
    QVERIFY(row != TableModel::kNone);
    QCOMPARE(textOf(*fixture.view, row, TrustColumn::Count), QStringLiteral("1"));
    QVERIFY(fixture.view->verdict().sentence().contains(QLatin1String("1 issue")));
}

void TrustViewTest::aSessionWithoutIssuesSaysSo() {
    const test::ViewFixture<TrustView> fixture(test::bareOperators());
    QVERIFY(fixture.settled());
    QVERIFY2(fixture.view->verdict().sentence().startsWith(QLatin1String("OK")),
             qPrintable(fixture.view->verdict().sentence()));
}

void TrustViewTest::saysWhatItMeansThatNothingWasFound() {
    const test::ViewFixture<TrustView> fixture(brokenNesting());
    QVERIFY(fixture.settled());
    const auto* rows = static_cast<const TrustTable*>(fixture.view->table().model().get());
    const auto meaningOf = [&](LedgerGroup group) { // of the group's own row
        std::uint32_t row = 0;
        while (rows->row(row).entry != nullptr || rows->row(row).group != group) {
            ++row;
        }
        return textOf(*fixture.view, row, TrustColumn::Meaning);
    };
    QVERIFY(meaningOf(LedgerGroup::Lost).contains(QLatin1String("a recording by Lanescope does")));
    QVERIFY(meaningOf(LedgerGroup::Clocks).contains(QLatin1String("No two clocks")));
    QVERIFY(meaningOf(LedgerGroup::Repaired).contains(QLatin1String("repaired")));
    QVERIFY2(meaningOf(LedgerGroup::Rules).isEmpty(), "its entry says it");
    fixture.view->table().setCurrent(0);
    const auto paragraphs = fixture.view->findChildren<PanelParagraph*>();
    QVERIFY(std::ranges::any_of(paragraphs, [](const PanelParagraph* p) {
        return p->text().contains(QLatin1String("a recording by Lanescope does"));
    }));
}

void TrustViewTest::enterGoesToTheFirstPlace() {
    const test::ViewFixture<TrustView> fixture(brokenNesting());
    QVERIFY(fixture.settled());
    QSignalSpy timeline(fixture.state.get(), &ViewState::timelineRequested);
    fixture.view->table().setCurrent(rowNamed(*fixture.view, "child-outside-parent"));
    QTest::keyClick(&fixture.view->table(), Qt::Key_Return);
    QCOMPARE(timeline.count(), 1);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::inner"));
    QVERIFY(fixture.state->visible().begin <= 50 && fixture.state->visible().end >= 150);
}

void TrustViewTest::thePanelLeadsToTheFirstPlace() {
    const test::ViewFixture<TrustView> fixture(brokenNesting());
    QVERIFY(fixture.settled());
    fixture.view->table().setCurrent(rowNamed(*fixture.view, "child-outside-parent"));
    QSignalSpy timeline(fixture.state.get(), &ViewState::timelineRequested);
    for (PanelLink* link : fixture.view->findChildren<PanelLink*>()) {
        if (link->content().icon == QLatin1String("timeline")) {
            QTest::mouseClick(link, Qt::LeftButton);
            QCOMPARE(timeline.count(), 1);
            QCOMPARE(fixture.selected(), QStringLiteral("aten::inner"));
            return;
        }
    }
    QFAIL("the panel has no link to it");
}

void TrustViewTest::saysWhichFiguresAreTouched() {
    const test::ViewFixture<TrustView> fixture(brokenNesting());
    QVERIFY(fixture.settled());
    fixture.view->table().setCurrent(rowNamed(*fixture.view, "child-outside-parent"));
    QStringList touched;
    for (const PanelLink* line : fixture.view->findChildren<PanelLink*>()) {
        if (line->content().value == QLatin1String("affected")) {
            touched << line->content().text.section(QLatin1Char(':'), 0, 0);
        }
    }
    QCOMPARE(touched, QStringList{"Operators"});
}

void TrustViewTest::signsStandWhereFiguresAreTouchedAndNowhereElse() {
    const test::ViewFixture<OperatorsView> operators(brokenNesting());
    QVERIFY(operators.settled());
    QTRY_VERIFY_WITH_TIMEOUT(signOf(operators)->isVisible(), kPatience);
    QVERIFY(signOf(operators)->accessibleName().contains(QLatin1String("begin inside another one")));
    const test::ViewFixture<MemoryView> memory(brokenNesting());
    QVERIFY(memory.settled());
    QTRY_VERIFY_WITH_TIMEOUT(memory.state->trust().ledger() != nullptr, kPatience);
    QVERIFY(!signOf(memory)->isVisible());
    const test::ViewFixture<OverviewView> overview(brokenNesting());
    QVERIFY(overview.settled());
    QTRY_VERIFY_WITH_TIMEOUT(overview.state->trust().ledger() != nullptr, kPatience);
    QVERIFY(!signOf(overview)->isVisible());
}

void TrustViewTest::aSignLeadsToItsEntry() {
    const test::ViewFixture<OperatorsView> fixture(brokenNesting());
    QVERIFY(fixture.settled());
    QTRY_VERIFY_WITH_TIMEOUT(signOf(fixture)->isVisible(), kPatience);
    QSignalSpy asked(&fixture.state->trust(), &SessionTrust::pageRequested);
    QTest::mouseClick(signOf(fixture), Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
    QTest::keyClick(signOf(fixture), Qt::Key_Return);
    QCOMPARE(asked.count(), 2);
    TrustView page(const_cast<Appearance&>(fixture.look));
    page.resize(1300, 700);
    page.setState(fixture.state.get());
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy(), kPatience);
    QCOMPARE(page.table().current(), rowNamed(page, "child-outside-parent"));
}

void TrustViewTest::showsTheBytesThatWereMended() {
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write("[{\"ph\": \"X\", \"ts\": 1, \"args\": {\n\"loss\": nan}}]");
    file.flush();
    const test::ViewFixture<TrustView> fixture(mendedAt(file.fileName().toStdString(), 22));
    QVERIFY(fixture.settled());
    fixture.view->table().setCurrent(rowNamed(*fixture.view, "non-finite-number"));
    const auto shown = [&] { return fixture.view->findChild<BytesRow*>(); };
    QTRY_VERIFY_WITH_TIMEOUT(shown() != nullptr, kPatience);
    QCOMPARE(shown()->lines(), QStringList{"\"args\": {\u00b7\"loss\": nan}}]"});
    fixture.view->table().setCurrent(rowNamed(*fixture.view, "child-outside-parent"));
    QTRY_VERIFY_WITH_TIMEOUT(shown() == nullptr, kPatience);
    // where the file is gone nothing is shown, and nothing is said twice
    QVERIFY(file.remove());
    const test::ViewFixture<TrustView> gone(mendedAt(file.fileName().toStdString(), 22));
    QVERIFY(gone.settled());
    gone.view->table().setCurrent(rowNamed(*gone.view, "non-finite-number"));
    QTRY_VERIFY_WITH_TIMEOUT(gone.view->findChild<PanelLink*>() != nullptr, kPatience);
    QVERIFY(gone.view->findChild<BytesRow*>() == nullptr);
}

void TrustViewTest::saysWhatIsMissing() {
    const test::ViewFixture<TrustView> fixture(nullptr);
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("No session"));
    fixture.state->setTrace(brokenNesting());
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() == nullptr);
    QTest::keyClicks(&fixture.view->filterField(), QStringLiteral("nothing-of-that-name"));
    QTest::keyClick(&fixture.view->filterField(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(fixture.view->emptyState() != nullptr, kPatience);
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("No entry matches the filter"));
}

// Each snapshot comes before the answer to the one before: none may keep the view from ever being answered.
void TrustViewTest::aLiveSessionIsAnsweredThoughItGrows() {
    const test::ViewFixture<TrustView> fixture(nullptr);
    fixture.state->setLive(true);
    int snapshots = 0;
    QTimer growing;
    connect(&growing, &QTimer::timeout, this, [&] {
        fixture.state->setTrace(brokenNesting());
        ++snapshots;
    });
    growing.start(0); // as often as the event loop turns
    QTRY_VERIFY_WITH_TIMEOUT(
        snapshots > 3 && rowNamed(*fixture.view, "child-outside-parent") != TableModel::kNone, kPatience);
    growing.stop();
    QVERIFY(fixture.settled());
}

int run_tst_trust_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<TrustViewTest>(argc, argv);
}
#include "tst_trust_view.moc"
