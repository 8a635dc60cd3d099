// SQL over a trace: tables by Perfetto's names, terms that reach the columns, rows by group, and what a query may not do.
#include "model/report/Answers.h"
#include "model/report/Readers.h"
#include "model/sql/Database.h"
#include "tests/support/RichTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QTest>

#include <array>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace lanes;

namespace {

std::string shown(const report::Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*whole);
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return std::to_string(*number);
    }
    return report::isUnknown(value) ? "null" : std::string(report::textOf(value));
}

// "a|b, c|d" for two rows of two values; "error: ..." where the query is refused.
QString ask(sql::Database& database, const std::string& query, const sql::Limits& limits = {}) {
    std::string rows;
    const sql::RowSink sink{.head = [](const auto&) {},
                            .row =
                                [&](std::span<const report::Value> values) {
                                    rows += rows.empty() ? "" : ", ";
                                    for (std::size_t i = 0; i < values.size(); ++i) {
                                        rows += (i > 0 ? "|" : "") + shown(values[i]);
                                    }
                                }};
    const auto done = database.query(query, sink, limits);
    return QString::fromStdString(done ? rows : "error: " + done.error().message);
}

// Two threads and a stream: an operator with a launch, its kernel, and what else happens around them.
std::shared_ptr<const Trace> sample() {
    test::TraceSketch s;
    s.op("main", "aten::linear", 0, 100, "[[16, 8], []]");
    const auto inner = s.op("main", "aten::mm", 10, 50);
    s.kernel("main", 20, "gpu0/7", "gemm", 60, 30, "kernel", {{"registers per thread", "64"}});
    const auto backward = s.op("loader", "aten::mm", 200, 7);
    s.link(LinkKind::ForwardBackward, inner, backward);
    s.memory("main", 12, 4096, 512, 512, 1024);
    s.memory("main", 80, 4096, -512, 0, 1024);
    return s.build();
}

// Words of odd queries.
constexpr std::array kWords{"select",
                            "*",
                            "from",
                            "slice",
                            "where",
                            "name",
                            "like",
                            "'%a%'",
                            "ts",
                            ">",
                            "<=",
                            "5",
                            "null",
                            "-1",
                            "1e308",
                            "group by",
                            "order by",
                            "limit",
                            "join",
                            "flow",
                            "on",
                            "args",
                            "using(",
                            "track_id)",
                            "counter",
                            "(",
                            ")",
                            ",",
                            "count(",
                            "depth",
                            "in",
                            "union",
                            "operator(0,",
                            "kernel",
                            "gap",
                            "and",
                            "or",
                            "not",
                            "is",
                            "id",
                            "= ",
                            "parent_id",
                            "dur",
                            "distinct",
                            "having",
                            "with",
                            "as",
                            "x",
                            "memory",
                            "thread",
                            "process",
                            "desc",
                            "module",
                            "step",
                            "extract_arg(",
                            "arg_set_id",
                            "'x'",
                            "x'00ff'",
                            ";",
                            "rank",
                            "glob",
                            "'['",
                            "between",
                            "case when",
                            "then",
                            "end",
                            "ancestor_slice(",
                            "descendant_slice(",
                            "offset",
                            "over (",
                            "partition by",
                            "collate nocase",
                            "slice_in",
                            "cast(",
                            "9223372036854775807"};

} // namespace

class TestSql : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void slicesHavePerfettosColumns();
    void aSliceLeadsToItsThreadAndProcess();
    void flowsLeadFromALaunchToItsKernel();
    void argumentsAreFoundByKey();
    void whatStandsAroundASliceIsATable();
    void memoryIsATable();
    void termsFindWhatAFullPassFinds_data();
    void termsFindWhatAFullPassFinds();
    void groupsAreWhatSortingGives_data();
    void groupsAreWhatSortingGives();
    void eachAnswerIsATableOfTheSameFigures();
    void anAnswerTakesARangeAndAFilter();
    void viewsLastForAQuery();
    void nothingIsWrittenOrOpened_data();
    void nothingIsWrittenOrOpened();
    void aQueryEndsAtItsLimits();
    void aQueryIsStopped();
    void oddQueriesDoNoHarm();
};

void TestSql::slicesHavePerfettosColumns() {
    sql::Database database(sample());
    QCOMPARE(
        ask(database, "select ts, dur, category, name, depth, parent_id from slice where name like 'aten::%' "
                      "order by ts"),
        QString("0|100|cpu_op|aten::linear|0|null, 10|50|cpu_op|aten::mm|1|0, 200|7|cpu_op|aten::mm|0|null"));
    QCOMPARE(ask(database, "select distinct rank from slice"), QString("null"));
    QCOMPARE(ask(database, "select id = slice_id, category = cat, self_dur from slice where id = 0"),
             QString("1|1|50"));
}

