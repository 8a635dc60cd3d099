// Questions in SQL: typed, completed, run, stopped, wrong ones, their rows, their history and the chart.
#include "model/sql/Database.h"
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/query/QueryChart.h"
#include "views/query/QueryEditor.h"
#include "views/query/QueryView.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/ReportTable.h"

#include <QAbstractItemView>
#include <QBuffer>
#include <QCompleter>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>

using namespace lanes;

class QueryViewTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itAsksForAQuestion();
    void rowsAreThoseOfTheEngine();
    void rowsComeInTheOrderOfTheQueryAndAreSortedByAClick();
    void aRowWithAnIdLeadsToTheTimeline();
    void anErrorMarksItsPlace();
    void nothingIsWritten();
    void aQueryIsStopped();
    void tablesColumnsAndNamesAreCompleted();
    void historyIsKept();
    void theChartFollowsTheResult();
    void theResultIsExported();
    void aNewSnapshotIsAskedAgain();
};

namespace {

struct Fixture : test::ViewFixture<QueryView> {
    explicit Fixture(std::shared_ptr<const Trace> trace = test::twoSteps())
        : ViewFixture(std::move(trace)) {}

    void type(const QString& text) const {
        view->editor().setFocus();
        QTest::keyClicks(&view->editor(), text);
    }
    // As a user does.
    [[nodiscard]] bool ask(const QString& sql) const {
        view->editor().setPlainText(sql);
        QTest::keyClick(&view->editor(), Qt::Key_Return, Qt::ControlModifier);
        return settled();
    }
    [[nodiscard]] QStringList shown(const char* column) const {
        QStringList texts;
        const DataTable& table = view->table();
        for (int position = 0; table.model() && position < table.visibleRows(); ++position) {
            texts << static_cast<const ReportTable&>(*table.model()).exact(table.rowAt(position), column);
        }
        return texts;
    }
    [[nodiscard]] bool completes(const QString& word) const {
        const auto& completer = view->editor().completer();
        for (int row = 0; row < completer.completionCount(); ++row) {
            if (completer.completionModel()->index(row, 0).data().toString() == word) {
                return completer.popup()->isVisible();
            }
        }
        return false;
    }
};

} // namespace

void QueryViewTest::itAsksForAQuestion() {
    const Fixture fixture;
    QVERIFY(fixture.settled());
    QVERIFY(fixture.view->emptyState() != nullptr);
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("Ask in SQL"));
    const Fixture none(nullptr);
    QVERIFY(none.settled());
    QCOMPARE(none.view->emptyState()->title(), QStringLiteral("No session"));
}

void QueryViewTest::rowsAreThoseOfTheEngine() {
    const Fixture fixture;
    const QString sql =
        QStringLiteral("select name, count(*) as calls, sum(dur) as total_ns, avg(dur) as mean, null as none "
                       "from slice group by name order by total_ns desc, name");
    QVERIFY(fixture.ask(sql));
    QCOMPARE(fixture.view->emptyState(), nullptr);
    sql::Database database(fixture.state->trace());
    QStringList names;
    QStringList totals;
    const sql::RowSink sink{.head = [](const auto&) {},
                            .row =
                                [&](std::span<const report::Value> values) {
                                    names << QString::fromStdString(std::string(report::textOf(values[0])));
                                    totals << QString::number(std::get<std::int64_t>(values[2]));
                                }};
    QVERIFY(database.query(sql.toStdString(), sink).ok());
    QVERIFY(names.size() > 5);
    QCOMPARE(fixture.shown("name"), names);
    QCOMPARE(fixture.shown("total_ns"), totals);
    QCOMPARE(fixture.shown("none").count(QString()), names.size());
    QVERIFY(fixture.view->status().startsWith(QString::number(names.size()) + QStringLiteral(" rows in ")));
}

void QueryViewTest::rowsComeInTheOrderOfTheQueryAndAreSortedByAClick() {
    const Fixture fixture;
    QVERIFY(fixture.ask(QStringLiteral("select 2 as n union all select 3 union all select 1")));
    QCOMPARE(fixture.shown("n"), (QStringList{"2", "3", "1"}));
    fixture.view->table().sortByClick(0);
    QCOMPARE(fixture.shown("n"), (QStringList{"3", "2", "1"}));
    QVERIFY(fixture.ask(QStringLiteral("select 'a' as x where 1 = 0")));
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("No row matches"));
}

void QueryViewTest::aRowWithAnIdLeadsToTheTimeline() {
    const Fixture fixture;
    const QSignalSpy revealed(fixture.state.get(), &ViewState::selectionChanged);
    QVERIFY(fixture.ask(QStringLiteral("select id, name from slice where name = 'aten::mm' order by ts")));
    QTest::keyClick(&fixture.view->table(), Qt::Key_Return);
    QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
    QVERIFY(revealed.count() > 0);
    QVERIFY(fixture.ask(QStringLiteral("select -5 as id union all select 4000000000")));
    QTest::keyClick(&fixture.view->table(), Qt::Key_Return); // nothing to go to
    QCOMPARE(fixture.selected(), QStringLiteral("aten::mm"));
}

void QueryViewTest::anErrorMarksItsPlace() {
    const Fixture fixture;
    QVERIFY(fixture.ask(QString::fromUtf8("-- \xe6\x95\xb0\nselect 1;\nselect nme from slice")));
    QCOMPARE(fixture.view->status(), QStringLiteral("line 3, column 8: no such column: nme"));
    QVERIFY(fixture.view->editor().isMarked());
    QCOMPARE(fixture.view->editor().textCursor().blockNumber(), 2);
    QCOMPARE(fixture.view->editor().textCursor().positionInBlock(), 7);
    QCOMPARE(fixture.view->emptyState()->title(), QStringLiteral("The query is wrong"));
    fixture.type(QStringLiteral("x"));
    QVERIFY(!fixture.view->editor().isMarked());
    QVERIFY(fixture.view->history().isEmpty());
}

void QueryViewTest::nothingIsWritten() {
    const Fixture fixture;
    for (const char* sql :
         {"create table t(x)", "attach 'x' as y", "pragma user_version = 3", "delete from slice"}) {
        QVERIFY(fixture.ask(QString::fromLatin1(sql)));
        QVERIFY2(fixture.view->answer().rows == nullptr && !fixture.view->answer().error.empty(), sql);
    }
}