void TestSql::aSliceLeadsToItsThreadAndProcess() {
    sql::Database database(sample());
    QCOMPARE(ask(database, "select thread.name as thread_name from slice join thread_track on slice.track_id "
                           "= thread_track.id "
                           "join thread using(utid) where slice.name = 'aten::mm' group by thread_name"),
             QString("loader, main"));
    QCOMPARE(ask(database,
                 "select type from slice join track on track.id = slice.track_id where slice.name = 'gemm'"),
             QString("thread_track"));
    QCOMPARE(
        ask(database,
            "select count(*) from slice join thread_track t on track_id = t.id left join thread using(utid) "
            "left join process using(upid) where upid is not null"),
        ask(database, "select count(*) from slice"));
    QCOMPARE(
        ask(database,
            "select is_stream from thread where utid = (select track_id from slice where name = 'gemm')"),
        QString("1"));
}

void TestSql::flowsLeadFromALaunchToItsKernel() {
    sql::Database database(sample());
    const std::string launches =
        "select a.cat, b.name from flow join slice a on slice_out = a.id join slice b on slice_in = b.id ";
    QCOMPARE(ask(database, launches + "where kind = 'launch'"), QString("cuda_runtime|gemm"));
    QCOMPARE(ask(database, launches + "where kind = 'forward_backward'"), QString("cpu_op|aten::mm"));
    // an arrow has the same id whichever end it is found from
    QCOMPARE(
        ask(database,
            "select count(distinct f.id) from flow f join flow o on o.slice_out = f.slice_out join flow i on "
            "i.slice_in = f.slice_in where f.id = o.id and f.id = i.id"),
        QString("2"));
}

void TestSql::argumentsAreFoundByKey() {
    sql::Database database(sample());
    QCOMPARE(ask(database, "select extract_arg(arg_set_id, 'registers per thread'), EXTRACT_ARG(arg_set_id, "
                           "'args.registers per thread'), extract_arg(arg_set_id, 'no such') from slice "
                           "where name = 'gemm'"),
             QString("64|64|null"));
    QCOMPARE(
        ask(database,
            "select int_value, value_type, display_value from args where key = 'args.registers per thread'"),
        QString("64|int|64"));
    QCOMPARE(
        ask(database,
            "select json_extract(extract_arg(arg_set_id, 'Input Dims'), '$[0][1]') from slice where id = 0"),
        QString("8"));
    QCOMPARE(ask(database, "select extract_arg(null, 'x'), extract_arg(99999, 'x'), extract_arg(-1, 'x')"),
             QString("null|null|null"));
}

void TestSql::whatStandsAroundASliceIsATable() {
    sql::Database database(sample());
    QCOMPARE(ask(database,
                 "select s.name, a.name from slice s left join ancestor_slice(s.id) a on a.depth = 0 where "
                 "s.category = 'cuda_runtime'"),
             ask(database, "select name, 'aten::linear' from slice where category = 'cuda_runtime'"));
    QCOMPARE(ask(database,
                 "select count(*) from descendant_slice((select id from slice where name = 'aten::linear'))"),
             QString("2"));
    QCOMPARE(ask(database, "select count(*) from ancestor_slice(12345)"), QString("0"));
}

void TestSql::memoryIsATable() {
    sql::Database database(sample());
    QCOMPARE(ask(database, "select time_ns, bytes, total_allocated_bytes from memory"),
             QString("12|512|512, 80|-512|0"));
    QCOMPARE(ask(database, "select bytes from memory where time_ns > 12"), QString("-512"));
}

void TestSql::termsFindWhatAFullPassFinds_data() {
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("column");
    QTest::addColumn<QString>("term");
    for (const char* term :
         {"= %1", "> %1", ">= %1", "< %1", "<= %1", "between %1 and %1 + 1000", "= %1 + 0.5", "> %1 - 0.5",
          "< 'a'", "> null", "in (%1, %1 + 1, 3)", "= -1", "> 9223372036854775807", "< -1e300", "< 1e300"}) {
        for (const char* column : {"ts", "id", "track_id", "depth", "parent_id"}) {
            QTest::addRow("slice.%s %s", column, term) << "slice" << column << term;
        }
        QTest::addRow("counter.ts %s", term) << "counter"
                                             << "ts" << term;
        QTest::addRow("counter.track_id %s", term) << "counter"
                                                   << "track_id" << term;
        QTest::addRow("memory.time_ns %s", term) << "memory"
                                                 << "time_ns" << term;
        QTest::addRow("flow.slice_out %s", term) << "flow"
                                                 << "slice_out" << term;
        QTest::addRow("flow.slice_in %s", term) << "flow"
                                                << "slice_in" << term;
        QTest::addRow("args.arg_set_id %s", term) << "args"
                                                  << "arg_set_id" << term;
        QTest::addRow("thread.utid %s", term) << "thread"
                                              << "utid" << term;
    }
    for (const char* term : {"= '%1'", "like '%1'", "like '%%1%'", "glob '*%1*'", "= '%1' collate nocase",
                             "> '%1'", "= 5", "in ('%1', 'x')", "is null", "like null"}) {
        QTest::addRow("slice.name %s", term) << "slice"
                                             << "name" << term;
        QTest::addRow("slice.category %s", term) << "slice"
                                                 << "category" << term;
    }
}

// A plus in front of a column keeps SQLite from handing the term to the table.
void TestSql::termsFindWhatAFullPassFinds() {
    QFETCH(QString, table);
    QFETCH(QString, column);
    QFETCH(QString, term);
    static sql::Database database(test::richTrace(3000));
    const std::string of = " from " + table.toStdString();
    const std::string known = of + " where " + column.toStdString() + " is not null";
    const QString value = ask(database, "select " + column.toStdString() + known +
                                            " limit 1 offset (select count(*) / 2" + known + ")");
    QVERIFY(!value.isEmpty());
    const std::string where = QString(term).replace("%1", value).toStdString();
    const std::string count = "select count(*), sum(rowid), min(rowid)" + of + " where ";
    QCOMPARE(ask(database, count + column.toStdString() + " " + where),
             ask(database, count + "+" + column.toStdString() + " " + where));
}

void TestSql::groupsAreWhatSortingGives_data() {
    QTest::addColumn<QString>("columns");
    for (const char* columns :
         {"name", "category", "track_id", "class", "depth", "category, name", "track_id, depth, name"}) {
        QTest::addRow("%s", columns) << columns;
    }
}

void TestSql::groupsAreWhatSortingGives() {
    QFETCH(QString, columns);
    static sql::Database database(test::richTrace(3000));
    const std::string by = columns.toStdString();
    const std::string plain = "+" + QString(columns).replace(", ", ", +").toStdString();
    const std::string sums = ", count(*), sum(dur), min(id) from slice ";
    QCOMPARE(ask(database, "select " + by + sums + "group by " + by),
             ask(database, "select " + by + sums + "group by " + plain + " order by " + plain));
    QCOMPARE(ask(database, "select distinct " + by + " from slice"),
             ask(database, "select " + by + " from slice group by " + plain + " order by " + plain));
    QCOMPARE(
        ask(database, "select " + by + sums + "where name like '%a%' group by " + by + " order by " + by),
        ask(database,
            "select " + by + sums + "where +name like '%a%' group by " + plain + " order by " + plain));
    const std::string down = QString(columns).replace(", ", " desc, ").toStdString() + " desc";
    QCOMPARE(ask(database, "select id from slice order by " + down + ", id"),
             ask(database, "select id from (select * from slice order by id) order by " +
                               QString(QString::fromStdString(plain)).replace(", ", " desc, ").toStdString() +
                               " desc, id"));
}

void TestSql::eachAnswerIsATableOfTheSameFigures() {
    for (const auto& trace : {sample(), test::richTrace(2000)}) {
        sql::Database database(trace);
        TraceAnalyses analyses(trace);
        for (const report::Answer& answer : report::answers()) {
            report::Table table = *answer.make(analyses, {.by = answer.by.front()}, {});
            (void)table.sortBy(table.sortedBy);
            std::string columns;
            for (const report::Column* column : columnsFor(table, report::Csv)) {
                std::string name(column->key);
                std::ranges::replace(name, '.', '_');
                columns += (columns.empty() ? "\"" : ", \"") + name + "\"";
            }
            std::string expected;
            for (const std::uint32_t row : table.order) {
                std::string line;
                for (const report::Column* column : columnsFor(table, report::Csv)) {
                    const report::Value value =
                        (column->levels & report::Top) != 0 ? column->get(row) : report::Value();
                    const bool isList = std::holds_alternative<report::Integers>(value) ||
                                        std::holds_alternative<report::Texts>(value);
                    line += (line.empty() ? "" : "|") + (isList ? exactText(*column, value) : shown(value));
                }
                expected += (expected.empty() ? "" : ", ") + line;
            }
            for (const std::string_view name : {answer.key, answer.row}) {
                QCOMPARE(ask(database, "select " + columns + " from " + std::string(name)),
                         QString::fromStdString(expected));
            }
        }
    }
}