void QueryViewTest::aQueryIsStopped() {
    const Fixture fixture;
    fixture.view->editor().setPlainText(QStringLiteral(
        "with recursive r(x) as (select 1 union all select x + 1 from r) select max(x) from r"));
    auto* run = fixture.view->findChild<QPushButton*>(QStringLiteral("runQuery"));
    QTest::keyClick(&fixture.view->editor(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(run->text(), QStringLiteral("Stop"), kPatience);
    QVERIFY(fixture.view->busy());
    QTest::mouseClick(run, Qt::LeftButton);
    QVERIFY(fixture.settled());
    QCOMPARE(run->text(), QStringLiteral("Run"));
    QVERIFY(fixture.ask(QStringLiteral("select 7 as n"))); // the engine is free again
    QCOMPARE(fixture.shown("n"), QStringList{"7"});
}

void QueryViewTest::tablesColumnsAndNamesAreCompleted() {
    const Fixture fixture;
    QVERIFY(fixture.settled());
    fixture.type(QStringLiteral("select "));
    QTRY_VERIFY_WITH_TIMEOUT((fixture.view->editor().clear(), fixture.type(QStringLiteral("select na")),
                              fixture.completes(QStringLiteral("name"))),
                             kPatience);
    QTest::keyClick(fixture.view->editor().completer().popup(), Qt::Key_Return);
    QCOMPARE(fixture.view->editor().toPlainText(), QStringLiteral("select name"));
    fixture.type(QStringLiteral(" from thread_tr"));
    QVERIFY(fixture.completes(QStringLiteral("thread_track")));
    fixture.view->editor().completer().popup()->hide();
    fixture.type(QStringLiteral("ack where name = 'aten::l"));
    QVERIFY(fixture.completes(QStringLiteral("aten::linear")));
    QTest::keyClick(fixture.view->editor().completer().popup(), Qt::Key_Return);
    QVERIFY(fixture.view->editor().toPlainText().endsWith(QStringLiteral("'aten::linear")));
    fixture.type(QStringLiteral("' and slice.de"));
    QVERIFY(fixture.completes(QStringLiteral("depth")));
}

void QueryViewTest::historyIsKept() {
    const Fixture fixture;
    const QSignalSpy changed(fixture.view.get(), &QueryView::historyChanged);
    QVERIFY(fixture.ask(QStringLiteral("select 1 as n")));
    QVERIFY(fixture.ask(QStringLiteral("select 2 as n")));
    QVERIFY(fixture.ask(QStringLiteral("select 1 as n")));
    QCOMPARE(fixture.view->history(), (QStringList{"select 1 as n", "select 2 as n"}));
    QCOMPARE(changed.count(), 3);
    QueryView next(const_cast<Appearance&>(fixture.look));
    next.setHistory(fixture.view->history());
    QCOMPARE(next.editor().toPlainText(), QStringLiteral("select 1 as n"));
    const std::unique_ptr<QMenu> menu(next.historyMenu(&next));
    QCOMPARE(menu->actions().at(1)->text(), QStringLiteral("select 2 as n"));
    menu->actions().at(1)->trigger();
    QCOMPARE(next.editor().toPlainText(), QStringLiteral("select 2 as n"));
}

void QueryViewTest::theChartFollowsTheResult() {
    const Fixture fixture;
    const QueryChart& chart = fixture.view->chart();
    QVERIFY(fixture.ask(QStringLiteral("select name, sum(dur) as total_ns from slice group by name")));
    QVERIFY(chart.isVisible() && chart.hasBars());
    QCOMPARE(std::pair(chart.across(), chart.up()), std::pair(0, 1));
    QCOMPARE(chart.points(), static_cast<std::size_t>(fixture.view->table().visibleRows()));
    QVERIFY(chart.summary().startsWith(QStringLiteral("total_ns over name, from ")));
    const QImage bars = fixture.view->chart().grab().toImage();
    QVERIFY(fixture.ask(QStringLiteral("select ts, dur from slice order by ts")));
    QVERIFY(!chart.hasBars());
    QCOMPARE(std::pair(chart.across(), chart.up()), std::pair(0, 1));
    QVERIFY(bars != fixture.view->chart().grab().toImage());
    fixture.view->chart().setColumns(1, 0);
    QVERIFY(chart.summary().startsWith(QStringLiteral("ts over dur, from ")));
    QVERIFY(fixture.ask(QStringLiteral("select name from slice")));
    QCOMPARE(chart.points(), std::size_t(0));
}

void QueryViewTest::theResultIsExported() {
    const Fixture fixture;
    QVERIFY(fixture.ask(QStringLiteral("select 'a,b' as name, 1500 as dur union all select 'c', 2")));
    QBuffer file;
    QVERIFY(file.open(QIODevice::WriteOnly));
    fixture.view->table().csv().write(file);
    QCOMPARE(QString::fromUtf8(file.data()).replace("\r\n", "\n"),
             QStringLiteral("name,dur\n\"a,b\",1500\nc,2\n"));
}

void QueryViewTest::aNewSnapshotIsAskedAgain() {
    const Fixture fixture;
    QVERIFY(fixture.ask(QStringLiteral("select count(*) as n from slice")));
    const QStringList before = fixture.shown("n");
    fixture.state->setTrace(test::bareOperators());
    QVERIFY(fixture.settled());
    QCOMPARE(fixture.shown("n"), QStringList{"1"});
    QVERIFY(before != QStringList{"1"});
}

int run_tst_query_view(int argc, char** argv) {
    return lanes::test::runWithWidgets<QueryViewTest>(argc, argv);
}
#include "tst_query_view.moc"