void TestSql::anAnswerTakesARangeAndAFilter() {
    sql::Database database(sample());
    QCOMPARE(ask(database, "select name, calls from operator order by name"),
             QString("aten::linear|1, aten::mm|2"));
    QCOMPARE(ask(database, "select name, calls from operator(150, 300)"), QString("aten::mm|1"));
    QCOMPARE(ask(database, "select name, calls from operator where filter = 'op:linear'"),
             QString("aten::linear|1"));
    QCOMPARE(ask(database, "select r.x, (select sum(calls) from operator(r.x, r.x + 50)) from (select 0 as x "
                           "union all select 200) r"),
             QString("0|2, 200|1"));
    QCOMPARE(ask(database, "select * from path where filter = 'op:linear'"),
             QString("error: the table path takes no filter"));
    QVERIFY(ask(database, "select * from operator where filter = '/('").startsWith("error: "));
    QCOMPARE(
        ask(database,
            "select slice.name from operator join slice on slice.id = operator.slice_id where calls = 2"),
        QString("aten::mm"));
}

void TestSql::viewsLastForAQuery() {
    sql::Database database(sample());
    QCOMPARE(ask(database, "-- operators\ncreate view ops as select * from slice where category = 'cpu_op'; "
                           "select count(*) from ops;"),
             QString("3"));
    QVERIFY(ask(database, "select * from ops").startsWith("error: no such table"));
    QCOMPARE(ask(database, ""), QString());
    QCOMPARE(ask(database, "-- nothing"), QString());
}

void TestSql::nothingIsWrittenOrOpened_data() {
    QTest::addColumn<QString>("query");
    for (const char* query :
         {"attach database '/tmp/x.db' as x", "vacuum into '/tmp/x.db'", "create table x(a)",
          "insert into slice(name) values ('x')", "delete from slice", "update slice set dur = 0",
          "drop table slice", "pragma journal_mode = wal", "pragma writable_schema = 1",
          "pragma temp_store_directory = '/tmp'", "pragma hard_heap_limit = 0", "begin; select 1",
          "create temp table x as select 1", "create virtual table x using slice",
          "insert into sqlite_master values ('table', 'x', 'x', 1, '')", "analyze",
          "select load_extension('x.so')", "detach main",
          "create trigger t after insert on slice begin select 1; end"}) {
        QTest::addRow("%s", query) << query;
    }
}

void TestSql::nothingIsWrittenOrOpened() {
    QFETCH(QString, query);
    sql::Database database(sample());
    QVERIFY2(ask(database, query.toStdString()).startsWith("error: "),
             qPrintable(ask(database, query.toStdString())));
    QVERIFY(!QFile::exists("/tmp/x.db"));
}

void TestSql::aQueryEndsAtItsLimits() {
    sql::Database database(sample());
    const std::string endless = "with recursive r(x) as (select 1 union all select x + 1 from r) ";
    QVERIFY(ask(database, endless + "select max(x) from r", {.time = std::chrono::milliseconds(50)})
                .contains("took longer than 50"));
    QVERIFY(ask(database, endless + "select x from r order by x", {.memory = 4 << 20})
                .contains("more memory than 4"));
    QVERIFY(ask(database, "select hex(zeroblob(1000000000))").startsWith("error: "));
    QCOMPARE(ask(database, "select count(*) from slice"), QString("5")); // the next one is none the worse
}

void TestSql::aQueryIsStopped() {
    sql::Database database(sample());
    std::stop_source stop;
    QString message;
    std::jthread thread([&] {
        const auto done = database.query(
            "with recursive r(x) as (select 1 union all select x + 1 from r) select max(x) from r",
            {.head = [](const auto&) {}, .row = [](const auto&) {}}, {}, stop.get_token());
        message = QString::fromStdString(done ? "" : done.error().message);
    });
    stop.request_stop();
    thread.join();
    QCOMPARE(message, QString("cancelled"));
}

// Words of queries in any order: SQLite refuses most, and none of the rest does harm.
void TestSql::oddQueriesDoNoHarm() {
    sql::Database database(test::richTrace(500));
    std::mt19937 random(39);
    const sql::Limits limits{.time = std::chrono::milliseconds(200), .memory = 32 << 20};
    int answered = 0;
    for (int i = 0; i < 1000; ++i) {
        const bool isPlain = i % 2 == 0;
        std::string query = isPlain ? "select * from " : "select ";
        if (isPlain) {
            constexpr std::array kTables{"slice", "flow",     "args",   "counter", "memory", "thread",
                                         "track", "operator", "kernel", "step",    "gap"};
            query += kTables[random() % kTables.size()];
            query += " where id ";
        }
        for (std::size_t words = 1 + random() % 8; words > 0; --words) {
            query += std::string(" ") + kWords[random() % kWords.size()];
        }
        answered += ask(database, query, limits).startsWith("error: ") ? 0 : 1;
    }
    QVERIFY2(answered > 10, std::to_string(answered).c_str());
    QVERIFY(ask(database, std::string(2 << 20, '(')).startsWith("error: "));
    QCOMPARE(ask(database, "select count(*) > 0 from slice"), QString("1"));
}

int run_tst_sql(int argc, char** argv) {
    return test::runWithoutWindow<TestSql>(argc, argv);
}
#include "tst_sql.moc"
